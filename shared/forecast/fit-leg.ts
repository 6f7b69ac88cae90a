import type { LegTimes } from './leg-sample.ts';

/** A leg as fitted to its runners. */
export interface LegFit {
  /** The logarithmic length (see `LegSample`) for a runner with this time and pace before; NaN for an unknown pace. */
  lengthFor(beforeMs: number, pace: number): number;
  /** The spread around it, including the error of the fit. */
  spreadFor(beforeMs: number, pace: number): number;
  /** The number of runners through it. */
  readonly basis: number;
}

export interface LegRuns {
  readonly through: LegTimes;
  readonly open: LegTimes;
  readonly isFirst: boolean;
}

/** The prior for a leg that nobody has run yet. */
interface Belief {
  /** The effect of slowness up to the leg, as a share of it. */
  readonly ability: number;
  /** The effect of slowness on the leg before. */
  readonly pace: number;
  readonly spread: number;
}

const BELIEF: Belief = { ability: 0.07, pace: 0.25, spread: 0.08 };
/** On the first leg nothing is known of a runner, and people differ more. */
const FIRST_BELIEF: Belief = { ability: 0, pace: 0, spread: 0.2 };
/** The weight of the prior: squares of ability and pace, and runners. */
const WORTH = { ability: 0.3, pace: 0.2, spread: 3 };

/** The assumed share that gives up unreported. */
const GAVE_UP = 0.02;
/** A leg this many times as long or short as usual was not simply run. */
const OUTLIER = Math.log(2.5);
const MOST_ROUNDS = 14;
/** Runners out for less than this share of their time are no evidence. */
const TELLS_NOTHING = -4;
/** Runners out for longer have stopped. */
const STOPPED = 6;

/** The columns ability, pace, length and 1, which are also the rows of their matrix. */
const SIZE = 4;
const LENGTH = 3;

/**
 * Fits a plane to the lengths over the time before and the pace, by Newton's method in Olsen's form, which has one
 * maximum: heights and slopes over the spread, and one over the spread. Runners still on the leg count with their
 * probable time: otherwise only the fast would count, and everybody would be expected too early.
 */
export function fitLeg({ through: allThrough, open, isFirst }: LegRuns): LegFit {
  const belief = isFirst ? FIRST_BELIEF : BELIEF;
  const through = withoutOutliers(allThrough);
  const basis = through.length.length;
  const usual = {
    ability: mean(through.before.map(abilityOf)),
    pace: mean(through.pace.filter((pace) => !Number.isNaN(pace))),
    length: mean(through.length),
  };
  /** Writes the row of a runner into `rows` from `at` on. */
  const describe = (
    rows: Float64Array,
    at: number,
    beforeMs: number,
    pace: number,
    length: number,
  ): void => {
    rows[at] = -1;
    rows[at + 1] = usual.ability - abilityOf(beforeMs);
    // An unknown pace counts as the usual one.
    rows[at + 2] = Number.isNaN(pace) || Number.isNaN(usual.pace) ? 0 : usual.pace - pace;
    rows[at + LENGTH] = length - usual.length;
  };
  const describeAll = ({ before, pace, length }: LegTimes): Float64Array => {
    const rows = new Float64Array(length.length * SIZE);
    for (const [at, value] of length.entries())
      describe(rows, at * SIZE, before[at] ?? 0, pace[at] ?? Number.NaN, value);
    return rows;
  };

  const known = new Float64Array(SIZE * SIZE);
  const throughRows = describeAll(through);
  for (let at = 0; at < throughRows.length; at += SIZE) addSquare(known, throughRows, at, 1);
  addSquare(known, [0, -1, 0, belief.ability], 0, WORTH.ability);
  addSquare(known, [0, 0, -1, belief.pace], 0, WORTH.pace);
  addSquare(known, [0, 0, 0, belief.spread], 0, WORTH.spread);
  const counted = basis + WORTH.spread;
  const scale = Math.sqrt(counted / (known[SIZE * SIZE - 1] ?? 1));
  const found = Float64Array.of(0, belief.ability * scale, belief.pace * scale, scale);
  const openRows = describeAll(open);
  let doubt: Float64Array = known;
  for (let round = 0; round < MOST_ROUNDS; round += 1) {
    const { slope, bend } = climb(found, known, counted, openRows);
    doubt = invert(bend, SIZE);
    const step = slope.map((_, at) => dot(rowOf(doubt, at), slope));
    const part = keepScale(found[LENGTH] ?? 1, step[LENGTH] ?? 0);
    for (const [at, by] of step.entries()) found[at] = (found[at] ?? 0) + part * by;
    if (step.every((by) => Math.abs(by) < 1e-3)) break;
  }
  const perSpread = found[LENGTH] ?? 1;

  const [height = 0, byAbility = 0, byPace = 0] = found;
  /** Shared by all runners: a whole field is asked for every few seconds. */
  const one = new Float64Array(SIZE);
  const lengthFor = (beforeMs: number, pace: number): number => {
    describe(one, 0, beforeMs, pace, usual.length);
    const [, ability = 0, slower = 0] = one;
    return usual.length + (height - byAbility * ability - byPace * slower) / perSpread;
  };
  return {
    basis,
    lengthFor,
    spreadFor(beforeMs, pace) {
      describe(one, 0, beforeMs, pace, lengthFor(beforeMs, pace));
      // The derivative of the length by each fitted value is the row over the spread.
      let wrong = 0;
      for (let at = 0; at < SIZE; at += 1) {
        for (let by = 0; by < SIZE; by += 1)
          wrong += (one[at] ?? 0) * (doubt[at * SIZE + by] ?? 0) * (one[by] ?? 0);
      }
      return Math.sqrt(1 + Math.max(0, wrong)) / perSpread;
    },
  };
}

