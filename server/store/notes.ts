import * as z from 'zod/mini';

import { compareText } from '#shared/scoring/order.ts';
import { type DurationMs, type EpochMs, HOUR_MS, SECOND_MS } from '#shared/model/time.ts';

import { parseAs } from './codec.ts';
import type { RaceKeys } from './keys.ts';
import type { RedisClient } from './redis-connection.ts';

/** How often a scanner reports that it runs. */
export const NOTE_EVERY_MS: DurationMs = SECOND_MS;
/** A source is silent when its scanner has not reported for this long. */
export const SOURCE_SILENT_MS: DurationMs = 30 * NOTE_EVERY_MS;
/** How long a scanner's note is valid: to the end of a race day. */
const SCANNER_VALID_MS: DurationMs = 12 * HOUR_MS;
/** The newest notes of this number of sources are kept. */
export const MOST_SOURCES = 64;

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

/** The valid notes of scanners, by source (FEED.md CF28). Deletes the others, since a killed process cannot. */
export async function readScannerNotes(
  client: RedisClient,
  { scanners: key }: RaceKeys,
  nowMs: EpochMs,
): Promise<ScannerNote[]> {
  const texts = Object.entries(await client.hGetAll(key));
  const fresh = texts
    .flatMap(([source, text]): ScannerNote[] => {
      const note = parseAs(scannerNote, text);
      return note && Math.abs(nowMs - note.atMs) <= SCANNER_VALID_MS ? [{ ...note, source }] : [];
    })
    .toSorted((a, b) => b.atMs - a.atMs)
    .slice(0, MOST_SOURCES);
  const kept = new Set(fresh.map(({ source }) => source));
  const over = texts.flatMap(([source]) => (kept.has(source) ? [] : source));
  if (over.length > 0) await client.hDel(key, over);
  return fresh.toSorted((a, b) => compareText(a.source, b.source));
}
