import { expect, test } from 'vitest';

import { byName } from '#client/features/results/finding/elsewhere.ts';
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

test('a start list is by name, nameless runners last, and by bib, as numbers, where names are the same', () => {
  const list = [
    starter('Wyn', { bibNumber: '9' }),
    starter('', { firstName: '', bibNumber: '10' }),
    starter('Bowen', { firstName: 'Zoë', bibNumber: 'W1' }),
    starter('Bowen', { firstName: 'Ann', bibNumber: '100' }),
  ];
  expect(byName(list).map(({ bibNumber }) => bibNumber)).toEqual(['100', 'W1', '9', '10']);
  const nameless = ['W1', '100', '9'].map((bibNumber) => starter('', { firstName: '', bibNumber }));
  expect(byName(nameless).map(({ bibNumber }) => bibNumber)).toEqual(['9', '100', 'W1']);
});
