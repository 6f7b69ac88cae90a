import { type DurationMs, type EpochMs, MINUTE_MS, SECOND_MS } from '#shared/model/time.ts';

import type { DemoRead } from './invent-race.ts';

/** The speed at which the race clock and the results agree. */
export const REAL_TIME = 1;

/** By then two races have finishers, and a runner crosses a mat every two seconds. */
const OPENING_MS = 112 * MINUTE_MS;

/** When the invented race takes place, and how its reads come in. */
export interface ReplayPlan {
  /** The gun of the race: a whole second. */
  readonly raceStartMs: EpochMs;
  /** The reads up to the opening, which come in at once. */
  readonly soFar: readonly DemoRead[];
  /** The rest, in the order of time, to be replayed at `speed` times real time. */
  readonly live: readonly DemoRead[];
  /** The last read, after the gun. */
  readonly lastMs: DurationMs;
  readonly replayMs: DurationMs;
}

/**
 * Places the race in time so that its clock makes sense. The clock runs at normal speed whatever the replay does, and
 * no read may be in its future. At real time reads are late only by the seconds of the import. Faster, the gun went so
 * long ago that the replay catches up with the clock at the very last read: until then results come in as from mats that
 * had no connection and now send what they hold. A replay slower than real time falls behind the clock instead.
 */
export function planReplay(reads: readonly DemoRead[], nowMs: EpochMs, speed: number): ReplayPlan {
  const soFar = reads.filter(({ elapsedMs }) => elapsedMs < OPENING_MS);
  const live = reads.slice(soFar.length);
  const firstMs = live[0]?.elapsedMs ?? OPENING_MS;
  const lastMs = live.at(-1)?.elapsedMs ?? firstMs;
  const replayMs = (lastMs - firstMs) / speed;
  const clockNowMs = Math.max(firstMs, lastMs - replayMs);
  const raceStartMs = Math.floor((nowMs - clockNowMs) / SECOND_MS) * SECOND_MS;
  return { raceStartMs, soFar, live, lastMs, replayMs };
}
