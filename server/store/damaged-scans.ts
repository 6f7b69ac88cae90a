import type { StoredScan } from '#shared/model/scan.ts';

import { encodeScan } from './codec.ts';
import { type RaceKeys, markOf } from './keys.ts';
import type { RedisClient } from './redis-connection.ts';

/** Stored reads in which a bit has flipped on a disk. */
export interface ScanDamage {
  readonly unreadable: readonly UnreadableScan[];
  /** Whole reads by the field under which they stand, in the place of their own ids. */
  readonly misplaced: ReadonlyMap<string, StoredScan>;
}

/** A read that cannot be read, and where its scanner has it, as far as that can be made out. */
export interface UnreadableScan {
  readonly scanId: string;
  readonly source?: string;
  readonly session?: string;
  readonly seq?: number;
}

const ID_START = /^([\w.-]{1,40}):/;
const PLACE = /"session":"([\w.-]{1,60})","seq":(\d{1,15})\b/;

/** What can be made out of a text that stands for a read under this id. */
export function describeUnreadableScan(scanId: string, text: string): UnreadableScan {
  const [, source] = ID_START.exec(scanId) ?? [];
  const [, session, seq] = PLACE.exec(text) ?? [];
  return source === undefined || session === undefined
    ? { scanId }
    : { scanId, source, session, seq: Number(seq) };
}

/**
 * Puts damaged reads right as far as that goes (FEED.md CF33). Nobody sees another race by it but through what is ingested.
 *
 * 1. Misplaced ones move under their own ids.
 * 2. Scanners are to send unreadable ones again, from their journals: each mark goes back to before the first of them.
 *    Of what is sent then, the whole reads are there and stay as they are (`scripts/ingest-scans.lua`).
 */
export async function mendScans(
  client: RedisClient,
  { scans, sources }: RaceKeys,
  { unreadable, misplaced }: ScanDamage,
): Promise<void> {
  for (const [field, scan] of misplaced) {
    await client.hSet(scans, scan.scanId, encodeScan(scan));
    await client.hDel(scans, field);
  }
  const firsts = new Map<string, number>();
  for (const { source, session, seq } of unreadable) {
    if (source === undefined || session === undefined || seq === undefined) continue;
    const mark = markOf(source, session);
    firsts.set(mark, Math.min(seq, firsts.get(mark) ?? Infinity));
  }
  for (const [mark, seq] of firsts) {
    const stored = Number(await client.hGet(sources, mark));
    if (stored >= seq) await client.hSet(sources, mark, String(seq - 1));
  }
}
