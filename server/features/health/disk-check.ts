import { stat, statfs } from 'node:fs/promises';

import type { RedisFiles } from '#server/store/redis-state.ts';

const MB = 1_000_000;
/** A day of a race is some tens of megabytes, and rewriting the log takes as much again. */
const LITTLE_BYTES = 500 * MB;
const NO_BYTES = 50 * MB;

export interface DiskFindings {
  readonly problems: readonly string[];
  readonly warnings: readonly string[];
}

export type ReadFreeBytes = (folder: string) => Promise<number | undefined>;

/**
 * Looks at the disk on which a Redis of this machine keeps its files. A folder
 * that is not here, or that this user may not look into, is left to Redis.
 */
export async function checkDisk(
  { folder, log }: RedisFiles,
  readFreeBytes: ReadFreeBytes = readFree,
): Promise<DiskFindings> {
  const problems: string[] = [];
  const warnings: string[] = [];
  if ((await exists(folder)) === false) {
    problems.push(
      `The folder ${folder} is gone, in which Redis keeps its data: what it takes now does not outlive it.`,
    );
  } else if (log !== undefined && (await exists(log)) === false) {
    problems.push(
      `The append-only file ${log} is gone: what Redis takes now does not outlive it. Do not restart Redis: the command BGREWRITEAOF has it write everything anew from memory.`,
    );
  }
  const free = await readFreeBytes(folder);
  if (free !== undefined && free < LITTLE_BYTES) {
    const text = `The disk of Redis has ${Math.floor(free / MB)} MB left (${folder}): make room.`;
    (free < NO_BYTES ? problems : warnings).push(text);
  }
  return { problems, warnings };
}

/** Undefined when it cannot be told. */
async function exists(path: string): Promise<boolean | undefined> {
  try {
    await stat(path);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'ENOENT' ? false : undefined;
  }
}

async function readFree(folder: string): Promise<number | undefined> {
  try {
    const { bavail, bsize } = await statfs(folder);
    return bavail * bsize;
  } catch (error) {
    // Gone, or not for this user to look into: told above or left to Redis.
    if (error instanceof Error && 'syscall' in error) return undefined;
    throw error;
  }
}
