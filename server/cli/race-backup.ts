import { CommandError, readGivenFile } from '#server/system/command-error.ts';
import type { RaceStore } from '#server/store/race-store.ts';
import { TooManyFieldsError } from '#server/store/commit.ts';
import { headOf, type WholeRace } from '#server/store/whole-race.ts';
import { append } from '#shared/model/group-by.ts';
import { type EpochMs, HOUR_MS } from '#shared/model/time.ts';
import type { Head } from '#shared/wire/http-api.ts';

import { packBackup, unpackBackup } from './backup-file.ts';
import type { BackupFolder } from './backup-folder.ts';

interface FoundBackup {
  readonly name: string;
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
  head: Pick<Head, 'epoch'>,
): Promise<FoundBackup[]> {
  const start = nameStart(raceKey);
  const present = head.epoch.slice(0, EPOCH_LETTERS);
  const found = (await folder.list(start)).flatMap((name) => {
    const parts = TIME_AND_HEAD.exec(name.slice(start.length));
    if (!parts) return [];
    const [, hour, minute, second, of = ''] = parts;
    return { name, madeMs: Date.parse(`${hour}:${minute}:${second}`), of };
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

function epochOf({ of }: FoundBackup): string {
  return of.slice(0, of.lastIndexOf('-'));
}

function versionOf({ of }: FoundBackup): number {
  return Number(of.slice(of.lastIndexOf('-') + 1));
}

/** The name of a backup that is made of a race at a moment. */
export function nameBackup(raceKey: string, at: Date, head: Head): string {
  const time = at.toISOString().replaceAll(':', '-');
  return `${nameStart(raceKey)}${time}-${nameHead(head)}.backup.gz`;
}

function nameStart(raceKey: string): string {
  return `splitcast-${raceKey}-`;
}

/** How much of an epoch is in the name of a backup. */
const EPOCH_LETTERS = 8;

/** The head of a race, as in the name of its backup. */
function nameHead({ epoch, version }: Head): string {
  return `${epoch.slice(0, EPOCH_LETTERS)}-${version}`;
}

/** The greatest number of backups of a race in a folder. */
const MOST_KEPT = 48;
/** Kept at any age. */
const NEWEST_KEPT = 3;
/** How long older backups are kept. */
export const BACKUP_DAYS = 30;

/**
 * The backups to remove, of a list with the newest first. The one just made always stays, and so do the newest three. If
 * one was made in the future, some clock was wrong, and no age is known.
 */
export function findOld(
  backups: readonly FoundBackup[],
  nowMs: EpochMs,
  justMade: string,
): readonly FoundBackup[] {
  const isAgeKnown = backups.every(({ madeMs }) => madeMs <= nowMs);
  const oldestMs = nowMs - BACKUP_DAYS * 24 * HOUR_MS;
  return backups.filter(({ name, madeMs }, index) => {
    const isOld = isAgeKnown && index >= NEWEST_KEPT && madeMs < oldestMs;
    return name !== justMade && (index >= MOST_KEPT || isOld);
  });
}

/** `race backup`: returns the exit status. With `ifChanged` it makes none where one has the present state. */
export async function runBackup(
  store: RaceStore,
  folder: BackupFolder,
  { ifChanged }: { readonly ifChanged: boolean },
): Promise<number> {
  const head = await store.readHead();
  const [newest] = await listBackups(folder, store.raceKey, head);
  const isThere = newest && ifChanged && newest.of === nameHead(head);
  if (isThere) {
    await folder.confirm(newest.name);
    console.log(`${folder.pathOf(newest.name)} has the race as it is.`);
  }
  const name = isThere ? newest.name : await makeBackup(store, folder, await store.readWhole());
  // Even when nothing changes, since old backups may contain forgotten people.
  await dropOld(store, folder, name);
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
async function dropOld(store: RaceStore, folder: BackupFolder, justMade: string): Promise<void> {
  const { raceKey } = store;
  try {
    const all = await listBackups(folder, raceKey, await store.readHead());
    for (const { name } of findOld(all, Date.now(), justMade)) await folder.remove(name);
    await folder.removePartial(nameStart(raceKey));
  } catch (error) {
    if (!(error instanceof CommandError)) throw error;
    console.log(`Older backups stay there: ${error.message}`);
  }
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
  const { madeAt, race } = await unpackBackup(path, await readGivenFile(path));
  console.log(`${path} of ${madeAt} is whole: ${describeRace(race)}.`);
  if (check) return 0;
  const replaced = await backUpReplaced(store, folder, replace);
  const { runners, scans } = race;
  const details = { runners: runners.size, scans: scans.size, file: name };
  try {
    await store.putWhole(race, { by: 'command line', details, ...replaced });
  } catch (error) {
    if (!(error instanceof TooManyFieldsError)) throw error;
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
