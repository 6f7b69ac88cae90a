import { type FileHandle, open } from 'node:fs/promises';

import { type JournalEntry, type JournalRead, parseJournalEntry } from './journal-line.ts';
import type { Journal } from './journal.ts';

const CHUNK_BYTES = 64 * 1024;
const LF = 0x0a;

/** An entry and where the next one begins. */
export interface PlacedEntry {
  readonly entry: JournalEntry;
  readonly endsAt: number;
}

/**
 * The entries that stand whole in the file between two places, in order. Ends
 * at `until`, or before it at the first line that is not as it was written.
 */
export async function* readEntries(
  file: FileHandle,
  from: number,
  until: number,
): AsyncGenerator<PlacedEntry> {
  const buffer = Buffer.allocUnsafe(CHUNK_BYTES);
  for (let at = from; at < until;) {
    const wanted = Math.min(buffer.length, until - at);
    const { bytesRead } = await file.read(buffer, 0, wanted, at);
    const chunk = buffer.subarray(0, bytesRead);
    let lineStart = 0;
    for (let end = chunk.indexOf(LF); end !== -1; end = chunk.indexOf(LF, lineStart)) {
      const entry = parseJournalEntry(chunk.toString('utf8', lineStart, end));
      if (!entry) return;
      lineStart = end + 1;
      yield { entry, endsAt: at + lineStart };
    }
    // No line is as long as a chunk: what has no end here is torn.
    if (lineStart === 0) return;
    at += lineStart;
  }
}

/** Hands out the reads of a journal by their numbers, from the file and never from memory. */
export class JournalReader {
  readonly #getFile: () => FileHandle;
  readonly #path: string;
  readonly #until: () => number;
  #nextSeq = 1;
  #at = 0;

  private constructor(getFile: () => FileHandle, path: string, until: () => number) {
    this.#getFile = getFile;
    this.#path = path;
    this.#until = until;
  }

  /** `until` tells how many bytes of the file hold whole lines; it may grow. */
  static async open(path: string, until: () => number): Promise<JournalReader> {
    const file = await open(path, 'r');
    return new JournalReader(() => file, path, until);
  }

  /** Reads a journal that is being written, through its own file: the journal closes that. */
  static over(journal: Pick<Journal, 'file' | 'path' | 'bytes'>): JournalReader {
    return new JournalReader(
      () => journal.file,
      journal.path,
      () => journal.bytes,
    );
  }

  /** Up to `limit` reads from number `seq` on, which must be on disk. Throws when the file is damaged there. */
  async read(seq: number, limit: number): Promise<JournalRead[]> {
    if (seq < this.#nextSeq) {
      this.#nextSeq = 1;
      this.#at = 0;
    }
    const reads: JournalRead[] = [];
    for await (const { entry, endsAt } of readEntries(this.#getFile(), this.#at, this.#until())) {
      this.#at = endsAt;
      if (entry.kind !== 'read') continue;
      this.#nextSeq = entry.read.seq + 1;
      if (entry.read.seq >= seq) reads.push(entry.read);
      if (reads.length === limit) break;
    }
    if (reads[0]?.seq !== seq) {
      throw new Error(`The journal ${this.#path} cannot be read at read ${seq}: its disk fails.`);
    }
    return reads;
  }

  async close(): Promise<void> {
    await this.#getFile().close();
  }
}
