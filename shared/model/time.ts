import type { Rounding } from './race-setup.ts';

declare const unit: unique symbol;

/** Milliseconds since 1970-01-01T00:00:00Z. */
export type EpochMs = number & { readonly [unit]?: 'epoch' };
/** In milliseconds. */
export type DurationMs = number & { readonly [unit]?: 'duration' };

const TENTH_MS = 100;
export const SECOND_MS = 1_000;
export const MINUTE_MS = 60 * SECOND_MS;
export const HOUR_MS = 60 * MINUTE_MS;

const CLOCK_FORM = /^(?:\d{1,2}|[1-9]\d{2}):[0-5]\d:[0-5]\d$/;
const SPAN_FORM = /^(?:(\d{1,4}):([0-5]?\d)|(\d{1,3})):([0-5]\d)(?:[.,](\d{1,6}))?$/;
/** Fewer minutes may be meant as hours. */
const FEWEST_MINUTES = 10;

/**
 * Parses a typed span: `H:MM:SS`, or `M:SS`, minutes and seconds; below ten minutes without a fraction it may be hours
 * and minutes too, which is `orMs`. A fraction is cut to milliseconds.
 */
export function readSpan(
  text: string,
): { readonly ms: DurationMs; readonly orMs?: DurationMs } | undefined {
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

/** The milliseconds of a decimal fraction of a second: `64` is 640. Digits after the third are dropped. */
export function parseFractionMs(digits: string): DurationMs {
  return Number(digits.slice(0, 3).padEnd(3, '0'));
}

/** Parses a span in the form of settings and results: `H:MM:SS`, `HH:MM:SS` or `HHH:MM:SS`. */
export function parseDuration(text: string): DurationMs | undefined {
  return CLOCK_FORM.test(text.trim()) ? readSpan(text)?.ms : undefined;
}

/** A span in the form of {@link parseDuration}, without its fraction: `0:30:00`. */
export function writeDuration(spanMs: DurationMs): string {
  const seconds = Math.floor(spanMs / SECOND_MS);
  const [minute, second] = [Math.floor(seconds / 60) % 60, seconds % 60].map((part) =>
    String(part).padStart(2, '0'),
  );
  return `${Math.floor(spanMs / HOUR_MS)}:${minute}:${second}`;
}

/** Whole seconds, begun ones counting in full (RULES.md RK1). */
export function roundUpToSeconds(spanMs: DurationMs): number {
  return Math.ceil(spanMs / SECOND_MS);
}

/** A span as shown: rounded to the second, or cut to the tenth (RULES.md RK1). */
export function showSpan(spanMs: DurationMs, rounding: Rounding = 'up'): DurationMs {
  if (rounding === 'up') return roundUpToSeconds(spanMs) * SECOND_MS;
  const unitMs = rounding === 'down' ? SECOND_MS : TENTH_MS;
  return Math.floor(spanMs / unitMs) * unitMs;
}
