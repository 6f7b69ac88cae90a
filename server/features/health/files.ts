import { readdir, stat, statfs } from 'node:fs/promises';
import { join } from 'node:path';

import { codeOf } from '#server/system/errors.mjs';
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
  const isLogGone = log !== undefined && (await isGone(log));
  const missing = (await isGone(folder)) ? 'folder' : isLogGone ? 'log' : undefined;
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

async function isGone(path: string): Promise<boolean> {
  try {
    await stat(path);
    return false;
  } catch (error) {
    return codeOf(error) === 'ENOENT';
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
