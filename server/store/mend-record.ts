import type { StoredScan } from '#shared/model/scan.ts';

import { encodeScan } from './codec.ts';
import type { CorrectedText } from './flipped-bit.ts';
import { type RaceKeys, markOf, type RecordPart } from './keys.ts';
import type { RedisClient } from './redis-connection.ts';
import { defineScript, runScript } from './run-script.ts';
import correctByteLua from './scripts/correct-byte.lua?raw';

const correctByte = defineScript(correctByteLua);

/** What a flipped bit on a disk did to a record, as far as something can be done. */
export interface FlippedBits {
  readonly corrected: readonly CorrectedRecord[];
  /** Whole reads by the field under which they stand, in the place of their own ids. */
  readonly misplacedScans: ReadonlyMap<string, StoredScan>;
  readonly unreadableScans: readonly UnreadableScan[];
}

/** A record that is whole again, while Redis has it as it was damaged. */
export interface CorrectedRecord {
  readonly part: RecordPart;
  readonly field: string;
  readonly text: CorrectedText;
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
 * Puts damaged records right as far as that goes (FEED.md CF33). Nobody sees another race by it but through what is
 * ingested.
 *
 * 1. Texts in which one bit was found to have flipped are written as they were.
 * 2. Misplaced reads move under their own ids.
 * 3. Scanners are to send unreadable ones again, from their journals: each mark goes back to before the first of them.
 *    Of what is sent then, the whole reads are there and stay as they are (`scripts/ingest-scans.lua`).
 */
export async function mendRecord(
  client: RedisClient,
  keys: RaceKeys,
  { corrected, misplacedScans, unreadableScans }: FlippedBits,
): Promise<void> {
  for (const { part, field, text } of corrected) {
    const { before, byte, after } = text;
    await runScript(client, correctByte, [keys[part]], [field, before, byte, after]);
  }
  for (const [field, scan] of misplacedScans) {
    await client.hSet(keys.scans, scan.scanId, encodeScan(scan));
    await client.hDel(keys.scans, field);
  }
  const firsts = new Map<string, number>();
  for (const { source, session, seq } of unreadableScans) {
    if (source === undefined || session === undefined || seq === undefined) continue;
    const mark = markOf(source, session);
    firsts.set(mark, Math.min(seq, firsts.get(mark) ?? Infinity));
  }
  for (const [mark, seq] of firsts) {
    const stored = Number(await client.hGet(keys.sources, mark));
    if (stored >= seq) await client.hSet(keys.sources, mark, String(seq - 1));
  }
}
