import type { ServerConfig } from '#server/config/config.ts';
import { readEnv } from '#server/config/read-setting.ts';
import { parseStoreAddress, parseStoreSettings } from '#server/config/store-settings.ts';
import { append } from '#shared/model/group-by.ts';
import { type EpochMs, HOUR_MS } from '#shared/model/time.ts';
import type { Head } from '#shared/wire/http-api.ts';

import { FolderPlace } from './folder-place.ts';

/** A file in a place for backups. */
export interface PlacedFile {
  readonly name: string;
  readonly bytes: number;
}

/** Where backups lie: a folder or a store. Each call throws a `CommandError` (`command.ts`) that says what to do. */
export interface BackupPlace {
  /** As people name it: the folder, or `s3://bucket/prefix`. */
  readonly label: string;
  /** As a file in it is named to `npm run restore`. */
  addressOf(name: string): string;
  /** The files whose names begin with `start`, in any order. */
  list(start: string): Promise<readonly PlacedFile[]>;
  /** Under the name stands all of it, for good, or nothing. */
  put(name: string, bytes: Uint8Array): Promise<void>;
  get(name: string): Promise<Uint8Array>;
  /** Shows that the backups go on while nothing changes. */
  confirm(name: string): Promise<void>;
  remove(name: string): Promise<void>;
  /** Removes what a `put` that was killed long ago left of a file whose name begins with `start`. */
  removePartial(start: string): Promise<void>;
  close(): void;
}

/** Does something in a place: a folder or `s3://bucket/prefix`. The client of a store is loaded only for one. */
export async function withPlace<T>(
  address: string,
  config: Pick<ServerConfig, 'store'>,
  task: (place: BackupPlace) => Promise<T>,
): Promise<T> {
  const place = await openPlace(address, config);
  try {
    return await task(place);
  } finally {
    place.close();
  }
}

async function openPlace(
  address: string,
  { store }: Pick<ServerConfig, 'store'>,
): Promise<BackupPlace> {
  const inStore = parseStoreAddress(address);
  if (!inStore) return new FolderPlace(address);
  const { StorePlace } = await import('./store-place.ts');
  return new StorePlace(inStore, store ?? parseStoreSettings(readEnv()));
}

export interface PlacedBackup extends PlacedFile {
  readonly madeMs: EpochMs;
  /** {@link nameHead} */
  readonly of: string;
}

const TIME_AND_HEAD = /^(\d{4}-\d\d-\d\dT\d\d)-(\d\d)-(\d\d\.\d{3}Z)-(.*)\.backup\.gz$/;

/**
 * The backups of a race in a place, newest first; other files are ignored. Newest are those of the present epoch by their
 * version, since the clock may have been wrong when one was made; only between other epochs does the time in the name decide.
 */
export async function listBackups(
  place: BackupPlace,
  raceKey: string,
  head?: Pick<Head, 'epoch'>,
): Promise<PlacedBackup[]> {
  const start = `splitcast-${raceKey}-`;
  const present = head?.epoch.slice(0, EPOCH_LETTERS);
  const found = (await place.list(start)).flatMap(({ name, bytes }) => {
    const found = TIME_AND_HEAD.exec(name.slice(start.length));
    if (!found) return [];
    const [, hour, minute, second, of = ''] = found;
    return { name, bytes, madeMs: Date.parse(`${hour}:${minute}:${second}`), of };
  });
  const epochs = new Map<string, PlacedBackup[]>();
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

function epochOf({ of }: PlacedBackup): string {
  return of.slice(0, of.lastIndexOf('-'));
}

function versionOf({ of }: PlacedBackup): number {
  return Number(of.slice(of.lastIndexOf('-') + 1));
}

/** The name of a backup that is made of a race at a moment. */
export function nameBackup(raceKey: string, at: Date, head: Head): string {
  const time = at.toISOString().replaceAll(':', '-');
  return `splitcast-${raceKey}-${time}-${nameHead(head)}.backup.gz`;
}

/** The head of a race, as in the name of its backup. */
export function nameHead({ epoch, version }: Head): string {
  return `${epoch.slice(0, EPOCH_LETTERS)}-${version}`;
}

/** However old, so many of the newest stay. */
const NEWEST_KEPT = 3;

/**
 * Which of the backups, newest first, have to go: all but the newest by number and by age in days. The one that was just
 * made stays, and so do the newest three whatever their age. Where one was made in the future, some clock was wrong, and
 * no age is known.
 */
export function findOld(
  backups: readonly PlacedBackup[],
  { keep, days }: { readonly keep: number; readonly days: number },
  nowMs: EpochMs,
  justMade?: string,
): readonly PlacedBackup[] {
  const isAgeKnown = backups.every(({ madeMs }) => madeMs <= nowMs);
  const oldestMs = nowMs - days * 24 * HOUR_MS;
  return backups.filter(({ name, madeMs }, index) => {
    if (index === 0 || name === justMade) return false;
    return index >= keep || (isAgeKnown && index >= NEWEST_KEPT && madeMs < oldestMs);
  });
}
