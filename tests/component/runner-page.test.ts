import { screen, within } from '@testing-library/dom';
import { expect, onTestFinished, test, vi } from 'vitest';

import { USUAL_COURSES } from '#shared/model/courses.ts';
import type { ConfigBody } from '#shared/wire/http-api.ts';
import type { Starter, UnrankedResult } from '#shared/model/result.ts';
import laps from '#shared/templates/laps.json' with { type: 'json' };
import { buildResult } from '#tests/client/support/build-result.ts';

import { type OpenScreen, openScreen } from './support/open-screen.tsx';
import { UNREACHABLE, refuse } from './support/fake-wire.ts';
import { setClock } from './support/set-clock.ts';

const MINUTE = 60_000;
/** The gun of the race: 10:00 in Wales. */
const GUN_MS = Date.UTC(2026, 5, 20, 9);

interface Field {
  readonly results?: readonly UnrankedResult[];
  /** Null if the start list cannot be fetched. */
  readonly starters?: readonly Starter[] | null;
  readonly config?: Partial<ConfigBody>;
}

/** A runner of the half, which has one checkpoint; times in minutes. */
function runner(
  runnerId: string,
  cp1: number | null,
  total: number | null,
  given: Partial<UnrankedResult> = {},
) {
  return buildResult({
    runnerId,
    firstName: runnerId,
    lastName: 'Bevan',
    bibNumber: runnerId.toUpperCase(),
    events: 'BB',
    startedAtMs: GUN_MS,
    splitsMs: [cp1 === null ? null : cp1 * MINUTE, null, null, null, null, null],
    totalMs: total === null ? null : total * MINUTE,
    ...given,
  });
}

async function openRunner(
  path: string,
  { results = [], starters = [], config = {} }: Field,
): Promise<OpenScreen> {
  return openScreen(path, {
    isSignedOut: true,
    config,
    results,
    starters,
    totals: USUAL_COURSES.byEvent(() => 88),
    prepare: (wire) => {
      // These pages use the field.
      wire.answer('GET /api/runner/:asked', () => refuse(404, { error: 'Nobody alone.' }));
    },
  });
}

/** Far from midnight, after which clock times have a day. */
const NOW_MS = GUN_MS + 180 * MINUTE;
const HELEDD = runner('heledd', 30, null, { startedAtMs: NOW_MS - 42.5 * MINUTE });
const FIELD = [
  runner('mair', 25, 60, { ageGroup: 'F40' }),
  runner('tomos', 28.99, 61, { ageGroup: 'M40' }),
  HELEDD,
  runner('nia', 30.5, 62, { ageGroup: 'F-SNR' }),
  runner('alun', null, null, { status: 'dnf', ageGroup: '' }),
];

/** With a name that is no valid file name. */
const FINISHER = runner('mair', 29, 60.5, {
  lastName: 'Be/van',
  status: 'finished',
  ageGroup: 'F40',
  totalTime: '01:00:30',
});

/** Replaces properties of `navigator`, which cannot be copied. */
function giveNavigator(values: { readonly clipboard?: unknown; readonly share?: unknown }): void {
  for (const [name, value] of Object.entries(values)) {
    Object.defineProperty(navigator, name, { configurable: true, value });
    onTestFinished(() => void Reflect.deleteProperty(navigator, name));
  }
}

function readItems(part: HTMLElement): string[] {
  return within(part)
    .getAllByRole('listitem')
    .map(({ textContent }) => textContent);
}

/** The texts of the cells of a stage. */
function readStage(name: RegExp): (string | null)[] {
  const row = screen.getByRole('row', { name });
  return within(row)
    .getAllByRole('cell')
    .map(({ textContent }) => textContent.trim());
}

test('the page of a runner on course is live', async () => {
  setClock(NOW_MS);
  const { wire } = await openRunner('/runner/heledd', { results: FIELD });
  await screen.findByRole('heading', { name: 'heledd Bevan', level: 1 });
  expect(document.title).toBe('heledd Bevan · Ras Beca');
  await screen.findByText('On course. Passed Bedd Morris 12 min ago');
  await expect.poll(() => screen.getByRole('timer').textContent).toMatch(/^42:3\d$/);
  await expect
    .poll(() => readItems(document.body))
    .toEqual([
      '3rd of 5 overall',
      '2nd of 3 women',
      '2nd of 2 in F40',
      'tomos Bevan1:00 ahead',
      'nia Bevan0:30 behind',
    ]);
  expect(readStage(/^Bedd Morris/)).toEqual(['0:30:00', '', '3rd', '+5:00', '+1:00']);
  // Forecast from the finishers.
  await expect.poll(() => readStage(/^Finish/)[0]).toMatch(/^≈\s(?:[A-Z][a-z]{2} )?\d\d:\d\d$/);

  wire.pushResults([{ runnerId: 'tomos', splitsMs: [31 * MINUTE, null, null, null, null, null] }]);
  await expect.poll(() => readStage(/^Bedd Morris/).slice(2)).toEqual(['2nd', '+5:00', '+5:00']);
  const finished = { status: 'finished', totalMs: 60.5 * MINUTE, totalTime: '01:00:30' };
  wire.pushResults([{ runnerId: 'heledd', ...finished }]);
  await screen.findByText('Finished');
  await expect
    .poll(() => readStage(/^Finish/))
    .toEqual(['1:00:30', '0:30:30 2nd', '2nd', '+0:30', '+0:30']);
});

