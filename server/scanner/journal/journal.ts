import { randomBytes } from 'node:crypto';
import { type FileHandle, open, readdir, rename } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';

import { CommandError } from '#server/system/command-error.ts';
import { type Lock, tryLock } from '#server/system/lock.mjs';
import { makeFolder, syncFolder } from '#server/system/sync-folder.mjs';

import { type JournalHeader, type TakenRead, encodeJournalEntry } from './journal-lines.ts';

const RETRY_MS = 500;

export interface JournalOptions {
  readonly say: (text: string) => void;
  readonly onWritten: () => void;
  /** Ends the retries of a failing write, since no more reads are coming. */
  readonly stop: AbortSignal;
}

/** The journal could not be written, and the write is not repeated: the reads are not in it. */
export class JournalBlockedError extends Error {
  override readonly name = 'JournalBlockedError';
}

interface WaitingAppend {
  readonly reads: readonly TakenRead[];
  readonly resolve: () => void;
  readonly reject: (error: Error) => void;
}

/**
 * The file that stores each read before anything else happens to it.
 *
 * 1. The first line names the owner. Each further line is a read, numbered without gaps, with a checksum
 *    (`journal-lines.ts`).
 * 2. Reads that arrive during a write are written together in the next one: many cost little, and a single one does not
 *    wait.
 * 3. A write that fails is reported and repeated at the same place; the reads wait for it.
 * 4. The last line confirms that all reads are in Redis. The next start sends those of journals without it
 *    (`journal-recovery.ts`).
 */
export class Journal {
  readonly header: JournalHeader;
  readonly path: string;
  readonly file: FileHandle;
  readonly #options: JournalOptions;
  #waiting: WaitingAppend[] = [];
  #lastSeq = 0;
  #bytes: number;
  #isWriting = false;

  private constructor(
    header: JournalHeader,
    path: string,
    file: FileHandle,
    bytes: number,
    options: JournalOptions,
  ) {
    this.header = header;
    this.path = path;
    this.file = file;
    this.#bytes = bytes;
    this.#options = options;
  }

  /** Starts a journal. The file is renamed once its first line is on disk, so that each journal names its owner. */
  static async create(
    folder: JournalFolder,
    header: JournalHeader,
    options: JournalOptions,
  ): Promise<Journal> {
    const path = folder.pathOf(header.session);
    const file = await open(`${path}.new`, 'wx+');
    const bytes = await writeWhole(file, encodeJournalEntry({ kind: 'open', header }), 0);
    await rename(`${path}.new`, path);
    await syncFolder(folder.path);
    return new Journal(header, path, file, bytes, options);
  }

  /** The number of reads on disk, which is the number of the last one. */
  get lastSeq(): number {
    return this.#lastSeq;
  }

  /** The part of the file that is on disk: whole lines. */
  get bytes(): number {
    return this.#bytes;
  }

  /**
   * Resolves when the reads are on disk. Retries while the disk refuses, and rejects only after giving up: the reads are
   * then not in the journal.
   */
  async append(reads: readonly TakenRead[]): Promise<void> {
    if (reads.length === 0) return;
    await new Promise<void>((resolve, reject) => {
      this.#waiting.push({ reads, resolve, reject });
      if (!this.#isWriting) void this.#writeAll();
    });
  }

  /** Notes that all reads are in Redis: the next start need not check this journal. */
  async markComplete(): Promise<void> {
    await this.#writeAtEnd(encodeJournalEntry({ kind: 'complete', stored: this.#lastSeq }));
  }

  async close(): Promise<void> {
    await this.file.close();
  }

  /** Writes until no append waits. Never rejects: each append gets its own outcome. */
  async #writeAll(): Promise<void> {
    this.#isWriting = true;
    while (this.#waiting.length > 0) {
      const batch = this.#waiting;
      this.#waiting = [];
      let seq = this.#lastSeq;
      const lines = batch.flatMap(({ reads }) =>
        reads.map((read) => {
          seq += 1;
          return encodeJournalEntry({ kind: 'read', read: { seq, ...read } });
        }),
      );
      try {
        await this.#writePersistently(lines.join(''));
      } catch (error) {
        // If this fails, the half line is reported at the next start.
        await this.file.truncate(this.#bytes).catch(() => undefined);
        const refusal = new JournalBlockedError((error as Error).message, { cause: error });
        for (const { reject } of batch) reject(refusal);
        continue;
      }
      this.#lastSeq = seq;
      this.#options.onWritten();
      for (const { resolve } of batch) resolve();
    }
    this.#isWriting = false;
  }

  /** While the disk refuses, repeats the write until it succeeds or the scanner stops. */
  async #writePersistently(text: string): Promise<void> {
    const { say, stop } = this.#options;
    for (let attempt = 1; ; attempt += 1) {
      try {
        await this.#writeAtEnd(text);
        if (attempt > 1) say('The journal can be written again; reading goes on.');
        return;
      } catch (error) {
        if (attempt === 1) {
          say(
            `The journal ${this.path} cannot be written (${(error as Error).message}). ` +
              'No further reads are accepted until it can: make room on the disk.',
          );
        }
        if (stop.aborted) throw error;
      }
      // A stop ends the wait early; the loop then tries one last time.
      await delay(RETRY_MS, undefined, { signal: stop }).catch(() => undefined);
    }
  }

  /**
   * Writes after the last bytes known to be on disk, so that the remains of a failed attempt are overwritten and a failed
   * sync is never trusted.
   */
  async #writeAtEnd(text: string): Promise<void> {
    this.#bytes += await writeWhole(this.file, text, this.#bytes);
  }
}

const EXTENSION = '.ndjson';
const LOCK_ATTEMPTS = 5;

/** The folder of one source's journals. */
export class JournalFolder {
  readonly path: string;

  constructor(path: string) {
    this.path = path;
  }

  /** The sessions with a journal here, oldest first. */
  async listSessions(): Promise<string[]> {
    const names = (await readdir(this.path)).filter((name) => name.endsWith(EXTENSION));
    return names.map((name) => name.slice(0, -EXTENSION.length)).toSorted();
  }

  pathOf(session: string): string {
    return join(this.path, session + EXTENSION);
  }
}

/** Opens or makes `DATA_DIR/scanner/<source>`. */
export async function openJournalFolder(dataDir: string, source: string): Promise<JournalFolder> {
  const path = join(dataDir, 'scanner', source);
  await makeFolder(path, { within: dataDir });
  return new JournalFolder(path);
}

/** Two scanners of a source at once would treat each other's journals as earlier ones. */
export async function lockSource(folderPath: string, source: string): Promise<Lock> {
  const taken = await tryLock(join(folderPath, 'lock'), LOCK_ATTEMPTS);
  if (!('holder' in taken)) return taken;
  throw new CommandError(
    `A scanner for ${source} is already running here (process ${taken.holder}). ` +
      'End it first, or give this one another --source name.',
  );
}

/** A unique name that sorts by age. */
export function createSession(now: Date): string {
  const time = now.toISOString().slice(0, 19).replaceAll(/[-:]/g, '');
  return `${time}-${randomBytes(6).toString('hex')}`;
}

/** Writes a text at this position and syncs it. Returns its length in bytes; after a failure any part may be there. */
export async function writeWhole(file: FileHandle, text: string, at: number): Promise<number> {
  const bytes = Buffer.from(text);
  for (let done = 0; done < bytes.length;) {
    const { bytesWritten } = await file.write(bytes, done, bytes.length - done, at + done);
    done += bytesWritten;
  }
  await file.datasync();
  return bytes.length;
}
