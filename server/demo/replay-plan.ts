import { type DurationMs, type EpochMs, MINUTE_MS, SECOND_MS } from '#shared/model/time.ts';

import type { DemoRead } from './invent-race.ts';

/** The race time at which the demo opens: two events have finishers, and a runner crosses a mat every two seconds. */
const OPENING_MS = 112 * MINUTE_MS;

/** The times of the invented race and of its replay. */
export interface ReplayPlan {
  /** The gun of the race: a whole second. */
  readonly raceStartMs: EpochMs;
  /** The reads up to the opening, sent at once. */
  readonly soFar: readonly DemoRead[];
  /** The rest, in order of time, replayed at `speed` times real time. */
  readonly live: readonly DemoRead[];
  readonly replayMs: DurationMs;
}

/**
 * Places the race in time so that no read is in the future of the race clock, which always runs at normal speed. At real
 * time reads are late only by the seconds of the import. In a faster replay the gun is so long ago that the replay catches
 * up with the clock at the last read; a slower one falls behind the clock.
 */
export function planReplay(reads: readonly DemoRead[], nowMs: EpochMs, speed: number): ReplayPlan {
  const soFar = reads.filter(({ elapsedMs }) => elapsedMs < OPENING_MS);
  const live = reads.slice(soFar.length);
  const firstMs = live[0]?.elapsedMs ?? OPENING_MS;
  const lastMs = live.at(-1)?.elapsedMs ?? firstMs;
  const replayMs = (lastMs - firstMs) / speed;
  const clockNowMs = Math.max(firstMs, lastMs - replayMs);
  const raceStartMs = Math.floor((nowMs - clockNowMs) / SECOND_MS) * SECOND_MS;
  return { raceStartMs, soFar, live, replayMs };
}
