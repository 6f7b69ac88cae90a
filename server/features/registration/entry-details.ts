import { type Courses, coursesOf } from '#shared/model/courses.ts';
import { isPlainObject } from '#shared/model/json-object.ts';
import { collectFields, err, type FieldError, ok, type Result } from '#shared/model/outcome.ts';
import type { RaceConfig } from '#shared/model/race-config.ts';
import { ENTRY_DETAILS, type EntryDetail, type Runner } from '#shared/model/runner.ts';
import type { EpochMs } from '#shared/model/time.ts';
import { readOwnStart, startFrameOf } from '#shared/scoring/read-own-start.ts';
import {
  readBirthDateField,
  readSexField,
  readTextField,
  readWave,
} from '#server/race/runner-fields.ts';

/** The details in addition to the nine values of the form; absent ones are unchanged. */
export type Details = Partial<Readonly<Record<EntryDetail, string>>>;

interface EntryContext {
  /** As typed, not yet checked. */
  readonly event: string;
  readonly config: RaceConfig;
  readonly nowMs: EpochMs;
}

export function readDetails(
  given: unknown,
  entry: EntryContext,
): Result<Details, readonly FieldError[]> {
  if (given === undefined) return ok({});
  if (!isPlainObject(given)) {
    return err([{ field: 'details', message: `Send an object with ${ENTRY_DETAILS.join(', ')}.` }]);
  }
  const readings = ENTRY_DETAILS.filter((field) => given[field] !== undefined).map((field) => {
    const value = given[field];
    const reading =
      typeof value === 'string' ? readDetail(field, value, entry) : err('This must be a text.');
    return [field, reading] as const;
  });
  return collectFields(Object.fromEntries(readings));
}

function readDetail(
  field: EntryDetail,
  text: string,
  { event, config, nowMs }: EntryContext,
): Result<string, string> {
  if (field === 'wave') return readWave(text, event, coursesOf(config));
  if (field === 'ownStart') return readOwnStart(text, startFrameOf(event, config));
  if (field === 'sex') return readSexField(text);
  if (field === 'birthDate') {
    return readBirthDateField(text, new Date(nowMs).toISOString().slice(0, 'YYYY-MM-DD'.length));
  }
  return readTextField(field, text);
}

const OPTIONAL: ReadonlySet<string> = new Set(
  ENTRY_DETAILS.filter((name) => name !== 'mobileNumber'),
);

/** Omits empty optional details, so that equal entries are equal records. */
export function withDetails(runner: Runner, details: Details): Runner {
  const fields = Object.entries({ ...runner, ...details }).filter(
    ([name, value]) => value !== '' || !OPTIONAL.has(name),
  );
  return Object.fromEntries(fields) as unknown as Runner;
}

/** Drops a wave that belongs to another distance than the entry's (RULES.md ST13). */
export function leaveWave({ wave, ...entry }: Runner, courses: Courses): Runner {
  return wave && courses.findWave(wave)?.distance === entry.event ? { ...entry, wave } : entry;
}
