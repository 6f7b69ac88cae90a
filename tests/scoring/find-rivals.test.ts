import * as fc from 'fast-check';
import { expect, test } from 'vitest';

import { USUAL_COURSES } from '#shared/model/courses.ts';
import { MINUTE_MS } from '#shared/model/time.ts';
import { findRivals, type JudgedScans, scoreRunner } from '#shared/scoring/score-runner.ts';
import { scoringRulesOf } from '#shared/scoring/scoring-rules.ts';
import { NO_GAPS } from '#shared/scoring/start-line.ts';
import { buildConfig, buildRunner, buildScan } from '#tests/support/builders.ts';
import { GUN_MS } from '#tests/support/live-field.ts';

const RUNNER = buildRunner({ bandId: '101' });

function judged(times: readonly number[]): JudgedScans {
  const scans = times.map((minutes) => buildScan({ timeMs: GUN_MS + minutes * MINUTE_MS }));
  return { runner: RUNNER, scans, rules: scoringRulesOf(buildConfig()), gaps: NO_GAPS };
}

test('[CL44] a later finish counts once the earlier ones are void, and one that is too early never', () => {
  const all = judged([5, 60, 61, 62]);
  const [early, first, second, third] = all.scans;
  if (!early || !first || !second || !third) throw new Error('no scans');
  expect(findRivals(all, first)).toBeUndefined();
  expect(findRivals(all, second)).toEqual([first.scanId]);
  expect(findRivals(all, third)).toEqual([first.scanId, second.scanId]);
  expect(findRivals(all, early)).toBeUndefined();
});

const anyScans = fc.array(
  fc
    .record({
      points: fc.oneof(
        fc.constantFrom(...USUAL_COURSES.points).map((point) => [point]),
        fc.constant(['start', 'finish'] as const),
      ),
      minutes: fc.integer({ min: -10, max: 90 }),
    })
    .map(({ points, minutes }) => buildScan({ points, timeMs: GUN_MS + minutes * MINUTE_MS })),
  { minLength: 1, maxLength: 12 },
);

test('[CL44] without its rivals a read counts, and with them it does not', () => {
  fc.assert(
    fc.property(anyScans, fc.nat(), fc.constantFrom('gun', 'chip'), (scans, at, timing) => {
      const rules = scoringRulesOf(buildConfig({ timing }));
      const read = scans[at % scans.length];
      if (!read) throw new Error('no scan');
      const rivals = findRivals({ runner: RUNNER, scans, rules, gaps: NO_GAPS }, read);
      fc.pre(rivals !== undefined);
      const counts = (isVoid: (scanId: string) => boolean): boolean => {
        const left = scans.filter(({ scanId }) => !isVoid(scanId));
        const { counted } = scoreRunner(RUNNER, left, rules);
        return read.points.some((point) => counted.get(point)?.scanId === read.scanId);
      };
      expect(counts((scanId) => rivals.some((rival) => rival === scanId))).toBe(true);
      expect(counts(() => false)).toBe(false);
    }),
  );
});
