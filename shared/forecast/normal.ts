/** Nine of ten are below this, in the normal distribution: 80 % within it on either side. */
const NINE_OF_TEN = 1.2816;

/** The same for a spread that is itself estimated from few (Student's t, by its first term). */
export function nineOfTenFrom(basis: number): number {
  const freedom = Math.max(1, basis - 2);
  return NINE_OF_TEN + (NINE_OF_TEN ** 3 + NINE_OF_TEN) / (4 * freedom);
}

/** Mean and variance of the part of the standard normal distribution beyond `floor`. */
export function meanBeyond(floor: number): { readonly mean: number; readonly variance: number } {
  const mean = hazard(floor);
  return { mean, variance: Math.max(0, 1 + floor * mean - mean * mean) };
}

/** The density at a point over the part beyond it. */
function hazard(at: number): number {
  if (at > 6) return at + 1 / at - 2 / at ** 3;
  return Math.exp((-at * at) / 2) / Math.sqrt(2 * Math.PI) / partBeyond(at);
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
