import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { FinisherGroups } from '#client/features/board/finisher-groups.ts';
import { PointCalls } from '#client/features/commentary/calls.ts';
import { TabColumns } from '#client/features/results/tab-columns.ts';
import { findElsewhere } from '#client/features/results/finding/elsewhere.ts';
import { FilteredStandings } from '#client/features/results/finding/filtered-standings.ts';
import {
  EMPTY_QUERY,
  type ResultsQuery,
  createMatch,
} from '#client/features/results/finding/results-query.ts';
import { countRows, listRows } from '#client/features/results/list-rows.ts';
import { BibHolders } from '#client/features/runner/find-subject.ts';
import { USUAL_COURSES } from '#shared/model/courses.ts';
import { placeRunner } from '#shared/scoring/placed-runner.ts';
import { type Arrival, type ArrivalQuery, LatestArrivals } from '#client/spectators/arrivals.ts';
import { RaceTracker } from '#client/spectators/race-progress.ts';
import { countCh } from '#client/ui/column-widths.ts';
import type { UnrankedResult } from '#shared/model/result.ts';
import type { EpochMs } from '#shared/model/time.ts';
import { AHEAD_MS, isYetToCome } from '#shared/scoring/future-moment.ts';
import { ChangeLog, type Follower, IncrementalView } from '#shared/scoring/incremental-view.ts';
import { compareListed } from '#shared/scoring/rank-keys.ts';
import { type StagePoint, stagePointsOf, timeAt } from '#shared/scoring/stage-point.ts';
import { Standings } from '#shared/scoring/standings.ts';
import { listTabs } from '#shared/scoring/tabs.ts';
import { en } from '#shared/texts/en.ts';
import { TOTALS, apply, steps } from '#tests/scoring/random-day.ts';
import { buildConfig } from '#tests/support/builders.ts';

const RUNS = 60;
const TABS = listTabs(buildConfig({ distances: 'Half,Full,Ultra', KOMs: 'Wall,Carn' }));

/** What the clock shows at a look, also set back: some of the times are yet to come. */
const clocks = fc.constantFrom(Infinity, 1_000, 2_000, 3_500, 0).map((ms) => ms - AHEAD_MS);

