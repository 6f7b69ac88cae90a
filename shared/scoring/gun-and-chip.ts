import type { Timing } from '../model/settings.ts';
import type { Runner } from '../model/runner.ts';
import type { Scan } from '../model/scan.ts';
import type { DurationMs } from '../model/time.ts';
import { parseOverride } from '../model/typed-words.ts';
import { type RunnerScore, scoreRunner } from './score-runner.ts';
import { type ScoringRules, withTiming } from './scoring-rules.ts';
import type { LineGaps } from './start-line.ts';

/** The time of a runner by each way of timing (RULES.md ST5), in milliseconds; null where there is none. */
export type GunAndChip = Readonly<Record<Timing, DurationMs | null>>;

/**
 * The times of a runner's scans by the gun and by the own start, whichever of them ranks and whatever an override says.
 * Each is null until the finish counts, the first also without a gun, the second without a read at the start.
 */
export function findGunAndChip(
  runner: Runner,
  scans: readonly Scan[],
  rules: ScoringRules,
  gaps: LineGaps,
): GunAndChip {
  const scanned = { ...runner, overrideTime: '' };
  const scoreBy = (timing: Timing) => scoreRunner(scanned, scans, withTiming(rules, timing), gaps);
  const chip = scoreBy('chip');
  return {
    gun: rules.gunOf(runner) === undefined ? null : scoreBy('gun').totalMs,
    chip: chip.crossing === undefined ? null : chip.totalMs,
  };
}

/** A runner with all that their times follow from. */
interface Scored {
  readonly runner: Runner;
  readonly scans: readonly Scan[];
  readonly score: Pick<RunnerScore, 'status' | 'totalMs'>;
  readonly rules: ScoringRules;
  readonly gaps: LineGaps;
}

/**
 * Both times of a finisher, as in a file (PROTOCOL.md FE3), in milliseconds; null for all others. A typed total is the
 * time that ranks, and the other differs from it by the difference of gun and own start.
 */
export function settleGunAndChip({ runner, scans, score, rules, gaps }: Scored): GunAndChip {
  const { status, totalMs } = score;
  if (status !== 'finished' || totalMs === null) return { gun: null, chip: null };
  const { gun, chip } = findGunAndChip(runner, scans, rules, gaps);
  if (parseOverride(runner.overrideTime) === undefined) return { gun, chip };
  const waitMs = gun === null || chip === null ? null : gun - chip;
  return rules.of(runner.event).timing === 'gun'
    ? { gun: totalMs, chip: waitMs === null ? null : totalMs - waitMs }
    : { gun: waitMs === null ? null : totalMs + waitMs, chip: totalMs };
}
