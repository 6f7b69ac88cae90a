import { describe, expect, test } from 'vitest';

import { USUAL_COURSES } from '#shared/model/courses.ts';
import { presentUnrankedResult } from '#shared/scoring/present-result.ts';
import { scoringRulesOf } from '#shared/scoring/scoring-rules.ts';
import { buildConfig, buildRunner } from '#tests/support/builders.ts';

import { NO_GUN, clock, score } from './run-scoring.ts';

const CHIP = { timing: 'chip' } as const;

describe('gun', () => {
  test('[ST1] an event without a start of its own goes with the race start', () => {
    const starts = { ...USUAL_COURSES.byEvent(() => ''), BB: '2026-06-20-10-30-00' };
    const { guns } = scoringRulesOf(buildConfig({ starts }));
    expect(guns).toEqual({
      ...USUAL_COURSES.byEvent(() => clock('10:00:00')),
      BB: clock('10:30:00'),
    });
  });

  test('[ST1] with neither there is no gun', () =>
    expect(scoringRulesOf(buildConfig(NO_GUN)).guns.PB).toBeUndefined());

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

describe('own start', () => {
  test('[ST2] a start,finish mat starts until a millisecond before gun + earliest finish', () => {
    const last = score({ scans: ['10:09:59.999 start,finish'], config: CHIP });
    expect(last.startMs).toBe(clock('10:09:59.999'));
    expect(last.hasFinish).toBe(false);
    const next = score({ scans: ['10:10:00 start,finish'], config: CHIP });
    expect(next.startMs).toBe(clock('10:00:00'));
    expect(next.totalMs).toBe(600_000);
  });

  test.each([
    ['cp2', true],
    ['kom2-start', true],
    ['finish', true],
    ['cp5', false],
    ['kom1-start', false],
  ])('[ST3] whether a read at %s of a PB runner ends the starting: %s', (point, ends) => {
    const scans = ['10:01:00 start', `10:03:00 ${point}`, '10:05:00 start'];
    expect(score({ scans, config: CHIP }).startMs).toBe(clock(ends ? '10:01:00' : '10:05:00'));
  });

  test('[ST3] a read at the gun or before it does not end the starting', () => {
    const scans = ['09:50:00 cp1', '10:00:00 cp2', '10:01:00 start'];
    expect(score({ scans, config: CHIP }).startMs).toBe(clock('10:01:00'));
  });

  test('[ST4] a start scan at the very time of the first later read still starts', () => {
    const scans = ['10:01:00 start', '10:05:00 start', '10:05:00 cp1'];
    expect(score({ scans, config: CHIP }).startMs).toBe(clock('10:05:00'));
  });

  test('[ST4] the last start scan before the first later read starts', () => {
    const scans = ['09:58:00 start', '10:00:20 start', '10:31:00 cp1', '10:40:00 start'];
    const { startMs, verdicts } = score({ scans, config: CHIP });
    expect(startMs).toBe(clock('10:00:20'));
    expect(verdicts).toEqual(['duplicate', 'counted', 'counted', 'duplicate']);
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

  test('[ST5] with gun timing the time runs from the gun', () =>
    expect(score({ scans }).totalMs).toBe(60 * 60_000));

  test('[ST5] with gun timing and no gun it runs from the own start', () =>
    expect(score({ scans, config: NO_GUN }).totalMs).toBe(57 * 60_000));

  test('[ST6] with chip timing it runs from the own start', () =>
    expect(score({ scans, config: CHIP }).totalMs).toBe(57 * 60_000));

  test('[ST7] with neither gun nor start scan the scans count but make no time', () => {
    const outcome = score({
      scans: ['10:30:00 cp1', '10:40:00 kom2-start', '10:45:00 kom2-end', '11:00:00 finish'],
      config: NO_GUN,
    });
    expect(outcome).toMatchObject({
      listed: true,
      status: 'racing',
      totalMs: null,
      startMs: null,
      hasFinish: true,
      splitsMs: [null, null, null, null, null, null],
      komsMs: [null, 5 * 60_000],
      verdicts: ['counted', 'counted', 'counted', 'counted'],
    });
  });

  test('[ST9] the start is told with the result, under an override too, or null', () => {
    expect(tellStart({ scans })).toBe(clock('10:00:00'));
    expect(tellStart({ scans, config: CHIP })).toBe(clock('10:03:00'));
    expect(tellStart({ scans, config: CHIP, runner: { overrideTime: '1:02:03' } })).toBe(
      clock('10:03:00'),
    );
    expect(tellStart({ scans, runner: { overrideTime: '00:00:01' } })).toBe(clock('10:00:00'));
    expect(tellStart({ scans: ['11:00:00 finish'], config: NO_GUN })).toBeNull();
  });

  test('[ST7] a start set afterwards turns the same scans into times', () => {
    const scans = ['10:30:00 cp1', '11:00:00 finish'];
    expect(score({ scans, config: NO_GUN }).totalMs).toBeNull();
    expect(score({ scans }).totalMs).toBe(60 * 60_000);
    expect(score({ scans, config: { raceStart: '2026-06-20-10-10-00' } }).totalMs).toBe(
      50 * 60_000,
    );
  });
});