/** Lets random days go by, and compares what is kept in step at each look with what all rows tell. */
function expectInStep<T extends Follower>(
  make: (standings: Standings) => T,
  expectSame: (kept: T, standings: Standings, nowMs: EpochMs) => void,
): void {
  fc.assert(
    fc.property(fc.array(steps, { maxLength: 40 }), fc.array(clocks), (day, looks) => {
      const standings = new Standings(USUAL_COURSES);
      standings.setTotals(TOTALS);
      const kept = new IncrementalView(standings, make);
      const listed = new Map<string, UnrankedResult>();
      for (const step of day) {
        apply(step, standings, listed);
        if (step.do === 'look') expectSame(kept.read(), standings, looks.pop() ?? Infinity);
      }
      expectSame(kept.read(), standings, Infinity);
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
  { limit: 1_000 },
])(
  '[AR1 AR2 AR3 AR4 AR5] the arrivals that are kept are the latest of all, through any day: %o',
  (query) => {
    expectInStep(
      (standings) => new LatestArrivals(standings, query),
      (kept, standings, nowMs) =>
        expect(kept.read(nowMs)).toEqual(listSlowly(standings, query, nowMs)),
    );
  },
);

test('[PG1 PG6] the counts that are kept of each race are those of all its rows, through any day', () => {
  expectInStep(
    (standings) => new RaceTracker(standings, USUAL_COURSES.events),
    (kept, standings, nowMs) => {
      for (const { event, points, awaited } of kept.list(nowMs)) {
        const rows = standings.listed(event);
        expect(awaited).toBe(Math.max(0, (TOTALS[event] ?? 0) - rows.length));
        expect(points).toEqual(
          stagePointsOf(event, USUAL_COURSES).map((point) => {
            const there = rows.filter((row) => timeAt(row, point) !== null);
            const moments = there
              .flatMap((row) =>
                row.startedAtMs === null ? [] : row.startedAtMs + (timeAt(row, point) ?? 0),
              )
              .filter((atMs) => !isYetToCome(atMs, nowMs));
            return {
              point,
              count: there.length,
              lastMs: moments.length === 0 ? undefined : Math.max(...moments),
            };
          }),
        );
      }
    },
  );
});

test('[SR3] each column keeps the room of its longest text, through any day', () => {
  for (const tab of TABS) {
    expectInStep(
      (standings) => new TabColumns(standings, tab),
      (kept, standings) => {
        const widths = kept.widths(1, false, en);
        const { ranked, onCourse } = listRows(standings, tab);
        const bibs = [...ranked, ...onCourse].map(({ bibNumber }) => bibNumber);
        expect(widths['--bib-ch']).toBe(Math.max(...[en.common.bib, ...bibs].map(countCh)));
        const times = ranked.map(({ totalTime }) => totalTime.replace(/^0/, ''));
        const least = tab.kind === 'special' ? [en.outcome.noScan] : [en.outcome.started, ...times];
        expect(widths['--time-ch']).toBe(Math.max(...least.map(countCh)));
      },
    );
  }
});

test.each<Partial<ResultsQuery>>([
  { category: 'F40' },
  { sex: 'F' },
  { club: 'harriers' },
  { text: 'zoe' },
  { stage: 1 },
  { stage: 'finish', sex: 'M' },
])(
  '[FD3 FD5] those whom a filter means are kept as a look at all finds them, through any day: %o',
  (query) => {
    const matches = createMatch({ ...EMPTY_QUERY, ...query }, USUAL_COURSES)?.row ?? (() => false);
    expectInStep(
      (standings) => new FilteredStandings(standings, matches),
      (kept, standings) => {
        for (const tab of TABS) {
          const { ranked, onCourse } = listRows(standings, tab);
          const [filtered, out] = [ranked.filter(matches), onCourse.filter(matches)];
          expect(listRows(kept.standings, tab)).toEqual({ ranked: filtered, onCourse: out });
          expect(countRows(kept.standings, tab)).toBe(filtered.length + out.length);
          const timeOf = (row: UnrankedResult): number | null =>
            tab.kind === 'event'
              ? row.totalMs
              : (row.komsMs[USUAL_COURSES.findClimb(tab.code)?.index ?? -1] ?? null);
          const times = filtered.map(timeOf);
          for (const row of filtered) {
            const ownMs = timeOf(row);
            const faster = times.filter((ms) => ms !== null && ownMs !== null && ms < ownMs);
            expect(kept.placeIn(tab, row.runnerId)).toBe(ownMs === null ? null : faster.length + 1);
          }
          const isOpen = new Set([...filtered, ...out].map(({ runnerId }) => runnerId));
          for (const { tab: other, rows, count } of findElsewhere(kept.standings, TABS, tab)) {
            const there = listRows(standings, other);
            const others = [...there.ranked, ...there.onCourse].filter(
              (row) => matches(row) && !isOpen.has(row.runnerId),
            );
            expect([rows, count]).toEqual([others.slice(0, 8), others.length]);
          }
        }
      },
    );
  },
);

test('[GP1 GP4 GP5 GP6 GP7 GP8] where each of an event stands is kept as anew, through any day', () => {
  expectInStep(
    () => ({ replace: () => true }),
    (_, standings) => {
      const anew = new Standings(USUAL_COURSES);
      anew.replaceAll(standings.listAll(), TOTALS);
      for (const result of standings.listAll()) {
        expect(placeRunner(standings, result)).toEqual(placeRunner(anew, result));
      }
    },
  );
});

test.each<StagePoint>(['finish', 1])(
  '[CO4] what is called out is kept as a look at everyone finds it, through any day: %s',
  (point) => {
    expectInStep(
      (standings) => new PointCalls(standings, point),
      (kept, standings) => expect(kept.list()).toEqual(new PointCalls(standings, point).list()),
    );
  },
);

test('[BD3] the women, the men and the categories of the board are those of all finishers, through any day', () => {
  expectInStep(
    (standings) => new FinisherGroups(standings),
    (kept, standings) => {
      for (const event of USUAL_COURSES.events) {
        const finishers = standings.finishers(event).list();
        for (const sex of ['F', 'M'] as const) {
          const own = finishers.filter((one) => USUAL_COURSES.sexOf(one) === sex);
          expect(kept.ofSex(event, sex).list()).toEqual(own);
          const first = own.filter((one) => kept.isFirst(one, kept.ofSex(event, sex)));
          expect(first).toEqual(own.filter(({ totalMs }) => totalMs === own[0]?.totalMs));
        }
        for (const group of ['', 'F40', 'M40']) {
          const own = finishers.filter(({ ageGroup }) => ageGroup === group);
          expect(kept.ofAgeGroup(event, group).list()).toEqual(own);
        }
      }
    },
  );
});

test('[RP2] who has a bib is kept as a look at everyone finds them, through any day', () => {
  expectInStep(
    (standings) => new BibHolders(standings, '010'),
    (kept, standings) => {
      const ids = standings
        .listAll()
        .flatMap((row) => (row.bibNumber === '10' ? row.runnerId : []));
      expect(
        kept
          .list()
          .map(({ runnerId }) => runnerId)
          .toSorted(),
      ).toEqual(ids.toSorted());
    },
  );
});

test('[RK10] any two rows compare as they are listed', () => {
  expectInStep(
    () => ({ replace: () => true }),
    (_, standings) => {
      const all = standings.listAll();
      const compare = compareListed.bind(undefined, USUAL_COURSES);
      expect(all.toSorted(compare)).toEqual(all);
      expect(all.toReversed().toSorted(compare)).toEqual(all);
    },
  );
});

test('changes that are too long ago, and those before everything was replaced, are told as unknown', () => {
  const log = new ChangeLog();
  const from = log.next;
  for (let i = 0; i < 5_000; i += 1) log.note({ before: undefined, after: undefined });
  expect(log.since(from)).toBeUndefined();
  expect(log.since(log.next)).toEqual([]);
  expect(log.since(log.next - 100)).toHaveLength(100);
  log.forget();
  expect(log.since(log.next - 1)).toBeUndefined();
  expect(log.since(log.next)).toEqual([]);
});
