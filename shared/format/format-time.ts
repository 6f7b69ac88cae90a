import type { Rounding } from '../model/race-setup.ts';
import { type DurationMs, SECOND_MS, showSpan } from '../model/time.ts';

const SECONDS_PER_MINUTE = 60;
const SECONDS_PER_HOUR = 3_600;

const TENTH_MS = 100;

/** `HH:MM:SS` in whole seconds (RULES.md RK1); the hours may have more than two digits. */
export function formatClock(spanMs: DurationMs, rounding?: Rounding): string {
  const { hours, minutes, seconds } = splitSeconds(
    Math.floor(showSpan(spanMs, rounding) / SECOND_MS),
  );
  return `${twoDigits(hours)}:${twoDigits(minutes)}:${twoDigits(seconds)}`;
}

/** `h:mm:ss` as the result tables show it, with tenths where times are not rounded (RULES.md RK1). */
export function formatElapsed(spanMs: DurationMs, rounding?: Rounding): string {
  const shownMs = showSpan(spanMs, rounding);
  const { hours, minutes, seconds } = splitSeconds(Math.floor(shownMs / SECOND_MS));
  return `${hours}:${twoDigits(minutes)}:${twoDigits(seconds)}${tenths(shownMs, rounding)}`;
}

/** The difference of two spans as shown: `0:40`, `12:30`, `1:02:03`, with tenths if they have them. */
export function formatApart(spanMs: DurationMs, otherMs: DurationMs, rounding?: Rounding): string {
  const apartMs = Math.abs(showSpan(spanMs, rounding) - showSpan(otherMs, rounding));
  return formatGap(Math.floor(apartMs / SECOND_MS)) + tenths(apartMs, rounding);
}

function tenths(shownMs: DurationMs, rounding: Rounding | undefined): string {
  return rounding === 'none' ? `.${Math.floor((shownMs % SECOND_MS) / TENTH_MS)}` : '';
}

/** `h:mm:ss`, or `mm:ss` under an hour, as a running clock shows it: seconds are cut, and a negative span is zero. */
export function formatRaceClock(spanMs: DurationMs): string {
  return formatShort(Math.max(0, Math.floor(spanMs / SECOND_MS)));
}

/** `h:mm:ss` from an hour on, else `mm:ss`. */
export function formatShort(wholeSeconds: number): string {
  const { hours, minutes, seconds } = splitSeconds(wholeSeconds);
  const short = `${twoDigits(minutes)}:${twoDigits(seconds)}`;
  return hours > 0 ? `${hours}:${short}` : short;
}

/** A difference of times: `0:40`, `12:30`, `1:02:03`. */
function formatGap(wholeSeconds: number): string {
  const { hours, minutes, seconds } = splitSeconds(wholeSeconds);
  if (hours > 0) return formatShort(wholeSeconds);
  return `${minutes}:${twoDigits(seconds)}`;
}

/** A span in words, to the second: `30 min`, `1 min 30 s`, `4 h 50 min`. */
export function spellSpan(spanMs: DurationMs): string {
  const { hours, minutes, seconds } = splitSeconds(Math.floor(spanMs / SECOND_MS));
  const parts = [hours && `${hours} h`, minutes && `${minutes} min`, seconds && `${seconds} s`];
  return parts.filter((part) => part !== 0).join(' ') || '0 s';
}

function splitSeconds(wholeSeconds: number): { hours: number; minutes: number; seconds: number } {
  return {
    hours: Math.floor(wholeSeconds / SECONDS_PER_HOUR),
    minutes: Math.floor(wholeSeconds / SECONDS_PER_MINUTE) % SECONDS_PER_MINUTE,
    seconds: wholeSeconds % SECONDS_PER_MINUTE,
  };
}

const TWO_DIGITS: readonly string[] = Array.from({ length: 100 }, (_, value) =>
  String(value).padStart(2, '0'),
);

function twoDigits(value: number): string {
  return TWO_DIGITS[value] ?? String(value).padStart(2, '0');
}
