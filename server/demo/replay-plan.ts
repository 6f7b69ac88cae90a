import { formatElapsed } from '#shared/format/format-time.ts';
import type { DurationMs, EpochMs } from '#shared/model/time.ts';
import { MINUTE_MS, SECOND_MS } from '#shared/model/time.ts';

import type { DemoRead } from './invent-race.ts';

/** What the first visitor finds: everyone on the way, and the first finisher about to come in. */
const OPENING_MS = 75 * MINUTE_MS;

/** When the invented race takes place, and how it comes in. */
export interface ReplayPlan {
  /** The gun of the race: a whole second. */
  readonly raceStartMs: EpochMs;
  /** The reads up to the opening, which come in at once. */
  readonly soFar: readonly DemoRead[];
  /** The rest, in the order of time, to be replayed at `speed` times real time. */
  readonly live: readonly DemoRead[];
  /** How long after the gun the last read is. */
  readonly lastMs: DurationMs;
  /** How long the replay of the rest takes. */
  readonly replayMs: DurationMs;
}

/**
 * Places the race so that its clock makes sense. The clock runs at the speed
 * of real clocks whatever the replay does, and no read may lie in its future.
 * So the gun went so long ago that the replay catches up with the clock at the
 * very last read: until then results come in as from mats that had no line to
 * the outside and now send what they hold, and at the end both agree. At real
 * time they agree from the first moment on. A replay slower than real time
 * falls behind the clock instead.
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

/** Says from time to time how far the replay has come, until it is stopped. */
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
