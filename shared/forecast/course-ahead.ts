import type { DurationMs } from '../model/time.ts';
import { type LegFit, nineOfTenFrom } from './fit-leg.ts';
import { START } from './leg-sample.ts';

/** The end of a course in time: eight of ten arrive between the earliest and the latest. */
export interface Arrival {
  readonly elapsedMs: DurationMs;
  readonly earliestMs: DurationMs;
  readonly latestMs: DurationMs;
  readonly basis: number;
}

/** The effect of the unknown share of a field on a range (RULES.md XP5). */
const UNKNOWN_SPREAD = 0.09;
/** The correlation of the errors of legs. */
const TOGETHER = 0.3;
/** The runners that the prior is worth. */
const BELIEVED = 3;

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

/** Errors to one side. */
interface Side {
  readonly squares: number;
  readonly sum: number;
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
    let early: Side = { squares: 0, sum: 0 };
    let late = early;
    for (const [at, leg] of this.#legs.entries()) {
      const usual = nineOfTenFrom(leg.fit.basis + BELIEVED) * leg.spread;
      const unsure = UNKNOWN_SPREAD * leg.model.unknown ** 2;
      early = add(early, elapsedMs - this.#endIf(at, -Math.hypot(usual, unsure / 2)));
      late = add(late, this.#endIf(at, Math.hypot(usual, unsure)) - elapsedMs);
    }
    this.#earliestMs = Math.max(this.#earliestMs, elapsedMs - combine(early));
    this.#latestMs = Math.max(this.#latestMs, elapsedMs + combine(late));
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

function add({ squares, sum }: Side, byMs: DurationMs): Side {
  return { squares: squares + byMs ** 2, sum: sum + byMs };
}

function combine({ squares, sum }: Side): DurationMs {
  return Math.sqrt((1 - TOGETHER) * squares + TOGETHER * sum ** 2);
}
