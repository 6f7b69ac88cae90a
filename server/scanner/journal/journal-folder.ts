import { randomBytes } from 'node:crypto';
import { type FileHandle, readdir } from 'node:fs/promises';
import { join } from 'node:path';

import { type Lock, tryLock } from '#server/system/lock.mjs';
import { makeFolder } from '#server/system/sync-folder.mjs';

import { ScannerError } from '../scanner-error.ts';

/** The folder of one source's journals, and the names of its files. */
export interface JournalFolder {
  readonly path: string;
  /** The sessions with a journal here, oldest first. */
  listSessions(): Promise<string[]>;
  pathOf(session: string): string;
}

const EXTENSION = '.ndjson';
const LOCK_ATTEMPTS = 5;

/** Opens `DATA_DIR/scanner/<source>`, creating it if needed. */
export async function openJournalFolder(dataDir: string, source: string): Promise<JournalFolder> {
  const path = join(dataDir, 'scanner', source);
  await makeFolder(path, { within: dataDir });
  return {
    path,
    async listSessions() {
      const names = await readdir(path);
      return names
        .filter((name) => name.endsWith(EXTENSION))
        .map((name) => name.slice(0, -EXTENSION.length))
        .toSorted();
    },
    pathOf: (session) => join(path, `${session}${EXTENSION}`),
  };
}

/**
 * Held while a scanner runs for a source: two at once would each take the other's journal for one
 * of an earlier run.
 */
export async function lockSource(folderPath: string, source: string): Promise<Lock> {
  const taken = await tryLock(join(folderPath, 'lock'), LOCK_ATTEMPTS);
  if (!('holder' in taken)) return taken;
  throw new ScannerError(
    `A scanner for ${source} is already running here (process ${taken.holder}). ` +
      'End it first, or give this one another --source name.',
  );
}

/** A unique name. It begins with the time, so that names sort by age. */
export function createSession(now: Date): string {
  const time = now.toISOString().slice(0, 19).replaceAll(/[-:]/g, '');
  return `${time}-${randomBytes(6).toString('hex')}`;
}

/**
 * Writes the text at this position and waits until it is safely on disk. Returns its length in
 * bytes. After a failure any part of it may be there.
 */
export async function writeWhole(file: FileHandle, text: string, at: number): Promise<number> {
  const bytes = Buffer.from(text);
  for (let done = 0; done < bytes.length;) {
    const { bytesWritten } = await file.write(bytes, done, bytes.length - done, at + done);
    done += bytesWritten;
  }
  await file.datasync();
  return bytes.length;
}
