import { createRandom } from '#server/system/random.ts';
import { type DurationMs, MINUTE_MS } from '#shared/model/time.ts';

import { type Loss, LOSSES } from './power-cut.ts';

/** The processes of the race that faults may strike. */
export const WEBS = ['web-1', 'web-2'] as const;
export const ALL_MATS = [
  'mat-1',
  'mat-2',
  'mat-3',
  'mat-4',
  'mat-5',
  'mat-6',
  'mat-7',
  'mat-8',
] as const;
export type Web = (typeof WEBS)[number];
export type Mat = (typeof ALL_MATS)[number];
/** Those of a race unless it has more. */
export const MATS: readonly Mat[] = ALL_MATS.slice(0, 3);
export type Target = Web | Mat | 'redis';

/**
 * `kill`: SIGKILL, and started again afterwards. `pause`: SIGSTOP, and SIGCONT afterwards. The others are of
 * the way from the target to Redis: `cut`, `stall` (all comes through afterwards) and `swallow` (requests
 * arrive, replies are lost).
 */
export const FAULT_KINDS = ['kill', 'pause', 'cut', 'stall', 'swallow'] as const;
/**
 * Of a Redis with copies: the master is killed and comes back later; it stands still until a copy has taken over, and
 * then goes on; a copy that was cut off takes over while the other one stands still.
 */
export const COPY_FAULTS = ['kill', 'pause', 'lag'] as const;
/**
 * Of a disk. `power`: a kill that also takes what was not synced. `full`: there is no room.
 */
export const DISK_FAULTS = ['power', 'full'] as const;
/**
 * Of a link to Redis. `slow`: all takes a while each way. `forget`: nothing more passes on the connections that there
 * are, and neither end is told; new ones are made as ever.
 */
export const LINK_FAULTS = ['slow', 'forget'] as const;
export type FaultKind =
  | (typeof FAULT_KINDS)[number]
  | (typeof COPY_FAULTS)[number]
  | (typeof DISK_FAULTS)[number]
  | (typeof LINK_FAULTS)[number];

/** A fault, from a moment of the race on and for a while. */
export interface Fault {
  readonly kind: FaultKind;
  readonly target: Target;
  readonly atMs: DurationMs;
  readonly forMs: DurationMs;
  /** Of a power cut. */
  readonly loss?: Loss;
}

/** Long enough that some fall silent for longer than anybody waits, short enough that many fit into a race. */
const SHORTEST_MS: DurationMs = 200;
const LONGEST_MS: DurationMs = 4_000;
/** Who was struck has this long to come back before the next fault of its own. */
const BREATH_MS: DurationMs = 500;
/** So many faults begin together with the one before. */
const TOGETHER = 0.35;

/** Of a Redis with copies; many are shorter than sentinels wait, and after each all have to find together again. */
const COPY_FAULT_MS = [1_000, 6_000] as const;
const COPY_PAUSE_MS = [15_000, 25_000] as const;

type Blow = Omit<Fault, 'atMs' | 'forMs'>;

/** Every fault that there is in a race with these mats; Redis has no way to itself. */
export function listFaults(mats: readonly Mat[]): readonly Blow[] {
  return FAULT_KINDS.flatMap((kind) =>
    [...WEBS, ...mats, ...(isOfProcess(kind) ? (['redis'] as const) : [])].map((target) => ({
      kind,
      target,
    })),
  );
}

/** Those of disks. */
export function listDiskFaults(mats: readonly Mat[]): readonly Blow[] {
  const targets = [...mats, 'redis'] as const;
  return [
    ...LOSSES.flatMap((loss) =>
      targets.map((target) => ({ kind: 'power', target, loss }) as const),
    ),
    ...targets.map((target) => ({ kind: 'full', target }) as const),
  ];
}

/** Those of links beside the ones of every race. */
export function listLinkFaults(mats: readonly Mat[]): readonly Blow[] {
  return LINK_FAULTS.flatMap((kind) => [...WEBS, ...mats].map((target) => ({ kind, target })));
}

/** What a race has beside the faults of every race. */
export interface FaultScope {
  readonly mats?: readonly Mat[];
  /** Redis has copies, which it fails over to in turns of its own; it has no other faults then. */
  readonly copies?: boolean;
  readonly disks?: boolean;
  readonly links?: boolean;
}

/**
 * The faults of a race, in the order in which they begin: each of all kinds once before any comes again, alone and
 * several at once, never two at a time at one target, all over when the race is. The same seed gives the same faults.
 */
export function planFaults(
  seed: number,
  minutes: number,
  { mats = MATS, copies = false, disks = false, links = false }: FaultScope = {},
): readonly Fault[] {
  const blows = [
    ...listFaults(mats),
    ...(disks ? listDiskFaults(mats) : []),
    ...(links ? listLinkFaults(mats) : []),
  ];
  if (!copies) return planBlows(disks ? seed + 50 : seed, minutes, blows);
  const others = blows.filter(({ target }) => target !== 'redis');
  const faults = [...planBlows(seed, minutes, others), ...planFailovers(seed + 30, minutes)];
  return faults.toSorted((a, b) => a.atMs - b.atMs);
}

function planFailovers(seed: number, minutes: number): readonly Fault[] {
  const random = createRandom(seed);
  const faults: Fault[] = [];
  let waiting: readonly FaultKind[] = [];
  for (let atMs = random.int(1_000, 3_000); ;) {
    if (waiting.length === 0) waiting = random.shuffle(COPY_FAULTS);
    const [kind = 'kill', ...rest] = waiting;
    waiting = rest;
    const forMs = random.int(...COPY_FAULT_MS);
    if (atMs + forMs > minutes * MINUTE_MS) return faults;
    faults.push({ kind, target: 'redis', atMs, forMs });
    atMs += forMs + random.int(...COPY_PAUSE_MS);
  }
}

function planBlows(seed: number, minutes: number, blows: readonly Blow[]): readonly Fault[] {
  const random = createRandom(seed);
  const raceMs = minutes * MINUTE_MS;
  const faults: Fault[] = [];
  const freeMs = new Map<Target, DurationMs>();
  let waiting: readonly Blow[] = [];
  for (let atMs = random.int(300, 1_500); ;) {
    if (waiting.length === 0) waiting = random.shuffle(blows);
    const [next, ...rest] = waiting;
    if (!next) return faults;
    waiting = rest;
    const beginMs = Math.max(atMs, freeMs.get(next.target) ?? 0);
    const forMs = random.int(SHORTEST_MS, LONGEST_MS);
    if (beginMs + forMs > raceMs) break;
    faults.push({ ...next, atMs: beginMs, forMs });
    freeMs.set(next.target, beginMs + forMs + BREATH_MS);
    atMs += random.chance(TOGETHER) ? random.int(0, 100) : random.int(500, 2_500);
  }
  return faults.toSorted((a, b) => a.atMs - b.atMs);
}

function isOfProcess(kind: FaultKind): boolean {
  return kind === 'kill' || kind === 'pause';
}

/** One line of a printed plan. */
export function describeFault({ kind, target, atMs, forMs, loss }: Fault): string {
  const [at, span] = [atMs, forMs].map((ms) => (ms / 1_000).toFixed(1));
  const line = `${at?.padStart(6)} s  ${kind.padEnd(7)}  ${target.padEnd(5)}  for ${span} s`;
  return loss === undefined ? line : `${line}  (${loss})`;
}
