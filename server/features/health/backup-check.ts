import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';

import { type DurationMs, type EpochMs, MINUTE_MS } from '#shared/model/time.ts';

import type { Finding } from './finding.ts';

/** Three cycles of ten minutes, each of which makes a backup or finds the newest one up to date. */
const LATE_MS = 35 * MINUTE_MS;

export interface NewestBackup {
  readonly atMs: EpochMs;
  readonly bytes: number;
}

/**
 * Whether the automatic backups run (COMMANDS.md BK5): each leaves a new file, or a new time on the
 * newest. `upMs` is how long the service has run.
 */
export function checkBackups(
  folder: string | undefined,
  newest: NewestBackup | undefined,
  upMs: DurationMs,
): readonly Finding[] {
  if (folder === undefined || upMs < LATE_MS) return [];
  const newestMs = newest?.atMs ?? 0;
  if (Date.now() - newestMs < LATE_MS) return [];
  const last = newestMs === 0 ? 'There is no backup' : `The last backup is of ${tell(newestMs)}`;
  const advice = 'look whether its disk is there and has room, and at the log.';
  return [
    {
      topic: 'backup',
      text: `${last} in ${folder}: ${advice}`,
      publicText: `${last} in BACKUP_DIR: ${advice}`,
    },
  ];
}

function tell(ms: number): string {
  return new Date(ms).toISOString().slice(0, 16).replace('T', ' ') + ' UTC';
}

/** The last backup that was made or found up to date; undefined in an empty or missing folder. */
export async function findNewestBackup(folder: string): Promise<NewestBackup | undefined> {
  try {
    const names = (await readdir(folder)).filter((name) => name.endsWith('.backup.gz'));
    const files = await Promise.all(names.map((name) => stat(join(folder, name))));
    const [newest] = files.toSorted((a, b) => b.mtimeMs - a.mtimeMs);
    return newest && { atMs: newest.mtimeMs, bytes: newest.size };
  } catch (error) {
    if (error instanceof Error && 'syscall' in error) return undefined;
    throw error;
  }
}
