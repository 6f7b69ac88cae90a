import * as z from 'zod/mini';

import type { Dismissal } from '#shared/model/decisions.ts';
import { err, ok, type Result } from '#shared/model/outcome.ts';
import { type BandId, parseBandId, parseBandOrChip } from '#shared/model/ids.ts';
import { isPlainObject, parseJson, parseJsonObject } from '#shared/model/json-object.ts';
import { DEFAULT_CONFIG, findSettings, type RaceConfig } from '#shared/model/race-config.ts';
import { type Runner, ENTRY_DETAILS, MAX_EARLIER_BANDS } from '#shared/model/runner.ts';
import type { StoredScan } from '#shared/model/scan.ts';
import { areMatPoints } from '#shared/model/time-point.ts';
import type { SettingName } from '#shared/model/settings.ts';

/*
 * Records are JSON texts in hash fields. Only this folder writes them, but a Redis is open to others and a disk may fail:
 * an unreadable record is returned as the reason in words, never thrown.
 */

/** Parses a record, and drops unknown fields; undefined if invalid. */
export function parseAs<T>(
  schema: z.ZodMiniType<T>,
  text: string | null | undefined,
): T | undefined {
  return schema.safeParse(parseJsonObject(text ?? '')).data;
}

/** The range of `Date`, in milliseconds before and after 1970. */
const LAST_MS = 8.64e15;

const momentSchema = z.number().check(z.refine(isMoment));
const bandSchema = z.string().check(z.refine(isBandId));

const runnerSchema = z.object({
  runnerId: z.string().check(z.minLength(1)),
  bibNumber: z.string(),
  firstName: z.string(),
  lastName: z.string(),
  runClub: z.string(),
  overrideTime: z.string(),
  ...Object.fromEntries(ENTRY_DETAILS.map((name) => [name, z.optional(z.string())])),
  mobileNumber: z.string(),
  bandId: z.optional(bandSchema),
  earlierBandIds: z.optional(z.array(bandSchema).check(z.maxLength(MAX_EARLIER_BANDS))),
  // The settings define the events and categories.
  event: z.string().check(z.minLength(1)),
  ageGroup: z.string(),
  // An unreadable mark makes the runner unreadable, and so not shown.
  isPrivate: z.optional(z.boolean()),
  disqualified: z.optional(z.object({ rule: z.string(), atMs: momentSchema, by: z.string() })),
  rev: z.int(),
});

export const readRunner = createReader<Runner>('runner', runnerSchema, ({ runnerId }) => runnerId);

/** A reader of records, which also checks that a record is under its own field of the hash, if one is given. */
export function createReader<T>(
  what: string,
  schema: z.ZodMiniType,
  fieldOf: (record: T) => string,
): (value: unknown, field?: string) => Result<T, string> {
  return (value, field) => {
    const { error } = schema.safeParse(value);
    if (error) return err(`is no ${what}: ${error.issues[0]?.path.join('.') ?? ''}`);
    const record = value as T;
    return field === undefined || fieldOf(record) === field
      ? ok(record)
      : err('is under the field of another');
  };
}

/** Reads a scan, without zod for speed. */
export function readScan(value: unknown, scanId?: string): Result<StoredScan, string> {
  if (!isPlainObject(value)) return err('is no JSON object');
  const { scanId: id, bandId, points, timeMs, source } = value;
  if (typeof id !== 'string' || id === '') return err('has no scanId');
  if (!isBandOrChip(bandId)) return err('has a bandId that is none');
  if (!areMatPoints(points)) return err('has points that are none');
  if (!isMoment(timeMs)) return err('has a timeMs that is no moment');
  if (typeof source !== 'string') return err('has a source that is no text');
  if (scanId !== undefined && scanId !== id) return err('has the id of another scan');
  return ok(value as unknown as StoredScan);
}

function isBandId(value: unknown): boolean {
  return typeof value === 'string' && parseBandId(value) === value;
}

function isBandOrChip(value: unknown): boolean {
  return typeof value === 'string' && parseBandOrChip(value) === value;
}

/** Reads the wristband of a chip, stored under the chip's code. */
export function decodeChip(code: string, text: string): Result<BandId, string> {
  if (!isBandOrChip(code)) return err('is under a field that is no code of a chip');
  const bandId = parseBandId(text);
  return bandId === text ? ok(bandId) : err('is no wristband number');
}

function isMoment(value: unknown): value is number {
  return typeof value === 'number' && Math.abs(value) <= LAST_MS;
}

export const readDismissal = createReader<Dismissal>(
  'dismissal',
  z.object({ bandId: z.string().check(z.refine(isBandOrChip)), scans: z.number() }),
  ({ bandId }) => bandId,
);

/** The settings; each unreadable one is listed and has its default. */
export function decodeConfig(fields: Readonly<Record<string, string>>): {
  readonly config: RaceConfig;
  readonly unreadable: readonly SettingName[];
} {
  // Invalid JSON becomes null, which is invalid for every setting.
  const found = Object.entries(fields).map(([name, text]) => [name, parseJson(text) ?? null]);
  const { settings, unfit } = findSettings(Object.fromEntries(found) as Record<string, unknown>);
  return { config: { ...DEFAULT_CONFIG, ...settings }, unreadable: unfit };
}
