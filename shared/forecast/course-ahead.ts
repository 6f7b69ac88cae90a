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

interface LegAhead extends Runner {
  readonly model: Leg;
  readonly fit: LegFit;
  readonly length: number;
  readonly spread: number;
}

/** A runner's course over the legs ahead. */
export class CourseAhead {
  readonly #legs: LegAhead[] = [];
  /** As expected at its end. */
  #runner: Runner;
  /** A later point is never earlier than the one before. */
  #earliestMs: DurationMs;
  #latestMs: DurationMs;

  /** From where the runner was last seen, 0 for the start, with the pace of the leg before. */
  constructor(seenMs: DurationMs, pace: number) {
    this.#earliestMs = seenMs;
    this.#latestMs = seenMs;
    this.#runner = { elapsedMs: seenMs, pace };
  }

  /** Adds a leg, and returns the arrival at its end. */
  extend(model: Leg): Arrival {
    const { elapsedMs: beforeMs, pace } = this.#runner;
    const fit = model.fit(beforeMs);
    const length = fit.lengthFor(beforeMs, pace);
    const spread = fit.spreadFor(beforeMs, pace);
    this.#legs.push({ ...this.#runner, model, fit, length, spread });
    this.#runner = run(this.#runner, model, length);
    const { elapsedMs } = this.#runner;
    // A runner who is late on one leg is late on the next.
    let [earlyMs, lateMs] = [0, 0];
    for (const [at, leg] of this.#legs.entries()) {
      const usual = NINE_OF_TEN * leg.spread;
      const unsure = UNKNOWN_SPREAD * leg.model.unknown ** 2;
      earlyMs += elapsedMs - this.#endIf(at, -Math.hypot(usual, unsure / 2));
      lateMs += this.#endIf(at, Math.hypot(usual, unsure)) - elapsedMs;
    }
    this.#earliestMs = Math.max(this.#earliestMs, elapsedMs - earlyMs);
    this.#latestMs = Math.max(this.#latestMs, elapsedMs + lateMs);
    return {
      elapsedMs: Math.round(elapsedMs),
      earliestMs: Math.round(this.#earliestMs),
      latestMs: Math.round(this.#latestMs),
      basis: Math.min(...this.#legs.map(({ fit }) => fit.basis)),
    };
  }

  /** The time at the end if a leg is `by` longer, which affects later legs. */
  #endIf(changed: number, by: number): DurationMs {
    const [first, ...others] = this.#legs.slice(changed);
    if (!first) return this.#runner.elapsedMs;
    let runner = run(first, first.model, first.length + by);
    for (const { model, fit } of others)
      runner = run(runner, model, fit.lengthFor(runner.elapsedMs, runner.pace));
    return runner.elapsedMs;
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
