import { asRunnerId, type RunnerId } from '#shared/model/ids.ts';
import { parseJsonObject } from '#shared/model/json-object.ts';
import type { SettingPart } from '#shared/model/setting-parts.ts';
import { SETTING_NAMES } from '#shared/model/settings.ts';
import { type DurationMs, type EpochMs, MINUTE_MS, SECOND_MS } from '#shared/model/time.ts';

import type { RaceKeys } from './keys.ts';
import type { RedisClient } from './redis-connection.ts';

/** How long organisers see a lost save that nobody enters again. */
export const LOST_SAVE_STANDS_MS: DurationMs = 30 * MINUTE_MS;
/** With more than this, the last lost ones are kept. */
export const MOST_LOST_SAVES = 500;

/** A save that was answered with success and that the record no longer has (FEED.md CF29). */
export interface LostSave {
  readonly runnerId: RunnerId;
  /** The revision after it; for a deletion, the one before it. */
  readonly rev: number;
  readonly isDeletion: boolean;
  readonly by: string;
  readonly atMs: EpochMs;
  readonly bib: string;
  readonly name: string;
  /** When the loss was found, by the clock of the instance that found it. */
  readonly lostMs: EpochMs;
  /** The revision in the record instead; undefined when it does not have the runner. */
  readonly foundRev: number | undefined;
}

/** A saved setting that was answered with success, and that differs in the record. */
export interface LostSetting {
  readonly part: SettingPart;
  /** The saved value, as text. */
  readonly value: string;
  /** The value in the record. */
  readonly found: string;
  readonly by: string;
  readonly atMs: EpochMs;
  readonly lostMs: EpochMs;
}

export interface Lost {
  readonly runners: readonly LostSave[];
  readonly settings: readonly LostSetting[];
}

export const NOTHING_LOST: Lost = { runners: [], settings: [] };

const SETTING = 'setting ';

/** Tells every instance: the author of the save may be connected to another one. */
export async function noteLostSaves(
  client: RedisClient,
  keys: RaceKeys,
  { runners, settings }: Lost,
): Promise<void> {
  const lost = Object.fromEntries([
    ...runners.map((save) => [save.runnerId, JSON.stringify(save)] as const),
    ...settings.map((save) => [`${SETTING}${save.part}`, JSON.stringify(save)] as const),
  ]);
  if (Object.keys(lost).length === 0) return;
  const { lostSaves } = keys;
  await client
    .multi()
    .hSet(lostSaves, lost)
    .expire(lostSaves, LOST_SAVE_STANDS_MS / SECOND_MS)
    .exec();
  if ((await client.hLen(lostSaves)) <= MOST_LOST_SAVES) return;
  const notes = Object.entries(await client.hGetAll(lostSaves));
  const oldest = notes
    .toSorted((a, b) => whenLost(b) - whenLost(a))
    .slice(MOST_LOST_SAVES)
    .map(([field]) => field);
  if (oldest.length > 0) await client.hDel(lostSaves, oldest);
}

/** The recent losses, the last save first. */
export async function readLostSaves(
  client: RedisClient,
  keys: RaceKeys,
  nowMs: EpochMs,
): Promise<Lost> {
  const notes = Object.entries(await client.hGetAll(keys.lostSaves));
  const isOfLate = ({ lostMs }: { readonly lostMs: EpochMs }): boolean =>
    Math.abs(nowMs - lostMs) <= LOST_SAVE_STANDS_MS;
  return {
    runners: notes
      .flatMap(([field, text]) => parseLostSave(field, text) ?? [])
      .filter(isOfLate)
      .toSorted(lastFirst),
    settings: notes
      .flatMap(([field, text]) => parseLostSetting(field, text) ?? [])
      .filter(isOfLate)
      .toSorted(lastFirst),
  };
}

function lastFirst(a: { readonly atMs: EpochMs }, b: { readonly atMs: EpochMs }): number {
  return b.atMs - a.atMs;
}

function whenLost([, text]: readonly [string, string]): EpochMs {
  const { lostMs } = parseJsonObject(text) ?? {};
  return typeof lostMs === 'number' ? lostMs : 0;
}

function parseLostSetting(field: string, text: string): LostSetting | undefined {
  const part = field.startsWith(SETTING) ? field.slice(SETTING.length) : '';
  const { value, found, by, atMs, lostMs } = parseJsonObject(text) ?? {};
  const isNote =
    SETTING_NAMES.some((name) => name === part.split('.')[0]) &&
    typeof value === 'string' &&
    typeof found === 'string' &&
    typeof by === 'string' &&
    typeof atMs === 'number' &&
    typeof lostMs === 'number';
  return isNote ? { part: part as SettingPart, value, found, by, atMs, lostMs } : undefined;
}

function parseLostSave(field: string, text: string): LostSave | undefined {
  const { rev, isDeletion, by, atMs, bib, name, lostMs, foundRev } = parseJsonObject(text) ?? {};
  const isNote =
    typeof rev === 'number' &&
    typeof isDeletion === 'boolean' &&
    typeof by === 'string' &&
    typeof atMs === 'number' &&
    typeof bib === 'string' &&
    typeof name === 'string' &&
    typeof lostMs === 'number';
  if (!isNote) return undefined;
  const runnerId = asRunnerId(field);
  const found = typeof foundRev === 'number' ? foundRev : undefined;
  return { runnerId, rev, isDeletion, by, atMs, bib, name, lostMs, foundRev: found };
}
