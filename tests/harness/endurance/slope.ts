/** A value at a moment. */
export interface Point {
  readonly x: number;
  readonly y: number;
}

/** How much y rises a step of x, and between which bounds that most certainly is. */
export interface Slope {
  readonly estimate: number;
  readonly lower: number;
  readonly upper: number;
}

/** Fewer points say nothing. */
const FEWEST_POINTS = 8;
/** Of a normal distribution: one in two hundred is above the upper bound, one in two hundred below the lower. */
const SURE = 2.58;
/** Neighbours that are more alike than this would make every slope uncertain. */
const MOST_ALIKE = 0.95;

/**
 * The median of the slopes between all pairs of points (Theil 1950), which a third of wild points does not move, and its
 * confidence interval (Sen 1968) from the variance of Kendall's S. What follows each other is alike, as the
 * memory before and after a garbage collection: the variance is that of as many points as are independent (Hamed and Rao
 * 1998, of the first order). Points are in the order of x; undefined when there are too few.
 */
export function estimateSlope(points: readonly Point[]): Slope | undefined {
  const count = points.length;
  if (count < FEWEST_POINTS) return undefined;
  const slopes = points
    .flatMap((a, i) => points.slice(i + 1).map((b) => (b.y - a.y) / (b.x - a.x)))
    .toSorted((a, b) => a - b);
  const estimate = medianOfSorted(slopes);
  const alike = correlateNeighbours(rank(points.map(({ x, y }) => y - estimate * x)));
  const variance = (count * (count - 1) * (2 * count + 5)) / 18;
  const inflated = (variance * (1 + alike)) / (1 - alike);
  const half = (SURE * Math.sqrt(inflated)) / 2;
  const middle = slopes.length / 2;
  return {
    estimate,
    lower: slopes[Math.floor(middle - half)] ?? Number.NEGATIVE_INFINITY,
    upper: slopes[Math.ceil(middle + half)] ?? Number.POSITIVE_INFINITY,
  };
}

/** Of at least one value. */
export function median(values: readonly number[]): number {
  return medianOfSorted(values.toSorted((a, b) => a - b));
}

function medianOfSorted(sorted: readonly number[]): number {
  const half = sorted.length >> 1;
  const upper = sorted[half] ?? Number.NaN;
  return sorted.length % 2 === 1 ? upper : ((sorted[half - 1] ?? upper) + upper) / 2;
}

/** The place of each in the order of size; equal ones share the middle of theirs. */
function rank(values: readonly number[]): readonly number[] {
  const sorted = values.toSorted((a, b) => a - b);
  return values.map((value) => (sorted.indexOf(value) + sorted.lastIndexOf(value)) / 2);
}

/** From 0 to {@link MOST_ALIKE}; what swings to and fro is not taken for more certain than chance. */
function correlateNeighbours(values: readonly number[]): number {
  const mean = values.reduce((sum, value) => sum + value, 0) / values.length;
  const off = values.map((value) => value - mean);
  const own = off.reduce((sum, value) => sum + value * value, 0);
  if (own === 0) return 0;
  const next = off.slice(1).reduce((sum, value, index) => sum + value * (off[index] ?? 0), 0);
  return Math.min(MOST_ALIKE, Math.max(0, next / own));
}
