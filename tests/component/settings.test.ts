import { screen, waitFor } from '@testing-library/dom';
import { describe, expect, test } from 'vitest';

import { DEFAULT_PICTURES } from '#shared/model/picture.ts';
import type { RaceConfig } from '#shared/model/race-config.ts';
import { byEvent } from '#shared/model/event.ts';
import { TEXT_PARTS } from '#shared/model/setting-parts.ts';
import type { ConfigConflictBody, OrganisersConfigBody } from '#shared/wire/config-api.ts';
import { SPEC_SETTINGS } from '#shared/wire/config-api.ts';
import { buildConfig } from '#tests/support/builders.ts';

import { UNREACHABLE, WireAnswer } from './support/fake-wire.ts';
import type { OpenScreen } from './support/open-screen.tsx';
import { openScreen } from './support/open-screen.tsx';

const MINE = { pageTitle: 'Ras Beca', distances: 'Half,Full,Ultra' };
const FOUR = Object.fromEntries(SPEC_SETTINGS.map((name) => [name, buildConfig(MINE)[name]]));

function present(config: Partial<RaceConfig> = {}): OrganisersConfigBody {
  const settings = buildConfig({ ...MINE, ...config });
  return { ...settings, serverTime: Date.now(), pictures: DEFAULT_PICTURES };
}

async function openSettings(): Promise<OpenScreen> {
  const opened = await openScreen('/conf', { config: MINE });
  await screen.findByRole('form', { name: 'Settings' });
  return opened;
}

/** A refusal since another organiser came before. */
function conflict(config: Partial<RaceConfig>, clashes: readonly string[]): WireAnswer {
  const field = clashes[0]?.split('.')[0] ?? '';
  const errors = [{ field, message: 'Another organiser changed this at the same moment.' }];
  const body = { error: 'Nothing was saved.', errors, clashes, current: present(config) };
  return new WireAnswer(409, body satisfies ConfigConflictBody);
}

const valueOf = (label: string): string => screen.getByLabelText<HTMLInputElement>(label).value;

test('[SF1] every setting that is written has its place on the screen', async () => {
  await openSettings();
  const names = Array.from(
    document.querySelectorAll('form [name]'),
    (control) => control.getAttribute('name') ?? '',
  );
  expect([...new Set(names)].toSorted()).toEqual([...TEXT_PARTS].toSorted());
});

describe('a save', () => {
  test('[SF3 CL24 CL26] sends what was changed and what it was, and asks for nothing before', async () => {
    const { wire, fill, press } = await openSettings();
    wire.answer('PUT /webconfig', present({ startText: '10K start: 11:00' }));
    await fill('Start text', '10K start: 11:00');
    const fetches = wire.sent('GET /webconfig').length;
    await press('Save Changes');
    await screen.findByText('Update successful');
    const [put] = wire.sent('PUT /webconfig');
    expect(put?.body).toEqual({
      ...FOUR,
      startText: '10K start: 11:00',
      was: { ...FOUR, startText: '' },
    });
    expect(wire.sent('GET /webconfig')).toHaveLength(fetches);
  });

  test('[SF9 CL26] that comes too late shows what the other one saved, and asks which stays', async () => {
    const { wire, fill, press } = await openSettings();
    wire.answer('PUT /webconfig', conflict({ pageTitle: 'Theirs' }, ['pageTitle']));
    await fill('Page Title', 'Mine');
    await press('Save Changes');
    await screen.findByText('Another organiser changed the same. Choose above which to keep.');
    await screen.findByText(/Another organiser changed Page Title meanwhile/);
    expect(document.activeElement).toBe(screen.getByLabelText('Page Title'));

    wire.answer('PUT /webconfig', present({ pageTitle: 'Mine' }));
    await press('Keep mine: Page Title');
    await press('Save Changes');
    await screen.findByText('Update successful');
    expect(wire.sent('PUT /webconfig').at(-1)?.body).toMatchObject({
      pageTitle: 'Mine',
      was: { pageTitle: 'Theirs' },
    });
  });

  test('[SF9] of the start of one distance names that distance alone', async () => {
    const { wire, fill, press } = await openSettings();
    const starts = { ...byEvent(() => ''), BB: '2026-06-20-09-00-00' };
    wire.answer(
      'POST /webconfig/preview',
      byEvent(() => noImpact()),
    );
    wire.answer('PUT /webconfig', conflict({ starts }, ['starts.BB']));
    await fill('Half start', '2026-06-20 10:00:00');
    await press('Save Changes');
    await screen.findByText(/changed Half start meanwhile to “2026-06-20 09:00:00”/);
    expect(wire.sent('PUT /webconfig')[0]?.body).toMatchObject({
      starts: { BB: '2026-06-20-10-00-00' },
      was: { starts: { BB: '' } },
    });
    await press('Take theirs: Half start');
    await screen.findByText('Nothing to save.');
    expect(valueOf('Half start')).toBe('2026-06-20 09:00:00');
  });

  test('[SF5] that reaches nobody keeps what was typed', async () => {
    const { wire, fill, press } = await openSettings();
    wire.answer('PUT /webconfig', UNREACHABLE);
    await fill('Page Title', 'Mine');
    await press('Save Changes');
    await screen.findByText('Failed to update web config');
    expect(valueOf('Page Title')).toBe('Mine');
    screen.getByText('Not saved yet: Page Title.');
  });

  test('[RL3] of a setting that the instance does not know yet is refused at its field', async () => {
    const { wire, fill, press } = await openSettings();
    const errors = [{ field: 'startText', message: 'There is no setting "startText".' }];
    wire.answer('PUT /webconfig', new WireAnswer(400, { error: 'Nothing was saved.', errors }));
    await fill('Start text', 'Later');
    await press('Save Changes');
    await screen.findByText('There is no setting "startText".');
    expect(valueOf('Start text')).toBe('Later');
  });
});

