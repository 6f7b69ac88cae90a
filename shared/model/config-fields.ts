import { EVENTS, isEventCode } from './event.ts';
import type { RaceConfig, Timing } from './race-config.ts';
import { splitNames, TIMINGS } from './race-config.ts';
import { parseDuration } from './time.ts';
import { CHECKPOINTS } from './time-point.ts';
import { isTimeZone, parseWallClock } from './wall-clock.ts';
import type { Result } from './outcome.ts';
import { err, ok } from './outcome.ts';
import { cleanText, findTextFault, quoteGiven, spellingKey } from './text-rules.ts';

/** Reads the value given for one setting, as JSON holds it. */
export type ConfigFieldReader<T> = (given: unknown) => Result<T, string>;

const MAX_NAME_LENGTH = 60;

/** A line of text of at most `maxLength` characters, possibly empty. */
function readText(maxLength: number): ConfigFieldReader<string> {
  return (given) => {
    if (typeof given !== 'string') return err('This must be a text.');
    const text = cleanText(given);
    const fault = findTextFault(text, maxLength);
    return fault === undefined ? ok(text) : err(`This ${fault}.`);
  };
}

/** Names set apart by commas or written on lines of their own, at most `maxNames`, possibly none. */
function readNames(maxNames: number): ConfigFieldReader<string> {
  return (given) => {
    if (typeof given !== 'string') return err('This must be a text: names with commas in between.');
    const names = splitNames(joinLines(given)).map(cleanText);
    if (names.includes('')) return err('There is an empty name: look for a comma too many.');
    if (names.length > maxNames) {
      return err(`There are ${names.length} names, and ${maxNames} are allowed.`);
    }
    for (const name of names) {
      const fault = findTextFault(name, MAX_NAME_LENGTH);
      if (fault !== undefined) return err(`The name ${quoteGiven(name)} ${fault}.`);
    }
    return ok(names.join(','));
  };
}

/** The lines of a list as one, with a comma between two of them, which the first may end with itself. */
function joinLines(list: string): string {
  const lines = list
    .split(/[\r\n]+/)
    .map((line) => line.trim())
    .filter((line) => line !== '');
  const last = lines.pop() ?? '';
  return [...lines.map((line) => line.replace(/,$/, '')), last].join(',');
}

/** The distances: names as by {@link readNames}, each of a spelling of its own, since entries name their event by them. */
export function readDistances(given: unknown): Result<string, string> {
  const reading = readNames(EVENTS.length)(given);
  if (!reading.ok) return reading;
  const names = splitNames(reading.value);
  const keys = names.map(spellingKey);
  const second = keys.findIndex((key, index) => keys.indexOf(key) !== index);
  if (second === -1) return reading;
  const first = keys.indexOf(keys[second] ?? '');
  const twins = [names[first], names[second]].map((name = '') => quoteGiven(name));
  return err(`Entries could not tell the distances ${twins.join(' and ')} apart.`);
}

const MAX_LINE_LENGTH = 200;

export const readPageTitle = readText(MAX_LINE_LENGTH);
export const readStartText = readText(MAX_LINE_LENGTH);
/** One name a checkpoint. */
export const readWayPoints = readNames(CHECKPOINTS.length);
/** One name a special tab. */
export const readKoms = readNames(2);

/** `YYYY-MM-DD-HH-mm-ss`, or empty for no start. */
export function readStart(given: unknown): Result<string, string> {
  if (typeof given !== 'string') return err('This must be a text.');
  const text = given.trim();
  return text === '' || parseWallClock(text)
    ? ok(text)
    : err(`${quoteGiven(text)} is no time of the form YYYY-MM-DD-HH-mm-ss, nor empty.`);
}

/** The starts by event; an event that is not named keeps the start it has. */
export function readStarts(current: RaceConfig['starts']): ConfigFieldReader<RaceConfig['starts']> {
  return (given) => {
    if (!isPlainObject(given)) return err('This must be an object with BB, PB or UB.');
    const starts = { ...current };
    for (const [event, value] of Object.entries(given)) {
      if (!isEventCode(event)) return err(`${quoteGiven(event)} is none of ${EVENTS.join(', ')}.`);
      const reading = readStart(value);
      if (!reading.ok) return err(`${event}: ${reading.error}`);
      starts[event] = reading.value;
    }
    return ok(starts);
  };
}

export function readTimeZone(given: unknown): Result<string, string> {
  return typeof given === 'string' && isTimeZone(given)
    ? ok(given)
    : err(`${describe(given)} is no time zone such as Europe/London.`);
}

export function readTiming(given: unknown): Result<Timing, string> {
  const timing = TIMINGS.find((known) => known === given);
  return timing === undefined
    ? err(`${describe(given)} is none of ${TIMINGS.join(', ')}.`)
    : ok(timing);
}

/** `H:MM:SS` or `HH:MM:SS`; the latter is what is kept. */
export function readSpan(given: unknown): Result<string, string> {
  return typeof given === 'string' && parseDuration(given) !== undefined
    ? ok(given.trim().padStart('HH:MM:SS'.length, '0'))
    : err(`${describe(given)} is no time of the form H:MM:SS.`);
}

export function readFlag(given: unknown): Result<boolean, string> {
  return typeof given === 'boolean' ? ok(given) : err('This must be true or false.');
}

/** Which distances are closed by themselves; one that is not named stays as it is. */
export function readClosedEvents(
  current: RaceConfig['closedEvents'],
): ConfigFieldReader<RaceConfig['closedEvents']> {
  return (given) => {
    if (!isPlainObject(given)) return err('This must be an object with BB, PB or UB.');
    const closed = { ...current };
    for (const [event, value] of Object.entries(given)) {
      if (!isEventCode(event)) return err(`${quoteGiven(event)} is none of ${EVENTS.join(', ')}.`);
      const reading = readFlag(value);
      if (!reading.ok) return err(`${event}: ${reading.error}`);
      closed[event] = reading.value;
    }
    return ok(closed);
  };
}

export function isPlainObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function describe(given: unknown): string {
  return quoteGiven(typeof given === 'string' ? given : (JSON.stringify(given) ?? String(given)));
}
