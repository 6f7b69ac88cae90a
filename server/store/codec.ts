import type * as z from 'zod/mini';

import type { Dismissal } from '#shared/model/decisions.ts';
import { err, ok, type Result } from '#shared/model/outcome.ts';
import { type BandId, parseBandId, parseBandOrChip } from '#shared/model/ids.ts';
import { isPlainObject, parseJson, parseJsonObject } from '#shared/model/json-object.ts';
import { DEFAULT_CONFIG, findSettings, type RaceConfig } from '#shared/model/race-config.ts';
import { type Runner, ENTRY_DETAILS, MAX_EARLIER_BANDS } from '#shared/model/runner.ts';
import { createScanId, type StoredScan } from '#shared/model/scan.ts';
import { areMatPoints } from '#shared/model/time-point.ts';
import type { SettingName } from '#shared/model/settings.ts';

/**
 * Records are JSON texts in hash fields. Only this folder's scripts and functions write them, but a Redis is open to
 * others and a disk may fail: unreadable records are returned with the reason in words, never thrown.
 */

/** The record in a text, without what its form does not name; undefined for one of another form. */
export function parseAs<T>(
  schema: z.ZodMiniType<T>,
  text: string | null | undefined,
): T | undefined {
  return schema.safeParse(parseJsonObject(text ?? '')).data;
}

/** The longest a moment may be away from 1970, as `Date` has it. */
const LAST_MS = 8.64e15;

const RUNNER_TEXTS = [
  'bibNumber',
  'firstName',
  'lastName',
  'runClub',
  'overrideTime',
  'mobileNumber',
] as const satisfies readonly (keyof Runner)[];

/** Texts that are absent when there is nothing. */
const OPTIONAL_TEXTS: readonly (keyof Runner)[] = ENTRY_DETAILS.filter(
  (name) => name !== 'mobileNumber',
);

/** Reads a runner, under its field in the hash if it has one. */
export function readRunner(value: unknown, runnerId?: string): Result<Runner, string> {
  if (!isPlainObject(value)) return err('is no JSON object');
  const id = value['runnerId'];
  if (typeof id !== 'string' || id === '') return err('has no runnerId');
  if (runnerId !== undefined && id !== runnerId) return err('has the id of another runner');
  const wrong = RUNNER_TEXTS.find((name) => typeof value[name] !== 'string');
  if (wrong !== undefined) return err(`has a ${wrong} that is no text`);
  const odd = OPTIONAL_TEXTS.find((name) => !['string', 'undefined'].includes(typeof value[name]));
  if (odd !== undefined) return err(`has a ${odd} that is no text`);
  const { bandId, earlierBandIds = [], event, ageGroup, rev, isPrivate } = value;
  if (bandId !== undefined && !isBandId(bandId)) return err('has a bandId that is none');
  const areBands =
    Array.isArray(earlierBandIds) &&
    earlierBandIds.length <= MAX_EARLIER_BANDS &&
    earlierBandIds.every(isBandId);
  if (!areBands) return err('has earlierBandIds that are none');
  // Which events and categories there are, the settings say.
  if (typeof event !== 'string' || event === '') return err('has no event');
  if (typeof ageGroup !== 'string') return err('has an ageGroup that is no text');
  // A runner whose private mark is unreadable is left out rather than shown.
  const isMark = isPrivate === undefined || typeof isPrivate === 'boolean';
  if (!isMark) return err('has an isPrivate that is neither true nor false');
  const { disqualified } = value;
  if (disqualified !== undefined && !isDisqualification(disqualified)) {
    return err('has a disqualified that names no rule, moment and person');
  }
  if (!Number.isSafeInteger(rev)) return err('has a rev that is no whole number');
  return ok(value as unknown as Runner);
}

/** The form of {@link createScanId}; another program may use other ids. */
const OWN_SCAN_ID = /^[^:]*:[\dA-Z]+:[^:]+:\d+$/;

/** The same for a scan. One that contradicts its id was damaged on a disk. */
export function readScan(value: unknown, scanId?: string): Result<StoredScan, string> {
  if (!isPlainObject(value)) return err('is no JSON object');
  const { scanId: id, bandId, points, timeMs, source } = value;
  if (typeof id !== 'string' || id === '') return err('has no scanId');
  if (!isBandOrChip(bandId)) return err('has a bandId that is none');
  if (!areMatPoints(points)) return err('has points that are none');
  if (!isMoment(timeMs)) return err('has a timeMs that is no moment');
  if (typeof source !== 'string') return err('has a source that is no text');
  const scan = value as unknown as StoredScan;
  if (scanId !== undefined && scanId !== id) return err('has the id of another scan');
  // A flipped bit on a disk makes another time or wristband, but valid JSON.
  const isWhole = !OWN_SCAN_ID.test(id) || createScanId(scan) === id;
  return isWhole ? ok(scan) : err('says something else than its id');
}

function isDisqualification(value: unknown): boolean {
  return (
    isPlainObject(value) &&
    typeof value['rule'] === 'string' &&
    isMoment(value['atMs']) &&
    typeof value['by'] === 'string'
  );
}

export function isBandId(value: unknown): boolean {
  return typeof value === 'string' && parseBandId(value) === value;
}

/** The same for what a mat read, which may be the code of a chip. */
function isBandOrChip(value: unknown): boolean {
  return typeof value === 'string' && parseBandOrChip(value) === value;
}

/** The wristband of a chip under its code in the hash. */
export function decodeChip(code: string, text: string): Result<BandId, string> {
  if (!isBandOrChip(code)) return err('is under a field that is no code of a chip');
  const bandId = parseBandId(text);
  return bandId === text ? ok(bandId) : err('is no wristband number');
}

/** Whether it is a valid number of milliseconds since 1970. */
export function isMoment(value: unknown): value is number {
  return typeof value === 'number' && Math.abs(value) <= LAST_MS;
}

export function readDismissal(value: unknown, bandId?: string): Result<Dismissal, string> {
  if (!isPlainObject(value)) return err('is no JSON object');
  if (!isBandOrChip(value['bandId'])) return err('has a bandId that is none');
  if (bandId !== undefined && value['bandId'] !== bandId) return err('has another bandId');
  if (typeof value['scans'] !== 'number') return err('has no number of scans');
  return ok(value as unknown as Dismissal);
}

/** The settings that were read; an unreadable one has its default, and is named. */
export interface DecodedConfig {
  readonly config: RaceConfig;
  readonly unreadable: readonly SettingName[];
}

export function decodeConfig(fields: Readonly<Record<string, string>>): DecodedConfig {
  // A text that is no JSON becomes null, which no setting is.
  const found = Object.entries(fields).map(([name, text]) => [name, parseJson(text) ?? null]);
  const { settings, unfit } = findSettings(Object.fromEntries(found) as Record<string, unknown>);
  return { config: { ...DEFAULT_CONFIG, ...settings }, unreadable: unfit };
}
