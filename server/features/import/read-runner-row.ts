import {
  readDecision,
  readOverrideTime,
  isDeleteWord,
  DELETE_WORD,
} from '#shared/model/typed-words.ts';
import type { Courses } from '#shared/model/courses.ts';
import { NO_START, readOwnStart, type StartFrame } from '#shared/scoring/read-own-start.ts';
import { type BandId, type EventCode, parseBandId, parseBandOrChip } from '#shared/model/ids.ts';
import { collectFields, err, type FieldError, ok, type Result } from '#shared/model/outcome.ts';
import { MAX_CHIPS_OF_A_RUNNER } from '#shared/model/chip-table.ts';
import { readBand, readSexField, readTextField, readWave } from '#server/race/runner-fields.ts';
import { cleanText, quoteGiven, spellingKey } from '#shared/model/text-rules.ts';

import type { ImportField } from '#shared/wire/import-api.ts';
import { withRule } from '#shared/model/runner.ts';
import type { NewRunner } from './import-outcome.ts';
import type { CategoryFields } from './value-columns.ts';

export type LineOfBand = Map<BandId, number>;

interface RunnerRow {
  readonly line: number;
  readonly cell: (field: ImportField) => string;
  /** The cells of all columns of chips, without empty ones. */
  readonly codes: readonly string[];
  readonly names: { readonly firstName: string; readonly lastName: string };
  readonly event: Result<EventCode, string>;
  readonly ageGroup: Result<CategoryFields, string>;
  /** The bands and chips of the rows above. */
  readonly bands: LineOfBand;
  readonly race: RaceOfStarts;
}

interface RaceOfStarts {
  readonly courses: Courses;
  readonly starts: Readonly<Record<EventCode, StartFrame>>;
}

/** The author of a disqualification in a file; Changes has the person who imported it. */
const FILE = 'a file of runners';

export function readRunnerRow(row: RunnerRow): Result<NewRunner, readonly FieldError[]> {
  const { cell, event } = row;
  const contact = [cell('emergencyContact'), cell('emergencyPhone')].map(cleanText);
  const reading = collectFields({
    names: readNames(row.names, cell('bibNumber') + cell('runClub')),
    event,
    worn: readWorn(row),
    bibNumber: readTextField('bibNumber', cell('bibNumber')),
    ageGroup: row.ageGroup,
    runClub: readClub(cell('runClub')),
    override: readDecision(cell('overrideTime'), readOverrideTime),
    mobileNumber: readTextField('mobileNumber', cell('mobileNumber')),
    isPrivate: readPrivacy(cell('private')),
    sex: readSexField(cell('sex')),
    nationality: readTextField('nationality', cell('nationality')),
    emergencyContact: readTextField('emergencyContact', contact.filter(Boolean).join(', ')),
    medicalNote: readTextField('medicalNote', cell('medicalNote')),
    // An unknown event is a fault already.
    wave: event.ok ? readWave(cell('wave'), event.value, row.race.courses) : ok(undefined),
    ownStart: event.ok ? readStart(cell, row.race.starts[event.value]) : ok(undefined),
  });
  if (!reading.ok) return reading;
  const { names, worn, ageGroup, override, bibNumber, runClub, mobileNumber, ...rest } =
    reading.value;
  const { event: code, isPrivate, ...details } = rest;
  const entry = { ...names, ...ageGroup, event: code, bibNumber, runClub, mobileNumber };
  return ok({
    ...worn,
    ...withRule({ ...entry, overrideTime: override.overrideTime }, override.rule, FILE),
    ...(isPrivate && { isPrivate }),
    ...Object.fromEntries(Object.entries(details).filter(([, value]) => value)),
  });
}

/**
 * Reads a name, of which one part may be missing. A part without letter and digit (`-`) is dropped; without a letter in
 * either (`?1`) the runner has no name (IMPORT.md IM43). A bib or a team is then required.
 */
