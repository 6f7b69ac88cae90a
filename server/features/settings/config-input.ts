import {
  isPlainObject,
  readClosedEvents,
  readDistances,
  readFlag,
  readKoms,
  readPageTitle,
  readSpan,
  readStart,
  readStarts,
  readStartText,
  readTimeZone,
  readTiming,
  readWayPoints,
} from '#shared/model/config-fields.ts';
import type { ConfigFieldReader } from '#shared/model/config-fields.ts';
import type { FieldError, Result } from '#shared/model/outcome.ts';
import { collectFields, ok } from '#shared/model/outcome.ts';
import type { RaceConfig } from '#shared/model/race-config.ts';
import { quoteGiven } from '#shared/model/text-rules.ts';

/** The settings a PUT always has (PROTOCOL.md CL24). */
export const SPEC_CONFIG_FIELDS = ['pageTitle', 'distances', 'wayPoints', 'KOMs'] as const;

export type ConfigOutcome =
  | { readonly ok: true; readonly config: RaceConfig }
  | { readonly ok: false; readonly errors: readonly FieldError[] };

/** What GET /config shows beside the settings; sent back, it means nothing. */
const NOT_SETTINGS = new Set(['serverTime', 'pictures']);

/**
 * Reads new settings from JSON that anybody may have written. Settings that
 * are absent stay as they are in `current`, except that those in `required`
 * must be there. Fails with an error for every field that cannot stand and
 * for every field that is no setting.
 */
export function parseConfigInput(
  input: unknown,
  current: RaceConfig,
  required: readonly (keyof RaceConfig)[] = [],
): ConfigOutcome {
  if (!isPlainObject(input)) {
    return { ok: false, errors: [{ field: '', message: 'The settings must be a JSON object.' }] };
  }
  const given = new Map(Object.entries(input));
  const read = <K extends keyof RaceConfig>(
    field: K,
    reader: ConfigFieldReader<RaceConfig[K]>,
  ): Result<RaceConfig[K], string> =>
    given.has(field) ? reader(given.get(field)) : ok(current[field]);

  const reading = collectFields({
    pageTitle: read('pageTitle', readPageTitle),
    distances: read('distances', readDistances),
    wayPoints: read('wayPoints', readWayPoints),
    KOMs: read('KOMs', readKoms),
    raceStart: read('raceStart', readStart),
    starts: read('starts', readStarts(current.starts)),
    timeZone: read('timeZone', readTimeZone),
    startText: read('startText', readStartText),
    timing: read('timing', readTiming),
    earliestFinish: read('earliestFinish', readSpan),
    closed: read('closed', readFlag),
    closedEvents: read('closedEvents', readClosedEvents(current.closedEvents)),
  } satisfies { [K in keyof RaceConfig]: Result<RaceConfig[K], string> });
  const errors = [
    ...required.filter((field) => !given.has(field)).map(missing),
    ...(reading.ok ? [] : reading.error),
    ...[...given.keys()].filter((name) => !isSetting(name, current)).map(unknown),
  ];
  return reading.ok && errors.length === 0
    ? { ok: true, config: reading.value }
    : { ok: false, errors };
}

/** The settings that differ, as `name: before → after`, for people to read. */
export function describeConfigChanges(before: RaceConfig, after: RaceConfig): string[] {
  return Object.entries(after).flatMap(([field, value]) => {
    const was = JSON.stringify(before[field as keyof RaceConfig]);
    const is = JSON.stringify(value);
    return was === is ? [] : [`${field}: ${was} → ${is}`];
  });
}

function isSetting(name: string, current: RaceConfig): boolean {
  return NOT_SETTINGS.has(name) || Object.hasOwn(current, name);
}

function missing(field: string): FieldError {
  return { field, message: 'This is missing.' };
}

function unknown(name: string): FieldError {
  return { field: name, message: `There is no setting ${quoteGiven(name)}.` };
}
