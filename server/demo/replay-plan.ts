import { formatElapsed } from '#shared/format/format-time.ts';
import { type DurationMs, type EpochMs, MINUTE_MS, SECOND_MS } from '#shared/model/time.ts';

import type { DemoRead } from './invent-race.ts';

/** The speed at which the race clock and the results agree. */
export const REAL_TIME = 1;

/**
 * What the first visitor finds: finishers of two races, and somebody through a mat every two
 * seconds.
 */
const OPENING_MS = 112 * MINUTE_MS;

/** When the invented race takes place, and how its reads come in. */
export interface ReplayPlan {
  /** The gun of the race: a whole second. */
  readonly raceStartMs: EpochMs;
  /** The reads up to the opening, or until the replay begins, which come in at once. */
  readonly soFar: readonly DemoRead[];
  /** The rest, in the order of time, to be replayed at `speed` times real time. */
  readonly live: readonly DemoRead[];
  /** When the replay of the rest begins, with its first read. */
  readonly beginMs: EpochMs;
  /** The last read, after the gun. */
  readonly lastMs: DurationMs;
  readonly replayMs: DurationMs;
}

/**
 * Places the race in time so that its clock makes sense. The clock runs at normal speed whatever the replay does, and
 * no read may be in its future. At real time both agree from the start, as in any race. Faster, the gun went so long
 * ago that the replay catches up with the clock at the very last read: until then results come in as from mats that had
 * no connection and now send what they hold. A replay slower than real time falls behind the clock instead.
 */
export function planReplay(reads: readonly DemoRead[], nowMs: EpochMs, speed: number): ReplayPlan {
  const soFar = reads.filter(({ elapsedMs }) => elapsedMs < OPENING_MS);
  const live = reads.slice(soFar.length);
  const firstMs = live[0]?.elapsedMs ?? OPENING_MS;
  const lastMs = live.at(-1)?.elapsedMs ?? firstMs;
  const replayMs = (lastMs - firstMs) / speed;
  const clockNowMs = Math.max(firstMs, lastMs - replayMs);
  const raceStartMs = Math.floor((nowMs - clockNowMs) / SECOND_MS) * SECOND_MS;
  return { raceStartMs, soFar, live, beginMs: nowMs, lastMs, replayMs };
}

/**
 * The plan of a replay that begins only now: reads that became due while earlier ones were imported come in at once, or
 * everything would be late by as much.
 */
export function catchUp(plan: ReplayPlan, nowMs: EpochMs, speed: number): ReplayPlan {
  if (speed !== REAL_TIME) return { ...plan, soFar: [] };
  const soFar = plan.live.filter(({ elapsedMs }) => plan.raceStartMs + elapsedMs <= nowMs);
  const live = plan.live.slice(soFar.length);
  const beginMs = plan.raceStartMs + (live[0]?.elapsedMs ?? plan.lastMs);
  return { ...plan, soFar, live, beginMs, replayMs: plan.raceStartMs + plan.lastMs - beginMs };
}

/** The reads as a scanner takes them: `band;time;points` with the moment in UTC, a line each. */
export function writeReads(reads: readonly DemoRead[], raceStartMs: EpochMs): string {
  return reads
    .map(({ bandId, mat, elapsedMs }) => {
      const time = new Date(raceStartMs + elapsedMs).toISOString();
      return `${bandId};${time};${mat.join(',')}\n`;
    })
    .join('');
}

const EVERY_MS = 20 * SECOND_MS;

/** Reports the progress of the replay from time to time, until it is stopped. */
export function tellProgress(
  { live, lastMs }: ReplayPlan,
  speed: number,
  say: (text: string) => void,
): { stop(): void } {
  const firstMs = live[0]?.elapsedMs ?? lastMs;
  const startedMs = performance.now();
  const timer = setInterval(() => {
    const reachedMs = firstMs + (performance.now() - startedMs) * speed;
    if (reachedMs < lastMs) {
      const left = formatElapsed((lastMs - reachedMs) / speed);
      say(`${formatElapsed(reachedMs)} into the race, ${left} to go`);
    }
  }, EVERY_MS);
  return { stop: () => clearInterval(timer) };
}