test('[SF7 AD8] one’s own start, pushed before the save is answered, is nobody else’s', async () => {
  const { wire, press } = await openSettings();
  wire.answer('POST /webconfig/preview', byEvent(noImpact));
  const answered = wire.hold('PUT /webconfig');
  wire.answer('PUT /webconfig', ({ body }) => {
    const config = present({ raceStart: body.raceStart ?? '' });
    wire.push('config', config);
    return config;
  });
  await press('Start now: Race start');
  await press('Record this start');
  await waitFor(() => {
    expect(wire.sent('PUT /webconfig')).toHaveLength(1);
  });
  await screen.findByText(/It replaces/);
  expect(screen.queryByText(/Another organiser/)).toBeNull();
  answered.open();
  await waitFor(() => {
    expect(valueOf('Race start')).not.toBe('');
  });
  expect(screen.queryByText(/Another organiser/)).toBeNull();
});

describe('what is pushed', () => {
  test('[AD8 SF1] shows in the fields nobody touched, without a fetch', async () => {
    const { wire, fill } = await openSettings();
    await fill('Start text', 'Mine');
    const fetches = wire.sent('GET /webconfig').length;
    wire.push('config', present({ pageTitle: 'Pushed' }));
    await waitFor(() => {
      expect(valueOf('Page Title')).toBe('Pushed');
    });
    expect(valueOf('Start text')).toBe('Mine');
    expect(wire.sent('GET /webconfig')).toHaveLength(fetches);
  });

  test('[AD8] of the wrong form is dropped', async () => {
    const { wire } = await openSettings();
    wire.push('config', { ...present({ pageTitle: 'Broken' }), timing: 'sundial' as never });
    wire.push('config', present({ pageTitle: 'Whole' }));
    await waitFor(() => {
      expect(valueOf('Page Title')).toBe('Whole');
    });
  });

  test('[RL1] by an instance that does not know a setting yet has its default', async () => {
    const { wire } = await openSettings();
    const { startText, ...older } = present({ pageTitle: 'Older' });
    expect(startText).toBe('');
    wire.push('config', older as OrganisersConfigBody);
    await waitFor(() => {
      expect(valueOf('Page Title')).toBe('Older');
    });
    expect(valueOf('Start text')).toBe('');
  });
});

function noImpact(): { before: never; after: never; moved: number } {
  const counts = { racing: 0, finished: 0, dnf: 0 };
  return { before: counts as never, after: counts as never, moved: 0 };
}
