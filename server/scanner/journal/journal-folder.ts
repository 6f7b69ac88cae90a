import { randomBytes } from 'node:crypto';
import { mkdir, open, readdir } from 'node:fs/promises';
import { join } from 'node:path';

/** Where the journals of one source lie, and what their files are called. */
export interface JournalFolder {
  readonly path: string;
  /** The sessions that have a journal here, oldest first. */
  listSessions(): Promise<string[]>;
  pathOf(session: string): string;
}

const EXTENSION = '.ndjson';

/** Opens `DATA_DIR/scanner/<source>`, making it if need be. */
export async function openJournalFolder(dataDir: string, source: string): Promise<JournalFolder> {
  const path = join(dataDir, 'scanner', source);
  await mkdir(path, { recursive: true });
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

/** A name no other journal has. It begins with the time, so that names sort by age. */
export function createSession(now: Date): string {
  const time = now.toISOString().slice(0, 19).replaceAll(/[-:]/g, '');
  return `${time}-${randomBytes(6).toString('hex')}`;
}

/** Makes new and renamed names in a folder survive a power cut. */
export async function syncFolder(path: string): Promise<void> {
  const handle = await open(path, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}
