import * as fc from 'fast-check';

import type { DurationMs } from '#shared/model/time.ts';
import { MATS, WEBS } from '#tests/harness/plan-faults.ts';

export const PAGES = ['page-1', 'page-2', 'page-3'] as const;
/** Runners, who wear the bands 1 … so many; two more bands are nobody's. */
export const FIELD = 6;

/** What is done to the race or to its machines, at a moment of the course. */
export type Step = { readonly atMs: DurationMs } & (
  | { readonly kind: 'read'; readonly mat: number; readonly band: number }
  | { readonly kind: 'save'; readonly web: number; readonly runner: number }
  /** Of a process. */
  | { readonly kind: 'kill' | 'pause'; readonly target: string; readonly forMs: DurationMs }
  /** Of the way between a process and whom it asks. */
  | {
      readonly kind: 'cut' | 'stall' | 'swallow' | 'vanish';
      readonly target: string;
      readonly forMs: DurationMs;
    }
  /** Of the library with which a scanner asks Redis. */
  | { readonly kind: 'end-for-good' | 'go-deaf'; readonly mat: number }
  /** Somebody sets the clock of a machine. */
  | { readonly kind: 'set-clock'; readonly target: string; readonly byMs: DurationMs }
  | { readonly kind: 'hide' | 'show'; readonly page: number }
  /** A copy takes over that lacks the last changes. */
  | { readonly kind: 'fail-over'; readonly lacks: number }
);

/** A course: the network's chance, and all that is done. */
export interface Course {
  readonly seed: number;
  readonly steps: readonly Step[];
}

const LENGTH_MS: DurationMs = 20_000;
const HOUR_BACK_MS = -3_600_000;
const MOST_STEPS = 120;

const atMs = fc.nat(LENGTH_MS);
const mat = fc.nat(MATS.length - 1);
const forMs = fc.oneof(fc.integer({ min: 1, max: 4_000 }), fc.integer({ min: 4_000, max: 25_000 }));
const asker = fc.constantFrom(...MATS, ...WEBS, ...PAGES);
const anybody = fc.constantFrom('redis', ...MATS, ...WEBS, ...PAGES);

const read = fc.record({
  kind: fc.constant('read' as const),
  atMs,
  mat,
  band: fc.integer({ min: 1, max: FIELD + 2 }),
});
const save = fc.record({
  kind: fc.constant('save' as const),
  atMs,
  web: fc.nat(WEBS.length - 1),
  runner: fc.integer({ min: 1, max: 3 }),
});
const faults = [
  fc.record({ kind: fc.constantFrom('kill', 'pause'), atMs, target: anybody, forMs }),
  fc.record({
    kind: fc.constantFrom('cut', 'stall', 'swallow', 'vanish'),
    atMs,
    target: asker,
    forMs,
  }),
  fc.record({ kind: fc.constantFrom('end-for-good', 'go-deaf'), atMs, mat }),
  fc.record({
    kind: fc.constant('set-clock' as const),
    atMs,
    target: anybody,
    byMs: fc.oneof(fc.constant(HOUR_BACK_MS), fc.integer({ min: -5_000, max: 5_000 })),
  }),
  fc.record({ kind: fc.constantFrom('hide', 'show'), atMs, page: fc.nat(PAGES.length - 1) }),
] as const;
const failOver = fc.record({
  kind: fc.constant('fail-over' as const),
  atMs,
  lacks: fc.integer({ min: 1, max: 8 }),
});

/** Courses of every kind. `lagging` adds what is known to lose: copies that take over before they have everything. `most` is how many steps there may be. */
export function courses({ lagging = false, most = MOST_STEPS } = {}): fc.Arbitrary<Course> {
  const step = fc.oneof(
    { weight: 14, arbitrary: read },
    { weight: 3, arbitrary: save },
    { weight: 2, arbitrary: faults[0] },
    { weight: 4, arbitrary: faults[1] },
    { weight: 1, arbitrary: faults[2] },
    { weight: 1, arbitrary: faults[3] },
    { weight: 1, arbitrary: faults[4] },
    ...(lagging ? [{ weight: 5, arbitrary: failOver }] : []),
  ) as fc.Arbitrary<Step>;
  const steps = fc.array(step, { maxLength: most, size: 'max' });
  return fc.record({ seed: fc.nat(), steps });
}
