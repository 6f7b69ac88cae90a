import { type DurationMs, HOUR_MS, MINUTE_MS, SECOND_MS } from '../model/time.ts';

/** The share of a shift's gain to give up for a rounder one: some reads are impossible anyway. */
const GIVEN_UP = 0.05;

/** The longest leg: a clock half a day off may seem to be off by this much less. */
const MOST_BEFORE_MS = 3 * HOUR_MS;

/** The shifts of a clock that fit most reads. */
export interface ShiftRange {
  /** Infinite if unbounded. */
  readonly fromMs: DurationMs;
  readonly untilMs: DurationMs;
  /** The bounds kept by the best shift, and by none. */
  readonly kept: number;
  readonly keptNow: number;
}

/** 12 or 24 hours ahead or behind. */
const HALF_DAYS: readonly DurationMs[] = [-24, -12, 12, 24].map((hours) => hours * HOUR_MS);

/** The shifts that fit most of these bounds (RULES.md CR6). */
export function fitShift(
  atLeast: readonly DurationMs[],
  atMost: readonly DurationMs[],
): ShiftRange {
  const lower = Float64Array.from(atLeast).toSorted();
  const upper = Float64Array.from(atMost).toSorted();
  const steps = new Float64Array(lower.length + upper.length);
  steps.set(lower);
  steps.set(upper, lower.length);
  steps.sort();
  const kept = new Uint32Array(steps.length);
  let [keptNow, best, least, over] = [0, 0, 0, 0];
  for (const ms of atLeast) keptNow += Number(ms <= 0);
  for (const ms of atMost) keptNow += Number(ms >= 0);
  for (let at = 0; at < steps.length; at += 1) {
    const ms = steps[at] ?? 0;
    while (least < lower.length && (lower[least] ?? 0) <= ms) least += 1;
    while (over < upper.length && (upper[over] ?? 0) < ms) over += 1;
    kept[at] = least + upper.length - over;
    if ((kept[at] ?? 0) > (kept[best] ?? 0)) best = at;
  }
  const most = kept[best] ?? 0;
  const enough = most - GIVEN_UP * (most - keptNow);
  let [first, last] = [best, best];
  while (first > 0 && (kept[first - 1] ?? 0) >= enough) first -= 1;
  while (last < steps.length - 1 && (kept[last + 1] ?? 0) >= enough) last += 1;
  // All upper bounds hold before the first step, all lower bounds after the last.
  const isOpenBelow = first === 0 && upper.length >= enough;
  const isOpenAbove = last === steps.length - 1 && lower.length >= enough;
  return {
    fromMs: isOpenBelow ? -Infinity : (steps[first] ?? 0),
    untilMs: isOpenAbove ? Infinity : (steps[last] ?? 0),
    kept: most,
    keptNow,
  };
}

/**
 * The likeliest shift of a range: half a day or a day, else a whole hour (summer time, a wrong zone), else a half hour, of
 * several the smallest; else the whole minute nearest the middle, or the smallest of an open range.
 */
export function chooseShift({
  fromMs,
  untilMs,
}: Pick<ShiftRange, 'fromMs' | 'untilMs'>): DurationMs {
  const nearestZero = Math.min(Math.max(0, fromMs), untilMs);
  const day = HALF_DAYS.find(
    (ms) => fromMs <= ms && ms <= untilMs && isShortlyBefore(nearestZero, ms),
  );
  if (day !== undefined) return day;
  for (const stepMs of [HOUR_MS, HOUR_MS / 2]) {
    const round = roundWithin(nearestZero, stepMs, fromMs, untilMs);
    if (round !== undefined) return round;
  }
  const middle = (fromMs + untilMs) / 2;
  const aim = Number.isFinite(middle) ? middle : nearestZero;
  return roundWithin(aim, MINUTE_MS, fromMs, untilMs) ?? Math.round(aim / SECOND_MS) * SECOND_MS;
}

function isShortlyBefore(shiftMs: DurationMs, usualMs: DurationMs): boolean {
  const lessMs = (usualMs - shiftMs) * Math.sign(usualMs);
  return lessMs >= 0 && lessMs <= MOST_BEFORE_MS;
}

/** The multiple of a step within the range that is nearest to `aim`, if any. */
function roundWithin(
  aim: number,
  stepMs: DurationMs,
  fromMs: DurationMs,
  untilMs: DurationMs,
): DurationMs | undefined {
  const around = [Math.floor(aim / stepMs) * stepMs, Math.ceil(aim / stepMs) * stepMs];
  return around
    .filter((ms) => ms >= fromMs && ms <= untilMs)
    .toSorted((a, b) => Math.abs(a - aim) - Math.abs(b - aim))[0];
}
