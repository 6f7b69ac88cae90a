import type { LegRun, LegSample } from './leg-sample.ts';

/** A leg as fitted to its runners. */
export interface LegFit {
  /** The logarithmic length (see `LegRun`) for a runner with this time and pace before; NaN for an unknown pace. */
  lengthFor(beforeMs: number, pace: number): number;
  /** The spread around it, including the error of the fit. */
  spreadFor(beforeMs: number, pace: number): number;
  /** The number of runners through it. */
  readonly basis: number;
}

/** The prior for a leg that nobody has run yet: the effects of slowness up to it and on the leg before, as shares. */
const BELIEF = { ability: 0.07, pace: 0.25, spread: 0.08 };
/** On the first leg nothing is known of a runner, and people differ more. */
const FIRST_BELIEF: typeof BELIEF = { ability: 0, pace: 0, spread: 0.2 };
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

/** The last of the values fitted, one over the spread, which is also that of a row. */
const LENGTH = 3;

/** A runner: minus 1, the usual ability and pace less theirs, and their length less the usual one. */
type Row = readonly number[];

/**
 * Fits a plane to the lengths over the time before and the pace, by Newton's method in Olsen's form, which has one
 * maximum: heights and slopes over the spread, and one over the spread. Runners still on the leg count with their
 * probable time: otherwise only the fast would count, and everybody would be expected too early.
 */
export function fitLeg({ through: allThrough, open }: LegSample, isFirst: boolean): LegFit {
  const belief = isFirst ? FIRST_BELIEF : BELIEF;
  const through = withoutOutliers(allThrough);
  const basis = through.length;
  const paces = through.map(({ pace }) => pace).filter((pace) => !Number.isNaN(pace));
  const usual = {
    ability: mean(through.map(({ before }) => abilityOf(before))),
    pace: mean(paces),
    length: mean(through.map(({ length }) => length)),
  };
  /** An unknown pace counts as the usual one. */
  const fasterBy = (pace: number): number =>
    Number.isNaN(pace) || Number.isNaN(usual.pace) ? 0 : usual.pace - pace;
  const describe = ({ before, pace, length }: LegRun): Row => [
    -1,
    usual.ability - abilityOf(before),
    fasterBy(pace),
    length - usual.length,
  ];

  const known = [0, 0, 0, 0].map(() => [0, 0, 0, 0]);
  for (const run of through) addSquare(known, describe(run), 1);
  addSquare(known, [0, -1, 0, belief.ability], WORTH.ability);
  addSquare(known, [0, 0, -1, belief.pace], WORTH.pace);
  addSquare(known, [0, 0, 0, belief.spread], WORTH.spread);
  const counted = basis + WORTH.spread;
  const scale = Math.sqrt(counted / (known[LENGTH]?.[LENGTH] ?? 1));
  let found: Row = [0, belief.ability * scale, belief.pace * scale, scale];
  const openRows = open.map(describe);
  let doubt: readonly Row[] = known;
  for (let round = 0; round < MOST_ROUNDS; round += 1) {
    const { slope, bend } = climb(found, known, counted, openRows);
    doubt = invert(bend);
    const step = doubt.map((row) => dot(row, slope));
    const part = keepScale(found[LENGTH] ?? 1, step[LENGTH] ?? 0);
    found = found.map((value, at) => value + part * (step[at] ?? 0));
    if (step.every((by) => Math.abs(by) < 1e-3)) break;
  }
  const [height = 0, byAbility = 0, byPace = 0, perSpread = 1] = found;
  const lengthFor = (before: number, pace: number): number => {
    const faster = byAbility * (usual.ability - abilityOf(before)) + byPace * fasterBy(pace);
    return usual.length + (height - faster) / perSpread;
  };
  return {
    basis,
    lengthFor,
    spreadFor(before, pace) {
      const row = describe({ before, pace, length: lengthFor(before, pace) });
      // The derivative of the length by each fitted value is the row over the spread.
      const wrong = doubt.reduce((sum, line, at) => sum + (row[at] ?? 0) * dot(line, row), 0);
      return Math.sqrt(1 + Math.max(0, wrong)) / perSpread;
    },
  };
}

