declare const unit: unique symbol;

/** Milliseconds since 1970-01-01T00:00:00Z. */
export type EpochMs = number & { readonly [unit]?: 'epoch' };
/** A span in milliseconds. */
export type DurationMs = number & { readonly [unit]?: 'duration' };

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
