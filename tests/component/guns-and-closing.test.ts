import { screen, waitFor, within } from '@testing-library/dom';
import { describe, expect, test, vi } from 'vitest';

import { USUAL_COURSES } from '#shared/model/courses.ts';
import { buildAdminRunner } from '#tests/client/support/build-admin-runner.ts';

import { setClock } from './support/set-clock.ts';
import { type FakeWire, UNREACHABLE } from './support/fake-wire.ts';
import { type OpenScreen, openScreen, type ScreenOptions } from './support/open-screen.tsx';
import {
  acceptSettings,
  buildImpact,
  conflict,
  present,
  SETTINGS,
} from './support/settings-screen.ts';
import { expectNoDialog } from './support/on-screen.ts';

const SECOND_MS = 1_000;
const HOUR_MS = 3_600_000;
/** 10:00 in London. */
const NOW_MS = Date.UTC(2026, 5, 20, 9);

const SIAN = buildAdminRunner({ runnerId: 'sian', lastName: 'Prydderch', raceNumber: '104' });

/** Tells that SIAN has not come in; she was read at the start, or nowhere. */
function missSian(wire: FakeWire, isSeen = true): void {
  const sight = { scans: 1, lastPoint: 'start', lastTime: NOW_MS };
  wire.pushMissing({ resultData: ['sian'], lastSeen: [isSeen ? sight : null] });
}

/** Opens race control, where no change touches a result unless the test says so. */
async function openDay(options: ScreenOptions = {}): Promise<OpenScreen> {
  return openScreen('/control', {
    ...options,
    config: { ...SETTINGS, ...options.config },
    prepare: (wire) => {
      wire.answer('POST /webconfig/preview', buildImpact());
      options.prepare?.(wire);
    },
  });
}

const kindOf = (name: string) => screen.getByRole('button', { name }).dataset['kind'];
const sentLast = (wire: FakeWire) => wire.sent('PUT /webconfig').at(-1)?.body;

describe('Start now', () => {
  test('keeps the moment of the press with this computer an hour behind', async () => {
    setClock(NOW_MS);
    const { wire, press } = await openDay({
      prepare: (prepared) =>
        prepared.answer('GET /webconfig', () => present({ raceStart: '' }, HOUR_MS)),
    });
    acceptSettings(wire, { raceStart: '' }, HOUR_MS);
    await press('Start all now');
    const dialog = await screen.findByRole('dialog');
    const title = within(dialog).getByRole('heading').textContent;
    vi.setSystemTime(NOW_MS + 7 * SECOND_MS);
    // A render while the question is open.
    wire.push('config', present({ raceStart: '', pageTitle: 'Ras arall' }, HOUR_MS));
    await screen.findByText('Ras arall');
    await expect.poll(() => within(dialog).getByRole('heading').textContent).toBe(title);
    await press('Record this start');
    await expectNoDialog();
    expect(sentLast(wire)).toMatchObject({
      raceStart: '2026-06-20-11-00-00',
      was: { raceStart: '' },
    });
    expect(title).toBe('Set the race start to 11:00:00?');
    await expect.poll(() => screen.getAllByText('11:00:00')).toHaveLength(3);
  });

  test('is the main action until everybody started, then closing the race', async () => {
    setClock(NOW_MS);
    const { wire } = await openDay({ config: { raceStart: '' } });
    expect(kindOf('Start all now')).toBe('main');
    expect([kindOf('Start now: Full'), kindOf('Close the race')]).toEqual(['plain', 'plain']);
    wire.push('config', present({ raceStart: '', starts: { BB: '2026-06-20-09-30-00', PB: '' } }));
    await expect.poll(() => kindOf('Start now: Full')).toBe('main');
    wire.push('config', present({ raceStart: '2026-06-20-09-30-00' }));
    await expect.poll(() => kindOf('Close the race')).toBe('danger');
    expect(['Start now: Full', 'Start all now'].map(kindOf)).toEqual(['plain', 'plain']);
    const starts = {
      BB: '2026-06-20-12-00-00',
      PB: '2026-06-20-12-30-00',
      UB: '2026-06-20-12-00-00',
    };
    wire.push('config', present({ raceStart: '', starts }));
    await expect.poll(() => screen.queryByRole('button', { name: 'Start all now' })).toBeNull();
    expect(['Start now: Half', 'Start now: Full'].map(kindOf)).toEqual(['main', 'main']);
    wire.push('config', present({ raceStart: '2026-06-20-09-30-00', closed: true }));
    await expect.poll(() => screen.queryAllByRole('button', { name: /^Start / })).toEqual([]);
  });

  test('does not replace somebody else’s start unseen, pushed or not', async () => {
    setClock(NOW_MS);
    const { wire, press } = await openDay();
    await press('Start all now');
    await screen.findByText('It replaces 2026-06-20 10:00:00.');
    const later = { raceStart: '2026-06-20-10-07-00' };
    wire.answer('PUT /webconfig', conflict(later, ['raceStart']));
    await press('Record this start');
    await screen.findByText(/^Another organiser has set the race start\./);
    await screen.findByText('It replaces 2026-06-20 10:07:00.');
    expect(sentLast(wire)?.was).toMatchObject({ raceStart: '2026-06-20-10-00-00' });
    acceptSettings(wire, later);
    await press('Record this start');
    await expectNoDialog();
    expect(sentLast(wire)?.was).toMatchObject(later);

    await press('Start now: Full');
    await screen.findByRole('dialog');
    wire.push('config', present({ starts: { BB: '', PB: '2026-06-20-10-09-00', UB: '' } }));
    await screen.findByText('Another organiser set the Full start in the meantime.');
    await screen.findByText('It replaces 2026-06-20 10:09:00.');
  });

  test('in progress cannot be cancelled; if it fails it is kept until it can be saved', async () => {
    const { wire, user, press } = await openDay({ config: { raceStart: '' } });
    await press('Start all now');
    const dialog = await screen.findByRole('dialog');
    // The server's clock is known better with every answer: what counts is what was read at the press.
    let title = '';
    const noteTitle = (): void => {
      title = within(dialog).getByRole('heading').textContent;
    };
    dialog.addEventListener('click', noteTitle, { capture: true });
    wire.answer('PUT /webconfig', UNREACHABLE);
    await press('Record this start');
    await screen.findByText('Failed to update web config');

    acceptSettings(wire, { raceStart: '' });
    const answered = wire.hold('PUT /webconfig');
    await press('Record this start');
    await waitFor(() => expect(dialog.querySelector('[aria-busy=true]')).not.toBeNull());
    dialog.removeEventListener('click', noteTitle, { capture: true });
    await expect.poll(() => document.activeElement?.textContent).toBe('Record this start');
    await user.keyboard('{Escape}{Escape}{Escape}');
    await press('Cancel');
    await expect.poll(() => screen.getByRole<HTMLDialogElement>('dialog').open).toBe(true);
    answered.open();
    await expectNoDialog();
    const start = sentLast(wire)?.raceStart ?? '';
    expect(title).toContain(start.slice(11).replaceAll('-', ':'));
  });

  test('[SF7 AD7] pushed before its save is answered is not taken for another organiser’s', async () => {
    const { wire, press } = await openDay();
    const answered = wire.hold('PUT /webconfig');
    wire.answer('PUT /webconfig', ({ body }) => {
      const config = present({ raceStart: body.raceStart ?? '' });
      wire.push('config', config);
      return config;
    });
    await press('Start all now');
    await press('Record this start');
    await waitFor(() => expect(wire.sent('PUT /webconfig')).toHaveLength(1));
    await screen.findByText(/It replaces/);
    await expect.poll(() => screen.queryByText(/Another organiser/)).toBeNull();
    answered.open();
    await expectNoDialog();
    expect(screen.queryByText(/Another organiser/)).toBeNull();
  });
});

