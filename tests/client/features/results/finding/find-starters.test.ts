import { expect, test } from 'vitest';

import { byName, compareBibs, findElsewhere } from '#client/features/results/finding/elsewhere.ts';
import { USUAL_COURSES } from '#shared/model/courses.ts';
import type { Starter } from '#shared/model/result.ts';
import { Standings } from '#shared/scoring/standings.ts';
import { listTabs } from '#shared/scoring/tabs.ts';
import { buildResult } from '#tests/client/support/build-result.ts';
import { buildConfig } from '#tests/support/builders.ts';

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

test('a start list is by name, nameless runners last, or by bib, as numbers', () => {
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

test('eight of the runners found in another race are shown, and all are counted', () => {
  const found = new Standings(USUAL_COURSES);
  const halves = Array.from({ length: 12 }, (_, at) =>
    buildResult({ runnerId: `half-${at}`, events: 'BB', totalMs: 3_600_000 + at }),
  );
  found.replaceAll(halves, { BB: 12, PB: 0, UB: 0 });
  const tabs = listTabs(buildConfig());
  const [half, full] = tabs;
  if (!half || !full) throw new Error('There are tabs.');
  expect(findElsewhere(found, tabs, full)).toEqual([
    { tab: half, rows: halves.slice(0, 8), count: 12 },
  ]);
});
