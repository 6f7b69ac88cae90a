import type { Courses } from '#shared/model/courses.ts';
import { groupBy } from '#shared/model/group-by.ts';
import { readEntrySex } from '#shared/scoring/categories.ts';
import { describeOwnStart, findFromGun, NO_START } from '#shared/scoring/read-own-start.ts';
import { quoteGiven } from '#shared/model/text-rules.ts';
import type { ImportColumn, ImportField, ImportSample } from '#shared/wire/import-api.ts';

import type { TableRow } from './read-table.ts';
import type { ReadEncoding } from './decode-text.ts';
import { listSome, type NewRunner } from './import-outcome.ts';
import type { ImportOptions } from './read-runners.ts';
import type { CategoryCounts } from './value-columns.ts';

/** The first runners as they were read, so that somebody notices a mistaken column. */
export function chooseSamples(
  runners: readonly NewRunner[],
  lines: readonly number[],
): readonly ImportSample[] {
  return runners
    .slice(0, 3)
    .map(({ firstName, lastName, event, ageGroup, runClub, bibNumber, bandId = '' }, index) => {
      const line = lines[index] ?? 0;
      return { line, firstName, lastName, event, ageGroup, runClub, bibNumber, bandId };
    });
}

interface ReadFile extends Omit<ImportOptions, 'mapping'> {
  readonly runners: readonly NewRunner[];
  readonly lines: readonly number[];
  readonly columns: readonly ImportColumn[];
  /** Rows outside the table: a title above it, totals below it. */
  readonly skipped: readonly TableRow[];
  readonly read: ReadEncoding;
  readonly courses: Courses;
  readonly categories: CategoryCounts;
  readonly guessedNames: number;
  /** The lines without a name, entered under that of their team. */
  readonly teamLines: ReadonlySet<number>;
}

/** What an organiser should know about a good file: one sentence each, nothing that stops the import. */
export function describeRunners(file: ReadFile): string[] {
  return [
    ...describeSharedBibs(file),
    ...describeEncoding(file),
    ...describeColumns(file.columns, file.isMerge),
    ...describeSkipped(file),
    ...describeNames(file),
    ...describeOddNames(file),
    ...describeCategories(file),
    ...describeSexless(file),
    ...describeUnconfiguredEvents(file),
    ...(file.isMerge ? [] : describeBandless(file.runners)),
    ...describePrivate(file),
    ...describeOwnStarts(file),
  ];
}

function describeEncoding({ read: { encoding, isNamed } }: ReadFile): string[] {
  if (isNamed) return [];
  return [`The file is not UTF-8 and is read as ${encoding}: check that accents came out right.`];
}

/** Unused columns of the file, and columns a race needs that it lacks. */
export function describeColumns(columns: readonly ImportColumn[], isMerge = false): string[] {
  if (columns.length === 0) return [];
  const unused = columns.filter(({ field, asks }) => field === '' && !asks);
  const names = unused.map(({ header }) =>
    header === '' ? 'one without a name' : quoteGiven(header),
  );
  const missing = listMissing(columns, isMerge);
  return [
    ...(unused.length === 0
      ? []
      : [`Columns not used: ${listSome(names)}.`, ...describeWithdrawals(unused)]),
    ...(missing.length === 0 ? [] : [`No column was recognised for: ${missing.join(', ')}.`]),
  ];
}

/** Present entries have what a merged file lacks, and are found by their bibs. */
function listMissing(columns: readonly ImportColumn[], isMerge: boolean): string[] {
  const has = (...fields: readonly ImportField[]): boolean =>
    columns.some(({ field, asks = [] }) =>
      fields.some((one) => one === field || asks.includes(one)),
    );
  const canWorkOut = has('sex') && has('birthDate', 'age');
  return [
    ...(has('bibNumber') ? [] : ['bib']),
    ...(isMerge || has('raceNumber', 'chips') ? [] : ['wristband']),
    ...(isMerge || canWorkOut || has('ageGroup') ? [] : ['category']),
    ...(isMerge || has('sex') ? [] : ['sex']),
  ];
}

function describeSkipped({ skipped }: ReadFile): string[] {
  return skipped.map(({ line, cells }) => {
    const text = cells.filter((cell) => cell !== '').join(' ');
    return `Line ${line} is not a runner and was skipped: ${quoteGiven(text)}.`;
  });
}

/** The character a program writes for a letter that its encoding lacks. */
const LOST_LETTER = /[?\uFFFD]/;
/** A part of a name that is a number may belong to another column. */
const NUMBER = /^[^\p{L}]*\p{N}[^\p{L}]*$/u;

type OddName = (runner: NewRunner, line: number, file: ReadFile) => boolean;

/** Names that may be wrong, each with the reason. */
const ODD_NAMES: readonly (readonly [words: string, isOdd: OddName])[] = [
  [
    'none, so that the bib is shown',
    ({ firstName, lastName }, _line, { isMerge }) => !isMerge && `${firstName}${lastName}` === '',
  ],
  [
    'the name of the team, for want of another',
    (_runner, line, { teamLines }) => teamLines.has(line),
  ],
  ['with a number', ({ firstName, lastName }) => NUMBER.test(firstName) || NUMBER.test(lastName)],
  [
    'with a question mark where a letter may have been lost (save the file as “CSV UTF-8”)',
    ({ firstName, lastName, runClub }) => LOST_LETTER.test(`${firstName} ${lastName} ${runClub}`),
  ],
];

function describeOddNames(file: ReadFile): string[] {
  const { runners, lines } = file;
  const odd = ODD_NAMES.flatMap(([words, isOdd]) => {
    const found = lines.filter((line, index) => {
      const runner = runners[index];
      return runner !== undefined && isOdd(runner, line, file);
    });
    return found.length === 0 ? [] : [`${words}: ${describeLines(found)}`];
  });
  return odd.length === 0 ? [] : [`Check these names: ${odd.join('; ')}.`];
}

