import { type FileHandle, open } from 'node:fs/promises';
import { crc32 } from 'node:zlib';

import { type BandId, parseBandOrChip } from '#shared/model/ids.ts';
import { parseJsonObject } from '#shared/model/json-object.ts';
import { type TimePoint, parseTimePoints } from '#shared/model/time-point.ts';
import type { EpochMs } from '#shared/model/time.ts';

/** A read as the journal keeps it, before it has its place there. */
export interface TakenRead {
  readonly bandId: BandId;
  readonly points: readonly TimePoint[];
  readonly timeMs: EpochMs;
  readonly receivedMs: EpochMs;
}

/** A read with its place in the journal: 1, 2, 3 … */
export interface JournalRead extends TakenRead {
  readonly seq: number;
}

/** The first line of a journal: whose it is. */
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

/** JSON text with `crc` as its last member: the CRC-32 of everything before it. */
const SEALED_FORM = /^(\{.*),"crc":"([0-9a-f]{8})"\}$/;

/** Writes an entry as a line with its line end. Its keys are those the ndjson format reads. */
export function encodeJournalEntry(entry: JournalEntry): string {
  if (entry.kind === 'open') return seal({ journal: 'open', ...entry.header });
  if (entry.kind === 'complete') return seal({ journal: 'complete', stored: entry.stored });
  const { seq, bandId, points, timeMs, receivedMs } = entry.read;
  return seal({ seq, band: bandId, point: points.join(','), time: timeMs, receivedMs });
}

/** Reads a line without its line end; undefined unless every character is intact. */
export function parseJournalEntry(line: string): JournalEntry | undefined {
  const match = SEALED_FORM.exec(line);
  if (!match) return undefined;
  const [, body = '', seal] = match;
  if (checksum(body) !== seal) return undefined;
  const parsed = parseJsonObject(`${body}}`);
  return parsed && parseBody(parsed);
}

/** Whether it looks like a damaged entry: a bit on the disk may have flipped. */
export function isSpoiltEntry(line: string): boolean {
  const [, body = '', seal] = SEALED_FORM.exec(line) ?? [];
  return seal !== undefined && checksum(body) !== seal;
}

function parseBody(body: Readonly<Record<string, unknown>>): JournalEntry | undefined {
  if (body['journal'] === 'open') {
    const { raceKey, source, session, isReplay } = body;
    const isWhole = [raceKey, source, session].every((value) => typeof value === 'string');
    return isWhole
      ? {
          kind: 'open',
          header: {
            raceKey,
            source,
            session,
            ...(isReplay === true ? { isReplay } : {}),
          } as JournalHeader,
        }
      : undefined;
  }
  if (body['journal'] === 'complete') {
    const { stored } = body;
    return isCount(stored) ? { kind: 'complete', stored } : undefined;
  }
  const { seq, band, point, time: timeMs, receivedMs } = body;
  const bandId = parseBandOrChip(String(band));
  const points = parseTimePoints(String(point));
  if (!isCount(seq) || !bandId || !points || !isCount(timeMs) || !isCount(receivedMs)) {
    return undefined;
  }
  return { kind: 'read', read: { seq, bandId, points, timeMs, receivedMs } };
}

function seal(body: object): string {
  const text = JSON.stringify(body).slice(0, -1);
  return `${text},"crc":"${checksum(text)}"}\n`;
}

function checksum(text: string): string {
  return crc32(text).toString(16).padStart(8, '0');
}

function isCount(value: unknown): value is number {
  return Number.isSafeInteger(value) && (value as number) >= 0;
}

const CHUNK_BYTES = 64 * 1024;
const LF = 0x0a;

/** A line of a journal: its entry, undefined if damaged, and the start of the next line. */
export interface PlacedEntry {
  readonly entry: JournalEntry | undefined;
  readonly endsAt: number;
}

/** The lines of the file between two places, in order. The last one may be without its end. */
export async function* readEntries(
  file: FileHandle,
  from: number,
  until: number,
): AsyncGenerator<PlacedEntry> {
  const buffer = Buffer.allocUnsafe(CHUNK_BYTES);
  /** Within a line that is longer than a chunk: no entry is. */
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

/** Hands out the reads of a journal by their numbers, from the file and never from memory. */
export class JournalReader {
  readonly #getFile: () => FileHandle;
  readonly #path: string;
  readonly #until: () => number;
  readonly #skipsDamage: boolean;
  #nextSeq = 1;
  #at = 0;

  private constructor(
    getFile: () => FileHandle,
    path: string,
    until: () => number,
    skipsDamage: boolean,
  ) {
    this.#getFile = getFile;
    this.#path = path;
    this.#until = until;
    this.#skipsDamage = skipsDamage;
  }

  /** Unreadable lines are left out. `until` gives the number of bytes to read; it may grow. */
  static async open(path: string, until: () => number): Promise<JournalReader> {
    const file = await open(path, 'r');
    return new JournalReader(() => file, path, until, true);
  }

  /** Reads a journal that is being written, through its own file: the journal closes that. */
  static over(journal: {
    readonly file: FileHandle;
    readonly path: string;
    readonly bytes: number;
  }): JournalReader {
    return new JournalReader(
      () => journal.file,
      journal.path,
      () => journal.bytes,
      false,
    );
  }

  /**
   * Up to `limit` reads from number `seq` on, in order. Throws when there are none, or when the journal is being written
   * and the file is damaged there.
   */
  async read(seq: number, limit: number): Promise<JournalRead[]> {
    if (seq < this.#nextSeq) {
      this.#nextSeq = 1;
      this.#at = 0;
    }
    const reads: JournalRead[] = [];
    for await (const { entry, endsAt } of readEntries(this.#getFile(), this.#at, this.#until())) {
      if (!entry && !this.#skipsDamage) break;
      this.#at = endsAt;
      if (entry?.kind !== 'read' || entry.read.seq < this.#nextSeq) continue;
      this.#nextSeq = entry.read.seq + 1;
      if (entry.read.seq >= seq) reads.push(entry.read);
      if (reads.length === limit) break;
    }
    if (reads.length === 0 || (reads[0]?.seq !== seq && !this.#skipsDamage)) {
      throw new Error(`The journal ${this.#path} cannot be read at read ${seq}: its disk fails.`);
    }
    return reads;
  }

  async close(): Promise<void> {
    await this.#getFile().close();
  }
}
