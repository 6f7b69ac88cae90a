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

const CLOCK_FORM = /^(?:\d{1,2}|[1-9]\d{2}):[0-5]\d:[0-5]\d$/;
const SPAN_FORM = /^(?:(\d{1,4}):([0-5]?\d)|(\d{1,3})):([0-5]\d)(?:[.,](\d{1,6}))?$/;
/** Fewer minutes may just as well be hours. */
const FEWEST_MINUTES = 10;

/** A span that was typed; `orMs` is its second meaning, hours and minutes, where it may have that. */
export interface TypedSpan {
  readonly ms: DurationMs;
  readonly orMs?: DurationMs;
}

/**
 * Reads a span as people write it: `H:MM:SS`, or `M:SS`, which are minutes and seconds; fewer than ten minutes without
 * a fraction may be hours and minutes too. A fraction follows a point or a comma and is cut to milliseconds. Returns
 * undefined for anything else.
 */
export function readSpan(text: string): TypedSpan | undefined {
  const match = SPAN_FORM.exec(text.trim());
  if (!match) return undefined;
  const [, hours = '0', minutes = '0', alone, seconds, fraction] = match;
  const wholeMs =
    Number(hours) * HOUR_MS + Number(alone ?? minutes) * MINUTE_MS + Number(seconds) * SECOND_MS;
  const ms = wholeMs + parseFractionMs(fraction ?? '');
  return alone === undefined || fraction !== undefined || Number(alone) >= FEWEST_MINUTES
    ? { ms }
    : { ms, orMs: wholeMs * 60 };
}

/**
 * The milliseconds of a decimal fraction of a second, from its digits alone: `64` is exactly 640. Digits after the
 * third are dropped, as on a clock that shows milliseconds.
 */
export function parseFractionMs(digits: string): DurationMs {
  return Number(digits.slice(0, 3).padEnd(3, '0'));
}

/**
 * Reads a span in the form of settings and results: `H:MM:SS`, `HH:MM:SS` or, of a race of several days, `HHH:MM:SS`
 * (an override time, the earliest finish). Returns undefined for any other form.
 */
export function parseDuration(text: string): DurationMs | undefined {
  return CLOCK_FORM.test(text.trim()) ? readSpan(text)?.ms : undefined;
}

/** A span as {@link parseDuration} reads it, without its fraction: `0:30:00`. */
export function writeDuration(spanMs: DurationMs): string {
  const seconds = Math.floor(spanMs / SECOND_MS);
  const [minute, second] = [Math.floor(seconds / 60) % 60, seconds % 60].map((part) =>
    String(part).padStart(2, '0'),
  );
  return `${Math.floor(spanMs / HOUR_MS)}:${minute}:${second}`;
}

/** Whole seconds of a span, a started second counting in full (RULES.md RK1). */
export function roundUpToSeconds(spanMs: DurationMs): number {
  return Math.ceil(spanMs / SECOND_MS);
}

/** A span as shown: rounded up or down to the second, or cut to the tenth (RULES.md RK1). */
export function showSpan(spanMs: DurationMs, rounding: Rounding = 'up'): DurationMs {
  if (rounding === 'up') return roundUpToSeconds(spanMs) * SECOND_MS;
  const unitMs = rounding === 'down' ? SECOND_MS : TENTH_MS;
  return Math.floor(spanMs / unitMs) * unitMs;
}
