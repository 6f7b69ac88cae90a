import { isPlainObject } from '#shared/model/json-object.ts';
import { collectFields, err, type FieldError, ok, type Result } from '#shared/model/outcome.ts';
import type { RaceConfig } from '#shared/model/race-config.ts';
import { readSetting } from '#shared/model/read-setting.ts';
import { SETTING_NAMES, type SettingName } from '#shared/model/settings.ts';
import { quoteGiven } from '#shared/model/text-rules.ts';

/** What GET /config shows beside the settings; sent back, it means nothing. */
const KNOWN_NAMES = new Set<string>([...SETTING_NAMES, 'serverTime', 'pictures']);

/**
 * Reads new settings from JSON that anybody may have written. Settings that
 * are absent stay as they are in `current`, except that those in `required`
 * must be there. Fails with an error for every field that cannot stand and
 * for every field that is no setting.
 */
export function parseConfigInput(
  input: unknown,
  current: RaceConfig,
  required: readonly SettingName[] = [],
): Result<RaceConfig, readonly FieldError[]> {
  if (!isPlainObject(input)) {
    return err([{ field: '', message: 'The settings must be a JSON object.' }]);
  }
  const readings = SETTING_NAMES.map((name) => [
    name,
    Object.hasOwn(input, name) ? readSetting(name, input[name], current[name]) : ok(current[name]),
  ]);
  const reading = collectFields(
    Object.fromEntries(readings) as {
      readonly [Name in SettingName]: Result<RaceConfig[Name], string>;
    },
  );
  const errors = [
    ...required.filter((field) => !Object.hasOwn(input, field)).map(missing),
    ...(reading.ok ? [] : reading.error),
    ...Object.keys(input)
      .filter((name) => !KNOWN_NAMES.has(name))
      .map(unknown),
  ];
  return reading.ok && errors.length === 0 ? ok(reading.value) : err(errors);
}

/** The settings that differ, as `name: before → after`, for people to read. */
export function describeConfigChanges(before: RaceConfig, after: RaceConfig): string[] {
  return SETTING_NAMES.flatMap((name) => {
    const [was, is] = [before, after].map((config) => JSON.stringify(config[name]));
    return was === is ? [] : [`${name}: ${was} → ${is}`];
  });
}

function missing(field: string): FieldError {
  return { field, message: 'This is missing.' };
}

function unknown(name: string): FieldError {
  return { field: name, message: `There is no setting ${quoteGiven(name)}.` };
}
