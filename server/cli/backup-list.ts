import { append } from '#shared/model/group-by.ts';
import { type EpochMs, HOUR_MS } from '#shared/model/time.ts';
import type { Head } from '#shared/wire/http-api.ts';

import type { BackupFolder, FoundFile } from './backup-folder.ts';

export interface FoundBackup extends FoundFile {
  readonly madeMs: EpochMs;
  /** {@link nameHead} */
  readonly of: string;
}

const TIME_AND_HEAD = /^(\d{4}-\d\d-\d\dT\d\d)-(\d\d)-(\d\d\.\d{3}Z)-(.*)\.backup\.gz$/;

/**
 * The backups of a race in a folder, newest first; other files are ignored. Newest are those of the present epoch by their
 * version, since the clock may have been wrong when one was made; only between other epochs does the time in the name decide.
 */
export async function listBackups(
  folder: BackupFolder,
  raceKey: string,
  head?: Pick<Head, 'epoch'>,
): Promise<FoundBackup[]> {
  const start = `splitcast-${raceKey}-`;
  const present = head?.epoch.slice(0, EPOCH_LETTERS);
  const found = (await folder.list(start)).flatMap(({ name, bytes }) => {
    const found = TIME_AND_HEAD.exec(name.slice(start.length));
    if (!found) return [];
    const [, hour, minute, second, of = ''] = found;
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
export function nameHead({ epoch, version }: Head): string {
  return `${epoch.slice(0, EPOCH_LETTERS)}-${version}`;
}

/** This many of the newest stay, however old. */
const NEWEST_KEPT = 3;

/**
 * Which of the backups, newest first, have to go: all but the newest by number and by age in days. The one that was just
 * made stays, and so do the newest three whatever their age. Where one was made in the future, some clock was wrong, and
 * no age is known.
 */
export function findOld(
  backups: readonly FoundBackup[],
  { keep, days }: { readonly keep: number; readonly days: number },
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
