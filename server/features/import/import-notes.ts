import type { Courses } from '#shared/model/courses.ts';
import { groupBy } from '#shared/model/group-by.ts';
import { readEntrySex } from '#shared/scoring/categories.ts';
import { describeOwnStart, findFromGun, NO_START } from '#shared/scoring/read-own-start.ts';
import { quoteGiven } from '#shared/model/text-rules.ts';
import type { EncodingReading, ImportColumn, ImportField } from '#shared/wire/import-api.ts';

import type { TableRow } from './read-table.ts';
import { listSome, type NewRunner } from './import-outcome.ts';
import type { ImportOptions } from './read-runners.ts';
import type { CategoryCounts } from './value-columns.ts';

interface ReadFile extends Omit<ImportOptions, 'mapping'> {
  readonly runners: readonly NewRunner[];
  readonly lines: readonly number[];
  readonly columns: readonly ImportColumn[];
  /** Rows outside the table: a title above it, totals below it. */
  readonly skipped: readonly TableRow[];
  readonly encoding: EncodingReading | null;
  readonly courses: Courses;
  readonly categories: CategoryCounts;
}

/** Warnings about a file without faults, a sentence each; they don't stop the import. */
export function describeRunners(file: ReadFile): string[] {
  return [
    ...describeSharedBibs(file),
    ...describeEncoding(file),
    ...describeColumns(file.columns, file.isMerge),
    ...describeSkipped(file),
    ...describeNames(file),
    ...describeCategories(file),
    ...describeSexless(file),
    ...(file.isMerge ? [] : describeBandless(file.runners)),
    ...describePrivate(file),
    ...describeOwnStarts(file),
  ];
}

function describeEncoding({ encoding }: ReadFile): string[] {
  if (!encoding) return [];
  const words = `The file is not UTF-8 and is read as ${encoding.encoding}`;
  return [`${words}: check that accents came out right.`];
}

/** Unused columns of the file, and missing columns that a race needs. */
export function describeColumns(columns: readonly ImportColumn[], isMerge = false): string[] {
  if (columns.length === 0) return [];
  const unused = columns
    .filter(({ field, asks }) => field === '' && !asks)
    .map(({ header }) => (header === '' ? 'one without a name' : quoteGiven(header)));
  const missing = listMissing(columns, isMerge);
  return [
    ...(unused.length === 0 ? [] : [`Columns not used: ${listSome(unused)}.`]),
    ...(missing.length === 0 ? [] : [`No column was recognised for: ${missing.join(', ')}.`]),
  ];
}

/** A merge needs the bib alone: the entries already have the rest. */
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

function describeNames({ columns, runners, lines, isMerge }: ReadFile): string[] {
  const noteLines = (words: string, isOdd: (runner: NewRunner) => boolean): string[] => {
    const found = lines.filter((_, index) => runners[index] && isOdd(runners[index]));
    if (found.length === 0) return [];
    return [`${words}: ${found.length === 1 ? 'line' : 'lines'} ${listSome(found)}.`];
  };
  const full = columns.find(({ field }) => field === 'fullName');
  return [
    ...(full
      ? [`Full names in ${quoteGiven(full.header)} are split into first and last names.`]
      : []),
    ...noteLines(
      'Without a name, so that the bib is shown',
      ({ firstName, lastName }) => !isMerge && `${firstName}${lastName}` === '',
    ),
    ...noteLines(
      'With a question mark where a letter may have been lost (save the file as “CSV UTF-8”)',
      ({ firstName, lastName, runClub }) => LOST_LETTER.test(`${firstName} ${lastName} ${runClub}`),
    ),
  ];
}

function describeCategories({ categories: { workedOut, empty, unreadBirthDates } }: ReadFile) {
  return [
    ...noteRunners(workedOut, 'in an age category worked out from sex and date of birth or age'),
    ...noteRunners(
      unreadBirthDates,
      'without a date of birth: the file has the year alone, or an invalid date',
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

/** A pair or a team may share a bib on purpose: their wristbands distinguish them. */
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

/** The furthest from the gun first: a misread one is probably among them. */
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

/** `3 runners are private.`; nothing for a count of 0. */
function noteRunners(count: number, words: string): string[] {
  if (count === 0) return [];
  return [`${count === 1 ? '1 runner is' : `${count} runners are`} ${words}.`];
}
