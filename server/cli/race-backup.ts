import type { RaceStore } from '#server/store/race-store.ts';
import { headOf, RaceInTheWayError, type WholeRace } from '#server/store/whole-race.ts';
import { append } from '#shared/model/group-by.ts';
import { type EpochMs, HOUR_MS } from '#shared/model/time.ts';
import type { Head } from '#shared/wire/http-api.ts';

import { packBackup, unpackBackup } from './backup-file.ts';
import type { BackupFolder, FoundFile } from './backup-folder.ts';
import { CommandError } from './command.ts';

interface FoundBackup extends Pick<FoundFile, 'name' | 'bytes'> {
  readonly madeMs: EpochMs;
  /** {@link nameHead} */
  readonly of: string;
}

const TIME_AND_HEAD = /^(\d{4}-\d\d-\d\dT\d\d)-(\d\d)-(\d\d\.\d{3}Z)-(.*)\.backup\.gz$/;

/**
 * The backups of a race in a folder, newest first. Those of the present epoch come first. Within an epoch they are
 * ordered by version, since the clock may have been wrong when one was made; epochs are ordered by time.
 */
export async function listBackups(
  folder: BackupFolder,
  raceKey: string,
  head?: Pick<Head, 'epoch'>,
): Promise<FoundBackup[]> {
  const start = `splitcast-${raceKey}-`;
  const present = head?.epoch.slice(0, EPOCH_LETTERS);
  const found = (await folder.list(start)).flatMap(({ name, bytes }) => {
    const parts = TIME_AND_HEAD.exec(name.slice(start.length));
    if (!parts) return [];
    const [, hour, minute, second, of = ''] = parts;
    return { name, bytes, madeMs: Date.parse(`${hour}:${minute}:${second}`), of };
  });
  const epochs = new Map<string, FoundBackup[]>();
  for (const backup of found) append(epochs, epochOf(backup), backup);
  return Array.from(epochs, ([epoch, backups]) => ({
    isPresent: epoch === present,
    madeMs: Math.max(...backups.map((one) => one.madeMs)),
    backups: backups.toSorted((a, b) => versionOf(b) - versionOf(a) || b.madeMs - a.madeMs),
  }))
    .toSorted((a, b) => Number(b.isPresent) - Number(a.isPresent) || b.madeMs - a.madeMs)
    .flatMap(({ backups }) => backups);
}

/** How much of an epoch is in the name of a backup. */
const EPOCH_LETTERS = 8;

function epochOf({ of }: FoundBackup): string {
  return of.slice(0, of.lastIndexOf('-'));
}

function versionOf({ of }: FoundBackup): number {
  return Number(of.slice(of.lastIndexOf('-') + 1));
}

/** The name of a backup that is made of a race at a moment. */
export function nameBackup(raceKey: string, at: Date, head: Head): string {
  const time = at.toISOString().replaceAll(':', '-');
  return `splitcast-${raceKey}-${time}-${nameHead(head)}.backup.gz`;
}

/** The head of a race, as in the name of its backup. */
function nameHead({ epoch, version }: Head): string {
  return `${epoch.slice(0, EPOCH_LETTERS)}-${version}`;
}

/** Kept at any age. */
const NEWEST_KEPT = 3;

interface Limits {
  /** The greatest number of files of this race in the folder. */
  readonly keep: number;
  /** The greatest age of those in days; the newest three always stay. */
  readonly days: number;
}

/**
 * The backups, of a list with the newest first, that exceed a limit. The one just made always stays, and so do the
 * newest three. If one was made in the future, some clock was wrong, and no age is known.
 */
export function findOld(
  backups: readonly FoundBackup[],
  { keep, days }: Limits,
  nowMs: EpochMs,
  justMade?: string,
): readonly FoundBackup[] {
  const isAgeKnown = backups.every(({ madeMs }) => madeMs <= nowMs);
  const oldestMs = nowMs - days * 24 * HOUR_MS;
  return backups.filter(({ name, madeMs }, index) => {
    if (index === 0 || name === justMade) return false;
    return index >= keep || (isAgeKnown && index >= NEWEST_KEPT && madeMs < oldestMs);
  });
}

/** How long older backups are kept by default. */
export const BACKUP_DAYS = 30;

interface BackupOptions extends Limits {
  /** Makes no backup when the newest has the present state. */
  readonly ifChanged: boolean;
}