/** The first and second derivative of the likelihood. */
function climb(
  found: Row,
  known: readonly Row[],
  counted: number,
  openRows: readonly Row[],
): { readonly slope: Row; readonly bend: readonly Row[] } {
  const bend = known.map((line) => [...line]);
  const slope = known.map((line) => -dot(line, found));
  const perSpread = found[LENGTH] ?? 1;
  slope[LENGTH] = (slope[LENGTH] ?? 0) + counted / perSpread;
  addSquare(bend, [0, 0, 0, 1], counted / perSpread ** 2);
  for (const row of openRows) {
    const overdue = dot(row, found);
    if (overdue < TELLS_NOTHING || overdue > STOPPED) continue;
    const part = partBeyond(overdue);
    const hazard = densityAt(overdue) / part;
    // The longer a runner is out, the less likely they are still coming.
    const stillComing = ((1 - GAVE_UP) * part) / ((1 - GAVE_UP) * part + GAVE_UP);
    const weight = stillComing * hazard;
    for (const [at, value] of row.entries()) slope[at] = (slope[at] ?? 0) - weight * value;
    addSquare(bend, row, weight * (hazard - overdue));
  }
  return { slope, bend };
}

/** The share of a step that keeps the spread within half and double. */
function keepScale(scale: number, step: number): number {
  if (step > scale) return scale / step;
  return step < -scale / 2 ? -scale / 2 / step : 1;
}

/** Adds the products of a row with itself. */
function addSquare(sums: readonly number[][], row: Row, weight: number): void {
  for (const [at, line] of sums.entries()) {
    const value = weight * (row[at] ?? 0);
    for (let by = 0; by < line.length; by += 1) line[by] = (line[by] ?? 0) + value * (row[by] ?? 0);
  }
}

function withoutOutliers(runs: readonly LegRun[]): readonly LegRun[] {
  const lengths = Float64Array.from(runs, ({ length }) => length).toSorted();
  const middle = lengths[lengths.length >> 1] ?? 0;
  return runs.filter(({ length }) => Math.abs(length - middle) <= OUTLIER);
}

function abilityOf(beforeMs: number): number {
  return beforeMs > 0 ? Math.log(beforeMs) : 0;
}

/** NaN for an empty list. */
function mean(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}

function dot(a: Row, b: Row): number {
  return a.reduce((sum, value, at) => sum + value * (b[at] ?? 0), 0);
}

/** The inverse of a symmetric matrix with a positive diagonal (Gauss and Jordan). */
function invert(matrix: readonly Row[]): readonly Row[] {
  let rows = matrix.map((line, at) => [...line, ...line.map((_, by) => Number(by === at))]);
  for (const pivot of matrix.keys()) {
    const chosen = rows[pivot] ?? [];
    const scaled = chosen.map((value) => value / (chosen[pivot] ?? 1));
    rows = rows.map((line, at) =>
      at === pivot
        ? scaled
        : line.map((value, by) => value - (line[pivot] ?? 0) * (scaled[by] ?? 0)),
    );
  }
  return rows.map((line) => line.slice(matrix.length));
}

function densityAt(at: number): number {
  return Math.exp((-at * at) / 2) / Math.sqrt(2 * Math.PI);
}

/** The upper tail of the normal distribution: Abramowitz and Stegun 26.2.17, good to seven places. */
function partBeyond(at: number): number {
  if (at < 0) return 1 - partBeyond(-at);
  const t = 1 / (1 + 0.2316419 * at);
  const sum =
    t *
    (0.31938153 + t * (-0.356563782 + t * (1.781477937 + t * (-1.821255978 + t * 1.330274429))));
  return densityAt(at) * sum;
}
