import { mkdir, readdir, rm, utimes } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';

import type { RaceStore } from '#server/store/race-store.ts';
import {
  headOf,
  RaceInTheWayError,
  type WholeRace,
  type WholeRaceOrder,
} from '#server/store/whole-race.ts';
import { HOUR_MS } from '#shared/model/time.ts';
import type { Head } from '#shared/wire/http-api.ts';

import { type BackupNote, hashState, readBackupFile, writeBackupFile } from './backup-file.ts';
import { CommandError } from './command.ts';

/** How long older backups stay by default. */
export const BACKUP_DAYS = 30;

export interface BackupOrder {
  readonly folder: string;
  /** How many files of this race the folder keeps at most, the newest. */
  readonly keep: number;
  /** The oldest age of those; the newest always stays. */
  readonly days: number;
  /** Makes none when the newest has the present state. */
  readonly ifChanged: boolean;
}

/** `race backup`: returns the exit status. */
export async function runBackup(store: RaceStore, order: BackupOrder): Promise<number> {
  const { folder, ifChanged } = order;
  const { raceKey } = store;
  const [newest] = await listBackupFiles(folder, raceKey);
  if (ifChanged && newest?.of === nameHead(await store.readHead())) {
    const now = new Date();
    // Shows that the backups go on.
    await utimes(join(folder, newest.name), now, now);
    console.log(`${join(folder, newest.name)} holds the race as it is.`);
    return 0;
  }
  await makeBackup(store, folder, await store.readWhole());
  await dropOld(order, raceKey);
  return 0;
}

async function makeBackup(store: RaceStore, folder: string, race: WholeRace): Promise<void> {
  const { raceKey } = store;
  const at = new Date();
  const time = at.toISOString().replaceAll(':', '-');
  const path = join(folder, `splitcast-${raceKey}-${time}-${nameHead(headOf(race))}.backup.gz`);
  const { note, bytes } = await explainDisk(folder, () =>
    writeBackupFile(path, race, { raceKey, at }),
  );
  console.log(`${path}: ${describeBackup(note)}, ${Math.ceil(bytes / 1_000)} kB.`);
}

/** The head of a race, as in the name of its backup. */
function nameHead({ epoch, version }: Head): string {
  return `${epoch.slice(0, 8)}-${version}`;
}

export interface RestoreFileOrder {
  /** Checks the file and changes nothing. */
  readonly check: boolean;
  /** The RACE_KEY of the race that may be replaced, typed on purpose. */
  readonly replace: string | undefined;
}

/** `race restore FILE`: returns the exit status. */
export async function runRestore(
  store: RaceStore,
  path: string,
  { check, replace }: RestoreFileOrder,
): Promise<number> {
  const { note, race } = await readBackupFile(path);
  console.log(`${path} of ${note.madeAt} is whole: ${describeBackup(note)}.`);
  if (check) return 0;
  const inPlaceOf = await giveWay(store, path, replace);
  const { runners, scans } = race;
  const details = { runners: runners.size, scans: scans.size, file: basename(path) };
  const head = await put(store, race, { by: 'command line', details, ...inPlaceOf });
  const now = await store.readWhole();
  // Reads that scanners sent since count as the race going on.
  if (headOf(now).version === head.version && hashState(now) !== note.state) {
    throw new Error('What was restored is not what the file holds.');
  }
  console.log('Restored. Organisers sign in anew with the passwords of then.');
  return 0;
}

async function put(
  store: RaceStore,
  race: WholeRace,
  order: WholeRaceOrder,
): ReturnType<RaceStore['putWhole']> {
  try {
    return await store.putWhole(race, order);
  } catch (error) {
    if (!(error instanceof RaceInTheWayError)) throw error;
    throw new CommandError(
      `The race ${store.raceKey} has runners or scans, and nothing was changed. Restore into another (RACE_KEY, DATA_DIR), ` +
        `or put this one aside for it with --replace ${store.raceKey}: it is backed up first, beside the file.`,
      { cause: error },
    );
  }
}

/** Backs up the race that is replaced, when its name was given. */
async function giveWay(store: RaceStore, path: string, replace: string | undefined) {
  if (replace === undefined) return {};
  if (replace !== store.raceKey) {
    throw new CommandError(
      `This is the race ${store.raceKey}, not ${replace}: nothing was changed.`,
    );
  }
  const present = await store.readWhole();
  await makeBackup(store, dirname(path), present);
  return { inPlaceOf: headOf(present) };
}

function describeBackup({ parts, version, state }: BackupNote): string {
  const { runners, scans } = parts;
  return `${runners?.fields ?? 0} runners, ${scans?.fields ?? 0} scans, version ${version}, state ${state.slice(0, 12)}`;
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

interface BackupName {
  readonly name: string;
  readonly madeMs: number;
  /** {@link nameHead} */
  readonly of: string;
}

const TIME_AND_HEAD = /^(\d{4}-\d\d-\d\dT\d\d)-(\d\d)-(\d\d\.\d{3}Z)-(.*)\.backup\.gz$/;

/** The backups of a race in a folder, newest first; other files are ignored. */
export async function listBackupFiles(folder: string, raceKey: string): Promise<BackupName[]> {
  const start = `splitcast-${raceKey}-`;
  const names = await explainDisk(folder, async () => {
    await mkdir(folder, { recursive: true, mode: 0o700 });
    return readdir(folder);
  });
  return names
    .flatMap((name) => {
      const found = name.startsWith(start) && TIME_AND_HEAD.exec(name.slice(start.length));
      if (!found) return [];
      const [, hour, minute, second, of = ''] = found;
      return { name, madeMs: Date.parse(`${hour}:${minute}:${second}`), of };
    })
    .toSorted((a, b) => b.madeMs - a.madeMs);
}

async function dropOld({ folder, keep, days }: BackupOrder, raceKey: string): Promise<void> {
  const oldestMs = Date.now() - days * 24 * HOUR_MS;
  for (const [index, { name, madeMs }] of (await listBackupFiles(folder, raceKey)).entries()) {
    if (index > 0 && (index >= keep || madeMs < oldestMs)) await rm(join(folder, name));
  }
}
