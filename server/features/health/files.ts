import { readdir, readFile, stat, statfs } from 'node:fs/promises';
import { join } from 'node:path';

import type { EpochMs } from '#shared/model/time.ts';
import type { RedisFiles } from '#server/store/redis-state.ts';

/** The files of a Redis on this machine. */
export interface FoundFiles extends RedisFiles {
  /** Which of them does not exist. */
  readonly missing?: 'folder' | 'log' | undefined;
  /** Undefined when unknown. */
  readonly freeBytes: number | undefined;
}

/**
 * Looks at the files in which a Redis on this machine keeps its data. What this user may not read is left to Redis.
 */
export async function lookAtFiles({ folder, log }: RedisFiles): Promise<FoundFiles> {
  const missing =
    (await exists(folder)) === false
      ? 'folder'
      : log !== undefined && (await isWhole(log)) === false
        ? 'log'
        : undefined;
  const disk = await orUndefined(statfs(folder));
  return { folder, log, missing, freeBytes: disk && disk.bavail * disk.bsize };
}

/** The last backup that was made or found up to date, by the clock of the machine that made it. */
export interface NewestBackup {
  readonly atMs: EpochMs;
  readonly bytes: number;
}

/** Undefined in an empty or missing folder. */
export async function findNewestBackup(folder: string): Promise<NewestBackup | undefined> {
  const names = (await orUndefined(readdir(folder))) ?? [];
  const paths = names
    .filter((name) => name.endsWith('.backup.gz'))
    .map((name) => join(folder, name));
  const files = await Promise.all(paths.map((path) => orUndefined(stat(path))));
  const [newest] = files.flatMap((file) => file ?? []).toSorted((a, b) => b.mtimeMs - a.mtimeMs);
  return newest && { atMs: newest.mtimeMs, bytes: newest.size };
}

/** A part of an append-only file in its manifest; those of type h are about to be deleted. */
const PART = /^file (\S+) seq \d+ type [bi]$/gm;

/**
 * Whether an append-only file exists with every part in its manifest. Since Redis 7 it is a folder; while a lost one is
 * rewritten, the manifest names parts that do not exist yet, and Redis could not start from it. Undefined when unknown.
 */
async function isWhole(log: string): Promise<boolean | undefined> {
  const manifest = await readManifest(log);
  if (manifest === undefined) return exists(log);
  const parts = Array.from(manifest.matchAll(PART), ([, name = '']) => exists(join(log, name)));
  const found = await Promise.all(parts);
  if (found.length > 0 && !found.includes(false)) return true;
  // The parts may have been replaced since the manifest was read.
  return (await readManifest(log)) === manifest ? false : isWhole(log);
}

/** Empty in a folder without one; undefined where the log is one file or unreadable. */
async function readManifest(log: string): Promise<string | undefined> {
  const names = await orUndefined(readdir(log));
  const name = names?.find((each) => each.endsWith('.manifest'));
  return name === undefined ? names && '' : orUndefined(readFile(join(log, name), 'utf8'));
}

/** Undefined when unknown. */
async function exists(path: string): Promise<boolean | undefined> {
  try {
    await stat(path);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'ENOENT' ? false : undefined;
  }
}

/** Undefined for a file that is gone or that this user may not read. */
async function orUndefined<T>(reading: Promise<T>): Promise<T | undefined> {
  try {
    return await reading;
  } catch (error) {
    if (error instanceof Error && 'syscall' in error) return undefined;
    throw error;
  }
}
