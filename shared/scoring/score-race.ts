import type { RaceConfig } from '../model/race-config.ts';
import type { Result } from '../model/result.ts';
import type { Runner } from '../model/runner.ts';
import type { Scan } from '../model/scan.ts';
import { attributeScans } from './attribute-scans.ts';
import { countEventTotals } from './event-totals.ts';
import { presentUnrankedResult } from './present-result.ts';
import { scoreRunner } from './score-runner.ts';
import { scoringRulesOf } from './scoring-rules.ts';
import { Standings } from './standings.ts';

/**
 * Scores a whole race at once, by the same parts that keep it up to date scan
 * by scan. The rows are those of GET /api, in its order.
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
    return score.listed ? [presentUnrankedResult(runner, score)] : [];
  });
  const standings = new Standings();
  standings.replaceAll(listed, countEventTotals(runners));
  return standings.presentAll();
}
