import { open, readdir, rename, rm, stat, utimes } from 'node:fs/promises';
import { join } from 'node:path';

import { codeOf } from '#server/system/errors.mjs';
import { makeFolder, syncFolder } from '#server/system/sync-folder.mjs';
import { type EpochMs, HOUR_MS } from '#shared/model/time.ts';

import { explainDisk, readGivenFile } from './command.ts';

/** Ends the name of a file until it is whole. */
const PARTIAL = '.partial';
/** No file takes longer to write. */
const PARTIAL_LIFE_MS = HOUR_MS;

/** A file in a folder of backups. */
export interface FoundFile {
  readonly name: string;
  readonly bytes: number;
}

/** A folder of backups, made on first use. Each method throws a `CommandError` with advice. */
export class BackupFolder {
  readonly path: string;

  constructor(path: string) {
    this.path = path;
  }

  pathOf(name: string): string {
    return join(this.path, name);
  }

  /** The files whose names begin with `start`, in any order. */
  async list(start: string): Promise<readonly FoundFile[]> {
    return this.#explainDisk(async () => {
      const names = (await this.#readNames()).filter((name) => name.startsWith(start));
      const found = await Promise.all(names.map((name) => this.#find(name)));
      return found.flat().map(({ name, bytes }) => ({ name, bytes }));
    });
  }

  /** None where there is no such folder yet. */
  async #readNames(): Promise<readonly string[]> {
    try {
      return await readdir(this.path);
    } catch (error) {
      if (codeOf(error) === 'ENOENT') return [];
      throw error;
    }
  }

  /** Nothing when another instance has just removed it. */
  async #find(name: string): Promise<readonly (FoundFile & { readonly mtimeMs: EpochMs })[]> {
    try {
      const { size: bytes, mtimeMs } = await stat(this.pathOf(name));
      return [{ name, bytes, mtimeMs }];
    } catch (error) {
      if (codeOf(error) === 'ENOENT') return [];
      throw error;
    }
  }

  /** Under its name a file is whole and on the disk, or is not there. */
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

  async get(name: string): Promise<Uint8Array> {
    return readGivenFile(this.pathOf(name));
  }

  /** Shows that the backups go on while nothing changes. */
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
    await this.#explainDisk(async () => {
      for (const name of await this.#readNames()) {
        if (!name.startsWith(start) || !name.endsWith(PARTIAL)) continue;
        const [found] = await this.#find(name);
        if (found && found.mtimeMs < Date.now() - PARTIAL_LIFE_MS) await this.remove(name);
      }
    });
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
