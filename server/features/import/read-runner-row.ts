import {
  readDecision,
  readOverrideTime,
  readTeam,
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

interface BandCells {
  readonly band: string;
  readonly bib: string;
  /** Of all columns of chips, without empty ones. */
  readonly codes: readonly string[];
}

/** One row of the file, with what the other rows established. */
interface RunnerRow {
  readonly line: number;
  readonly cell: (field: ImportField) => string;
  /** The cells of all columns of chips. */
  readonly codes: readonly string[];
  readonly names: { readonly firstName: string; readonly lastName: string };
  readonly event: Result<EventCode, string>;
  readonly ageGroup: Result<CategoryFields, string>;
  readonly bands: LineOfBand;
  readonly race: RaceOfStarts;
}

interface RaceOfStarts {
  readonly courses: Courses;
  readonly starts: Readonly<Record<EventCode, StartFrame>>;
}

/** The author of a disqualification in a file; the person who imported it is in Changes. */
const FILE = 'a file of runners';

/**
 * Reads a name, of which one part may be missing. A part without letter and digit (`-`) is dropped, and without a letter
 * in either (`?1`) the runner has no name (IMPORT.md IM43). Without any name a bib or a team has to show instead.
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

export function readRunnerRow({
  line,
  cell,
  codes,
  names,
  event,
  ageGroup,
  bands,
  race,
}: RunnerRow): Result<NewRunner, readonly FieldError[]> {
  const reading = collectFields({
    names: readNames(names, cell('bibNumber') + cell('runClub')),
    event,
    worn: readWorn({ band: cell('raceNumber'), bib: cell('bibNumber'), codes }, line, bands),
    bibNumber: readTextField('bibNumber', cell('bibNumber')),
    ageGroup,
    runClub: readClub(cell('runClub')),
    override: readDecision(cell('overrideTime'), readOverrideTime),
    mobileNumber: readTextField('mobileNumber', cell('mobileNumber')),
    isPrivate: readPrivacy(cell('private')),
    details: readDetails(cell),
    start: readStart(cell, event, race),
  });
  if (!reading.ok) return reading;
  const { value } = reading;
  const { bibNumber, runClub, mobileNumber, isPrivate } = value;
  const { overrideTime, rule } = value.override;
  const entry = { ...value.names, ...value.ageGroup, bibNumber, runClub, mobileNumber };
  return ok({
    ...value.worn,
    ...withRule({ ...entry, event: value.event, overrideTime }, rule, FILE),
    ...(isPrivate ? { isPrivate } : {}),
    ...value.details,
    ...value.start,
  });
}

type Details = Pick<NewRunner, 'sex' | 'nationality' | 'emergencyContact' | 'medicalNote'>;

function readDetails(cell: RunnerRow['cell']): Result<Details, string> {
  const contact = [cell('emergencyContact'), cell('emergencyPhone')].map(cleanText);
  const reading = collectFields({
    sex: readSexField(cell('sex')),
    nationality: readTextField('nationality', cell('nationality')),
    emergencyContact: readTextField('emergencyContact', contact.filter(Boolean).join(', ')),
    medicalNote: readTextField('medicalNote', cell('medicalNote')),
  });
  if (!reading.ok) return err(reading.error.map(({ message }) => message).join(' '));
  return ok(Object.fromEntries(Object.entries(reading.value).filter(([, text]) => text !== '')));
}

/** The wave of a row and its own start, a time of day or a span after the gun (IMPORT.md IM47). */
function readStart(
  cell: RunnerRow['cell'],
  event: Result<EventCode, string>,
  { courses, starts }: RaceOfStarts,
): Result<Pick<NewRunner, 'wave' | 'ownStart'>, string> {
  // The row already has a fault.
  if (!event.ok) return ok({});
  const span = cell('startOffset').trim();
  const isSigned = span === '' || /^[-+−–]/.test(span);
  const typed = cell('ownStart').trim() || (isSigned ? span : `+${span}`);
  const reading = collectFields({
    wave: readWave(cell('wave'), event.value, courses),
    ownStart: readOwnStart(typed, starts[event.value] ?? NO_START),
  });
  if (!reading.ok) return err(reading.error.map(({ message }) => message).join(' '));
  const { wave, ownStart } = reading.value;
  return ok({ ...(wave && { wave }), ...(ownStart && { ownStart }) });
}

const YES: ReadonlySet<string> = new Set('yes y true t x ✓ 1 on ie private hidden'.split(' '));
const NO: ReadonlySet<string> = new Set('no n false f 0 off na nage public'.split(' '));

/** Whether somebody is private. An ambiguous text is a fault: nobody is shown by mistake. */
function readPrivacy(text: string): Result<boolean, string> {
  const word = spellingKey(text);
  if (YES.has(word)) return ok(true);
  return word === '' || NO.has(word)
    ? ok(false)
    : err(
        `It is not clear whether the runner is private from ${quoteGiven(text)}: write yes or no.`,
      );
}

/** Reads a club, which must not be the word that would delete a runner saved with it in the form. */
function readClub(text: string): Result<string, string> {
  return readTeam(text) === 'delete'
    ? err(`The club ${DELETE_WORD} would delete the runner at the next change: use another.`)
    : readTextField('runClub', text);
}

/**
 * The wristband of a row and its chips (IMPORT.md IM49). Where no column has the wristband it is the first chip that is
 * a number, else the bib.
 */
function readWorn(
  { band, bib, codes }: BandCells,
  line: number,
  bands: LineOfBand,
): Result<Pick<NewRunner, 'bandId' | 'chips'>, string> {
  const read = codes.map((code) => [code, parseBandOrChip(code)] as const);
  const [wrong] = read.find(([, code]) => code === undefined) ?? [];
  if (wrong !== undefined)
    return err(`${quoteGiven(wrong)} is not a chip code: use letters and digits.`);
  const known = [...new Set(read.flatMap(([, code]) => code ?? []))];
  if (known.length > MAX_CHIPS_OF_A_RUNNER) {
    return err(`A runner can have at most ${MAX_CHIPS_OF_A_RUNNER} chips.`);
  }
  const number = known.find((code) => parseBandId(code) !== undefined);
  const typed = band.trim() !== '' ? band : (number ?? (known.length > 0 ? bib : ''));
  if (known.length > 0 && parseBandId(typed) === undefined && band.trim() === '') {
    return err(
      'There is a chip but no wristband number: add a column raceNumber, or a bib that is a number.',
    );
  }
  const worn = claimBand(readBand(typed), line, bands);
  if (!worn.ok) return worn;
  const chips = known.filter((code) => code !== worn.value);
  for (const code of chips) {
    const claimed = claimBand(ok(code), line, bands);
    if (!claimed.ok) return err(`The chip ${code} is already on line ${bands.get(code) ?? 0}.`);
  }
  return ok({
    ...(worn.value !== undefined && { bandId: worn.value }),
    ...(chips.length > 0 && { chips }),
  });
}

/** A wristband belongs to one runner only: the first line that names it. */
function claimBand(
  reading: Result<BandId | undefined, string>,
  line: number,
  bands: LineOfBand,
): Result<BandId | undefined, string> {
  if (!reading.ok || reading.value === undefined) return reading;
  const holder = bands.get(reading.value);
  if (holder !== undefined) {
    return err(`The wristband number ${reading.value} is already on line ${holder}.`);
  }
  bands.set(reading.value, line);
  return reading;
}
