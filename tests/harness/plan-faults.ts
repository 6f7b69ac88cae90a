import { createRandom, type Random } from '#server/system/random.ts';
import { type DurationMs, MINUTE_MS } from '#shared/model/time.ts';

import { type Loss, LOSSES } from './power-cut.ts';

/** The processes of the race that faults may strike. */
export const WEBS = ['web-1', 'web-2'] as const;
export const MATS = ['mat-1', 'mat-2', 'mat-3'] as const;
export type Web = (typeof WEBS)[number];
export type Mat = (typeof MATS)[number];
export type Target = Web | Mat | 'redis';

/**
 * `kill`: SIGKILL, and started again afterwards. `pause`: SIGSTOP, and SIGCONT afterwards.
 * On the way from the target to Redis: `cut`, `stalled` (all comes through afterwards), `mute` (requests arrive, replies
 * are lost), `slow` (all takes a while each way), `forget` (nothing more passes on the present connections, and neither
 * end is notified). On a disk: `power`, a kill that also loses unsynced data, and `full`, no room.
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

/** A fault, from a moment of the race on and for a while. */
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

/** Long enough that some fall silent for longer than anybody waits, short enough that many fit into a race. */
const FAULT_MS = [200, 4_000] as const;
/** A struck process has this long to come back before its next fault. */
const BREATH_MS: DurationMs = 500;
/** The share of faults that begin together with the one before. */
const TOGETHER = 0.35;

type Blow = Omit<Fault, 'atMs' | 'forMs'>;

function pair(kinds: readonly FaultKind[], targets: readonly Target[]): readonly Blow[] {
  return kinds.flatMap((kind) => targets.map((target) => ({ kind, target })));
}

/** Every fault of such a race. */
export function listBlows({ disks, links }: FaultScope): readonly Blow[] {
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

/**
 * The faults of a race, in the order in which they begin: each once before any comes again, alone and several at
 * once, never two at a time at one target, all over when the race is. The same seed gives the same faults.
 */
export function planFaults(seed: number, minutes: number, scope: FaultScope): readonly Fault[] {
  return planBlows(seed, minutes * MINUTE_MS, scope).toSorted((a, b) => a.atMs - b.atMs);
}

/** Each of them once, in any order, and so on for ever. */
function* deal<T>(random: Random, items: readonly T[]): Generator<T, never> {
  for (;;) yield* random.shuffle(items);
}

function planBlows(seed: number, raceMs: DurationMs, scope: FaultScope): readonly Fault[] {
  const random = createRandom(seed);
  const faults: Fault[] = [];
  const freeMs = new Map<Target, DurationMs>();
  let atMs = random.int(300, 1_500);
  for (const next of deal(random, listBlows(scope))) {
    const beginMs = Math.max(atMs, freeMs.get(next.target) ?? 0);
    const forMs = random.int(...FAULT_MS);
    if (beginMs + forMs > raceMs) break;
    faults.push({ ...next, atMs: beginMs, forMs });
    freeMs.set(next.target, beginMs + forMs + BREATH_MS);
    atMs += random.chance(TOGETHER) ? random.int(0, 100) : random.int(500, 2_500);
  }
  return faults;
}
