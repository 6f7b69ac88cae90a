import { mkdir, open, readdir, rename, rm, stat, utimes } from 'node:fs/promises';
import { join } from 'node:path';

import { codeOf } from '#server/system/errors.mjs';

import type { BackupPlace, PlacedFile } from './backup-place.ts';
import { CommandError, readGivenFile } from './command.ts';

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
    return explainDisk(this.label, async () => {
      await mkdir(this.label, { recursive: true, mode: 0o700 });
      const names = (await readdir(this.label)).filter((name) => name.startsWith(start));
      const files = await Promise.all(names.map((name) => this.#find(name)));
      return files.flat();
    });
  }

  /** Nothing when another instance has just removed it. */
  async #find(name: string): Promise<readonly PlacedFile[]> {
    try {
      return [{ name, bytes: (await stat(this.addressOf(name))).size }];
    } catch (error) {
      if (codeOf(error) === 'ENOENT') return [];
      throw error;
    }
  }

  async put(name: string, bytes: Uint8Array): Promise<void> {
    const path = this.addressOf(name);
    const partial = `${path}.partial`;
    await explainDisk(this.label, async () => {
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
    await utimes(this.addressOf(name), now, now);
  }

  async remove(name: string): Promise<void> {
    await rm(this.addressOf(name));
  }

  close(): void {
    // Nothing of it stays open.
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

/** A stick whose file system cannot sync folders still has the file. */
async function syncFolder(path: string): Promise<void> {
  const folder = await open(path);
  try {
    await folder.sync();
  } catch (error) {
    if (!['EINVAL', 'EPERM'].includes(codeOf(error) ?? '')) throw error;
  } finally {
    await folder.close();
  }
}

/** Explains a disk that is full, missing or not writable. */
async function explainDisk<T>(folder: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof Error && 'syscall' in error)) throw error;
    throw new CommandError(
      `No backup can be written to ${folder} (${error.message}). Make room there, or name another folder.`,
      { cause: error },
    );
  }
}
