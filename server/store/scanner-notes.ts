import { isPlainObject, parseJsonObject } from '#shared/model/json-object.ts';
import {
  type DurationMs,
  type EpochMs,
  HOUR_MS,
  MINUTE_MS,
  SECOND_MS,
} from '#shared/model/time.ts';
import type { ReaderState } from '#shared/model/scan.ts';
import { timing } from '#server/system/timing.mjs';

import type { RaceKeys } from './keys.ts';
import type { RedisClient } from './redis-connection.ts';

/** How often a scanner reports that it runs. */
export const NOTE_EVERY_MS: DurationMs = timing('scannerNoteMs', 10 * SECOND_MS);
/** A source is silent when its scanner has not reported for this long. */
export const SOURCE_SILENT_MS: DurationMs = 3 * NOTE_EVERY_MS;
/** How long a scanner's note is valid: for a race day, not into the next. */
const NOTE_STANDS_MS: DurationMs = 12 * HOUR_MS;
/** With more sources than this, the last heard ones are kept. */
export const MOST_SOURCES = 64;

/** Characters kept of a reader's battery text. */
const MOST_BATTERY = 12;

/** The last note of a source's scanner; one that ended has none. */
export interface ScannerNote {
  readonly source: string;
  /** When, by the clock of Redis. */
  readonly atMs: EpochMs;
  /** The time of the last read it stored; undefined before the first. */
  readonly lastReadMs: EpochMs | undefined;
  /** How many reads waited in its journal; undefined when it does not say. */
  readonly unsent: number | undefined;
  readonly reader: ReaderState;
}

/** The notes of running scanners, by source (FEED.md CF28); drops expired ones. */
export async function readScannerNotes(
  client: RedisClient,
  keys: RaceKeys,
  nowMs: EpochMs,
): Promise<ScannerNote[]> {
  const notes = await readFresh(client, keys.scanners, parseNote, nowMs, NOTE_STANDS_MS);
  return notes.toSorted((a, b) => Number(a.source > b.source) - Number(a.source < b.source));
}

/**
 * The valid notes of a hash, the last heard {@link MOST_SOURCES} of them. The others are deleted: a killed scanner
 * removes nothing.
 */
async function readFresh<T extends { readonly atMs: EpochMs }>(
  client: RedisClient,
  key: string,
  parse: (field: string, text: string) => T | undefined,
  nowMs: EpochMs,
  standsMs: DurationMs,
): Promise<T[]> {
  const notes = Object.entries(await client.hGetAll(key)).map(([field, text]) => ({
    field,
    note: parse(field, text),
  }));
  const fresh = notes
    .flatMap(({ field, note }) =>
      note && Math.abs(nowMs - note.atMs) <= standsMs ? { field, note } : [],
    )
    .toSorted((a, b) => b.note.atMs - a.note.atMs)
    .slice(0, MOST_SOURCES);
  const kept = new Set(fresh.map(({ field }) => field));
  const over = notes.flatMap(({ field }) => (kept.has(field) ? [] : field));
  if (over.length > 0) await client.hDel(key, over);
  return fresh.map(({ note }) => note);
}

function parseNote(source: string, text: string): ScannerNote | undefined {
  const { atMs, lastReadMs, unsent, reader } = parseJsonObject(text) ?? {};
  if (typeof atMs !== 'number') return undefined;
  return {
    source,
    atMs,
    lastReadMs: typeof lastReadMs === 'number' ? lastReadMs : undefined,
    unsent: typeof unsent === 'number' ? unsent : undefined,
    reader: parseReader(reader),
  };
}

function parseReader(value: unknown): ReaderState {
  const { battery, isBatteryLow, aheadMs } = isPlainObject(value) ? value : {};
  return {
    ...(typeof battery === 'string' ? { battery: battery.slice(0, MOST_BATTERY) } : {}),
    ...(isBatteryLow === true ? { isBatteryLow } : {}),
    ...(typeof aheadMs === 'number' ? { aheadMs } : {}),
  };
}

/** How often a scanner checks its clock. */
export const CLOCK_CHECK_MS = MINUTE_MS;
/** How long a note about its clock is valid without another. */
const CLOCK_NOTE_MS = 2 * CLOCK_CHECK_MS + 15 * SECOND_MS;

const MOST_SHOWN = 20;

/** A scanner whose clock is wrong: ahead of that of Redis, behind if negative. */
export interface WrongClock {
  readonly source: string;
  readonly aheadMs: DurationMs;
}

/** The scanners' notes about their clocks, as of `nowMs` by that of Redis, by name; drops expired ones. */
export async function readWrongClocks(
  client: RedisClient,
  keys: RaceKeys,
  nowMs: EpochMs,
): Promise<WrongClock[]> {
  const notes = await readFresh(client, keys.clocks, parseClockNote, nowMs, CLOCK_NOTE_MS);
  return notes
    .map(({ source, aheadMs }) => ({ source, aheadMs }))
    .toSorted((a, b) => Number(a.source > b.source) - Number(a.source < b.source))
    .slice(0, MOST_SHOWN);
}

function parseClockNote(
  _field: string,
  text: string,
): (WrongClock & { readonly atMs: EpochMs }) | undefined {
  const { source, aheadMs, atMs } = parseJsonObject(text) ?? {};
  const isNote =
    typeof source === 'string' && typeof aheadMs === 'number' && typeof atMs === 'number';
  return isNote ? { source, aheadMs, atMs } : undefined;
}
