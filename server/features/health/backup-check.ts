import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';

import { type DurationMs, MINUTE_MS } from '#shared/model/time.ts';

import type { Finding } from './finding.ts';

/** Three of the ten minutes in which a backup is made or the newest one is found to be up to date. */
const LATE_MS = 35 * MINUTE_MS;

/**
 * Whether the automatic backups come (COMMANDS.md BK5): each leaves a new file, or a new time at the
 * newest. `upMs` is how long the service has run.
 */
export async function checkBackups(
  folder: string | undefined,
  upMs: DurationMs,
): Promise<readonly Finding[]> {
  if (folder === undefined || upMs < LATE_MS) return [];
  const newestMs = Math.max(0, ...(await readTimes(folder)));
  if (Date.now() - newestMs < LATE_MS) return [];
  const last = newestMs === 0 ? 'There is no backup' : `The last backup is of ${tell(newestMs)}`;
  const advice = 'look whether its disk is there and has room, and at the log.';
  return [
    { text: `${last} in ${folder}: ${advice}`, publicText: `${last} in BACKUP_DIR: ${advice}` },
  ];
}

function tell(ms: number): string {
  return new Date(ms).toISOString().slice(0, 16).replace('T', ' ') + ' UTC';
}

/** A folder that is away has none. */
async function readTimes(folder: string): Promise<number[]> {
  try {
    const names = (await readdir(folder)).filter((name) => name.endsWith('.backup.gz'));
    return await Promise.all(names.map(async (name) => (await stat(join(folder, name))).mtimeMs));
  } catch (error) {
    if (error instanceof Error && 'syscall' in error) return [];
    throw error;
  }
}
