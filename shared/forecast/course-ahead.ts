import type { DurationMs } from '../model/time.ts';
import type { LegFit } from './fit-leg.ts';
import { START } from './leg-sample.ts';

/** The end of a course in time: eight of ten arrive between the earliest and the latest. */
export interface Arrival {
  readonly elapsedMs: DurationMs;
  readonly earliestMs: DurationMs;
  readonly latestMs: DurationMs;
  readonly basis: number;
}

/** Nine of ten are below this in the normal distribution: 80 % are within it on either side (RULES.md XP5). */
const NINE_OF_TEN = 1.2816;
/** The effect of the unknown share of a field on a range. */
const UNKNOWN_SPREAD = 0.09;

/** A runner's time, and the pace of the leg before; NaN if unknown. */
interface Runner {
  readonly elapsedMs: DurationMs;
  readonly pace: number;
}

export interface Leg {
  /** `from` may be {@link START}. */
  readonly from: number;
  readonly to: number;
  /** The share of those who began it whose outcome is unknown. */
  readonly unknown: number;
  /** For runners who began it about as late as `beforeMs`. */
  fit(beforeMs: DurationMs): LegFit;
}

/** A runner's course over the legs ahead. */
export class CourseAhead {
  /** As expected at its end. */
  #runner: Runner;
  /** The same if one leg is run as fast, or as slowly, as by one runner in ten; one for each leg. */
  #ifFast: readonly Runner[] = [];
  #ifSlow: readonly Runner[] = [];
  /** A later point is never earlier than the one before. */
  #earliestMs: DurationMs;
  #latestMs: DurationMs;
  #basis = Infinity;

  /** From where the runner was last seen, 0 for the start, with the pace of the leg before. */
  constructor(seenMs: DurationMs, pace: number) {
    this.#earliestMs = seenMs;
    this.#latestMs = seenMs;
    this.#runner = { elapsedMs: seenMs, pace };
  }

  /** Adds a leg, and returns the arrival at its end. */
  extend(model: Leg): Arrival {
    const before = this.#runner;
    const fit = model.fit(before.elapsedMs);
    const length = fit.lengthFor(before.elapsedMs, before.pace);
    const usual = NINE_OF_TEN * fit.spreadFor(before.elapsedMs, before.pace);
    const unsure = UNKNOWN_SPREAD * model.unknown ** 2;
    // A runner who is late on one leg is late on the next.
    const runOn = (runner: Runner): Runner =>
      run(runner, model, fit.lengthFor(runner.elapsedMs, runner.pace));
    const fast = run(before, model, length - Math.hypot(usual, unsure / 2));
    const slow = run(before, model, length + Math.hypot(usual, unsure));
    this.#ifFast = [...this.#ifFast.map(runOn), fast];
    this.#ifSlow = [...this.#ifSlow.map(runOn), slow];
    this.#runner = run(before, model, length);
    this.#basis = Math.min(this.#basis, fit.basis);
    const { elapsedMs } = this.#runner;
    const earlyMs = this.#ifFast.reduce((ms, end) => ms + (elapsedMs - end.elapsedMs), 0);
    const lateMs = this.#ifSlow.reduce((ms, end) => ms + (end.elapsedMs - elapsedMs), 0);
    this.#earliestMs = Math.max(this.#earliestMs, elapsedMs - earlyMs);
    this.#latestMs = Math.max(this.#latestMs, elapsedMs + lateMs);
    return {
      elapsedMs: Math.round(elapsedMs),
      earliestMs: Math.round(this.#earliestMs),
      latestMs: Math.round(this.#latestMs),
      basis: this.#basis,
    };
  }
}

function run({ elapsedMs }: Runner, { from, to }: Leg, length: number): Runner {
  const isFirst = from === START;
  return {
    elapsedMs: elapsedMs + Math.exp(length) * (isFirst ? 1 : elapsedMs),
    // A leg that skips a point has no pace comparable with others.
    pace: isFirst || to > from + 1 ? Number.NaN : length,
  };
}
