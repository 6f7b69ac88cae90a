import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { filterStandings } from '#client/features/results/finding/filtered-standings.ts';
import {
  EMPTY_QUERY,
  type ResultsQuery,
  createMatch,
} from '#client/features/results/finding/results-query.ts';
import { countRows, listRows, rankLive } from '#client/features/results/list-rows.ts';
import { USUAL_COURSES } from '#shared/model/courses.ts';
import {
  type Arrival,
  type ArrivalQuery,
  listLatestArrivals,
} from '#client/spectators/arrivals.ts';
import { listProgress } from '#client/features/commentary/race-progress.ts';
import { createLiveField } from '#shared/forecast/live-order.ts';
import type { UnrankedResult } from '#shared/model/result.ts';
import type { EpochMs } from '#shared/model/time.ts';
import { AHEAD_MS, isYetToCome } from '#shared/scoring/future-finish.ts';
import { stagePointsOf, timeAt } from '#shared/scoring/stages.ts';
import { Standings } from '#shared/scoring/standings.ts';
import { listTabs } from '#shared/scoring/tabs.ts';
import { buildResult } from '#tests/client/support/build-result.ts';
import { TOTALS, apply, steps } from '#tests/scoring/random-day.ts';
import { buildConfig } from '#tests/support/builders.ts';

const RUNS = 60;
const TABS = listTabs(buildConfig({ distances: 'Half,Full,Ultra', KOMs: 'Wall,Carn' }));

/** The clock at a look: some of the times are yet to come. */
const clocks = fc.constantFrom(Infinity, 1_000, 2_000, 3_500, 0).map((ms) => ms - AHEAD_MS);

/** Lets random days go by, and checks at each look what is derived from the standings. */
function throughAnyDay(check: (standings: Standings, nowMs: EpochMs) => void): void {
  fc.assert(
    fc.property(fc.array(steps, { maxLength: 40 }), fc.array(clocks), (day, looks) => {
      const standings = new Standings(USUAL_COURSES);
      standings.setTotals(TOTALS);
      const listed = new Map<string, UnrankedResult>();
      for (const step of day) {
        apply(step, standings, listed);
        if (step.do === 'look') check(standings, looks.pop() ?? Infinity);
      }
      check(standings, Infinity);
    }),
    { numRuns: RUNS },
  );
}

/** Everyone everywhere, the newest first; of one moment as they are listed. */
function listSlowly(
  standings: Standings,
  { point, events = USUAL_COURSES.events, limit }: ArrivalQuery,
  nowMs: EpochMs,
) {
  const all = standings.listAll().flatMap((result): Arrival[] => {
    const { startedAtMs } = result;
    if (!events.includes(result.events) || startedAtMs === null) return [];
    const points =
      point === undefined ? (['finish', ...result.splitsMs.keys()] as const) : ([point] as const);
    return points.flatMap((at) => {
      const elapsedMs = timeAt(result, at);
      return elapsedMs === null
        ? []
        : [{ result, point: at, elapsedMs, atMs: startedAtMs + elapsedMs }];
    });
  });
  return all
    .filter(({ atMs }) => !isYetToCome(atMs, nowMs))
    .toSorted((a, b) => b.atMs - a.atMs)
    .slice(0, limit);
}

test.each<ArrivalQuery>([
  { point: 'finish', limit: 3 },
  { point: 1, limit: 3 },
  { limit: 4 },
  { events: ['PB'], limit: 2 },
  { point: 'finish', limit: 0 },
])('[AR5] the latest arrivals are those of a sort of all: %o', (query) => {
  throughAnyDay((standings, nowMs) =>
    expect(listLatestArrivals(standings, query, nowMs)).toEqual(
      listSlowly(standings, query, nowMs),
    ),
  );
});

test('the counts of each race are those of all its rows', () => {
  throughAnyDay((standings, nowMs) => {
    for (const { event, points, awaited } of listProgress(standings, USUAL_COURSES.events, nowMs)) {
      const rows = standings.listed(event);
      expect(awaited).toBe(Math.max(0, (TOTALS[event] ?? 0) - rows.length));
      expect(points).toEqual(
        stagePointsOf(event, USUAL_COURSES).map((point) => {
          const there = rows.filter((row) => timeAt(row, point) !== null);
          return { point, count: there.length };
        }),
      );
    }
  });
});

test.each<Partial<ResultsQuery>>([
  { category: 'F40' },
  { sex: 'F' },
  { club: 'harriers' },
  { text: 'zoe' },
])('a filter finds the same runners as a look at every row: %o', (query) => {
  const matches =
    createMatch({ ...EMPTY_QUERY, ...query }, USUAL_COURSES)?.matches ?? (() => false);
  throughAnyDay((standings) => {
    const kept = filterStandings(standings, matches);
    for (const event of USUAL_COURSES.events) {
      const live = rankLive(kept, event, createLiveField(standings, event));
      const out = standings.onCourse(event).list().filter(matches);
      const seen = out.filter((row) =>
        stagePointsOf(event, USUAL_COURSES).some((point) => timeAt(row, point) !== null),
      );
      expect(live.rows).toEqual(out);
      expect(seen.map(({ runnerId }) => live.placeOf(runnerId))).toEqual(
        seen.map((row) => kept.finishers(event).length + 1 + out.indexOf(row)),
      );
    }
    for (const tab of TABS) {
      const { ranked, onCourse } = listRows(standings, tab);
      const [filtered, out] = [ranked.filter(matches), onCourse.filter(matches)];
      expect(listRows(kept, tab)).toEqual({ ranked: filtered, onCourse: out });
      expect(countRows(kept, tab)).toBe(filtered.length + out.length);
      const timeOf = (row: UnrankedResult): number | null =>
        tab.kind === 'event'
          ? row.totalMs
          : (row.komsMs[USUAL_COURSES.findClimb(tab.code)?.index ?? -1] ?? null);
      const times = filtered.map(timeOf);
      for (const row of filtered) {
        const ownMs = timeOf(row);
        const faster = times.filter((ms) => ms !== null && ownMs !== null && ms < ownMs);
        const place =
          tab.kind === 'event'
            ? kept.placeOf(row.runnerId)
            : kept.specialPlaceOf(tab.code, row.runnerId);
        expect(place).toBe(ownMs === null ? null : faster.length + 1);
      }
    }
  });
});

test('a filter for one category ranks by the clock of that', () => {
  const all = new Standings(USUAL_COURSES);
  const times = [
    ['gun', 1_800, 1_799],
    ['chip', 1_860, 1_740],
  ] as const;
  const rows = times.map(([runnerId, totalMs, categoryMs]) =>
    buildResult({ runnerId, ageGroup: 'F40', totalMs, categoryMs }),
  );
  all.replaceAll(rows, TOTALS);
  const idsOf = (isCategory: boolean): string[] => {
    const finishers = filterStandings(all, () => true, isCategory)
      .finishers('PB')
      .list();
    return finishers.map(({ runnerId }) => runnerId);
  };
  expect(idsOf(false)).toEqual(['gun', 'chip']);
  expect(idsOf(true)).toEqual(['chip', 'gun']);
});
