import type { DurationMs } from '../model/time.ts';
import type { FieldTimes } from './field-times.ts';

/** The start, before any point. */
export const START = -1;

/**
 * The leg of a runner. Lengths are logarithms of the leg's time over the time before it (over a millisecond on the first
 * leg), `pace` is that of the leg before; NaN if unknown.
 */
export interface LegRun {
  readonly before: DurationMs;
  readonly length: number;
  readonly pace: number;
}

/** A leg of everyone who began it, by the time before it. */
export interface LegSample {
  readonly through: readonly LegRun[];
  /** Runners still on it: their legs are longer than `length`. */
  readonly open: readonly LegRun[];
}

export function collectLeg({ runners, heardMs }: FieldTimes, from: number, to: number): LegSample {
  const through: LegRun[] = [];
  const open: LegRun[] = [];
  for (const { startedAtMs, elapsed, lastSeen } of runners) {
    const before = from === START ? 0 : elapsed[from];
    const endMs = elapsed[to];
    // A runner seen further on, but not here, is no evidence.
    if (before === undefined || (endMs === undefined && lastSeen > from)) continue;
    const spentMs = (endMs ?? (heardMs[to] ?? -Infinity) - startedAtMs) - before;
    if (!(spentMs > 0)) continue;
    const length = Math.log(spentMs / (from === START ? 1 : before));
    const run = { before, length, pace: paceOf(elapsed[from - 1], before) };
    (endMs === undefined ? open : through).push(run);
  }
  return { through: through.toSorted(compareRuns), open: open.toSorted(compareRuns) };
}

function compareRuns(a: LegRun, b: LegRun): number {
  return a.before - b.before || a.length - b.length;
}

/** The length of a leg as in {@link LegRun}; NaN without both times. */
export function paceOf(beforeMs: number | undefined, endMs: number): number {
  return beforeMs === undefined || endMs <= beforeMs
    ? Number.NaN
    : Math.log((endMs - beforeMs) / beforeMs);
}
