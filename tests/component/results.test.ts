import { screen, waitFor, within } from '@testing-library/dom';
import { expect, test } from 'vitest';

import { buildResult } from '#tests/client/support/build-result.ts';
import { DEFAULT_PICTURES } from '#shared/model/race-config.ts';
import { buildConfig } from '#tests/support/builders.ts';
import { USUAL_COURSES } from '#shared/model/courses.ts';
import type { UnrankedResult } from '#shared/model/result.ts';
import type { PublicCorrection } from '#shared/news/corrections.ts';

import laps from '#shared/templates/laps.json' with { type: 'json' };
import usual from '#shared/templates/three-distances.json' with { type: 'json' };

import { openScreen, type OpenScreen, type ScreenOptions } from './support/open-screen.tsx';
import { refuse } from './support/fake-wire.ts';
import { setClock } from './support/set-clock.ts';

/** Finishers a minute apart; two of the men have the same surname. */
const FIELD = ['M-SNR', 'M40', 'F40', 'M-SNR', 'F50', 'M40', 'F40'].map((ageGroup, index) =>
  buildResult({
    runnerId: `r${index + 1}`,
    firstName: 'Siân',
    lastName: `No${index === 1 ? 1 : index + 1}`,
    ageGroup,
    totalMs: 3_600_000 + index * 60_000,
  }),
);

/** Place, name with its note, and gap of each row. */
const readRows = (): string[] =>
  Array.from(document.querySelectorAll('[data-runner-id]'), (row) => {
    const [place, name] = row.querySelectorAll('td');
    const gap = row.querySelector('[data-gap]')?.getAttribute('data-gap') ?? '';
    return `${place?.textContent} ${name?.textContent} ${gap}`.trim();
  });

test('the first three women and men are above the rows, and link to the results of their sex', async () => {
  const { user } = await openScreen('/?tab=PB', {
    results: FIELD,
    starters: [],
    totals: { BB: 0, PB: 7, UB: 0 },
  });
  const strip = await screen.findByRole('navigation', { name: 'First women and men' });
  const [women, men, ...others] = within(strip).getAllByRole('link');
  expect(women?.textContent).toContain('Women');
  expect(women?.textContent).toContain('3 Siân No7');
  expect(men?.textContent).toMatch(/1 .*Siân No1 Siân No1 1:.*Siân No4 No4 /);
  expect(others).toEqual([]);
  screen.getByText(/^7 of 7 finished/);

  await user.click(within(strip).getByRole('link', { name: /^Women/ }));
  await waitFor(() => expect(location.search).toBe('?tab=PB&sex=F'));
  await waitFor(() =>
    expect(readRows()).toEqual([
      '1 Siân No3 1st F403rd overall',
      '2 Siân No5 1st F505th overall +2:00',
      '3 Siân No77th overall +4:00',
    ]),
  );
  expect(screen.queryByRole('navigation', { name: 'First women and men' })).toBeNull();
});

test('a search counts the matches in other races, without those that a special tab shows', async () => {
  const results = ['No1', 'No3'].map((lastName) =>
    buildResult({ runnerId: lastName, lastName, komsMs: [null, 600_000] }),
  );
  const config = { distances: 'Half,Full,Ultra', KOMs: 'Wod,Carn Ingli' };
  const { user } = await openScreen('/?tab=CarnIngli&find=No3', { results, starters: [], config });
  await waitFor(() => expect(readRows()).toHaveLength(1));
  expect(screen.queryByText(/In other races/)).toBeNull();
  await user.click(screen.getByRole('tab', { name: /^Half/ }));
  const others = await screen.findByText(/In other races/);
  within(others).getByRole('button', { name: /^Full.*1/ });
});

test.each([
  [{}, ['Print version']],
  [{ pastRaces: 2 }, ['Print version', 'Past races']],
  [{ isCorrected: true }, ['Corrections', 'Print version']],
])('with %o the results link to %s', async (state, names) => {
  const rest = { serverTime: Date.now(), pictures: DEFAULT_PICTURES };
  const config = { ...buildConfig(), ...rest, ...state };
  await openScreen('/?tab=BB', {
    isSignedOut: true,
    prepare: (wire) => wire.answer('GET /config', () => config),
  });
  // Always there, for the current tab and language.
  const printable = await screen.findByRole('link', { name: 'Print version' });
  await expect.poll(() => printable.getAttribute('href')).toBe('/plain?race=BB&view=print&lang=en');
  const links = screen.getAllByRole('link', { name: /^(Corrections|Print version|Past races)$/ });
  expect(links.map(({ textContent }) => textContent)).toEqual(names);
  await screen.findByText('Nobody is entered yet.');
});

