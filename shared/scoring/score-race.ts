import type { RaceConfig } from '../model/race-config.ts';
import type { Result } from '../model/result.ts';
import type { Runner } from '../model/runner.ts';
import type { Scan } from '../model/scan.ts';
import { attributeScans } from './attribute-scans.ts';
import { countEventTotals } from './event-totals.ts';
import { settleAgeGroup } from './derive-age-group.ts';
import { presentUnrankedResult } from './present-result.ts';
import { scoreRunner } from './score-runner.ts';
import { scoringRulesOf } from './scoring-rules.ts';
import { Standings } from './standings.ts';

/**
 * Scores a whole race at once, by the same parts that keep it up to date scan
 * by scan (RULES.md). The rows are those of GET /api, in its order.
 *
 * 1. `attributeScans` gives each scan to the runner who holds its band.
 * 2. `scoreRunner` works on one runner at a time: it puts the scans in order,
 *    finds the start, chooses the scan that counts at each point of the
 *    course, judges every scan, and decides status and total.
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
  const listed = runners.flatMap((runner) => {
    const score = scoreRunner(runner, byRunner.get(runner.runnerId) ?? [], rules);
    return score.listed ? [presentUnrankedResult(settleAgeGroup(runner, config), score)] : [];
  });
  const standings = new Standings();
  standings.replaceAll(listed, countEventTotals(runners));
  return standings.presentAll();
}
