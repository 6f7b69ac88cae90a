import { parseJsonObject } from '#shared/model/json-object.ts';
import { type DurationMs, type EpochMs, HOUR_MS, SECOND_MS } from '#shared/model/time.ts';
import { timing } from '#server/system/timing.mjs';

import type { RaceKeys } from './keys.ts';
import type { RedisClient } from './redis-connection.ts';

/** How often a scanner says that it is there. */
export const NOTE_EVERY_MS: DurationMs = timing('scannerNoteMs', 10 * SECOND_MS);
/** A source is silent when its scanner has not said so for this long. */
export const SOURCE_SILENT_MS: DurationMs = 3 * NOTE_EVERY_MS;
/** How long what a scanner said stands: over a race day, not into the next. */
export const NOTE_STANDS_MS: DurationMs = 12 * HOUR_MS;
/** Of more sources those that were heard last. */
export const MOST_SOURCES = 64;

/** What the scanner of a source said last; one that ended has said nothing. */
export interface ScannerNote {
  readonly source: string;
  /** When, by the clock of Redis. */
  readonly atMs: EpochMs;
  /** The time of the last read it stored; undefined before the first. */
  readonly lastReadMs: EpochMs | undefined;
}

/** What scanners said that did not end, by the names of their sources (FEED.md CF28). */
export async function readScannerNotes(
  client: RedisClient,
  keys: RaceKeys,
  nowMs: EpochMs,
): Promise<ScannerNote[]> {
  const notes = Object.entries(await client.hGetAll(keys.scanners));
  return notes
    .flatMap(([source, text]) => parseNote(source, text) ?? [])
    .filter(({ atMs }) => Math.abs(nowMs - atMs) <= NOTE_STANDS_MS)
    .toSorted((a, b) => b.atMs - a.atMs)
    .slice(0, MOST_SOURCES)
    .toSorted((a, b) => Number(a.source > b.source) - Number(a.source < b.source));
}

function parseNote(source: string, text: string): ScannerNote | undefined {
  const { atMs, lastReadMs } = parseJsonObject(text) ?? {};
  if (typeof atMs !== 'number') return undefined;
  return { source, atMs, lastReadMs: typeof lastReadMs === 'number' ? lastReadMs : undefined };
}
