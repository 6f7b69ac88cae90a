import { type DurationMs, HOUR_MS, MINUTE_MS, SECOND_MS } from '../model/time.ts';

/** So much of what a shift wins may be given up for a rounder one: some people are read where they cannot be. */
const GIVEN_UP = 0.05;

/** A leg of the course is shorter: a clock that is half a day off seems to be less by it. */
const MOST_BEFORE_MS = 3 * HOUR_MS;

/** The shifts of a clock with which most reads fit. */
export interface ShiftRange {
  /** Infinite where nothing bounds it on that side. */
  readonly fromMs: DurationMs;
  readonly untilMs: DurationMs;
  /** How many of the bounds the best of them keeps, and how many are kept without a shift. */
  readonly kept: number;
  readonly keptNow: number;
}

/** The shift that fits bounds, each of which asks for at least, or for at most, so much (RULES.md CR6). */
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
  // Before the first step all that ask for at most so much are kept, beyond the last one all others.
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
 * The likeliest of a range: a whole hour (summer time, a wrong zone), else a whole half hour, of
 * several the smallest; else the whole minute nearest the middle, or the smallest where one side is open.
 */
export function chooseShift({
  fromMs,
  untilMs,
}: Pick<ShiftRange, 'fromMs' | 'untilMs'>): DurationMs {
  const nearestZero = Math.min(Math.max(0, fromMs), untilMs);
  for (const stepMs of [HOUR_MS, HOUR_MS / 2]) {
    const round = roundWithin(nearestZero, stepMs, fromMs, untilMs);
    if (round === undefined) continue;
    // Half a day and a whole one are set wrong more often than the hours shortly before them.
    const usual = [12, 24].map((hours) => Math.sign(round) * hours * HOUR_MS);
    return usual.find((ms) => ms >= fromMs && ms <= untilMs && isShortlyBefore(round, ms)) ?? round;
  }
  const middle = (fromMs + untilMs) / 2;
  const aim = Number.isFinite(middle) ? middle : nearestZero;
  return roundWithin(aim, MINUTE_MS, fromMs, untilMs) ?? Math.round(aim / SECOND_MS) * SECOND_MS;
}

function isShortlyBefore(shiftMs: DurationMs, usualMs: DurationMs): boolean {
  const lessMs = Math.abs(usualMs) - Math.abs(shiftMs);
  return lessMs >= 0 && lessMs <= MOST_BEFORE_MS;
}

/** The multiple of a step that is nearest to `aim` of those within; undefined where none is. */
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
