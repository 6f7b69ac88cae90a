import { createRandom, type Random } from '#server/system/random.ts';
import { type DurationMs, MINUTE_MS } from '#shared/model/time.ts';

import { type Loss, LOSSES } from './power-cut.ts';

/** The processes of the race. */
export const WEBS = ['web-1', 'web-2'] as const;
export const MATS = ['mat-1', 'mat-2', 'mat-3'] as const;
export type Web = (typeof WEBS)[number];
export type Mat = (typeof MATS)[number];
export type Target = Web | Mat | 'redis';

/**
 * `kill`: SIGKILL, then a restart. `pause`: SIGSTOP, then SIGCONT. Between the target and Redis: `cut`, `stalled` (data
 * arrives afterwards), `mute` (requests arrive, replies are lost), `slow` (in both directions), `forget` (present
 * connections pass nothing more, and neither end is notified). On a disk: `power`, a kill that also loses unsynced data,
 * and `full`.
 */
export const FAULT_KINDS = [
  'kill',
  'pause',
  'cut',
  'stalled',
  'mute',
  'slow',
  'forget',
  'power',
  'full',
] as const;
export type FaultKind = (typeof FAULT_KINDS)[number];

/** A fault that begins at a moment of the race. */
export interface Fault {
  readonly kind: FaultKind;
  readonly target: Target;
  readonly atMs: DurationMs;
  readonly forMs: DurationMs;
  /** Of a power cut. */
  readonly loss?: Loss;
}

/** The options that choose faults. */
export interface FaultScope {
  readonly disks?: boolean;
  readonly links?: boolean;
}

/** The longest faults exceed all timeouts; short ones let many fit into a race. */
const FAULT_MS = [200, 4_000] as const;
/** The least time between two faults of a process. */
const PAUSE_MS: DurationMs = 500;
/** The share of faults that begin together with the one before. */
const TOGETHER = 0.35;

type FaultType = Omit<Fault, 'atMs' | 'forMs'>;

function pair(kinds: readonly FaultKind[], targets: readonly Target[]): readonly FaultType[] {
  return kinds.flatMap((kind) => targets.map((target) => ({ kind, target })));
}

/** All faults of a scope. */
export function listFaultTypes({ disks, links }: FaultScope): readonly FaultType[] {
  const clients = [...WEBS, ...MATS];
  const withDisks = [...MATS, 'redis'] as const;
  return [
    ...pair(['kill', 'pause'], [...clients, 'redis']),
    ...pair(['cut', 'stalled', 'mute'], clients),
    ...(links ? pair(['slow', 'forget'], clients) : []),
    ...(disks ? pair(['full'], withDisks) : []),
    ...(disks ? LOSSES : []).flatMap((loss) =>
      withDisks.map((target) => ({ kind: 'power', target, loss }) as const),
    ),
  ];
}

/** All items in random order, and so on for ever. */
function* deal<T>(random: Random, items: readonly T[]): Generator<T, never> {
  for (;;) yield* random.shuffle(items);
}

/**
 * The faults of a race by their beginnings: each once before any is repeated, some together, never two at a time at one
 * target, all within the race. The same seed gives the same faults.
 */
export function planFaults(seed: number, minutes: number, scope: FaultScope): readonly Fault[] {
  const random = createRandom(seed);
  const faults: Fault[] = [];
  const freeMs = new Map<Target, DurationMs>();
  let atMs = random.int(300, 1_500);
  for (const next of deal(random, listFaultTypes(scope))) {
    const beginMs = Math.max(atMs, freeMs.get(next.target) ?? 0);
    const forMs = random.int(...FAULT_MS);
    if (beginMs + forMs > minutes * MINUTE_MS) break;
    faults.push({ ...next, atMs: beginMs, forMs });
    freeMs.set(next.target, beginMs + forMs + PAUSE_MS);
    atMs += random.chance(TOGETHER) ? random.int(0, 100) : random.int(500, 2_500);
  }
  return faults.toSorted((a, b) => a.atMs - b.atMs);
}
