import type { LegFit } from './fit-leg.ts';
import type { Leg } from './way.ts';

/** Who has run so far goes on a little slower: over a leg as long as all before it by so much. */
const SLOWS_DOWN = 0.04;
/** People differ by this much from what their way so far says. */
const SPREAD = 0.1;

/**
 * A leg that nobody has run yet, by how long it is (RULES.md XP12): as fast as the way before it, and a little slower.
 * `lengthM` and `beforeM` are efforts, the leg's and those of the way before it.
 */
export function assumeLeg(from: number, to: number, beforeM: number, lengthM: number): Leg {
  const length = Math.log(lengthM / beforeM) + SLOWS_DOWN * Math.log1p(lengthM / beforeM);
  const fit: LegFit = { lengthFor: () => length, spreadFor: () => SPREAD, basis: 0 };
  return { from, to, unknown: 0, fit: () => fit };
}
