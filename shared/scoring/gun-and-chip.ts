import type { Timing } from '../model/settings.ts';
import type { Runner } from '../model/runner.ts';
import type { Scan } from '../model/scan.ts';
import type { DurationMs } from '../model/time.ts';
import { scoreRunner } from './score-runner.ts';
import { type ScoringRules, withTiming } from './scoring-rules.ts';
import type { StartGaps } from './start-line.ts';

/** The time of a runner by each way of timing (RULES.md ST5, ST6), in milliseconds; null where there is none. */
export type GunAndChip = Readonly<Record<Timing, DurationMs | null>>;

/**
 * What the scans of a runner come to by the gun and by the own start, whichever of them the race is
 * timed by and whatever an override says instead. Each is null until the finish counts, the first
 * also without a gun, the second without a read at the start.
 */
export function findGunAndChip(
  runner: Runner,
  scans: readonly Scan[],
  rules: ScoringRules,
  gaps: StartGaps,
): GunAndChip {
  const scanned = { ...runner, overrideTime: '' };
  const scoreBy = (timing: Timing) => scoreRunner(scanned, scans, withTiming(rules, timing), gaps);
  const chip = scoreBy('chip');
  return {
    gun: rules.gunOf(runner) === undefined ? null : scoreBy('gun').totalMs,
    chip: chip.crossing === undefined ? null : chip.totalMs,
  };
}
