import { open, readdir, rename, rm, stat, utimes } from 'node:fs/promises';
import { join } from 'node:path';

import { explainDisk } from '#server/system/command-error.ts';
import { ifMissing } from '#server/system/errors.mjs';
import { makeFolder, syncFolder } from '#server/system/sync-folder.mjs';
import { HOUR_MS } from '#shared/model/time.ts';

/** Ends the name of an incomplete file. */
const PARTIAL = '.partial';
/** No file takes longer to write. */
const PARTIAL_LIFE_MS = HOUR_MS;

/** A folder of backups, made on first use. All methods throw a `CommandError` with advice. */
export class BackupFolder {
  readonly path: string;

  constructor(path: string) {
    this.path = path;
  }

  pathOf(name: string): string {
    return join(this.path, name);
  }

  /** The names of files that begin with `start`, in any order; none before the folder is made. */
  async list(start: string): Promise<readonly string[]> {
    const names = await this.#explainDisk(() => readdir(this.path).catch(ifMissing([])));
    return names.filter((name) => name.startsWith(start));
  }

  /** A file is complete and on the disk, or missing. */
  async put(name: string, bytes: Uint8Array): Promise<void> {
    const path = this.pathOf(name);
    const partial = `${path}${PARTIAL}`;
    await this.#explainDisk(async () => {
      await makeFolder(this.path, { mode: 0o700 });
      try {
        await writeAndSync(partial, bytes);
        await rename(partial, path);
      } catch (error) {
        await rm(partial, { force: true });
        throw error;
      }
      await syncFolder(this.path);
    });
  }

  /** Shows that backups are still made while nothing changes. */
  async confirm(name: string): Promise<void> {
    const now = new Date();
    await this.#explainDisk(() => utimes(this.pathOf(name), now, now));
  }

  /** Another instance may have just removed it. */
  async remove(name: string): Promise<void> {
    await this.#explainDisk(() => rm(this.pathOf(name), { force: true }));
  }

  /** Removes partial files of a `put` that was killed long ago, whose names begin with `start`. */
  async removePartial(start: string): Promise<void> {
    const names = await this.list(start);
    for (const name of names.filter((one) => one.endsWith(PARTIAL))) {
      const info = await this.#explainDisk(() =>
        stat(this.pathOf(name)).catch(ifMissing(undefined)),
      );
      if (info && info.mtimeMs < Date.now() - PARTIAL_LIFE_MS) await this.remove(name);
    }
  }

  #explainDisk<T>(work: () => Promise<T>): Promise<T> {
    const problem = `No backup can be written to ${this.path}`;
    return explainDisk(
      work,
      (reason) => `${problem} (${reason}). Make room there, or name another folder.`,
    );
  }
}

async function writeAndSync(path: string, bytes: Uint8Array): Promise<void> {
  // It holds telephone numbers and password hashes.
  const file = await open(path, 'w', 0o600);
  try {
    await file.writeFile(bytes);
    await file.sync();
  } finally {
    await file.close();
  }
}
