import type { NewRunner } from '#server/features/import/import-outcome.ts';

import type { DemoRead } from './invent-reads.ts';
import { inventReads } from './invent-reads.ts';
import { inventRunners } from './invent-runners.ts';
import { createRandom } from './random.ts';

const DEMO_SEED = 20_261_120;

/** A whole race: who entered it, and every read of it in the order of time. */
export interface InventedRace {
  readonly runners: readonly NewRunner[];
  readonly reads: readonly DemoRead[];
}

/** Invents the race of the demo: always the same one for the same seed. */
export function inventRace(seed = DEMO_SEED): InventedRace {
  const random = createRandom(seed);
  const field = inventRunners(random);
  return { runners: field.map(({ entry }) => entry), reads: inventReads(field, random) };
}
