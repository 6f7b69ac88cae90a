import type { Courses } from '../model/courses.ts';
import { append } from '../model/group-by.ts';
import type { BandId, RunnerId } from '../model/ids.ts';
import type { RaceConfig } from '../model/race-config.ts';
import type { EventTotals, Result } from '../model/result.ts';
import { bandsOf, type Runner, takesPart } from '../model/runner.ts';
import type { Scan } from '../model/scan.ts';
import type { TimePoint } from '../model/time-point.ts';
import type { EpochMs } from '../model/time.ts';

import { settleAgeGroup } from './categories.ts';
import { compareText, orderScans } from './order.ts';
import { findHandRunner, handBandOf } from './replaced-reads.ts';
import { presentRankedResult, presentUnrankedResult } from './present-result.ts';
import { type RunnerScore, scoreRunner } from './score-runner.ts';
import { scoringRulesOf } from './scoring-rules.ts';
import { Standings } from './standings.ts';
import { type LineGaps, NO_GAPS, TimedLines } from './start-line.ts';

/**
 * Scores a whole race at once, by the same parts that keep it up to date scan
 * by scan (RULES.md). The rows are those of GET /api, in its order.
 *
 * 1. `attributeScans` gives each scan to the runner who holds its band.
 * 2. `scoreRunner` works on one runner at a time: it puts the scans in order,
 *    finds the start, chooses the scan that counts at each point of the
 *    course, judges every scan, and decides status and total. A runner read at one of
 *    several mats of a line is scored again once their distance is known (`TimedLines`).
 * 3. `presentUnrankedResult` makes the public row of each listed runner.
 * 4. `Standings` ranks the rows: by event, age group, checkpoint and climb.
 * 5. `presentRankedResult` adds the places.
 */
export function scoreRace(
  runners: readonly Runner[],
  scans: readonly Scan[],
  config: RaceConfig,
): Result[] {
  const rules = scoringRulesOf(config);
  const { byRunner } = attributeScans(runners, scans);
  const scoreBy = (runner: Runner, gaps: LineGaps): RunnerScore =>
    scoreRunner(runner, byRunner.get(runner.runnerId) ?? [], rules, gaps);
  const lines = new TimedLines();
  const scores = new Map(runners.map((runner) => [runner.runnerId, scoreBy(runner, NO_GAPS)]));
  for (const [runnerId, score] of scores) lines.put(runnerId, score);
  const moved = lines.settle();
  const listed = runners.flatMap((runner) => {
    const first = scores.get(runner.runnerId);
    const score = !first || moved.has(runner.runnerId) ? scoreBy(runner, lines.gaps) : first;
    return score.listed
      ? [presentUnrankedResult(settleAgeGroup(runner, config), score, rules.courses)]
      : [];
  });
  const standings = new Standings(rules.courses);
  standings.replaceAll(listed, countEventTotals(runners, rules.courses));
  return presentAll(standings);
}

/** Counts the runners who take part in each event (`totalRunners`, RULES.md MS3). */
export function countEventTotals(runners: Iterable<Runner>, courses: Courses): EventTotals {
  const totals = courses.byEvent(() => 0);
  for (const runner of runners) {
    if (takesPart(runner)) totals[runner.event] = (totals[runner.event] ?? 0) + 1;
  }
  return totals;
}

/** Where and when a wristband was seen last. */
export interface LastSeen {
  /** The number of different scans. */
  readonly scans: number;
  /** The points of the mat that read it last. */
  readonly lastPoints: readonly TimePoint[];
  readonly lastTimeMs: EpochMs;
}

/** A wristband that was read but is nobody's. */
export interface UnassignedBand extends LastSeen {
  readonly bandId: BandId;
}

/** Every scan with the runner who holds its wristband number now, or with the band alone. */
interface Attribution {
  /** No entry for a runner without scans. */
  readonly byRunner: ReadonlyMap<RunnerId, readonly Scan[]>;
  /** By band number. */
  readonly unassigned: readonly UnassignedBand[];
}

/** Gives each scan to the runner who holds its wristband now (RULES.md SC1, MS2). */
export function attributeScans(runners: Iterable<Runner>, scans: Iterable<Scan>): Attribution {
  const holders = new Map<BandId, RunnerId>();
  for (const runner of runners) {
    holders.set(handBandOf(runner.runnerId), runner.runnerId);
    for (const bandId of bandsOf(runner)) holders.set(bandId, runner.runnerId);
  }
  const byRunner = new Map<RunnerId, Scan[]>();
  const byBand = new Map<BandId, Scan[]>();
  for (const scan of scans) {
    const holder = holders.get(scan.bandId);
    if (holder !== undefined) append(byRunner, holder, scan);
    else if (findHandRunner(scan.bandId) === undefined) append(byBand, scan.bandId, scan);
  }
  const unassigned = Array.from(byBand, ([bandId, its]) => summariseBand(bandId, its));
  return {
    byRunner,
    unassigned: unassigned
      .filter((band) => band !== undefined)
      .toSorted((a, b) => compareBands(a.bandId, b.bandId)),
  };
}

/** The summary of an unassigned wristband for organisers; undefined without a scan. */
export function summariseBand(bandId: BandId, scans: readonly Scan[]): UnassignedBand | undefined {
  const sight = findLastSeen(scans);
  return sight && { bandId, ...sight };
}

/** The last of the scans of one wristband, whatever became of it (RULES.md MS2, MS4); undefined without a scan. */
export function findLastSeen(scans: readonly Scan[]): LastSeen | undefined {
  const ordered = orderScans(scans);
  const last = ordered.at(-1);
  return last && { scans: ordered.length, lastPoints: last.points, lastTimeMs: last.timeMs };
}

/** The order of wristband numbers, which are decimal and have no leading zeros. */
export function compareBands(a: BandId, b: BandId): number {
  return a.length - b.length || compareText(a, b);
}

/** The rows of GET /api; event by event finishers by place, then DNFs, then those on course (RULES.md RK10). */
export function presentAll(standings: Standings): Result[] {
  return standings.courses.events.flatMap((event) => {
    const its = standings.eventOf(event);
    const total = standings.totals[event] ?? 0;
    return its
      .all()
      .map((result) => presentRankedResult(result, its.checkpointPlacesOf(result), total));
  });
}
