import { createRandom, type Random } from '#server/system/random.ts';
import { type DurationMs, MINUTE_MS, SECOND_MS } from '#shared/model/time.ts';

import { type Fault, listFaults, MATS, type Target, type Web, WEBS } from '../plan-faults.ts';
import { digestCourse, planRace, type RacePlan } from '../plan-work.ts';

/** One time that a spectator is there, from a moment of the race on. */
export interface Visit {
  readonly atMs: DurationMs;
  readonly stayMs: DurationMs;
  /** Says goodbye, or is gone as a phone whose battery is empty. */
  readonly isPolite: boolean;
  /** In such spans of the visit the page stops reading. */
  readonly stalls: readonly { readonly afterMs: DurationMs; readonly forMs: DurationMs }[];
}

/** Somebody who comes to the same instance again and again. */
export interface Spectator {
  readonly web: Web;
  readonly visits: readonly Visit[];
}

/** A long race with a fault now and then, and those who watch it. */
export interface WatchedPlan {
  readonly race: RacePlan;
  readonly spectators: readonly Spectator[];
}

const FAULT_EVERY_MS: DurationMs = 20_000;
const FAULT_MS = [200, 4_000] as const;
/** The others live from the beginning to the end, so that what they hold can be followed. */
const MORTAL: ReadonlySet<Target> = new Set(['web-2', 'mat-2', 'mat-3']);
/** Of the reads, saves and taps of a race of minutes one in so many: as much as a race of some hundred runners has. */
const THINNED = 8;

/** All have come when so much of the race is over, but after at most so long. */
const ARRIVED = 0.1;
const ARRIVED_MS = 5 * MINUTE_MS;
const GLANCES = 0.3;
const GLANCE_MS = [3_000, 20_000] as const;
const STAY_MS = [20_000, 6 * MINUTE_MS] as const;
const AWAY_MS = [2_000, 40_000] as const;
const POLITE = 0.6;
/** So many read slowly; the longest stalls outlast the patience of the server (PROTOCOL.md PR34). */
const SLOW = 0.1;
const READING_MS = [2_000, 60_000] as const;
const STALL_MS = [2_000, 40_000] as const;

/** The whole course: the same seed, length and crowd give the same plan. */
export function planWatched(seed: number, minutes: number, spectators: number): WatchedPlan {
  const whole = planRace(seed, minutes);
  const crowd = Array.from({ length: spectators }, (_, index) =>
    planSpectator(
      createRandom(seed + 1_000 + index),
      WEBS[index % WEBS.length] ?? 'web-1',
      minutes,
    ),
  );
  const course = {
    faults: planSteadyFaults(seed, minutes),
    reads: thin(whole.reads),
    saves: thin(whole.saves),
    taps: thin(whole.taps),
  };
  const digest = digestCourse({ ...course, crowd });
  return { race: { ...whole, ...course, digest }, spectators: crowd };
}

/** One every twenty seconds, each of all kinds before any comes again; who has to live throughout is not killed. */
export function planSteadyFaults(seed: number, minutes: number): readonly Fault[] {
  const random = createRandom(seed);
  const blows = listFaults(MATS).filter(
    ({ kind, target }) => kind !== 'kill' || MORTAL.has(target),
  );
  const faults: Fault[] = [];
  let waiting: typeof blows = [];
  for (let fromMs = 0; ; fromMs += FAULT_EVERY_MS) {
    if (waiting.length === 0) waiting = random.shuffle(blows);
    const [next, ...rest] = waiting;
    const atMs = fromMs + random.int(0, FAULT_EVERY_MS / 2);
    const forMs = random.int(...FAULT_MS);
    if (!next || atMs + forMs > minutes * MINUTE_MS) return faults;
    waiting = rest;
    faults.push({ ...next, atMs, forMs });
  }
}

function thin<T>(steps: readonly T[]): readonly T[] {
  return steps.filter((_, index) => index % THINNED === 0);
}

function planSpectator(random: Random, web: Web, minutes: number): Spectator {
  const raceMs = minutes * MINUTE_MS;
  const isSlow = random.chance(SLOW);
  const visits: Visit[] = [];
  let atMs = random.int(0, Math.floor(Math.min(raceMs * ARRIVED, ARRIVED_MS)));
  // Who would come in the last moments stays at home.
  while (atMs < raceMs - SECOND_MS) {
    const [shortest, longest] = random.chance(GLANCES) ? GLANCE_MS : STAY_MS;
    const stayMs = Math.min(random.int(shortest, longest), raceMs - atMs);
    const isPolite = random.chance(POLITE);
    visits.push({ atMs, stayMs, isPolite, stalls: isSlow ? planStalls(random, stayMs) : [] });
    atMs += stayMs + random.int(...AWAY_MS);
  }
  return { web, visits };
}

function planStalls(random: Random, stayMs: DurationMs): Visit['stalls'] {
  const stalls: { afterMs: DurationMs; forMs: DurationMs }[] = [];
  for (let afterMs = random.int(...READING_MS); afterMs < stayMs;) {
    const forMs = random.int(...STALL_MS);
    stalls.push({ afterMs, forMs });
    afterMs += forMs + random.int(...READING_MS);
  }
  return stalls;
}
