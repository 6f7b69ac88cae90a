import { EVENTS } from '#shared/model/event.ts';
import type { RaceConfig, Timing } from '#shared/model/race-config.ts';
import type { FieldError } from '#shared/wire/admin-api.ts';

import type { ConfigChanges } from '#client/organisers/config/save-config.ts';
import type {
  ConfigField,
  ConfigTexts,
  StartField,
} from '#client/organisers/texts/config-texts.ts';
import { CONFIG_FIELDS, readTyped, START_FIELDS } from '#client/organisers/texts/config-texts.ts';

/** What was typed into `fields`, as PUT /webconfig takes it; the server has the last word on each. */
export function presentChanges(typed: ConfigTexts, fields: readonly ConfigField[]): ConfigChanges {
  const values = new Map(
    fields.map((field) => {
      const reading = readTyped(field, typed[field]);
      return [field, reading.ok ? reading.value : typed[field]] as const;
    }),
  );
  const starts: Partial<Record<keyof RaceConfig['starts'], string>> = {};
  for (const event of EVENTS) {
    const start = values.get(START_FIELDS[event]);
    if (start !== undefined) starts[event] = start;
    values.delete(START_FIELDS[event]);
  }
  const timing = values.get('timing') as Timing | undefined;
  return {
    ...Object.fromEntries(values),
    ...(timing === undefined ? {} : { timing }),
    ...(Object.keys(starts).length === 0 ? {} : { starts }),
  };
}

/** A start of the race or of a distance alone, as PUT /webconfig takes it. */
export function presentStart(field: StartField, start: string): ConfigChanges {
  if (field === 'raceStart') return { raceStart: start };
  const event = EVENTS.find((code) => START_FIELDS[code] === field);
  return event ? { starts: { [event]: start } } : {};
}

/** An error of the server at the field of the form that is to blame. */
export interface PlacedError {
  readonly field: ConfigField;
  readonly message: string;
}

/** Finds the fields of a 400's errors; undefined if one of them is at no field of the form. */
export function placeErrors(errors: readonly FieldError[]): readonly PlacedError[] | undefined {
  const placed = errors.map(placeError);
  return placed.every((error) => error !== undefined) ? placed : undefined;
}

function placeError({ field, message }: FieldError): PlacedError | undefined {
  const event = field === 'starts' ? EVENTS.find((code) => message.startsWith(code)) : undefined;
  if (event) return { field: START_FIELDS[event], message: message.slice(`${event}: `.length) };
  const known = CONFIG_FIELDS.find((name) => name === field);
  return known && { field: known, message };
}
