import * as fc from 'fast-check';

import type { DurationMs } from '#shared/model/time.ts';
import { MATS, WEBS } from '#tests/harness/plan-faults.ts';

export const PAGES = ['page-1', 'page-2', 'page-3'] as const;
/** Runners, who wear the bands 1 … so many; two more bands are nobody's. */
export const FIELD = 6;

/** What is done to the race or to its machines, at a moment of the course. */
export type Step = { readonly atMs: DurationMs } & (
  | { readonly kind: 'read'; readonly mat: number; readonly band: number }
  /** Somebody opens a runner, and submits when they have typed. */
  | {
      readonly kind: 'save';
      readonly web: number;
      readonly runner: number;
      readonly typesMs: DurationMs;
    }
  /** The next message that is published does not come to this instance. */
  | { readonly kind: 'miss'; readonly web: number }
  /** Of a process. */
  | { readonly kind: 'kill' | 'pause'; readonly target: string; readonly forMs: DurationMs }
  /** Of the link between a process and whom it asks, or of one of the two connections of an instance. */
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

/** Of an instance: what it asks on, and what it hears on. */
export const CONNECTIONS = ['commands', 'messages'] as const;

const LENGTH_MS: DurationMs = 20_000;
const HOUR_BACK_MS = -3_600_000;
const MOST_STEPS = 120;
/** So few that a scanner may have nothing to send when a copy takes over. */
const FEW_STEPS = 16;

const atMs = fc.nat(LENGTH_MS);
const mat = fc.nat(MATS.length - 1);
const forMs = fc.oneof(fc.integer({ min: 1, max: 4_000 }), fc.integer({ min: 4_000, max: 25_000 }));
const halves = WEBS.flatMap((web) => CONNECTIONS.map((one) => `${web} ${one}`));
const asker = fc.constantFrom(...MATS, ...WEBS, ...PAGES, ...halves);
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
  typesMs: fc.oneof(fc.constant(0), fc.nat(8_000)),
});
const faults = {
  process: fc.record({ kind: fc.constantFrom('kill', 'pause'), atMs, target: anybody, forMs }),
  link: fc.record({
    kind: fc.constantFrom('cut', 'stall', 'swallow', 'vanish'),
    atMs,
    target: asker,
    forMs,
  }),
  library: fc.record({ kind: fc.constantFrom('end-for-good', 'go-deaf'), atMs, mat }),
  clock: fc.record({
    kind: fc.constant('set-clock' as const),
    atMs,
    target: anybody,
    byMs: fc.oneof(fc.constant(HOUR_BACK_MS), fc.integer({ min: -5_000, max: 5_000 })),
  }),
  look: fc.record({ kind: fc.constantFrom('hide', 'show'), atMs, page: fc.nat(PAGES.length - 1) }),
  message: fc.record({ kind: fc.constant('miss' as const), atMs, web: fc.nat(WEBS.length - 1) }),
};
const failOver = fc.record({
  kind: fc.constant('fail-over' as const),
  atMs,
  lacks: fc.integer({ min: 1, max: 8 }),
});

/** A scanner that has nothing to send asks nothing, and learns of a dead connection from its notes alone, which are not simulated. */
function isNoticed(step: unknown): boolean {
  const { kind, ...more } = step as Step;
  const isOfScanner = 'target' in more && more.target.startsWith('mat');
  return kind !== 'go-deaf' && kind !== 'vanish' && !(kind === 'stall' && isOfScanner);
}

/** A scanner that is killed leaves a journal behind, which the next run sends. */
function isDeathOfScanner({ kind, target }: { readonly kind: string; readonly target: string }) {
  return kind === 'kill' && target.startsWith('mat');
}

type Weighted = { readonly weight: number; readonly arbitrary: fc.Arbitrary<unknown> };

/**
 * Courses of every kind. Copies that lack the last changes take over only where nobody saves: reads
 * are sent again then, and nothing is lost. `lagging` has them everywhere. `most` is how many steps there may be.
 */
export function courses({ lagging = false, most = MOST_STEPS } = {}): fc.Arbitrary<Course> {
  const common: Weighted[] = [
    { weight: 14, arbitrary: read },
    { weight: 4, arbitrary: faults.link },
    { weight: 1, arbitrary: faults.library },
    { weight: 1, arbitrary: faults.clock },
    { weight: 1, arbitrary: faults.look },
    { weight: 1, arbitrary: faults.message },
  ];
  const whole: Weighted[] = [
    ...common,
    { weight: 3, arbitrary: save },
    { weight: 2, arbitrary: faults.process },
    ...(lagging ? [{ weight: 5, arbitrary: failOver }] : []),
  ];
  const copies: Weighted[] = [
    ...common,
    { weight: 3, arbitrary: faults.library },
    { weight: 3, arbitrary: failOver },
    { weight: 2, arbitrary: faults.process.filter(isDeathOfScanner) },
  ].map(({ weight, arbitrary }) => ({ weight, arbitrary: arbitrary.filter(isNoticed) }));
  const play = (steps: readonly Weighted[], maxLength = most): fc.Arbitrary<Course> => {
    const step = fc.oneof(...steps) as fc.Arbitrary<Step>;
    return fc.record({ seed: fc.nat(), steps: fc.array(step, { maxLength, size: 'max' }) });
  };
  return lagging
    ? play(whole)
    : fc.oneof(
        { weight: 1, arbitrary: play(whole) },
        { weight: 1, arbitrary: play(copies, Math.min(most, FEW_STEPS)) },
      );
}
