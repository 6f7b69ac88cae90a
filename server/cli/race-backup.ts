import type { ServerConfig } from '#server/config/config.ts';
import type { RaceStore } from '#server/store/race-store.ts';
import {
  headOf,
  RaceInTheWayError,
  type WholeRace,
  type WholeRaceOrder,
} from '#server/store/whole-race.ts';
import { messageOf } from '#server/system/errors.mjs';

import { type BackupNote, hashState, packBackup, unpackBackup } from './backup-file.ts';
import {
  type BackupPlace,
  findOld,
  listBackups,
  nameBackup,
  nameHead,
  withPlace,
} from './backup-place.ts';
import { CommandError, runToStatus } from './command.ts';

/** How long older backups stay by default. */
export const BACKUP_DAYS = 30;

export interface BackupOrder {
  /** How many files of this race the place keeps at most, the newest. */
  readonly keep: number;
  /** The oldest age of those; the newest three always stay. */
  readonly days: number;
  /** Makes none when the newest has the present state. */
  readonly ifChanged: boolean;
  /** The place of which the instances are told: the store of BACKUP_TO, which they do not ask. */
  readonly noted: string | undefined;
}

/**
 * `race backup`, or with `--list` no order, in the given place or those of the settings: returns the exit
 * status. What fails in one does not keep it out of the other.
 */
export async function runInPlaces(
  store: RaceStore,
  config: ServerConfig,
  given: string | undefined,
  order: Omit<BackupOrder, 'noted'> | undefined,
): Promise<number> {
  const { backupDir, backupTo } = config;
  const places = (given === undefined ? [backupDir, backupTo] : [given]).filter(
    (place) => place !== undefined,
  );
  if (places.length === 0) {
    throw new CommandError(
      'Name a folder or a store: npm run backup -- /media/stick. BACKUP_DIR and BACKUP_TO name them for good.',
    );
  }
  let worst = 0;
  for (const address of places) {
    const run = (): Promise<number> =>
      withPlace(address, config, (place) =>
        order ? backUp(store, place, { ...order, noted: backupTo }) : listThere(store, place),
      );
    worst = Math.max(worst, await runToStatus(run, { usage: '' }));
  }
  return worst;
}

async function backUp(store: RaceStore, place: BackupPlace, order: BackupOrder): Promise<number> {
  const head = await store.readHead();
  const [newest] = await listBackups(place, store.raceKey, head);
  const isThere = newest && order.ifChanged && newest.of === nameHead(head);
  if (isThere) {
    await place.confirm(newest.name);
    console.log(`${place.addressOf(newest.name)} holds the race as it is.`);
  }
  const { name, bytes } = isThere
    ? newest
    : await makeBackup(store, place, await store.readWhole());
  if (place.label === order.noted) await tellInstances(store, bytes);
  // Also while nothing changes: the old ones have whoever was forgotten since.
  await dropOld(place, order, store, name);
  return 0;
}

/** Returns the file. */
async function makeBackup(
  store: RaceStore,
  place: BackupPlace,
  race: WholeRace,
): Promise<{ readonly name: string; readonly bytes: number }> {
  const { raceKey } = store;
  const at = new Date();
  const name = nameBackup(raceKey, at, headOf(race));
  const { note, bytes } = await packBackup(race, { raceKey, at });
  await place.put(name, bytes);
  console.log(
    `${place.addressOf(name)}: ${describeBackup(note)}, ${Math.ceil(bytes.length / 1_000)} kB.`,
  );
  return { name, bytes: bytes.length };
}

/** A read-only user of Redis may make backups, too. */
async function tellInstances(store: RaceStore, bytes: number): Promise<void> {
  try {
    await store.storedBackup.note({ atMs: Date.now(), bytes });
  } catch (error) {
    if (!messageOf(error).startsWith('NOPERM')) throw error;
  }
}

/** The new one is there, so a key that may remove nothing is no fault of the backup. */
async function dropOld(
  place: BackupPlace,
  order: BackupOrder,
  store: RaceStore,
  justMade: string,
): Promise<void> {
  const { raceKey } = store;
  try {
    const all = await listBackups(place, raceKey, await store.readHead());
    const old = findOld(all, order, Date.now(), justMade);
    for (const { name } of old) await place.remove(name);
    await place.removePartial(`splitcast-${raceKey}-`);
  } catch (error) {
    if (!(error instanceof CommandError)) throw error;
    console.log(`Older backups stay there: ${error.message}`);
  }
}

async function listThere(store: RaceStore, place: BackupPlace): Promise<number> {
  const backups = await listBackups(place, store.raceKey, await store.readHead());
  for (const { name, madeMs, bytes } of backups) {
    const at = new Date(madeMs).toISOString().slice(0, 19).replace('T', ' ');
    console.log(`${at} UTC  ${Math.ceil(bytes / 1_000)} kB  ${place.addressOf(name)}`);
  }
  if (backups.length === 0) {
    console.log(`There is no backup of the race ${store.raceKey} in ${place.label}.`);
  }
  return 0;
}

export interface RestoreFileOrder {
  /** Checks the file and changes nothing. */
  readonly check: boolean;
  /** The RACE_KEY of the race that may be replaced, typed on purpose. */
  readonly replace: string | undefined;
}

/** `race restore FILE`, which lies in a place under a name: returns the exit status. */
export async function runRestore(
  store: RaceStore,
  place: BackupPlace,
  name: string,
  { check, replace }: RestoreFileOrder,
): Promise<number> {
  const path = place.addressOf(name);
  const { note, race } = await unpackBackup(path, await place.get(name));
  console.log(`${path} of ${note.madeAt} is whole: ${describeBackup(note)}.`);
  if (check) return 0;
  const inPlaceOf = await giveWay(store, place, replace);
  const { runners, scans } = race;
  const details = { runners: runners.size, scans: scans.size, file: name };
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
async function giveWay(store: RaceStore, place: BackupPlace, replace: string | undefined) {
  if (replace === undefined) return {};
  if (replace !== store.raceKey) {
    throw new CommandError(
      `This is the race ${store.raceKey}, not ${replace}: nothing was changed.`,
    );
  }
  const present = await store.readWhole();
  await makeBackup(store, place, present);
  return { inPlaceOf: headOf(present) };
}

function describeBackup({ parts, version, state }: BackupNote): string {
  const { runners, scans } = parts;
  return `${runners?.fields ?? 0} runners, ${scans?.fields ?? 0} scans, version ${version}, state ${state.slice(0, 12)}`;
}