function readNames(
  { firstName, lastName }: RunnerRow['names'],
  bibOrTeam: string,
): Result<RunnerRow['names'], string> {
  const given = cleanText(`${firstName} ${lastName}`);
  if (given === '' && cleanText(bibOrTeam) === '') {
    return err('The name is missing, and there is no bib to show instead.');
  }
  const reading = collectFields({
    firstName: readTextField('firstName', firstName),
    lastName: readTextField('lastName', lastName),
  });
  if (!reading.ok) return err(reading.error.map(({ message }) => message).join(' '));
  const isNamed = /\p{L}/u.test(given);
  const keep = (part: string): string => (isNamed && /[\p{L}\p{N}]/u.test(part) ? part : '');
  return ok({ firstName: keep(reading.value.firstName), lastName: keep(reading.value.lastName) });
}

/** Reads an own start: a time of day or a span after the gun (IMPORT.md IM47). */
function readStart(cell: RunnerRow['cell'], start: StartFrame = NO_START) {
  const span = cell('startOffset').trim();
  const isSigned = span === '' || /^[-+−–]/.test(span);
  return readOwnStart(cell('ownStart').trim() || (isSigned ? span : `+${span}`), start);
}

const YES: ReadonlySet<string> = new Set('yes y true t x ✓ 1 on ie private hidden'.split(' '));
const NO: ReadonlySet<string> = new Set('no n false f 0 off na nage public'.split(' '));

/** Whether the runner is private. An ambiguous value is a fault, so that nobody is shown by mistake. */
function readPrivacy(text: string): Result<boolean, string> {
  const word = spellingKey(text);
  if (YES.has(word)) return ok(true);
  return word === '' || NO.has(word)
    ? ok(false)
    : err(
        `It is not clear whether the runner is private from ${quoteGiven(text)}: write yes or no.`,
      );
}

/** Rejects the word that would delete the runner when the form is saved. */
function readClub(text: string): Result<string, string> {
  return isDeleteWord(text)
    ? err(`The club ${DELETE_WORD} would delete the runner at the next change: use another.`)
    : readTextField('runClub', text);
}

/**
 * Reads the wristband of a row and its chips (IMPORT.md IM49). Without a column of wristbands, the first numeric chip is
 * the wristband, otherwise the bib.
 */
function readWorn({
  cell,
  codes,
  line,
  bands,
}: RunnerRow): Result<Pick<NewRunner, 'bandId' | 'chips'>, string> {
  const read = codes.map((code) => [code, parseBandOrChip(code)] as const);
  const [wrong] = read.find(([, code]) => code === undefined) ?? [];
  if (wrong !== undefined)
    return err(`${quoteGiven(wrong)} is not a chip code: use letters and digits.`);
  const known = [...new Set(read.flatMap(([, code]) => code ?? []))];
  if (known.length > MAX_CHIPS_OF_A_RUNNER) {
    return err(`A runner can have at most ${MAX_CHIPS_OF_A_RUNNER} chips.`);
  }
  const band = cell('raceNumber').trim();
  const number = known.find((code) => parseBandId(code) !== undefined);
  const typed = band || (number ?? (known.length > 0 ? cell('bibNumber') : ''));
  if (known.length > 0 && parseBandId(typed) === undefined && band === '') {
    return err(
      'There is a chip but no wristband number: add a column raceNumber, or a bib that is a number.',
    );
  }
  const reading = readBand(typed);
  if (!reading.ok) return reading;
  const bandId = reading.value;
  const chips = known.filter((code) => code !== bandId);
  for (const code of bandId === undefined ? chips : [bandId, ...chips]) {
    const holder = bands.get(code);
    if (holder !== undefined) {
      const what = code === bandId ? 'wristband number' : 'chip';
      return err(`The ${what} ${code} is already on line ${holder}.`);
    }
    bands.set(code, line);
  }
  return ok({ ...(bandId !== undefined && { bandId }), ...(chips.length > 0 && { chips }) });
}