const [elapsedMs, earliestMs, latestMs] = [60 * MINUTE, 55 * MINUTE, 70 * MINUTE];
const LATE_AT_CP2 = { stage: 1, elapsedMs, earliestMs, latestMs, basis: 9 };

test('until the field is loaded the page shows the answer about this runner alone', async () => {
  setClock(NOW_MS);
  const mair = runner('mair', 25, null, { events: 'PB', startedAtMs: NOW_MS - 90 * MINUTE });
  await openScreen('/runner/mair', {
    isSignedOut: true,
    prepare: (given) => {
      given.answer('GET /api/compact', () => UNREACHABLE);
      given.answer('GET /api/runner/:asked', () => ({
        ...given.head,
        serverTime: NOW_MS,
        runner: {
          kind: 'listed',
          result: mair,
          runs: [],
          places: undefined,
          expected: [LATE_AT_CP2],
        },
      }));
    },
  });
  const card = await screen.findByRole('region', { name: /^On course/ });
  await expect.poll(() => card.textContent).toContain('we expected mair at Carn Ingli by');
});

test('in a race for the most laps only those run are listed, and some of the others stand on the line', async () => {
  const result = runner('mair', 25, null, { events: '3H', startedAtMs: NOW_MS - 30 * MINUTE });
  await openRunner('/runner/mair', {
    config: { setup: JSON.stringify(laps) },
    results: [result],
  });
  const table = await screen.findByRole('table');
  expect(within(table).getAllByRole('rowheader')).toHaveLength(1);
  const labels = screen.getAllByText(/^Lap \d+$/).filter((one) => !table.contains(one));
  expect(labels.map(({ textContent }) => textContent)).toEqual([
    'Lap 1',
    'Lap 2',
    'Lap 4',
    'Lap 7',
    'Lap 10',
    'Lap 13',
    'Lap 16',
    'Lap 19',
    'Lap 22',
    'Lap 24',
  ]);
});

test('a runner who is out, awaited, or never came', async () => {
  await openRunner('/runner/alun', { results: FIELD });
  await screen.findByText('Did not finish');
  expect(screen.queryByRole('table')).toBeNull();

  document.body.replaceChildren();
  await openRunner('/runner/alun', {
    results: [runner('alun', 25, null, { status: 'dnf', ageGroup: '' })],
  });
  await screen.findByText('Last seen at Bedd Morris after 0:25:00');
  expect(screen.getAllByRole('rowheader')).toHaveLength(1);

  const { runnerId, firstName, lastName, runClub, ageGroup, bibNumber, events } = HELEDD;
  const starter = { runnerId, firstName, lastName, runClub, ageGroup, bibNumber, events };
  document.body.replaceChildren();
  await openRunner('/runner/heledd', {
    starters: [starter],
    config: { raceStart: '2096-06-20-11-15-00' },
  });
  await screen.findByText('Starts at');
  screen.getByText('11:15');
});

test('a bib opens its runner, or a choice of several', async () => {
  const twins = [
    runner('one', 30, null, { bibNumber: '7' }),
    runner('two', 31, null, { bibNumber: '007' }),
  ];
  await openRunner('/runner/HELEDD', { results: FIELD });
  await screen.findByRole('heading', { name: 'heledd Bevan' });

  document.body.replaceChildren();
  await openRunner('/runner/07', { results: twins });
  await screen.findByRole('heading', { name: 'Several runners have bib 07' });
  await expect
    .poll(() =>
      screen.getAllByRole('link', { name: /Bevan/ }).map((link) => link.getAttribute('href')),
    )
    .toEqual(['/runner/one', '/runner/two']);
});

test('an unknown address explains a missing start list and offers the find box', async () => {
  await openRunner('/runner/nobody', { results: FIELD, starters: null });
  await screen.findByText(/The start list could not be loaded/);
  await expect
    .poll(() => screen.getByRole('textbox', { name: 'Find a runner, bib or club' }))
    .toBeDefined();
});

