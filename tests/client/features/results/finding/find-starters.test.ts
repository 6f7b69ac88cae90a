import { expect, test } from 'vitest';

import { byName, compareBibs } from '#client/features/results/finding/elsewhere.ts';
import type { Starter } from '#shared/model/result.ts';

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
