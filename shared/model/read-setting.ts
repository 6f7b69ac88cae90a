import { type Courses, coursesOf } from './courses.ts';
import { readSetup } from './race-setup.ts';
import { isPlainObject } from './json-object.ts';
import { err, ok, type Result } from './outcome.ts';
import { type RaceConfig, splitNames } from './race-config.ts';
import { findSetting, keysOf, LONGEST_LINE, type Setting, type SettingName } from './settings.ts';
import { cleanText, findTextFault, quoteGiven, spellingKey } from './text-rules.ts';
import { parseDuration } from './time.ts';
import { isTimeZone, parseWallClock } from './wall-clock.ts';

/**
 * Reads a setting given as JSON, or says why it is invalid. For a setting per event, an event that is not named keeps
 * its value in `current`.
 */
export function readSetting<Name extends SettingName>(
  name: Name,
  given: unknown,
  current: RaceConfig,
): Result<RaceConfig[Name], string> {
  const setting = findSetting(name);
  const reading = setting.isPerEvent
    ? readPerEvent(setting, given, current[name], coursesOf(current))
    : readValue(setting, given);
  // The table gives each setting the type that its kind reads.
  return reading as Result<RaceConfig[Name], string>;
}

/** Reads one value: for a setting per event, that of one event. */
export function readValue(setting: Setting, given: unknown): Result<string | boolean, string> {
  switch (setting.kind) {
    case 'line':
      return readLine(given, setting.maxLength);
    case 'link':
      return readLink(given);
    case 'names':
      return setting.areDistinct
        ? readDistinctNames(given, setting.most)
        : readNames(given, setting.most);
    case 'start':
    case 'moment':
      return readStart(given);
    case 'zone':
      return readTimeZone(given);
    case 'span':
      return readSpan(given);
    case 'choice':
      return readChoice(given, setting.of);
    case 'document':
      return readDocument(given);
    case 'flag':
      break;
  }
  return typeof given === 'boolean' ? ok(given) : err('This must be true or false.');
}

function readPerEvent(
  setting: Setting,
  given: unknown,
  current: unknown,
  courses: Courses,
): Result<object, string> {
  const keys = keysOf(setting, courses);
  if (!isPlainObject(given)) return err(`This must be an object with ${joinWithOr(keys)}.`);
  const values: Record<string, unknown> = Object.assign({}, current);
  for (const [event, value] of Object.entries(given)) {
    if (!keys.includes(event)) return err(`${quoteGiven(event)} is none of ${keys.join(', ')}.`);
    const reading = readValue(setting, value);
    if (!reading.ok) return err(`${event}: ${reading.error}`);
    values[event] = reading.value;
  }
  return ok(values);
}

function readLine(given: unknown, maxLength: number): Result<string, string> {
  if (typeof given !== 'string') return err('This must be a text.');
  const text = cleanText(given);
  const fault = findTextFault(text, maxLength);
  return fault === undefined ? ok(text) : err(`This ${fault}.`);
}

function readLink(given: unknown): Result<string, string> {
  const reading = readLine(given, LONGEST_LINE);
  if (!reading.ok || reading.value === '') return reading;
  // Any other scheme could run a script on the page of a spectator.
  return /^https?:\/\/[^\s/?#]+(?:[/?#]\S*)?$/.test(reading.value)
    ? reading
    : err('This must be an address such as https://photos.example.org/?bib={bib}.');
}

const LONGEST_NAME = 60;

/** Names separated by commas or on lines of their own, possibly none. */
function readNames(given: unknown, most: number): Result<string, string> {
  if (typeof given !== 'string') return err('This must be a text: names separated by commas.');
  const names = splitNames(joinLines(given)).map(cleanText);
  if (names.includes('')) return err('There is an empty name: check for an extra comma.');
  if (names.length > most)
    return err(`There are ${names.length} names, but at most ${most} are allowed.`);
  for (const name of names) {
    const fault = findTextFault(name, LONGEST_NAME);
    if (fault !== undefined) return err(`The name ${quoteGiven(name)} ${fault}.`);
  }
  return ok(names.join(','));
}

/** The lines of a list joined, with a comma between two of them, unless the first ends with one. */
function joinLines(list: string): string {
  const lines = list
    .split(/[\r\n]+/)
    .map((line) => line.trim())
    .filter((line) => line !== '');
  const last = lines.pop() ?? '';
  return [...lines.map((line) => line.replace(/,$/, '')), last].join(',');
}

/** Names that are all different, ignoring capitals, blanks and dashes. */
function readDistinctNames(given: unknown, most: number): Result<string, string> {
  const reading = readNames(given, most);
  if (!reading.ok) return reading;
  const names = splitNames(reading.value);
  const keys = names.map(spellingKey);
  const second = keys.findIndex((key, index) => keys.indexOf(key) !== index);
  if (second === -1) return reading;
  const first = keys.indexOf(keys[second] ?? '');
  const twins = [names[first], names[second]].map((name = '') => quoteGiven(name));
  return err(`Entries cannot tell apart the distances ${twins.join(' and ')}.`);
}

function readStart(given: unknown): Result<string, string> {
  if (typeof given !== 'string') return err('This must be a text.');
  const text = given.trim();
  return text === '' || parseWallClock(text) !== undefined
    ? ok(text)
    : err(`${quoteGiven(text)} is not a time of the form YYYY-MM-DD-HH-mm-ss, nor empty.`);
}

function readTimeZone(given: unknown): Result<string, string> {
  return typeof given === 'string' && isTimeZone(given)
    ? ok(given)
    : err(`${quoteJson(given)} is not a time zone such as Europe/London.`);
}

/** `H:MM:SS` or `HH:MM:SS`; the latter is kept. */
function readSpan(given: unknown): Result<string, string> {
  return typeof given === 'string' && parseDuration(given) !== undefined
    ? ok(given.trim().padStart('HH:MM:SS'.length, '0'))
    : err(`${quoteJson(given)} is not a time of the form H:MM:SS.`);
}

function readChoice(given: unknown, choices: readonly string[]): Result<string, string> {
  const choice = choices.find((known) => known === given);
  return choice === undefined
    ? err(`${quoteJson(given)} is none of ${choices.join(', ')}.`)
    : ok(choice);
}

function quoteJson(given: unknown): string {
  return quoteGiven(typeof given === 'string' ? given : (JSON.stringify(given) ?? String(given)));
}

/** Whether it is a valid race is checked where it is saved (`race-setup-schema.ts`). */
function readDocument(given: unknown): Result<string, string> {
  return typeof given === 'string' && (given === '' || readSetup(given))
    ? ok(given)
    : err('This must be the setup of a race as JSON text, or empty.');
}

function joinWithOr(names: readonly string[]): string {
  if (names.length === 1) return names[0] ?? '';
  return `${names.slice(0, -1).join(', ')} or ${names.at(-1)}`;
}
