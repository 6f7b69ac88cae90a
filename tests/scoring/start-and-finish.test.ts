import { describe, expect, test } from 'vitest';

import { USUAL_COURSES } from '#shared/model/courses.ts';
import { presentUnrankedResult } from '#shared/scoring/present-result.ts';
import { scoringRulesOf } from '#shared/scoring/scoring-rules.ts';
import { buildConfig, buildRunner } from '#tests/support/builders.ts';

import { NO_GUN, clock, score } from './run-scoring.ts';

const CHIP = { timing: 'chip' } as const;

describe('gun', () => {
  test('[ST1] a start that cannot be read counts as not set', () => {
    const starts = {
      ...USUAL_COURSES.byEvent(() => ''),
      BB: 'ten',
      PB: '2026-06-31-10-00-00',
      UB: '2026-06-20-25-00-00',
    };
    const { guns } = scoringRulesOf(buildConfig({ starts }));
    expect([guns.BB, guns.PB, guns.UB]).toEqual([
      clock('10:00:00'),
      clock('10:00:00'),
      clock('10:00:00'),
    ]);
  });

  test('[ST8] the start is on the wall clock of the configured zone', () => {
    const { guns } = scoringRulesOf(buildConfig({ timeZone: 'America/New_York' }));
    expect(guns.PB).toBe(clock('15:00:00'));
  });
});

/** The start that the public is told. */
function tellStart(scenario: Parameters<typeof score>[0]): number | null {
  const verdicts = new Map();
  const scored = { ...score(scenario), verdicts };
  return presentUnrankedResult(buildRunner(), scored, USUAL_COURSES).startedAtMs;
}

describe('timing', () => {
  const scans = ['10:03:00 start', '11:00:00 finish'];

  test('[ST9] the start is given with the result, under an override too, or null', () => {
    expect(tellStart({ scans })).toBe(clock('10:00:00'));
    expect(tellStart({ scans, config: CHIP })).toBe(clock('10:03:00'));
    expect(tellStart({ scans, config: CHIP, runner: { overrideTime: '1:02:03' } })).toBe(
      clock('10:03:00'),
    );
    expect(tellStart({ scans, runner: { overrideTime: '00:00:01' } })).toBe(clock('10:00:00'));
    expect(tellStart({ scans: ['11:00:00 finish'], config: NO_GUN })).toBeNull();
  });
});

test('[FN1] the earliest finish is a setting, ten minutes when it cannot be read', () => {
  expect(earliestFinishMs('0:25:30')).toBe(25.5 * 60_000);
  expect(earliestFinishMs('00:00:00')).toBe(0);
  expect(earliestFinishMs('')).toBe(600_000);
  expect(earliestFinishMs('25 minutes')).toBe(600_000);
});

const WAY = ['10:00:05 start', '10:15:00 cp1'];
const BACK = ['10:50:00 cp2', '11:10:00 cp3', '11:50:00 finish'];

test('[FN5 SC4] a read at the finish on the way out is too early once the finish follows two more points', () => {
  const { totalMs, verdicts } = score({
    scans: [...WAY, '10:25:00 finish', ...BACK, '11:51:00 finish'],
  });
  expect(totalMs).toBe(110 * 60_000);
  const counted = BACK.map(() => 'counted');
  expect(verdicts).toEqual(['counted', 'counted', 'too-early', ...counted, 'duplicate']);
});

test('[FN5] a runner who did the whole course has finished, wherever they walk afterwards', () => {
  const again = BACK.map((read) => read.replace(/^1\d/, '14'));
  expect(score({ scans: [...WAY, ...BACK, ...again] }).totalMs).toBe(110 * 60_000);
});

function earliestFinishMs(earliestFinish: string): number {
  return scoringRulesOf(buildConfig({ earliestFinish })).of('PB').earliestFinishMs;
}