const MINUTE = 60_000;

/** Finishers of the half, a minute apart: four women and five men of Taf, and one without a sex or club. */
const RANKED: readonly UnrankedResult[] = ['F', 'F', 'F', 'F', 'M', 'M', 'M', 'M', 'M', ''].map(
  (sex, index) =>
    buildResult({
      runnerId: `runner-${index}`,
      firstName: `No${index + 1}`,
      lastName: 'Bevan',
      events: 'BB',
      ageGroup: sex && `${sex}40`,
      runClub: sex && 'Taf',
      splitsMs: [(30 - index) * MINUTE, null, null, null, null, null],
      totalMs: (60 + index) * MINUTE,
    }),
);

const openTables = (path: string, prepare?: ScreenOptions['prepare']): Promise<OpenScreen> =>
  openScreen(path, {
    ...(prepare && { prepare }),
    isSignedOut: true,
    results: RANKED,
    totals: USUAL_COURSES.byEvent(() => RANKED.length),
  });

function readTable(name: RegExp): string[] {
  return within(screen.getByRole('table', { name }))
    .getAllByRole('row')
    .slice(1)
    .map(({ textContent }) => textContent);
}

test('the address selects the tables; women and men come before categories, and all rows on request', async () => {
  const { user } = await openTables('/tables?event=BB');
  await screen.findByRole('heading', { name: 'Categories · Half' });
  expect(readTable(/^F40$/)).toEqual([
    '1No1 BevanTaf1:00:00',
    '2No2 BevanTaf1:01:00',
    '3No3 BevanTaf1:02:00',
  ]);
  const titles = screen.getAllByRole('heading', { level: 2 }).map(({ textContent }) => textContent);
  expect(titles).toEqual(['Women', 'Men', 'F40', 'M40']);
  expect(readTable(/^Men$/)[2]).toBe('3No7 BevanM40 · Taf1:06:00');
  const more = screen.getAllByRole('link', { name: 'and 2 more' });
  const [, rest] = more;
  if (!rest) throw new Error('There is no link to all rows.');
  expect(more.map((link) => link.getAttribute('href'))).toEqual([
    '/?tab=BB&sex=M',
    '/tables?view=categories&event=BB&show=all',
  ]);
  expect(screen.getByRole('link', { name: 'CSV' }).getAttribute('href')).toBe(
    '/results.csv?race=BB',
  );
  await user.click(rest);
  await expect.poll(() => readTable(/^M40$/).length).toBe(5);

  await user.click(screen.getByRole('link', { name: 'Legs' }));
  await screen.findByRole('heading', { name: 'Legs · Half' });
  await user.click(await screen.findByRole('link', { name: 'Men' }));
  await expect.poll(() => readTable(/^Start – Bedd Morris$/)[0]).toBe('1No9 BevanM40 · Taf0:22:00');
  expect(location.search).toBe('?view=legs&event=BB&sex=M');
});

test('tables are not called empty while they load', async () => {
  const seen: string[] = [];
  const watch = new MutationObserver(() => seen.push(document.body.textContent));
  watch.observe(document.body, { childList: true, subtree: true });
  const gates: { readonly open: () => void }[] = [];
  const opened = openTables('/tables?event=BB', (wire) => {
    gates.push(wire.hold('GET /api/compact'));
  });
  await screen.findByText('Loading...');
  gates[0]?.open();
  await opened;
  await screen.findByRole('heading', { name: 'F40' });
  watch.disconnect();
  expect(seen.filter((text) => text.includes('No results for this table yet.'))).toEqual([]);
});

test('teams with their rule are live', async () => {
  const { wire } = await openTables('/tables?view=teams&event=BB&sex=F');
  await screen.findByRole('heading', { name: '1st women: Taf' });
  screen.getByText('6 points');
  screen.getByText('Women: the first 3 of a club count, the lowest sum of places wins.');
  expect(readTable(/Taf/)).toHaveLength(3);
  wire.pushResults([{ runnerId: 'runner-0', status: 'dnf', totalMs: null, totalTime: 'DNF' }]);
  await expect.poll(() => readTable(/Taf/)[0]).toBe('1No2 BevanF401:01:00');
});

const HOUR = 3_600_000;
/** Two hours after the gun. */
const NOW_MS = Date.UTC(2026, 5, 20, 11);

const run = (runnerId: string, given: Partial<UnrankedResult> = {}) =>
  buildResult({ runnerId, firstName: 'Mair', lastName: runnerId, bibNumber: runnerId, ...given });
