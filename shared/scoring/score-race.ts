import type { RaceConfig } from '../model/race-config.ts';
import type { EventTotals, Result } from '../model/result.ts';
import { type Runner, takesPart } from '../model/runner.ts';
import type { Scan } from '../model/scan.ts';
import { attributeScans } from './attribute-scans.ts';
import { settleAgeGroup } from './categories.ts';
import { presentUnrankedResult } from './present-result.ts';
import { type RunnerScore, scoreRunner } from './score-runner.ts';
import { type LineGaps, NO_GAPS, TimedLines } from './start-line.ts';
import { scoringRulesOf } from './scoring-rules.ts';
import { Standings } from './standings.ts';
import type { Courses } from '../model/courses.ts';
import { presentAll } from './present-standings.ts';

/**
 * Scores a whole race at once, by the same parts that keep it up to date scan
 * by scan (RULES.md). The rows are those of GET /api, in its order.
 *
 * 1. `attributeScans` gives each scan to the runner who holds its band.
 * 2. `scoreRunner` works on one runner at a time: it puts the scans in order,
 *    finds the start, chooses the scan that counts at each point of the
 *    course, judges every scan, and decides status and total. Who was read at one of several mats of a
 *    line is scored again once the others tell how far apart these are (`TimedLines`).
 * 3. `presentUnrankedResult` makes the public row of whoever is listed.
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
