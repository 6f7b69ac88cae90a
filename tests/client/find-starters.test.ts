import { byEvent } from '#shared/model/event.ts';
import { expect, test } from 'vitest';

import { parseSearch } from '#client/features/results/find-runner.ts';
import { findStarters } from '#client/spectators/use-start-list.ts';
import { parseStarters } from '#client/live/wire-guards.ts';
import { Standings } from '#shared/scoring/standings.ts';
import type { Starter } from '#shared/model/result.ts';

import { buildResult } from './support/build-result.ts';

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

test('[PR25] a search finds who is registered and not listed, of the open event first, then by name', () => {
  const standings = new Standings();
  standings.replaceAll([buildResult({ runnerId: 'listed' })], {
    ...byEvent(() => 0),
    BB: 1,
    PB: 3,
    UB: 1,
  });
  const list = [
    starter('Wyn'),
    starter('listed'),
    starter('Bowen', { events: 'UB' }),
    starter('Castell', { events: 'BB' }),
    starter('Nash', { firstName: 'Aoife', bibNumber: 'W1', runClub: '' }),
  ];
  const find = (text: string) => {
    const matches = parseSearch(text) ?? (() => true);
    return findStarters(list, matches, standings, 'UB').map(({ runnerId }) => runnerId);
  };
  expect(find('sian')).toEqual(['Bowen', 'Castell', 'Wyn']);
  expect(find('w1')).toEqual(['Nash']);
  expect(find('listed')).toEqual([]);
});

test('[PR25] what is no start list is refused, and an entry that does not fit left out', () => {
  const good = starter('Nash');
  expect(parseStarters({ starters: [good, { ...good, events: 'XX' }, null] })).toEqual([good]);
  for (const rubbish of [null, [], { starters: 7 }, {}]) {
    expect(parseStarters(rubbish)).toBeUndefined();
  }
});
