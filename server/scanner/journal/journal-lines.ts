import type { FileHandle } from 'node:fs/promises';
import { crc32 } from 'node:zlib';

import type { BandId } from '#shared/model/ids.ts';
import { parseJsonObject } from '#shared/model/json-object.ts';
import type { TimePoint } from '#shared/model/time-point.ts';
import type { EpochMs } from '#shared/model/time.ts';

/** A read before it has its number in the journal. */
export interface TakenRead {
  readonly bandId: BandId;
  readonly points: readonly TimePoint[];
  readonly timeMs: EpochMs;
  readonly receivedMs: EpochMs;
}

/** A read with its number in the journal: 1, 2, 3 … */
export interface JournalRead extends TakenRead {
  readonly seq: number;
}

/** The first line of a journal, which names its owner. */
export interface JournalHeader {
  readonly raceKey: string;
  readonly source: string;
  readonly session: string;
  /** Its reads come from a file. */
  readonly isReplay?: true;
}

export type JournalEntry =
  | { readonly kind: 'open'; readonly header: JournalHeader }
  | { readonly kind: 'read'; readonly read: JournalRead }
  /** The last line of a journal whose `stored` reads are all in Redis. */
  | { readonly kind: 'complete'; readonly stored: number };

/** A read as a line, with the keys of the ndjson format. */
interface ReadLine {
  readonly seq: number;
  readonly band: BandId;
  readonly point: string;
  readonly time: EpochMs;
  readonly receivedMs: EpochMs;
}

/** JSON text with `crc` as its last member: the CRC-32 of everything before it. */
const SEALED_FORM = /^(\{.*),"crc":"([0-9a-f]{8})"\}$/;

/** An entry as a line, with its end. */
export function encodeJournalEntry(entry: JournalEntry): string {
  if (entry.kind === 'open') return seal({ journal: 'open', ...entry.header });
  if (entry.kind === 'complete') return seal({ journal: 'complete', stored: entry.stored });
  const { seq, bandId, points, timeMs, receivedMs } = entry.read;
  const line: ReadLine = { seq, band: bandId, point: points.join(','), time: timeMs, receivedMs };
  return seal(line);
}

/** Parses a line without its end; undefined unless its checksum is right. */
export function parseJournalEntry(line: string): JournalEntry | undefined {
  const match = SEALED_FORM.exec(line);
  if (!match) return undefined;
  const [, body = '', seal] = match;
  if (checksum(body) !== seal) return undefined;
  const parsed = parseJsonObject(`${body}}`);
  return parsed && parseBody(parsed);
}

/** Whether the line is an entry with a wrong checksum. */
export function isSpoiltEntry(line: string): boolean {
  const [, body = '', seal] = SEALED_FORM.exec(line) ?? [];
  return seal !== undefined && checksum(body) !== seal;
}

/** Not validated: after the checksum it is as a scanner wrote it. */
function parseBody(body: Readonly<Record<string, unknown>>): JournalEntry {
  const { journal, ...rest } = body;
  if (journal === 'open') return { kind: 'open', header: rest as unknown as JournalHeader };
  if (journal === 'complete') return { kind: 'complete', stored: rest['stored'] as number };
  const { seq, band, point, time, receivedMs } = rest as unknown as ReadLine;
  const points = point.split(',') as readonly TimePoint[];
  return { kind: 'read', read: { seq, bandId: band, points, timeMs: time, receivedMs } };
}

function seal(body: object): string {
  const text = JSON.stringify(body).slice(0, -1);
  return `${text},"crc":"${checksum(text)}"}\n`;
}

function checksum(text: string): string {
  return crc32(text).toString(16).padStart(8, '0');
}

const CHUNK_BYTES = 64 * 1024;
const LF = 0x0a;

/** A line of a journal: its entry (undefined if damaged) and the start of the next line. */
export interface PlacedEntry {
  readonly entry: JournalEntry | undefined;
  readonly endsAt: number;
}

/** The lines of the file between two positions, in order. The last one may be incomplete. */
export async function* readEntries(
  file: FileHandle,
  from: number,
  until: number,
): AsyncGenerator<PlacedEntry> {
  const buffer = Buffer.allocUnsafe(CHUNK_BYTES);
  /** Within a line longer than a chunk, which is no entry. */
  let isTooLong = false;
  for (let at = from; at < until;) {
    const wanted = Math.min(buffer.length, until - at);
    const { bytesRead } = await file.read(buffer, 0, wanted, at);
    const chunk = buffer.subarray(0, bytesRead);
    let lineStart = 0;
    for (let end = chunk.indexOf(LF); end !== -1; end = chunk.indexOf(LF, lineStart)) {
      const line = chunk.subarray(lineStart, end);
      const entry = isTooLong ? undefined : parseJournalEntry(line.toString());
      isTooLong = false;
      lineStart = end + 1;
      yield { entry, endsAt: at + lineStart };
    }
    if (at + bytesRead >= until || bytesRead === 0) {
      if (lineStart < bytesRead || isTooLong) yield { entry: undefined, endsAt: at + bytesRead };
      return;
    }
    isTooLong ||= lineStart === 0;
    at += lineStart || bytesRead;
  }
}

/** A journal to read; it may still grow. */
export interface JournalFile {
  readonly file: FileHandle;
  readonly path: string;
  /** The length to read. */
  readonly bytes: number;
}

/** Returns the reads of a journal by their numbers, always from the file. */
export class JournalReader {
  readonly #journal: JournalFile;
  readonly #skipsDamage: boolean;
  #nextSeq = 1;
  #at = 0;

  /** `skipsDamage`: unreadable lines are left out, as in the journal of an earlier run. */
  constructor(journal: JournalFile, skipsDamage = false) {
    this.#journal = journal;
    this.#skipsDamage = skipsDamage;
  }

  /** Up to `limit` reads from number `seq` on, in order. Throws if there are none, and at damage that is not skipped. */
  async read(seq: number, limit: number): Promise<JournalRead[]> {
    const { file, path, bytes } = this.#journal;
    if (seq < this.#nextSeq) {
      this.#nextSeq = 1;
      this.#at = 0;
    }
    const reads: JournalRead[] = [];
    for await (const { entry, endsAt } of readEntries(file, this.#at, bytes)) {
      if (!entry && !this.#skipsDamage) break;
      this.#at = endsAt;
      if (entry?.kind !== 'read' || entry.read.seq < this.#nextSeq) continue;
      this.#nextSeq = entry.read.seq + 1;
      if (entry.read.seq >= seq) reads.push(entry.read);
      if (reads.length === limit) break;
    }
    if (reads.length === 0 || (reads[0]?.seq !== seq && !this.#skipsDamage)) {
      throw new Error(`The journal ${path} cannot be read at read ${seq}: its disk fails.`);
    }
    return reads;
  }
}
