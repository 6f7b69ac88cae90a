import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';

import type { NewestBackup } from '#server/store/stored-backup.ts';
import { type DurationMs, MINUTE_MS } from '#shared/model/time.ts';
import type { HealthBody } from '#shared/wire/health-api.ts';

import type { Finding } from './finding.ts';

/** Three cycles of ten minutes, each of which makes a backup or finds the newest one up to date. */
const LATE_MS = 35 * MINUTE_MS;

/** The places for automatic backups; undefined where none is set. */
export interface BackupPlaces {
  readonly backupDir: string | undefined;
  readonly backupTo: string | undefined;
}

/** What is known of the automatic backups. A store is not asked: its last one is noted in the record. */
export class BackupCheck {
  readonly #places: BackupPlaces;
  #inFolder: NewestBackup | undefined;
  /** Stays while Redis does not answer. */
  #inStore: NewestBackup | undefined;

  constructor(places: BackupPlaces) {
    this.#places = places;
  }

  /** `noted` is what the record says of the store, `upMs` how long the service has run. */
  async look(noted: NewestBackup | undefined, upMs: DurationMs): Promise<readonly Finding[]> {
    const { backupDir, backupTo } = this.#places;
    this.#inFolder = backupDir === undefined ? undefined : await findNewestBackup(backupDir);
    this.#inStore = backupTo === undefined ? undefined : (noted ?? this.#inStore);
    return [
      ...checkBackups('backup', backupDir, this.#inFolder, upMs),
      ...checkBackups('store', backupTo, this.#inStore, upMs),
    ];
  }

  present(): HealthBody['backup'] {
    const { backupDir, backupTo } = this.#places;
    const [inFolder, inStore] = [this.#inFolder, this.#inStore];
    return {
      isWanted: backupDir !== undefined,
      ...(inFolder && { newest: inFolder }),
      ...(backupTo !== undefined && { store: inStore ? { newest: inStore } : {} }),
    };
  }

  /** How long ago the last one got into the folder, and into the store. */
  get agesMs(): {
    readonly folder: DurationMs | undefined;
    readonly store: DurationMs | undefined;
  } {
    return { folder: ageOf(this.#inFolder), store: ageOf(this.#inStore) };
  }
}

function ageOf(newest: NewestBackup | undefined): DurationMs | undefined {
  return newest && Date.now() - newest.atMs;
}

/** What to look at when a place does not get its backups. */
const PLACES = {
  backup: {
    setting: 'BACKUP_DIR',
    advice: 'look whether its disk is there and has room, and at the log.',
  },
  store: {
    setting: 'BACKUP_TO',
    advice: 'look whether this machine reaches that store and its key is good, and at the log.',
  },
} as const;

/**
 * Whether the automatic backups into the folder or the store `place` run (COMMANDS.md BK5, BK8): each leaves a
 * new file, or a new time on the newest. `upMs` is how long the service has run.
 */
function checkBackups(
  topic: keyof typeof PLACES,
  place: string | undefined,
  newest: NewestBackup | undefined,
  upMs: DurationMs,
): readonly Finding[] {
  if (place === undefined || upMs < LATE_MS) return [];
  const newestMs = newest?.atMs ?? 0;
  if (Date.now() - newestMs < LATE_MS) return [];
  const last = newestMs === 0 ? 'There is no backup' : `The last backup is of ${tell(newestMs)}`;
  const { setting, advice } = PLACES[topic];
  return [
    {
      topic,
      text: `${last} in ${place}: ${advice}`,
      publicText: `${last} in ${setting}: ${advice}`,
    },
  ];
}

function tell(ms: number): string {
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