test('the question says when it is unknown who is still out, and names them once known', async () => {
  const { wire, press } = await openDay({
    runners: [SIAN],
    keepsLoading: true,
    prepare: (unready) => unready.answer('GET /mia', UNREACHABLE),
  });
  await press('Close the race');
  const dialog = await screen.findByRole('dialog', { name: 'Close the race?' });
  await screen.findByText('We don’t know yet who is still out.');
  const goOn = within(dialog).getByRole<HTMLButtonElement>('button', { name: 'Close the race' });
  expect(goOn.disabled).toBe(true);
  missSian(wire);
  await screen.findByLabelText(/^DNF, not accounted for/);
  expect(goOn.disabled).toBe(true);
  missSian(wire, false);
  await waitFor(() => expect(goOn.disabled).toBe(false));
});

describe('the results', () => {
  test('of a race that is closed are made official in a name, and provisional again', async () => {
    setClock(NOW_MS);
    const { wire, user, press } = await openDay({
      config: { closed: true, protestsUntil: '2026-06-20-10-30-00' },
    });
    screen.getByText('Provisional results, protests until 10:30.');
    acceptSettings(wire, { closed: true });
    await press('Set the protest deadline');
    await user.selectOptions(screen.getByLabelText('From now'), '15 minutes');
    await user.keyboard('{Enter}');
    await expectNoDialog();
    expect(sentLast(wire)).toMatchObject({ protestsUntil: '2026-06-20-10-15-00' });
    acceptSettings(wire, { closed: true, protestsUntil: '2026-06-20-10-15-00' });
    await press('Make the results official');
    const dialog = await screen.findByRole('dialog', { name: 'Make the results official?' });
    within(dialog).getByText('Protests are open until 10:15. Make official anyway?');
    await user.type(within(dialog).getByLabelText('In the name of'), 'A. Rees{Enter}');
    await screen.findByText('Official results since 10:00, A. Rees.');
    const official = { officialAt: '2026-06-20-10-00-00', officialBy: 'A. Rees' };
    expect(sentLast(wire)).toMatchObject({ ...official, was: { officialAt: '', officialBy: '' } });
    await expectNoDialog();
    acceptSettings(wire, { closed: true, ...official });
    await press('Make the results provisional again');
    await press('Make them provisional');
    await screen.findByText('Provisional results.');
    expect(sentLast(wire)).toMatchObject({ officialAt: '' });
  });

  test('of one distance that is closed are provisional', async () => {
    const closedEvents = { ...USUAL_COURSES.byEvent(() => false), BB: true };
    await openDay({ config: { closedEvents } });
    screen.getByText('Half: Provisional results.');
    expect(screen.queryByRole('button', { name: /official$/ })).toBeNull();
  });

  test('of a reopened race are no longer official', async () => {
    const { wire, press } = await openDay({
      config: {
        closed: true,
        officialAt: '2026-06-20-09-30-00',
        protestsUntil: '2026-06-20-09-15-00',
      },
    });
    acceptSettings(wire, { closed: false });
    await press('Reopen the race');
    const dialog = await screen.findByRole('dialog', { name: 'Reopen the race?' });
    within(dialog).getByText(/The results will no longer be official\./);
    within(dialog).getByRole('button', { name: 'Reopen the race' }).click();
    await waitFor(() => expect(wire.sent('PUT /webconfig')).toHaveLength(1));
    expect(sentLast(wire)).toMatchObject({ closed: false, officialAt: '', protestsUntil: '' });
  });
});
