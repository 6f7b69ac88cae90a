import { isPlainObject, parseJson } from './json-object.ts';
import type * as z from 'zod/mini';

import { err, ok, type Result } from './outcome.ts';
import { checkRaceSetup } from './race-setup-checks.ts';
import { raceSetup } from './race-setup-form.ts';
import type { RaceSetup } from './race-setup.ts';
import { quoteGiven } from './text-rules.ts';

/** A fault and its remedy, at a path such as `distances.0.course`; an empty path is the whole. */
export interface SetupError {
  readonly path: string;
  readonly message: string;
}

/** The longest document, in characters. */
export const LONGEST_SETUP = 65_536;
const MOST_ERRORS = 100;

/**
 * Parses a document, as JSON text or parsed (RULES.md SU1), normalising names and spans. Fails with up to a hundred
 * faults: of the form, or, if that is valid, of the document as a whole.
 */
export function parseRaceSetup(given: unknown): Result<RaceSetup, readonly SetupError[]> {
  const found = typeof given === 'string' ? parseJson(given) : given;
  if (found === undefined) {
    return err([{ path: '', message: 'This is not JSON: save the document of a race as JSON.' }]);
  }
  const reading = raceSetup.safeParse(found, { error: describeIssue });
  if (!reading.success) {
    return err(reading.error.issues.flatMap(listErrors).slice(0, MOST_ERRORS));
  }
  const errors = checkRaceSetup(reading.data);
  if (errors.length > 0) return err(errors.slice(0, MOST_ERRORS));
  if (writeRaceSetup(reading.data).length > LONGEST_SETUP) {
    return err([
      {
        path: '',
        message: `The document is longer than ${LONGEST_SETUP} characters: shorten the profiles of its courses, or remove what is not run.`,
      },
    ]);
  }
  return ok(reading.data);
}

/** Defaults of missing fields. */
const DEFAULTS: Readonly<Record<string, unknown>> = {
  pick: 'first',
  label: '',
  isPublic: true,
  rounding: 'up',
  ties: 'share',
  rankedBy: 'time',
  isRanked: true,
  hasOwnStarts: false,
  isMain: false,
  from: 0,
  leastWomen: 0,
};

/** Writes the canonical text of a document, with fields in order and without defaults (RULES.md SU1). It may be unfinished. */
export function writeRaceSetup(setup: RaceSetup): string {
  return JSON.stringify(setup, (_key, value: unknown) => {
    if (!isPlainObject(value)) return value;
    const fields = Object.entries(value).filter(([key, own]) => isNeeded(key, own));
    return Object.fromEntries(fields.toSorted(([one], [other]) => (one < other ? -1 : 1)));
  });
}

function isNeeded(key: string, value: unknown): boolean {
  if (key === 'sources' && Array.isArray(value)) return value.length > 0;
  return !Object.hasOwn(DEFAULTS, key) || value !== DEFAULTS[key];
}

type Issue = z.core.$ZodIssue;

function listErrors(issue: Issue): readonly SetupError[] {
  const path = issue.path.map(String);
  if (issue.code !== 'unrecognized_keys') return [{ path: path.join('.'), message: issue.message }];
  return issue.keys.map((key) => ({
    path: [...path, key].join('.'),
    message: `A document has no ${quoteGiven(key)} here: remove it, or check its spelling.`,
  }));
}

const TYPES: Readonly<Record<string, string>> = {
  string: 'a text',
  number: 'a number',
  int: 'a whole number',
  boolean: 'true or false',
  array: 'a list',
  tuple: 'a list of two numbers',
  object: 'an object',
};

/** Translates issues of zod into what to do; undefined keeps the message of the form. */
function describeIssue(issue: z.core.$ZodRawIssue): string | undefined {
  if (issue.code === 'invalid_type') {
    const due = `must be ${TYPES[issue.expected] ?? issue.expected}.`;
    return issue.input === undefined ? `This is missing: it ${due}` : `This ${due}`;
  }
  if (issue.code === 'invalid_value') {
    return `This must be ${issue.values.map((value) => quoteGiven(String(value))).join(' or ')}.`;
  }
  if (issue.code === 'invalid_union') {
    return 'This must be "race-day", "year-end", "day" or "season".';
  }
  if (issue.code === 'too_small') {
    if (issue.origin === 'string') return 'This is empty: give it a name.';
    return issue.origin === 'array'
      ? `This needs ${issue.minimum} at least: add some.`
      : `This must be ${issue.minimum} or more.`;
  }
  if (issue.code !== 'too_big') return undefined;
  return issue.origin === 'array'
    ? `There may be at most ${issue.maximum}: remove some.`
    : `This must be ${issue.maximum} or less.`;
}