const finished = { event: 'PB', status: 'finished', totalMs: HOUR } as const;
const MOVED = { was: { ...finished, place: 4 }, is: { ...finished, place: 3 } };

function correct(version: number, runnerId: string, more = 0): PublicCorrection {
  return {
    id: `${version}:epoch`,
    atMs: NOW_MS - 60_000,
    reason: 'read',
    point: 1,
    lines: [{ runnerId, bib: runnerId, ...MOVED }],
    more,
  };
}

function openCorrected(path: string, corrections: readonly PublicCorrection[]) {
  const results = [run('a', { totalMs: HOUR }), run('b', { totalMs: HOUR + 1_000 })];
  return openScreen(path, {
    isSignedOut: true,
    results,
    totals: { BB: 0, PB: 9, UB: 0 },
    starters: results,
    prepare: (wire) => {
      wire.answer('GET /api/runner/:asked', () => refuse(404, { error: 'Nobody alone.' }));
      wire.answer('GET /api/corrections', () => ({ ...wire.head, corrections }));
    },
  });
}

test('corrections have time, change and reason, and link to the runner', async () => {
  setClock(NOW_MS);
  await openCorrected('/corrections', [correct(7, 'a', 2), correct(6, '214')]);
  const link = await screen.findByRole('link', {
    name: 'Mair a: 3rd (was 4th); a read at Carn Ingli was corrected',
  });
  expect(link.getAttribute('href')).toBe('/runner/a');
  const lines = Array.from(document.querySelectorAll('[data-correction]'), (line) =>
    line.textContent.replaceAll('\u00A0', ' '),
  );
  expect(lines).toEqual([
    '11:59 Mair a: 3rd (was 4th); a read at Carn Ingli was corrected (and 2 more)',
    '11:59 bib 214: 3rd (was 4th); a read at Carn Ingli was corrected',
  ]);
});

test('the page of a runner links to the corrections of the race, if there are any', async () => {
  const links = async (isCorrected: boolean, result = run('a', { totalMs: HOUR })) => {
    document.body.replaceChildren();
    const rest = { serverTime: Date.now(), pictures: DEFAULT_PICTURES };
    const config = { ...buildConfig(), ...rest, isCorrected };
    await openScreen('/runner/a', {
      isSignedOut: true,
      results: [result],
      prepare: (wire) => {
        wire.answer('GET /api/runner/:asked', () => refuse(404, { error: 'Nobody alone.' }));
        wire.answer('GET /config', () => config);
      },
    });
    await screen.findByRole('button', { name: 'Share' });
    return screen.queryAllByRole('link', { name: 'Corrections' }).length;
  };
  const untimed = run('a', { status: 'dnf', totalMs: null });
  expect([await links(true), await links(true, untimed), await links(false)]).toEqual([1, 1, 0]);
});

test.each([
  ['/?tab=PB&cat=F40&club=Mynydd+Du', '1 Siân Prydderch 1st F402nd overall 1:05:00'],
  ['/?tab=CarnIngli&cat=F40', '1 Siân Prydderch2nd overall'],
])('at %s the clock that is not shown ranks overall, with its time', async (path, row) => {
  const clock = { overall: 'gun', category: 'chip' };
  const distances = usual.distances.map((one) => Object.assign({ clock }, one));
  await openScreen(path, {
    config: { setup: JSON.stringify({ ...usual, distances }) },
    starters: [],
    results: [
      buildResult({ totalMs: 3_900_000, categoryMs: 3_600_000, komsMs: [null, 300_000] }),
      buildResult({
        runnerId: 'r2',
        ageGroup: 'M40',
        totalMs: 3_800_000,
        categoryMs: 3_800_000,
        komsMs: [null, 200_000],
      }),
    ],
  });
  await waitFor(() => expect(readRows()).toEqual([row]));
});

test.each([
  ['PB', {}, 'When to expect Siân'],
  ['3H', { setup: JSON.stringify(laps) }, 'Siân’s full results'],
])(
  'the splits of somebody on course on %s end in a link of what is known there',
  async (events, config, name) => {
    const splitsMs = [600_000];
    const { user } = await openScreen(`/?tab=${events}`, {
      config,
      starters: [],
      results: [buildResult({ events, startedAtMs: Date.now() - 900_000, splitsMs })],
    });
    await user.click(await screen.findByRole('link', { name: 'Siân Prydderch' }));
    const splits = await screen.findByRole('dialog');
    expect(within(splits).getByRole('link').textContent).toBe(name);
  },
);
