import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';

import { type DurationMs, type EpochMs, MINUTE_MS } from '#shared/model/time.ts';
import type { HealthBody } from '#shared/wire/health-api.ts';

import type { Finding } from './finding.ts';

/** Three cycles of ten minutes, each of which makes a backup or finds the newest one up to date. */
const LATE_MS = 35 * MINUTE_MS;

/** The last backup that was made or found up to date, by the clock of the machine that made it. */
interface NewestBackup {
  readonly atMs: EpochMs;
  readonly bytes: number;
}

/** Whether the automatic backups come (COMMANDS.md BK5): each leaves a new file, or a new time on the newest. */
export class BackupCheck {
  readonly #folder: string | undefined;
  #newest: NewestBackup | undefined;

  /** Without a folder nothing is checked. */
  constructor(folder: string | undefined) {
    this.#folder = folder;
  }

  /** `upMs` is how long the service has run. */
  async look(upMs: DurationMs): Promise<readonly Finding[]> {
    if (this.#folder === undefined) return [];
    this.#newest = await findNewestBackup(this.#folder);
    const newestMs = this.#newest?.atMs ?? 0;
    if (upMs < LATE_MS || Date.now() - newestMs < LATE_MS) return [];
    const last = newestMs === 0 ? 'There is no backup' : `The last backup is of ${tell(newestMs)}`;
    const advice = 'look whether its disk is there and has room, and at the log.';
    return [
      {
        topic: 'backup',
        text: `${last} in ${this.#folder}: ${advice}`,
        publicText: `${last} in BACKUP_DIR: ${advice}`,
      },
    ];
  }

  present(): HealthBody['backup'] {
    const newest = this.#newest;
    return { isWanted: this.#folder !== undefined, ...(newest && { newest }) };
  }

  /** How long ago the last one was made; undefined before the first. */
  get ageMs(): DurationMs | undefined {
    return this.#newest && Date.now() - this.#newest.atMs;
  }
}

function tell(ms: EpochMs): string {
  return new Date(ms).toISOString().slice(0, 16).replace('T', ' ') + ' UTC';
}

/** The last backup that was made or found up to date; undefined in an empty or missing folder. */
async function findNewestBackup(folder: string): Promise<NewestBackup | undefined> {
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
