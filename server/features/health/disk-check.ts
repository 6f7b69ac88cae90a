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
  /** Free space on the disk of Redis; undefined when unknown. */
  readonly freeBytes?: number | undefined;
}

export type ReadFreeBytes = (folder: string) => Promise<number | undefined>;

/**
 * Checks the disk on which a Redis of this machine keeps its files. A folder that is elsewhere, or
 * that this user may not read, is left to Redis.
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
  try {
    const name = (await readdir(log)).find((each) => each.endsWith('.manifest'));
    return name === undefined ? '' : await readFile(join(log, name), 'utf8');
  } catch (error) {
    if (error instanceof Error && 'syscall' in error) return undefined;
    throw error;
  }
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

async function readFree(folder: string): Promise<number | undefined> {
  try {
    const { bavail, bsize } = await statfs(folder);
    return bavail * bsize;
  } catch (error) {
    // Gone, or not readable for this user: reported above or left to Redis.
    if (error instanceof Error && 'syscall' in error) return undefined;
    throw error;
  }
}