test('the address is shared by the share sheet or the clipboard, else shown', async () => {
  const { press } = await openRunner('/runner/heledd?utm=x#top', { results: FIELD });
  // As over plain HTTP.
  giveNavigator({ clipboard: undefined });
  const address = `${location.origin}/runner/heledd`;
  await press('Share');
  await screen.findByText(address);

  const writeText = vi.fn(async () => undefined);
  giveNavigator({ clipboard: { writeText } });
  await press('Share');
  await screen.findByText('Link copied.');
  expect(writeText).toHaveBeenCalledExactlyOnceWith(address);

  const share = vi.fn(async () => undefined);
  giveNavigator({ share });
  await press('Share');
  expect(share).toHaveBeenCalledOnce();
});

test('the card of a finisher has time and places; once closed, places count finishers only', async () => {
  const field = [
    runner('tomos', 28, 59, { status: 'finished', ageGroup: 'M40' }),
    runner('nia', 28.5, 62, { status: 'finished', ageGroup: 'F-SNR' }),
    FINISHER,
    HELEDD,
  ];
  await openRunner('/runner/mair', { results: field });
  const card = await screen.findByRole('region', { name: 'Finished' });
  await expect.poll(() => card.textContent).toContain('1:00:30');
  expect(readItems(card)).toEqual(['2nd of 4 overall', '1st of 3 women', '1st of 2 in F40']);

  document.body.replaceChildren();
  await openRunner('/runner/nia', { results: field, config: { closed: true } });
  const other = await screen.findByRole('region', { name: 'Finished' });
  await expect.poll(() => other.textContent).toContain('3rd of 3 overall');
});

test('links to the result card, photos by bib and past races by name', async () => {
  const photos = 'https://photos.example.org/?bib={bib}';
  const finisher = { ...FINISHER, bibNumber: 'A 7' };
  await openRunner('/runner/mair', { results: [finisher], config: { photos, pastRaces: 2 } });
  const past = await screen.findByRole('link', { name: 'Past races' });
  expect(past.getAttribute('href')).toBe('/races?q=mair+Be%2Fvan&lang=en');
  const link = await screen.findByRole('link', { name: 'Photos' });
  expect(link.getAttribute('href')).toBe('https://photos.example.org/?bib=A%207');
  const save = await screen.findByRole('link', { name: 'Save result card' });
  expect(save.getAttribute('href')).toBe('/preview/runner/mair.png?lang=en');
  expect(save.getAttribute('download')).toBe('mair Be/van - Ras Beca.png');
});

test.each([
  ['nesta', false, 'Certificates are only for finishers.'],
  ['nobody', false, 'No runner found for “nobody”'],
])('why there is no certificate of %s, closed %s', async (id, closed, why) => {
  const starters: Starter[] = [{ ...HELEDD, runnerId: 'nesta', bibNumber: 'N' }];
  await openRunner(`/runner/${id}/certificate`, { results: FIELD, starters, config: { closed } });
  await screen.findByText(why);
  await expect.poll(() => screen.queryByRole('button', { name: 'Print' })).toBeNull();
});

test('[GP4] a certificate has name, date, time and places', async () => {
  const quicker = runner('tomos', 28, 55, { status: 'finished', ageGroup: 'M40' });
  const slower = runner('nia', 30, 62, { status: 'finished', ageGroup: 'F-SNR' });
  await openRunner('/runner/mair/certificate', {
    results: [quicker, FINISHER, slower, HELEDD],
    config: { timeZone: 'Pacific/Auckland' },
  });
  const sheet = await screen.findByRole('article');
  await expect.poll(() => within(sheet).getByRole('heading').textContent).toBe('mair Be/van');
  within(sheet).getByText('1:00:30');
  within(sheet).getByText('Provisional results: places may still change.');
  await expect.poll(() => sheet.textContent.replaceAll(',', '')).toContain('Saturday 20 June 2026');
  await expect
    .poll(() => readItems(sheet))
    .toEqual(['2nd of 4 overall', '1st of 3 women', '1st of 2 in F40']);
});

test('the certificate of a private runner has only the bib and the date of the start', async () => {
  const hidden = { firstName: '', lastName: '', runClub: '', ageGroup: '', startedAtMs: null };
  await openRunner('/runner/mair/certificate', {
    results: [{ ...FINISHER, ...hidden }],
    config: { raceStart: '2026-06-21-00-30-00', closed: true, officialAt: '2026-06-21-09-00-00' },
  });
  const sheet = await screen.findByRole('article');
  await expect.poll(() => within(sheet).getByRole('heading').textContent).toBe('bib\u00A0MAIR');
  within(sheet).getByText(/^Sunday,? 21 June 2026$/);
  await expect.poll(() => within(sheet).getAllByRole('listitem')).toHaveLength(1);
  await expect.poll(() => screen.queryByText(/places may change/)).toBeNull();
});