/** `race backup`: returns the exit status. */
export async function runBackup(
  store: RaceStore,
  folder: BackupFolder,
  options: BackupOptions,
): Promise<number> {
  const head = await store.readHead();
  const [newest] = await listBackups(folder, store.raceKey, head);
  const isThere = newest && options.ifChanged && newest.of === nameHead(head);
  if (isThere) {
    await folder.confirm(newest.name);
    console.log(`${folder.pathOf(newest.name)} has the race as it is.`);
  }
  const name = isThere ? newest.name : await makeBackup(store, folder, await store.readWhole());
  // Even when nothing changes, since old backups may contain forgotten people.
  await dropOld(folder, options, store, name);
  return 0;
}

/** Returns the name of the file. */
async function makeBackup(
  store: RaceStore,
  folder: BackupFolder,
  race: WholeRace,
): Promise<string> {
  const { raceKey } = store;
  const at = new Date();
  const name = nameBackup(raceKey, at, headOf(race));
  const bytes = await packBackup(race, { raceKey, at });
  await folder.put(name, bytes);
  console.log(
    `${folder.pathOf(name)}: ${describeRace(race)}, ${Math.ceil(bytes.length / 1_000)} kB.`,
  );
  return name;
}

/** An old backup that cannot be removed does not make the new one fail. */
async function dropOld(
  folder: BackupFolder,
  limits: Limits,
  store: RaceStore,
  justMade: string,
): Promise<void> {
  const { raceKey } = store;
  try {
    const all = await listBackups(folder, raceKey, await store.readHead());
    const old = findOld(all, limits, Date.now(), justMade);
    for (const { name } of old) await folder.remove(name);
    await folder.removePartial(`splitcast-${raceKey}-`);
  } catch (error) {
    if (!(error instanceof CommandError)) throw error;
    console.log(`Older backups stay there: ${error.message}`);
  }
}

/** `race backup --list`: returns the exit status. */
export async function runListBackups(store: RaceStore, folder: BackupFolder): Promise<number> {
  const backups = await listBackups(folder, store.raceKey, await store.readHead());
  for (const { name, madeMs, bytes } of backups) {
    const at = new Date(madeMs).toISOString().slice(0, 19).replace('T', ' ');
    console.log(`${at} UTC  ${Math.ceil(bytes / 1_000)} kB  ${folder.pathOf(name)}`);
  }
  if (backups.length === 0) {
    console.log(`There is no backup of the race ${store.raceKey} in ${folder.path}.`);
  }
  return 0;
}

/**
 * `race restore FILE`, a file of a folder: returns the exit status. `check` only checks the file; `replace` is the
 * RACE_KEY of the race that may be replaced, typed on purpose.
 */
export async function runRestore(
  store: RaceStore,
  folder: BackupFolder,
  name: string,
  { check, replace }: { readonly check: boolean; readonly replace: string | undefined },
): Promise<number> {
  const path = folder.pathOf(name);
  const { madeAt, race } = await unpackBackup(path, await folder.get(name));
  console.log(`${path} of ${madeAt} is whole: ${describeRace(race)}.`);
  if (check) return 0;
  const replaced = await backUpReplaced(store, folder, replace);
  const { runners, scans } = race;
  const details = { runners: runners.size, scans: scans.size, file: name };
  try {
    await store.putWhole(race, { by: 'command line', details, ...replaced });
  } catch (error) {
    if (!(error instanceof RaceInTheWayError)) throw error;
    throw new CommandError(
      `The race ${store.raceKey} has runners or scans, and nothing was changed. Restore into another (RACE_KEY, DATA_DIR), ` +
        `or replace this one with --replace ${store.raceKey}: it is backed up first, next to the file.`,
      { cause: error },
    );
  }
  console.log('Restored. Organisers sign in again, with the passwords they had then.');
  return 0;
}

/** Backs up the race that is replaced, when its name was given. */
async function backUpReplaced(store: RaceStore, folder: BackupFolder, replace: string | undefined) {
  if (replace === undefined) return {};
  if (replace !== store.raceKey) {
    throw new CommandError(
      `This is the race ${store.raceKey}, not ${replace}: nothing was changed.`,
    );
  }
  const present = await store.readWhole();
  await makeBackup(store, folder, present);
  return { inPlaceOf: headOf(present) };
}

function describeRace(race: WholeRace): string {
  const { runners, scans } = race;
  return `${runners.size} runners, ${scans.size} scans, version ${headOf(race).version}`;
}
