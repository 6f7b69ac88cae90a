import * as z from 'zod/mini';

import { timing } from '#server/system/timing.mjs';
import { compareText } from '#shared/scoring/order.ts';
import {
  type DurationMs,
  type EpochMs,
  HOUR_MS,
  MINUTE_MS,
  SECOND_MS,
} from '#shared/model/time.ts';

import { parseAs } from './codec.ts';
import type { RaceKeys } from './keys.ts';
import { StoredRecords, type RedisClient } from './redis-connection.ts';

/** How often a scanner reports that it runs. */
export const NOTE_EVERY_MS: DurationMs = timing('scannerNoteMs', 10 * SECOND_MS);
/** A source is silent when its scanner has not reported for this long. */
export const SOURCE_SILENT_MS: DurationMs = 3 * NOTE_EVERY_MS;
/** How long a scanner's note is valid: to the end of a race day. */
const SCANNER_VALID_MS: DurationMs = 12 * HOUR_MS;
/** The newest notes of this number of sources, or of instances, are kept. */
export const MOST_SOURCES = 64;

/** How long organisers see an instance that was killed. */
const INSTANCE_VALID_MS: DurationMs = 10 * MINUTE_MS;

const scannerNote = z.object({
  /** By the clock of Redis. */
  atMs: z.number(),
  /** The time of the last stored read; absent before the first. */
  lastReadMs: z.optional(z.number()),
  /** The number of reads waiting in its journal. */
  unsent: z.optional(z.number()),
  /** How far its clock is ahead of that of Redis, negative if behind; absent if it is right. */
  clockAheadMs: z.optional(z.number()),
  reader: z._default(
    z.object({
      battery: z.exactOptional(z.string()),
      isBatteryLow: z.exactOptional(z.boolean()),
      aheadMs: z.exactOptional(z.number()),
      awaySinceMs: z.exactOptional(z.number()),
      isAwaited: z.exactOptional(z.literal(true)),
    }),
    {},
  ),
});

/** The last note of a source's scanner, which removes it when it ends. */
export type ScannerNote = Readonly<z.infer<typeof scannerNote>> & { readonly source: string };

const instanceNote = z.object({
  atMs: z.number(),
  sinceMs: z.number(),
  release: z.string(),
  /** Open live connections of spectators. */
  viewers: z.number(),
  /** The present pause between two results messages. */
  pushIntervalMs: z.number(),
});

/** The regular report of a web instance (FEED.md CF28). Times are by the clock of Redis. */
export type InstanceNote = Readonly<z.infer<typeof instanceNote>>;

/** The notes of running scanners, by source (FEED.md CF28). */
export async function readScannerNotes(
  client: RedisClient,
  keys: RaceKeys,
  nowMs: EpochMs,
): Promise<ScannerNote[]> {
  const notes = await readFresh(client, keys.scanners, scannerNote, nowMs, SCANNER_VALID_MS);
  return Array.from(notes, ({ field: source, note }) => ({ ...note, source })).toSorted((a, b) =>
    compareText(a.source, b.source),
  );
}

/** The notes of web instances, each under its place (FEED.md CF28). */
export class InstanceNotes extends StoredRecords {
  /** Replaces the note of one instance, and returns those of all, the oldest instance first. */
  async exchange(id: string, own: InstanceNote): Promise<readonly InstanceNote[]> {
    const { instances } = this.keys;
    await this.client.hSet(instances, id, JSON.stringify(own));
    const valid = INSTANCE_VALID_MS;
    const notes = await readFresh(this.client, instances, instanceNote, own.atMs, valid);
    return notes
      .map(({ note }) => note)
      .toSorted((a, b) => a.sinceMs - b.sinceMs || a.atMs - b.atMs);
  }

  async remove(id: string): Promise<void> {
    await this.client.hDel(this.keys.instances, id);
  }
}

/** The valid notes of a hash, newest first. Deletes the others, since a killed process cannot. */
async function readFresh<T extends { readonly atMs: EpochMs }>(
  client: RedisClient,
  key: string,
  schema: z.ZodMiniType<T>,
  nowMs: EpochMs,
  validMs: DurationMs,
): Promise<{ readonly field: string; readonly note: T }[]> {
  const texts = Object.entries(await client.hGetAll(key));
  const fresh = texts
    .flatMap(([field, text]) => {
      const note = parseAs(schema, text);
      return note && Math.abs(nowMs - note.atMs) <= validMs ? { field, note } : [];
    })
    .toSorted((a, b) => b.note.atMs - a.note.atMs)
    .slice(0, MOST_SOURCES);
  const kept = new Set(fresh.map(({ field }) => field));
  const over = texts.flatMap(([field]) => (kept.has(field) ? [] : field));
  if (over.length > 0) await client.hDel(key, over);
  return fresh;
}
