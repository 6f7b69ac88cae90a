import { isPlainObject, parseJsonObject } from '#shared/model/json-object.ts';
import { type DurationMs, type EpochMs, MINUTE_MS, SECOND_MS } from '#shared/model/time.ts';

import type { RaceKeys } from './keys.ts';
import type { RedisClient } from './redis-connection.ts';

/** How often a scanner looks at its clock. */
export const CLOCK_CHECK_MS = MINUTE_MS;
/** How long what it says of its clock stands when it says no more. */
export const CLOCK_NOTE_MS = 2 * CLOCK_CHECK_MS + 15 * SECOND_MS;

const MOST_SHOWN = 20;

/** A scanner whose clock is wrong: ahead of that of Redis, behind if negative. */
export interface WrongClock {
  readonly source: string;
  readonly aheadMs: DurationMs;
}

/** What scanners say of their clocks, as of `nowMs` on that of Redis, by their names. */
export async function readWrongClocks(
  client: RedisClient,
  keys: RaceKeys,
  nowMs: EpochMs,
): Promise<WrongClock[]> {
  const notes = await client.hVals(keys.clocks);
  return notes
    .flatMap((text) => parseNote(text, nowMs) ?? [])
    .toSorted((a, b) => Number(a.source > b.source) - Number(a.source < b.source))
    .slice(0, MOST_SHOWN);
}

/** Undefined for what is no note, and for one whose scanner was heard too long ago. */
function parseNote(text: string, nowMs: EpochMs): WrongClock | undefined {
  const note = parseJsonObject(text);
  if (!isPlainObject(note)) return undefined;
  const { source, aheadMs, atMs } = note;
  if (typeof source !== 'string' || typeof aheadMs !== 'number' || typeof atMs !== 'number') {
    return undefined;
  }
  return Math.abs(nowMs - atMs) <= CLOCK_NOTE_MS ? { source, aheadMs } : undefined;
}
