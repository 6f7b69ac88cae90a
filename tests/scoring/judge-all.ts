import { attributeScans } from '#shared/scoring/score-race.ts';
import { UNASSIGNED, type Verdict } from '#shared/scoring/count-scans.ts';
import { scoreRunner } from '#shared/scoring/score-runner.ts';
import { scoringRulesOf } from '#shared/scoring/scoring-rules.ts';

import type { RandomRace } from './random-race.ts';

/** The verdict on every scan of a race, by its id. */
export function judgeAll({ runners, scans, config }: RandomRace): Map<string, Verdict> {
  const { byRunner, unassigned } = attributeScans(runners, scans);
  const rules = scoringRulesOf(config);
  const verdicts = new Map<string, Verdict>();
  for (const runner of runners) {
    const score = scoreRunner(runner, byRunner.get(runner.runnerId) ?? [], rules);
    for (const [scanId, verdict] of score.verdicts) verdicts.set(scanId, verdict);
  }
  const lost = new Set(unassigned.map((band) => band.bandId));
  for (const scan of scans) {
    if (lost.has(scan.bandId) || !verdicts.has(scan.scanId)) verdicts.set(scan.scanId, UNASSIGNED);
  }
  return verdicts;
}
