import { expect, test } from 'vitest';

import { MINUTE_MS } from '#shared/model/time.ts';
import { findRivals, type JudgedScans } from '#shared/scoring/score-runner.ts';
import { scoringRulesOf } from '#shared/scoring/scoring-rules.ts';
import { NO_GAPS } from '#shared/scoring/start-line.ts';
import { buildConfig, buildRunner, buildScan } from '#tests/support/builders.ts';
import { GUN_MS } from '#tests/support/live-field.ts';

const RUNNER = buildRunner({ bandId: '101' });

function judged(times: readonly number[]): JudgedScans {
  const scans = times.map((minutes) => buildScan({ timeMs: GUN_MS + minutes * MINUTE_MS }));
  return { runner: RUNNER, scans, rules: scoringRulesOf(buildConfig()), gaps: NO_GAPS };
}

test('[CL44] a later finish counts once the earlier ones are void, one that is too early never does', () => {
  const all = judged([5, 60, 61, 62]);
  const [early, first, second, third] = all.scans;
  if (!early || !first || !second || !third) throw new Error('no scans');
  expect(findRivals(all, first)).toBeUndefined();
  expect(findRivals(all, second)).toEqual([first.scanId]);
  expect(findRivals(all, third)).toEqual([first.scanId, second.scanId]);
  expect(findRivals(all, early)).toBeUndefined();
});
