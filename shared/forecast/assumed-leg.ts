import type { LegFit } from './fit-leg.ts';
import type { Leg } from './course-ahead.ts';

/** Runners slow down by this share over a leg that is as long as the course before it. */
const SLOWS_DOWN = 0.04;
/** The spread of people around the pace of their course so far. */
const SPREAD = 0.1;

/**
 * A leg that nobody has run yet, from its length (RULES.md XP12): as fast as the course before it, and a little slower.
 * `lengthM` and `beforeM` are efforts, of the leg and of the course before it.
 */
export function assumeLeg(from: number, to: number, beforeM: number, lengthM: number): Leg {
  const length = Math.log(lengthM / beforeM) + SLOWS_DOWN * Math.log1p(lengthM / beforeM);
  const fit: LegFit = { lengthFor: () => length, spreadFor: () => SPREAD, basis: 0 };
  return { from, to, unknown: 0, fit: () => fit };
}
