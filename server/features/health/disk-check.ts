import { readdir, readFile, stat, statfs } from 'node:fs/promises';
import { join } from 'node:path';

import type { RedisFiles } from '#server/store/redis-state.ts';

import type { Finding } from './finding.ts';

const topic = 'disk';
const MB = 1_000_000;
/** A day of a race is some tens of megabytes, and rewriting the log takes as much again. */
const LITTLE_BYTES = 500 * MB;
const NO_BYTES = 50 * MB;

export interface DiskFindings {
  readonly problems: readonly Finding[];
  readonly warnings: readonly Finding[];
  /** Room left on the disk of Redis; undefined when it cannot be told. */
  readonly freeBytes?: number | undefined;
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
  const problems: Finding[] = [];
  const warnings: Finding[] = [];
  if ((await exists(folder)) === false) {
    problems.push({ topic, text: tellNoFolder(` ${folder}`), publicText: tellNoFolder('') });
  } else if (log !== undefined && (await isWhole(log)) === false) {
    problems.push({ topic, text: tellNoLog(` ${log}`), publicText: tellNoLog(' of Redis') });
  }
  const free = await readFreeBytes(folder);
  if (free !== undefined && free < LITTLE_BYTES) {
    const left = `The disk of Redis has ${Math.floor(free / MB)} MB left`;
    (free < NO_BYTES ? problems : warnings).push({
      topic,
      text: `${left} (${folder}): make room.`,
      publicText: `${left}: make room.`,
    });
  }
  return { problems, warnings, freeBytes: free };
}

function tellNoFolder(named: string): string {
  return `The folder${named} in which Redis keeps its data is gone: what it takes now does not outlive it.`;
}

function tellNoLog(named: string): string {
  return `The append-only file${named}, or a part of it, is gone: what Redis takes now does not outlive it. Do not restart Redis: the command BGREWRITEAOF has it write everything anew from memory.`;
}

/** A part of an append-only file as its manifest names it; those of type h are about to be deleted. */
const PART = /^file (\S+) seq \d+ type [bi]$/gm;

/**
 * Whether an append-only file is there with every part that its manifest names. Since Redis 7 it is
 * a folder; while one that was lost is written anew, the manifest names parts that are still to
 * come, and Redis would not start from it. Undefined when it cannot be told.
 */
async function isWhole(log: string): Promise<boolean | undefined> {
  const manifest = await readManifest(log);
  if (manifest === undefined) return exists(log);
  const parts = Array.from(manifest.matchAll(PART), ([, name = '']) => exists(join(log, name)));
  const found = await Promise.all(parts);
  if (found.length > 0 && !found.includes(false)) return true;
  // Other parts may have replaced these since the manifest was read.
  return (await readManifest(log)) === manifest ? false : isWhole(log);
}

/** Empty in a folder that has none; undefined where the log is one file or cannot be looked into. */
async function readManifest(log: string): Promise<string | undefined> {
  try {
    const name = (await readdir(log)).find((each) => each.endsWith('.manifest'));
    return name === undefined ? '' : await readFile(join(log, name), 'utf8');
  } catch (error) {
    if (error instanceof Error && 'syscall' in error) return undefined;
    throw error;
  }
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
