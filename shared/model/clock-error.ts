import { type DurationMs, type EpochMs, SECOND_MS } from './time.ts';

/** Network time is this precise, and results are in seconds. */
const CLOCK_TOLERANCE_MS: DurationMs = SECOND_MS;

/** A reading of another clock between two of one's own. */
export interface ClockSample {
  readonly beforeMs: EpochMs;
  readonly otherMs: EpochMs;
  readonly afterMs: EpochMs;
}

/** How far one's own clock is ahead, negative if behind; 0 within a second, allowing for the delay of the answer. */
export function findClockError({ beforeMs, otherMs, afterMs }: ClockSample): DurationMs {
  const aheadMs = (beforeMs + afterMs) / 2 - otherMs;
  const doubtMs = Math.abs(afterMs - beforeMs) / 2;
  return Math.abs(aheadMs) - doubtMs > CLOCK_TOLERANCE_MS ? Math.round(aheadMs) : 0;
}

/** `5 min ahead of`, `1 min 30 s behind`, `1.4 s behind`. */
export function describeClockError(aheadMs: DurationMs): string {
  const seconds = Math.abs(aheadMs) / SECOND_MS;
  const whole = Math.round(seconds);
  const rest = whole % 60 === 0 ? '' : ` ${whole % 60} s`;
  const size = whole < 60 ? `${seconds.toFixed(1)} s` : `${Math.floor(whole / 60)} min${rest}`;
  return `${size} ${aheadMs > 0 ? 'ahead of' : 'behind'}`;
}
