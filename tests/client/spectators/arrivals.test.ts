import { expect, test } from 'vitest';

import {
  type Arrival,
  type ArrivalQuery,
  listLatestArrivals,
} from '#client/spectators/arrivals.ts';
import { USUAL_COURSES } from '#shared/model/courses.ts';
import type { UnrankedResult } from '#shared/model/result.ts';
import { HOUR_MS, MINUTE_MS } from '#shared/model/time.ts';
import { AHEAD_MS } from '#shared/scoring/future-finish.ts';
import { Standings } from '#shared/scoring/standings.ts';
import { buildResult } from '#tests/scoring/build-result.ts';

const GUN = Date.UTC(2026, 5, 20, 9);
const TOTALS = { BB: 10, PB: 10, UB: 10 };

type Given = Pick<UnrankedResult, 'runnerId'> & Partial<UnrankedResult>;

/** The standings of these, all started by the gun unless they say otherwise. */
function rank(...given: readonly Given[]): Standings {
  const standings = new Standings(USUAL_COURSES);
  standings.replaceAll(
    given.map((each) => buildResult({ startedAtMs: GUN, ...each })),
    TOTALS,
  );
  return standings;
}

function listArrivals(standings: Standings, query: ArrivalQuery): readonly Arrival[] {
  return listLatestArrivals(standings, query, Infinity);
}

/** The arrivals, top to bottom; at the finish unless another point is given. */
function list(standings: Standings, query: Partial<ArrivalQuery> = {}): readonly string[] {
  const arrivals = listArrivals(standings, { point: 'finish', limit: 10, ...query });
  return arrivals.map(({ result }) => result.runnerId);
}

test('the latest finishers of all events come first, by the moment and not the time taken', () => {
  const standings = rank(
    { runnerId: 'early', totalMs: HOUR_MS },
    { runnerId: 'late', totalMs: 2 * HOUR_MS },
    // Half an hour for a race that began two hours later.
    {
      runnerId: 'half',
      events: 'BB',
      startedAtMs: GUN + 2 * HOUR_MS,
      totalMs: 30 * MINUTE_MS,
    },
    { runnerId: 'out', status: 'racing', totalMs: null },
  );
  expect(list(standings)).toEqual(['half', 'late', 'early']);
  expect(list(standings, { events: ['PB'] })).toEqual(['late', 'early']);
  expect(list(standings, { limit: 1 })).toEqual(['half']);
  expect(list(standings, { limit: 0 })).toEqual([]);
  expect(listArrivals(standings, { point: 'finish', limit: 1 })[0]?.atMs).toBe(GUN + 2.5 * HOUR_MS);
});

test('[AR5] finishes in the future are no arrivals until then, however many', () => {
  const ahead = ['a', 'b', 'c', 'd'].map((runnerId) => ({ runnerId, totalMs: 9 * HOUR_MS }));
  const standings = rank({ runnerId: 'in', totalMs: HOUR_MS }, ...ahead);
  const read = (nowMs: number): readonly string[] =>
    listLatestArrivals(standings, { point: 'finish', limit: 2 }, nowMs).map(
      ({ result }) => result.runnerId,
    );
  expect(read(GUN + 2 * HOUR_MS)).toEqual(['in']);
  expect(read(GUN + 9 * HOUR_MS - AHEAD_MS - 1)).toEqual(['in']);
  expect(read(GUN + 9 * HOUR_MS - AHEAD_MS)).toEqual(['a', 'b']);
});