function describeLines(lines: readonly number[]): string {
  return `${lines.length === 1 ? 'line' : 'lines'} ${listSome(lines)}`;
}

function describeNames({ columns, guessedNames }: ReadFile): string[] {
  const full = columns.find(({ field }) => field === 'fullName');
  if (!full) return [];
  const guessed =
    guessedNames === 0
      ? ''
      : ` ${guessedNames} ${guessedNames === 1 ? 'has' : 'have'} more than two words; the last is taken as the surname.`;
  return [
    `Full names in ${quoteGiven(full.header)} are split into first and last names.${guessed}`,
  ];
}

function describeCategories({ categories, columns, runners, isRaceDayKnown }: ReadFile): string[] {
  const { workedOut, byBirthDate, empty, unreadBirthDates } = categories;
  const by = [
    ...(byBirthDate > 0 ? ['date of birth'] : []),
    ...(workedOut > byBirthDate ? ['age'] : []),
  ];
  const day = isRaceDayKnown
    ? 'race day'
    : 'today; worked out again for race day once you set the start';
  return [
    ...(workedOut === 0
      ? []
      : [
          `The age ${workedOut === 1 ? 'category of 1 runner is' : `categories of ${workedOut} runners are`} worked out from sex and ${by.join(' or ')}${byBirthDate > 0 ? `, as of ${day}` : ''}.`,
        ]),
    ...(columns.some(({ field }) => field === 'age') && runners.some(({ birthDate }) => !birthDate)
      ? [
          'An age only gives the category, and is not kept: a file for a federation needs a date of birth.',
        ]
      : []),
    ...noteRunners(
      unreadBirthDates,
      'without a date of birth: the file has the year alone, or a date that can be read in two ways',
    ),
    ...noteRunners(empty, 'without an age category'),
  ];
}

function describeSexless({ runners, courses, isMerge }: ReadFile): string[] {
  if (isMerge) return [];
  const count = runners.filter(({ sex = '', ageGroup }) => {
    return courses.sexOf({ sex: readEntrySex(sex), ageGroup }) === undefined;
  }).length;
  return noteRunners(count, 'without a sex, and so in no ranking of women or men');
}

const WITHDRAWAL = /\b(removed|withdrawn|withdrew|dns|scratched|status)\b/;

/** Many exports still list withdrawn runners, marked only by a column. */
function describeWithdrawals(unused: readonly ImportColumn[]): string[] {
  const marks = unused.filter(({ header }) =>
    WITHDRAWAL.test(header.toLowerCase().replaceAll('_', ' ')),
  );
  if (marks.length === 0) return [];
  const names = listSome(marks.map(({ header }) => quoteGiven(header)));
  return [`Rows that ${names} may mark as withdrawn are imported like the rest.`];
}

function describeUnconfiguredEvents({ runners, distances, courses }: ReadFile): string[] {
  return courses.events.slice(distances.length).flatMap((event) => {
    const count = runners.filter((runner) => runner.event === event).length;
    return noteRunners(count, `in ${event}, which the setting “distances” does not name yet`);
  });
}

export function describeBandless(runners: readonly Pick<NewRunner, 'bandId'>[]): string[] {
  const count = runners.filter((runner) => runner.bandId === undefined).length;
  return noteRunners(count, 'without a wristband number');
}

function describePrivate({ runners, columns, privateNow = 0, isMerge }: ReadFile): string[] {
  if (!isMerge && privateNow > 0 && columns.every(({ field }) => field !== 'private')) {
    return noteRunners(
      privateNow,
      'now private, and no column here says who is: everyone in the file is shown by name',
    );
  }
  const count = runners.filter(({ isPrivate }) => isPrivate).length;
  return noteRunners(
    count,
    `private: the public sees ${count === 1 ? 'the bib' : 'their bibs'} alone`,
  );
}

/** Two people may share a bib on purpose (a team, a pair): the wristband distinguishes them. */
function describeSharedBibs({ runners, lines }: ReadFile): string[] {
  const linesOfBib = groupBy(lines.keys(), (index) => runners[index]?.bibNumber || undefined);
  const shared = [...linesOfBib]
    .filter(([, rows]) => rows.length > 1)
    .map(
      ([bib, rows]) => `${quoteGiven(bib)} (lines ${listSome(rows.map((row) => lines[row] ?? 0))})`,
    );
  return shared.length === 0
    ? []
    : [
        `Bib numbers given more than once: ${listSome(shared)}. A later file that changes entries is refused if a bib is in it twice: correct these first, unless they share it on purpose.`,
      ];
}

/** Those furthest from the gun come first: a mistaken reading is among them. */
function describeOwnStarts({ runners, lines, starts }: ReadFile): string[] {
  const own = runners.flatMap(({ ownStart, event }, index) => {
    if (ownStart === undefined) return [];
    const { start } = starts[event] ?? NO_START;
    const words = `line ${lines[index] ?? 0}: ${describeOwnStart(ownStart, start)}`;
    return [{ words, farMs: Math.abs(findFromGun(ownStart, start) ?? 0) }];
  });
  if (own.length === 0) return [];
  const listed = own.toSorted((a, b) => b.farMs - a.farMs).map(({ words }) => words);
  return [`Own starts, the furthest from the gun first: ${listSome(listed, '; ')}.`];
}

/** `3 runners are private.`; none for nobody. */
function noteRunners(count: number, words: string): string[] {
  if (count === 0) return [];
  return [`${count === 1 ? '1 runner is' : `${count} runners are`} ${words}.`];
}
