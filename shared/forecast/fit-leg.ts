import { meanBeyond } from './normal.ts';

/** How long a leg is, for who ran the one before at a given pace. */
export interface LegFit {
  /** The usual length at the usual pace of those it comes from. */
  readonly level: number;
  /** That pace; NaN where it says nothing. */
  readonly usualPace: number;
  /** How much longer the leg is for who was slower on the one before. */
  readonly slope: number;
  readonly spread: number;
  /** From how many who are through. */
  readonly basis: number;
}

/** Lengths and paces, as in `LegSample`: known ones, and those that are longer than this. */
export interface LegLengths {
  readonly length: readonly number[];
  readonly pace: readonly number[];
}

const ROUNDS = 8;
/** A slope is believed as if so many had shown none. */
const DOUBT = 20;
const LEAST_SPREAD = 0.003;

/**
 * A straight line through the lengths over the paces. Those still on the leg
 * count with what they are likely to need, given that they are not there yet:
 * without them only the fast would be counted, and everyone promised too early.
 */
export function fitLeg(allThrough: LegLengths, allOpen: LegLengths): LegFit {
  const paced = keepPaced(allThrough);
  // Where a mat before was silent for most of them, the pace is left out instead of the runners.
  const hasPace = paced.length.length * 2 > allThrough.length.length;
  const through = hasPace ? paced : allThrough;
  const open = hasPace ? keepPaced(allOpen) : allOpen;
  const basis = through.length.length;
  const usualPace = hasPace ? mean(through.pace) : Number.NaN;
  const x = [...through.pace, ...open.pace].map((pace) => (hasPace ? pace - usualPace : 0));
  const y = [...through.length];
  let line = drawLine(x.slice(0, basis), y, basis);
  let spread = Math.max(
    LEAST_SPREAD,
    Math.sqrt(mean(y.map((value, at) => (value - line.at(x[at] ?? 0)) ** 2))),
  );
  for (let round = 0; round < ROUNDS && open.length.length > 0; round += 1) {
    let doubt = 0;
    for (const [at, floor] of open.length.entries()) {
      const likely = line.at(x[basis + at] ?? 0);
      const beyond = meanBeyond((floor - likely) / spread);
      y[basis + at] = likely + spread * beyond.mean;
      doubt += spread ** 2 * beyond.variance;
    }
    line = drawLine(x, y, basis);
    let squares = doubt;
    for (const [at, value] of y.entries()) squares += (value - line.at(x[at] ?? 0)) ** 2;
    spread = Math.max(LEAST_SPREAD, Math.sqrt(squares / y.length));
  }
  return { level: line.at(0), usualPace, slope: line.slope, spread, basis };
}

function keepPaced({ length, pace }: LegLengths): LegLengths {
  const isPaced = (_: number, at: number): boolean => !Number.isNaN(pace[at]);
  return { length: length.filter(isPaced), pace: pace.filter(isPaced) };
}

interface Line {
  readonly slope: number;
  at(x: number): number;
}

function drawLine(x: readonly number[], y: readonly number[], basis: number): Line {
  const middleX = mean(x);
  const middleY = mean(y);
  let across = 0;
  let along = 0;
  for (const [at, value] of y.entries()) {
    const step = (x[at] ?? 0) - middleX;
    across += step * (value - middleY);
    along += step * step;
  }
  const slope = along > 0 ? (across / along) * (basis / (basis + DOUBT)) : 0;
  return { slope, at: (x) => middleY + slope * (x - middleX) };
}

function mean(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}
