/** Nine of ten are below this in the normal distribution: 80 % are within it on either side. */
const NINE_OF_TEN = 1.2816;

/** The same for a spread that is itself estimated from few (Student's t, by its first two terms). */
export function nineOfTenFrom(freedom: number): number {
  const square = NINE_OF_TEN ** 2;
  const first = (NINE_OF_TEN * (square + 1)) / 4;
  const second = (NINE_OF_TEN * (5 * square ** 2 + 16 * square + 3)) / 96;
  return NINE_OF_TEN + first / freedom + second / freedom ** 2;
}

/** The upper tail of the standard normal distribution: its probability, and the density at its start over that. */
export interface Tail {
  readonly part: number;
  readonly hazard: number;
}

export function tailBeyond(at: number): Tail {
  const density = Math.exp((-at * at) / 2) / Math.sqrt(2 * Math.PI);
  if (at > 3) {
    const hazard = hazardFarOut(at);
    return { part: density / hazard, hazard };
  }
  const part = partBeyond(at);
  return { part, hazard: density / part };
}

/** Laplace's continued fraction: out there the probability is too small for a formula of seven digits. */
function hazardFarOut(at: number): number {
  let fraction = at;
  for (let term = 12; term > 0; term -= 1) fraction = at + term / fraction;
  return fraction;
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
