import { planConfig } from '#server/race/change-config.ts';
import { changeRace, type Changing } from '#server/race/change-race.ts';
import { checkSetup, FOLLOWS_FROM_SETUP, isSetupList } from '#server/race/apply-setup.ts';
import { coursesOf } from '#shared/model/courses.ts';
import { isPlainObject } from '#shared/model/json-object.ts';
import { collectFields, err, type FieldError, ok, type Result } from '#shared/model/outcome.ts';
import type { RaceConfig } from '#shared/model/race-config.ts';
import {
  mergeValue,
  partsOf,
  placeOf,
  type SettingPart,
  type SettingValue,
  valueOf,
  withValues,
} from '#shared/model/setting-parts.ts';
import { SETTING_NAMES, type SettingName } from '#shared/model/settings.ts';
import { readSetting } from '#shared/model/read-setting.ts';
import { quoteGiven } from '#shared/model/text-rules.ts';

/** Also the fields of GET /config that aren't settings; sent back, they are ignored. */
const KNOWN_NAMES = new Set<string>([
  ...SETTING_NAMES,
  'massStarts',
  'pastRaces',
  'isCorrected',
  'serverTime',
  'pictures',
]);

/**
 * Reads settings from untrusted JSON. Absent settings stay as in `current`, except those in `required`. Fails with an
 * error for each missing, invalid or unknown field.
 */
export function parseConfigInput(
  input: unknown,
  current: RaceConfig,
  required: readonly SettingName[] = [],
): Result<RaceConfig, readonly FieldError[]> {
  if (!isPlainObject(input)) {
    return err([{ field: '', message: 'The settings must be a JSON object.' }]);
  }
  // Settings per event follow the setup in the same call.
  const setup = readSetting('setup', input['setup'] ?? current.setup, current);
  const race = setup.ok ? { ...current, setup: setup.value } : current;
  const readings = SETTING_NAMES.map((name) => [
    name,
    Object.hasOwn(input, name) ? readOne(name, input, current, race) : ok(current[name]),
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

/** A setting that follows from the setup must be unchanged, unless the setup changes too. */
function readOne(
  name: SettingName,
  input: Readonly<Record<string, unknown>>,
  current: RaceConfig,
  race: RaceConfig,
): Result<unknown, string> {
  const { setup = current.setup } = input;
  if (setup === '' || !isSetupList(name)) return readSetting(name, input[name], race);
  if (setup !== current.setup || input[name] === current[name]) return ok(current[name]);
  return err(FOLLOWS_FROM_SETUP);
}

function missing(field: string): FieldError {
  return { field, message: 'This is missing.' };
}

function unknown(name: string): FieldError {
  return { field: name, message: `There is no setting ${quoteGiven(name)}.` };
}

export interface ConfigRefusal {
  readonly errors: readonly FieldError[];
  /** Changed differently by somebody else; empty if there are other errors. */
  readonly clashes: readonly SettingPart[];
  readonly current: RaceConfig;
}

/** Saves settings, or none if one is invalid; see {@link decideConfig}. */
export async function saveConfig(
  parts: Changing,
  input: unknown,
  by: string,
  required: readonly SettingName[] = [],
): Promise<Result<RaceConfig, ConfigRefusal>> {
  const { answer } = await changeRace<Result<RaceConfig, ConfigRefusal>>(parts, (race) => {
    const decision = decideConfig(input, race.config, required);
    return {
      answer: decision,
      plan: decision.ok ? planConfig(race, decision.value, by) : undefined,
    };
  });
  return answer;
}

/**
 * The settings as they would be saved now. Absent settings stay. With `was`, the settings that the sender started from,
 * unchanged ones stay too, and a change clashes if somebody else has changed the same setting differently.
 */
export function decideConfig(
  input: unknown,
  current: RaceConfig,
  required: readonly SettingName[] = [],
): Result<RaceConfig, ConfigRefusal> {
  const refuse = (errors: readonly FieldError[], clashes: readonly SettingPart[] = []) =>
    err({ errors, clashes, current });
  if (!isPlainObject(input) || input['was'] === undefined) {
    const reading = parseConfigInput(input, current, required);
    const settled = reading.ok ? checkSetup(current, reading.value) : reading;
    return settled.ok ? settled : refuse(settled.error);
  }
  const { was: given, ...wanted } = input;
  const was = parseConfigInput(given, current);
  if (!was.ok) {
    const [error] = was.error;
    return refuse([{ field: 'was', message: `${error?.field}: ${error?.message}` }]);
  }
  const mine = parseConfigInput(wanted, was.value, required);
  if (!mine.ok) return refuse(mine.error);
  const { values, clashes } = mergeConfig(was.value, mine.value, current);
  if (clashes.length > 0) return refuse(clashes.map(describeClash), clashes);
  const settled = checkSetup(current, withValues(current, values));
  return settled.ok ? settled : refuse(settled.error);
}

/** Merges the sender's changes into the present settings. */
function mergeConfig(
  was: RaceConfig,
  mine: RaceConfig,
  current: RaceConfig,
): { readonly values: Map<SettingPart, SettingValue>; readonly clashes: readonly SettingPart[] } {
  const values = new Map<SettingPart, SettingValue>();
  const clashes: SettingPart[] = [];
  for (const part of partsOf(coursesOf(mine))) {
    const wanted = valueOf(mine, part);
    const merged = mergeValue(valueOf(was, part), wanted, valueOf(current, part));
    if (merged === 'clash') clashes.push(part);
    if (merged === 'mine') values.set(part, wanted);
  }
  return { values, clashes };
}

function describeClash(part: SettingPart): FieldError {
  return {
    field: placeOf(part).name,
    message: 'Another organiser changed this at the same moment.',
  };
}
