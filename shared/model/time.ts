import type { Rounding } from './race-setup.ts';

declare const unit: unique symbol;

/** Milliseconds since 1970-01-01T00:00:00Z. */
export type EpochMs = number & { readonly [unit]?: 'epoch' };
/** A span in milliseconds. */
export type DurationMs = number & { readonly [unit]?: 'duration' };

const TENTH_MS = 100;
export const SECOND_MS = 1_000;
export const MINUTE_MS = 60 * SECOND_MS;
export const HOUR_MS = 60 * MINUTE_MS;

const CLOCK_FORM = /^(\d{1,2}|[1-9]\d{2}):([0-5]\d):([0-5]\d)$/;

/**
 * Reads a span written `H:MM:SS`, `HH:MM:SS` or, of a race of several days, `HHH:MM:SS` (an
 * override time, the earliest finish). Returns undefined for any other form.
 */
export function parseDuration(text: string): DurationMs | undefined {
  const match = CLOCK_FORM.exec(text.trim());
  if (!match) return undefined;
  return Number(match[1]) * HOUR_MS + Number(match[2]) * MINUTE_MS + Number(match[3]) * SECOND_MS;
}

/** Whole seconds of a span, a started second counting in full (RULES.md RK1). */
export function roundUpToSeconds(spanMs: DurationMs): number {
  return Math.ceil(spanMs / SECOND_MS);
}

/** A span as it is shown: rounded up or down to the second, else to the tenth that is over (RULES.md RK1). */
export function showSpan(spanMs: DurationMs, rounding: Rounding = 'up'): DurationMs {
  if (rounding === 'up') return roundUpToSeconds(spanMs) * SECOND_MS;
  const unitMs = rounding === 'down' ? SECOND_MS : TENTH_MS;
  return Math.floor(spanMs / unitMs) * unitMs;
}
