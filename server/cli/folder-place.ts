import { open, readdir, rename, rm, stat, utimes } from 'node:fs/promises';
import { join } from 'node:path';

import { codeOf } from '#server/system/errors.mjs';
import { makeFolder, syncFolder } from '#server/system/sync-folder.mjs';
import { type EpochMs, HOUR_MS } from '#shared/model/time.ts';

import type { BackupPlace, PlacedFile } from './backup-place.ts';
import { explainDisk, readGivenFile } from './command.ts';

/** Ends the name of a file until it is whole. */
const PARTIAL = '.partial';
/** No file takes longer to write. */
const PARTIAL_LIFE_MS = HOUR_MS;

/** A folder for backups, which is made when it is first needed. */
export class FolderPlace implements BackupPlace {
  readonly label: string;

  constructor(folder: string) {
    this.label = folder;
  }

  addressOf(name: string): string {
    return join(this.label, name);
  }

  async list(start: string): Promise<readonly PlacedFile[]> {
    return this.#explainDisk(async () => {
      const names = (await this.#readNames()).filter((name) => name.startsWith(start));
      const found = await Promise.all(names.map((name) => this.#find(name)));
      return found.flat().map(({ name, bytes }) => ({ name, bytes }));
    });
  }

  /** None where there is no such folder yet. */
  async #readNames(): Promise<readonly string[]> {
    try {
      return await readdir(this.label);
    } catch (error) {
      if (codeOf(error) === 'ENOENT') return [];
      throw error;
    }
  }

  /** Nothing when another instance has just removed it. */
  async #find(name: string): Promise<readonly (PlacedFile & { readonly mtimeMs: EpochMs })[]> {
    try {
      const { size: bytes, mtimeMs } = await stat(this.addressOf(name));
      return [{ name, bytes, mtimeMs }];
    } catch (error) {
      if (codeOf(error) === 'ENOENT') return [];
      throw error;
    }
  }

  async put(name: string, bytes: Uint8Array): Promise<void> {
    const path = this.addressOf(name);
    const partial = `${path}${PARTIAL}`;
    await this.#explainDisk(async () => {
      await makeFolder(this.label, { mode: 0o700 });
      try {
        await writeAndSync(partial, bytes);
        await rename(partial, path);
      } catch (error) {
        await rm(partial, { force: true });
        throw error;
      }
      await syncFolder(this.label);
    });
  }

  async get(name: string): Promise<Uint8Array> {
    return readGivenFile(this.addressOf(name));
  }

  async confirm(name: string): Promise<void> {
    const now = new Date();
    await this.#explainDisk(() => utimes(this.addressOf(name), now, now));
  }

  /** Another instance may have just removed it. */
  async remove(name: string): Promise<void> {
    await this.#explainDisk(() => rm(this.addressOf(name), { force: true }));
  }

  async removePartial(start: string): Promise<void> {
    await this.#explainDisk(async () => {
      for (const name of await this.#readNames()) {
        if (!name.startsWith(start) || !name.endsWith(PARTIAL)) continue;
        const [found] = await this.#find(name);
        if (found && found.mtimeMs < Date.now() - PARTIAL_LIFE_MS) await this.remove(name);
      }
    });
  }

  close(): void {
    // Nothing of it stays open.
  }

  #explainDisk<T>(work: () => Promise<T>): Promise<T> {
    const place = `No backup can be written to ${this.label}`;
    return explainDisk(
      work,
      (reason) => `${place} (${reason}). Make room there, or name another folder.`,
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