/** The first and second derivative of the likelihood. */
function climb(
  found: Float64Array,
  known: Float64Array,
  counted: number,
  openRows: Float64Array,
): { readonly slope: Float64Array; readonly bend: Float64Array } {
  const bend = known.slice();
  const slope = found.map((_, at) => -dot(rowOf(known, at), found));
  const perSpread = found[LENGTH] ?? 1;
  slope[LENGTH] = (slope[LENGTH] ?? 0) + counted / perSpread;
  bend[SIZE * SIZE - 1] = (bend[SIZE * SIZE - 1] ?? 0) + counted / perSpread ** 2;
  for (let row = 0; row < openRows.length; row += SIZE) {
    let overdue = 0;
    for (let at = 0; at < SIZE; at += 1) overdue += (openRows[row + at] ?? 0) * (found[at] ?? 0);
    if (overdue < TELLS_NOTHING || overdue > STOPPED) continue;
    const { part, hazard } = tailBeyond(overdue);
    // The longer a runner is out, the less likely they are still coming.
    const stillComing = ((1 - GAVE_UP) * part) / ((1 - GAVE_UP) * part + GAVE_UP);
    const weight = stillComing * hazard;
    for (let at = 0; at < SIZE; at += 1)
      slope[at] = (slope[at] ?? 0) - weight * (openRows[row + at] ?? 0);
    addSquare(bend, openRows, row, weight * (hazard - overdue));
  }
  return { slope, bend };
}

/** The share of a step that keeps the spread within half and double. */
function keepScale(scale: number, step: number): number {
  if (step > scale) return scale / step;
  return step < -scale / 2 ? -scale / 2 / step : 1;
}

/** Adds the products of a row, which begins at `from`, with itself. */
function addSquare(
  sums: Float64Array,
  rows: ArrayLike<number>,
  from: number,
  weight: number,
): void {
  for (let at = 0; at < SIZE; at += 1) {
    const value = weight * (rows[from + at] ?? 0);
    for (let by = 0; by < SIZE; by += 1) {
      const cell = at * SIZE + by;
      sums[cell] = (sums[cell] ?? 0) + value * (rows[from + by] ?? 0);
    }
  }
}

function rowOf(matrix: Float64Array, at: number): Float64Array {
  return matrix.subarray(at * SIZE, at * SIZE + SIZE);
}

function withoutOutliers(times: LegTimes): LegTimes {
  const { length } = times;
  const middle = length.toSorted()[length.length >> 1] ?? 0;
  const isUsual = (_: number, at: number): boolean =>
    Math.abs((length[at] ?? 0) - middle) <= OUTLIER;
  if (length.every(isUsual)) return times;
  return {
    before: times.before.filter(isUsual),
    pace: times.pace.filter(isUsual),
    length: length.filter(isUsual),
  };
}

function abilityOf(beforeMs: number): number {
  return beforeMs > 0 ? Math.log(beforeMs) : 0;
}

/** NaN for an empty list. */
function mean(values: Float64Array): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}

function dot(a: ArrayLike<number>, b: ArrayLike<number>): number {
  let sum = 0;
  for (let at = 0; at < a.length; at += 1) sum += (a[at] ?? 0) * (b[at] ?? 0);
  return sum;
}

/** The inverse of a symmetric matrix with a positive diagonal, row after row (Gauss and Jordan). */
function invert(matrix: Float64Array, size: number): Float64Array {
  const left = matrix.slice();
  const right = new Float64Array(size * size);
  for (let at = 0; at < size; at += 1) right[at * size + at] = 1;
  for (let pivot = 0; pivot < size; pivot += 1) {
    const by = left[pivot * size + pivot] ?? 1;
    for (const side of [left, right])
      for (let column = 0; column < size; column += 1)
        side[pivot * size + column] = (side[pivot * size + column] ?? 0) / by;
    for (let row = 0; row < size; row += 1) {
      if (row === pivot) continue;
      const times = left[row * size + pivot] ?? 0;
      for (const side of [left, right])
        for (let column = 0; column < size; column += 1)
          side[row * size + column] =
            (side[row * size + column] ?? 0) - times * (side[pivot * size + column] ?? 0);
    }
  }
  return right;
}

/** The upper tail of the normal distribution: its probability, and the hazard at its start. */
interface Tail {
  readonly part: number;
  readonly hazard: number;
}

function tailBeyond(at: number): Tail {
  const density = Math.exp((-at * at) / 2) / Math.sqrt(2 * Math.PI);
  const part = partBeyond(at);
  return { part, hazard: density / part };
}

/** Abramowitz and Stegun 26.2.17, good to seven places. */
function partBeyond(at: number): number {
  if (at < 0) return 1 - partBeyond(-at);
  const t = 1 / (1 + 0.2316419 * at);
  const sum =
    t *
    (0.31938153 + t * (-0.356563782 + t * (1.781477937 + t * (-1.821255978 + t * 1.330274429))));
  return (Math.exp((-at * at) / 2) / Math.sqrt(2 * Math.PI)) * sum;
}
