import { expect, test } from 'vitest';

import { FilteredStandings } from '#client/features/results/finding/filtered-standings.ts';
import { byName, compareBibs, findElsewhere } from '#client/features/results/finding/elsewhere.ts';
import { createMatch, EMPTY_QUERY } from '#client/features/results/finding/results-query.ts';
import { parseStartList } from '#client/live/wire-guards.ts';
import { Standings } from '#shared/scoring/standings.ts';
import type { Starter } from '#shared/model/result.ts';

import { buildResult } from '#tests/client/support/build-result.ts';

const starter = (runnerId: string, given: Partial<Starter> = {}): Starter => ({
  runnerId,
  firstName: 'Siân',
  lastName: runnerId,
  runClub: 'Mynydd Du',
  ageGroup: 'F40',
  bibNumber: '88',
  events: 'PB',
  ...given,
});

const TABS = [
  { kind: 'event', code: 'BB', label: 'Half' },
  { kind: 'event', code: 'PB', label: 'Full' },
  { kind: 'event', code: 'UB', label: 'Ultra' },
  { kind: 'special', code: 'WOD', label: 'Wall' },
] as const;

test('[FD1] a start list is by name, who has none last, or by bib, as numbers', () => {
  const list = [
    starter('Wyn', { bibNumber: '9' }),
    starter('', { firstName: '', bibNumber: '10' }),
    starter('Bowen', { firstName: 'Zoë', bibNumber: 'W1' }),
    starter('Bowen', { firstName: 'Ann', bibNumber: '100' }),
  ];
  expect(byName(list).map(({ bibNumber }) => bibNumber)).toEqual(['100', 'W1', '9', '10']);
  const bibs = list.map(({ bibNumber }) => bibNumber).toSorted(compareBibs);
  expect(bibs).toEqual(['9', '10', '100', 'W1']);
});

test('[FD3] a search finds who is in other races, each once, and tells how many there are', () => {
  const standings = new Standings();
  const rows = [
    ...Array.from({ length: 12 }, (_, at) =>
      buildResult({ runnerId: `half-${at}`, events: 'BB', totalMs: 3_600_000 + at }),
    ),
    buildResult({ runnerId: 'full', events: 'PB' }),
    buildResult({ runnerId: 'climber', events: 'UB', komsMs: [9_000, null] }),
    buildResult({ runnerId: 'gone', events: 'UB', status: 'dnf' }),
  ];
  standings.replaceAll(rows, { BB: 12, PB: 1, UB: 2 });
  const match = createMatch({ ...EMPTY_QUERY, text: 'prydderch' });
  if (!match) throw new Error('nothing is searched for');
  const find = (open: (typeof TABS)[number]) =>
    findElsewhere(new FilteredStandings(standings, match.row).standings, TABS, open).map(
      ({ tab, rows: first, count }) => [
        tab.code,
        first.map(({ runnerId }) => runnerId).slice(0, 2),
        first.length,
        count,
      ],
    );
  expect(find(TABS[1])).toEqual([
    ['BB', ['half-0', 'half-1'], 8, 12],
    ['UB', ['climber', 'gone'].toReversed(), 2, 2],
  ]);
  // The climb lists those of the Ultra who did not give up.
  expect(find(TABS[3])).toEqual([
    ['BB', ['half-0', 'half-1'], 8, 12],
    ['PB', ['full'], 1, 1],
    ['UB', ['gone'], 1, 1],
  ]);
});

test('[PR25] what is no start list is refused, and an entry that does not fit left out', () => {
  const good = starter('Nash');
  const head = { epoch: 'e', version: 7 };
  const list = { ...head, starters: [good, { ...good, events: 'XX' }, null] };
  expect(parseStartList(list)).toEqual({ ...head, starters: [good] });
  for (const rubbish of [null, [], { ...head, starters: 7 }, head, { starters: [good] }]) {
    expect(parseStartList(rubbish)).toBeUndefined();
  }
});
