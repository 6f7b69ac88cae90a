import type { EventCode } from '#shared/model/ids.ts';
import { foldBib } from '#shared/format/fold-text.ts';
import { type Courses, coursesOf } from '#shared/model/courses.ts';
import { ok } from '#shared/model/outcome.ts';
import { cleanText, quoteGiven, spellingKey } from '#shared/model/text-rules.ts';
import type { StartFrame } from '#shared/scoring/read-own-start.ts';
import { type EncodingReading, MAX_NAMES_SHOWN } from '#shared/wire/import-api.ts';
import { createEventNames } from '#server/race/runner-fields.ts';
import {
  CategoryColumn,
  type CategoryReading,
  EventColumn,
  type RaceOfRows,
} from './value-columns.ts';
import { chooseSamples, describeColumns, describeRunners } from './import-notes.ts';
import { type ImportColumn, type ImportField, NAME_FIELDS } from './column-names.ts';
import { findPositions, recogniseHeader } from './recognise-header.ts';
import type { ReadEncoding } from './decode-text.ts';
import {
  FaultList,
  type ImportFindings,
  type ImportOutcome,
  type ImportTotals,
  type NewRunner,
  NO_FINDINGS,
} from './import-outcome.ts';
import { NO_MAPPING, type ReadingMap } from './parse-mapping.ts';
import { type LineOfBand, readRunnerRow } from './read-runner-row.ts';
import {
  describeColumnCount,
  isTotals,
  MAX_TOTAL_ROWS,
  type TableReader,
  type TableRow,
} from './read-table.ts';

const LETTERED_FIELDS = ['firstName', 'lastName', 'fullName', 'runClub'] as const;
/** The most of a name that a preview shows for its letters. */
const MAX_LETTERS = 200;

/** Far more than any race has; bounds the memory for a file. */
const MAX_ROWS = 250_000;

export interface ImportOptions extends RaceOfRows {
  /** The setup of the race, as text. */
  readonly setup: string;
  /** The configured names of the distances, in the order of the events. */
  readonly distances: readonly string[];
  /** The start of the race is set, so that ages are those on race day. */
  readonly isRaceDayKnown: boolean;
  readonly timeZone: string;
  /** By event: what own starts are understood by (RULES.md ST13). */
  readonly starts: Readonly<Record<EventCode, StartFrame>>;
  /** The organiser's choices about the columns, events and categories of this file. */
  readonly mapping?: ReadingMap;
  readonly wornBands?: readonly string[];
  /** By folded bib, the events of the present entries, where that is one event. */
  readonly eventsByBib?: ReadonlyMap<string, EventCode>;
  /** How many of the present entries are private. */
  readonly privateNow?: number;
  /** Somebody sees the outcome before it counts, so that open questions can be faults. */
  readonly isPreview?: boolean;
  /** The rows are added to the present entries, which have what the file does not say. */
  readonly isMerge?: boolean;
}

/** The outcome for a fault of the whole file, before any line is read. */
export function failWhole(message: string): ImportOutcome {
  const faults = new FaultList();
  faults.add(1, message);
  return fail(faults, NO_FINDINGS);
}

function fail(faults: FaultList, findings: ImportFindings, isMerge = false): ImportOutcome {
  const { count: faultCount, choiceCount } = faults;
  const notes = describeColumns(findings.columns, isMerge);
  return { ok: false, faultCount, choiceCount, notes, ...faults.list(), ...findings };
}

/** How the rows are read once the header is known. */
interface Reading {
  readonly headerLine: number;
  readonly delimiter: string;
  readonly columns: readonly ImportColumn[];
  readonly positions: Readonly<Record<ImportField, number>>;
  readonly categories: CategoryColumn;
}

/** Checks a table row by row while it is read, so that rows are not kept. */
export class RunnersReader implements TableReader {
  readonly faults = new FaultList();
  readonly #read: ReadEncoding;
  /** The first names and clubs with letters outside ASCII. */
  readonly #lettered: string[] = [];
  readonly #options: ImportOptions;
  readonly #courses: Courses;
  readonly #mapping: ReadingMap;
  readonly #events: EventColumn;
  readonly #bands: LineOfBand = new Map();
  readonly #runners: NewRunner[] = [];
  readonly #lines: number[] = [];
  readonly #teamLines = new Set<number>();
  /** By index: the categories that are known only after all rows. */
  readonly #later = new Map<number, NonNullable<CategoryReading['later']>>();
  #reading: Reading | undefined;
  readonly #skipped: TableRow[] = [];
  /** The last rows, while they look like totals. */
  #totalRows: TableRow[] = [];
  #guessedNames = 0;
  #rows = 0;

  constructor(read: ReadEncoding, options: ImportOptions) {
    this.#read = read;
    this.#options = options;
    this.#courses = coursesOf(options);
    this.#mapping = options.mapping ?? NO_MAPPING;
    const names = createEventNames(options.distances, this.#courses);
    this.#events = new EventColumn(names, this.#mapping);
  }

  onHeader(header: TableRow, delimiter: string): boolean {
    const { isMerge = false } = this.#options;
    const columns = recogniseHeader(header, { mapping: this.#mapping, isMerge }, this.faults);
    this.#reading = {
      headerLine: header.line,
      delimiter,
      columns,
      positions: findPositions(columns),
      categories: new CategoryColumn(columns, this.#mapping, this.#options, this.#courses),
    };
    return this.faults.isEmpty;
  }

  onTitle(row: TableRow): void {
    this.#skipped.push(row);
  }

  onRow(row: TableRow): boolean {
    if (isTotals(row.cells)) {
      this.#totalRows.push(row);
      // Too many to be totals.
      return this.#totalRows.length <= MAX_TOTAL_ROWS || this.#takeTotals();
    }
    return this.#takeTotals() && this.#takeRow(row);
  }

  /** Treats supposed totals as rows, since others come after them. */
  #takeTotals(): boolean {
    const rows = this.#totalRows;
    this.#totalRows = [];
    return rows.every((row) => this.#takeRow(row));
  }

  #takeRow({ line, cells }: TableRow): boolean {
    if (!this.#reading) throw new Error('A row came before the header.');
    this.#rows += 1;
    const { columns, delimiter } = this.#reading;
    if (this.#rows > MAX_ROWS) {
      this.faults.add(
        line,
        `There are more than ${MAX_ROWS} rows, more than any race has, and the rest of the file was not checked. Remove the rows that are not runners.`,
      );
    } else if (cells.length === columns.length) {
      this.#readRow(line, cells, this.#reading);
    } else this.faults.add(line, describeColumnCount(cells, columns.length, delimiter));
    if (this.faults.isFull) {
      this.faults.add(line, 'Too many faults: the rest of the file was not checked.');
    }
    return this.#rows <= MAX_ROWS && !this.faults.isFull;
  }

  #readRow(
    line: number,
    cells: readonly string[],
    { columns, positions, categories }: Reading,
  ): void {
    const cell = (field: ImportField): string => cells[positions[field]] ?? '';
    this.#keepLetters(cell);
    const entered = this.#findEntered(cell);
    const event = entered === undefined ? this.#events.read(cell('event')) : ok(entered);
    const { group, later } = categories.read(cell, event.ok ? event.value : undefined);
    const names = positions.fullName === -1 ? undefined : splitName(cell('fullName'));
    const row = readRunnerRow({
      line,
      cell,
      codes: columns.flatMap(({ field }, at) =>
        field === 'chips' && cells[at]?.trim() ? [cells[at]] : [],
      ),
      names: {
        firstName: names?.firstName ?? cell('firstName'),
        lastName: names?.lastName ?? cell('lastName'),
      },
      event,
      ageGroup: group,
      bands: this.#bands,
      race: {
        courses: this.#courses,
        starts: this.#options.starts,
      },
    });
    if (!row.ok) {
      for (const { field, message } of row.error) {
        if (field === 'event' || field === 'ageGroup') {
          this.faults.addChoice(line, message, `${field} ${spellingKey(cell(field))}`);
        } else this.faults.add(line, message);
      }
      return;
    }
    const hasNames = NAME_FIELDS.some((field) => positions[field] !== -1);
    if (names?.isGuess) this.#guessedNames += 1;
    if (later) this.#later.set(this.#runners.length, later);
    const isBlank = cleanText(NAME_FIELDS.map(cell).join(' ')) === '';
    const team = isBlank ? row.value.runClub : '';
    const { isMerge = false } = this.#options;
    if (team !== '' && !isMerge) this.#teamLines.add(line);
    this.#runners.push({
      ...row.value,
      ...(team !== '' && (isMerge ? { nameIfNew: team } : { lastName: team })),
      ...(entered !== undefined && { isEventOfEntry: true }),
      ...(isMerge && !hasNames && { isNameOfEntry: true }),
    });
    this.#lines.push(line);
  }

  #keepLetters(cell: (field: ImportField) => string): void {
    for (const field of LETTERED_FIELDS) {
      if (this.#lettered.length === MAX_NAMES_SHOWN) return;
      const name = cell(field);
      if (/[^\p{ASCII}]/u.test(name)) this.#lettered.push(name.slice(0, MAX_LETTERS));
    }
  }

  #describeReading(): EncodingReading | null {
    const { encoding, isNamed } = this.#read;
    if (isNamed || encoding === 'UTF-8' || encoding === 'UTF-16') return null;
    return { encoding, names: this.#lettered };
  }

  /** In a merge, the event of the entry with the bib of a row that says none. */
  #findEntered(cell: (field: ImportField) => string): EventCode | undefined {
    const { isMerge, eventsByBib } = this.#options;
    const { allEvent, events } = this.#mapping;
    const isSaid = cell('event').trim() !== '' || allEvent !== undefined || events.has('');
    return isMerge && !isSaid ? eventsByBib?.get(foldBib(cell('bibNumber'))) : undefined;
  }

  finish(): ImportOutcome {
    const { faults } = this;
    if (!this.#reading) {
      if (faults.isEmpty) {
        return failWhole('The file is empty: it needs a header line and a line for each runner.');
      }
      return fail(faults, { ...NO_FINDINGS, encoding: this.#describeReading() });
    }
    const { columns, categories, headerLine } = this.#reading;
    this.#skipped.push(...this.#totalRows);
    if (faults.isEmpty && this.#runners.length === 0) {
      faults.add(headerLine, 'There are no runners below the header line.');
    }
    const findings = {
      encoding: this.#describeReading(),
      columns,
      eventValues: this.#events.listUnknown(),
      categoryValues: categories.listUnknown(),
      openDates: categories.findOpenDates(columns),
    };
    const { openDates } = findings;
    if (openDates?.order === null && this.#options.isPreview) {
      faults.addChoice(
        headerLine,
        `Whether the day or the month comes first in ${quoteGiven(openDates.header)} is unclear, for example in ${quoteGiven(openDates.example)}: choose one.`,
        'dates',
      );
    }
    const { distances, isRaceDayKnown, privateNow = 0, isMerge = false } = this.#options;
    if (!faults.isEmpty) return fail(faults, findings, isMerge);
    const runners = this.#runners;
    for (const [index, find] of this.#later) {
      const runner = runners[index];
      if (runner) runners[index] = { ...runner, ...find() };
    }
    const notes = describeRunners({
      runners,
      lines: this.#lines,
      columns,
      skipped: this.#skipped,
      read: this.#read,
      saidEncoding: this.#mapping.encoding,
      distances,
      courses: this.#courses,
      categories: categories.counts,
      guessedNames: this.#guessedNames,
      teamLines: this.#teamLines,
      isRaceDayKnown,
      privateNow,
      isMerge,
      starts: this.#options.starts,
    });
    const samples = chooseSamples(runners, this.#lines);
    const totals = this.#countTotals();
    return { ok: true, runners, lines: this.#lines, totals, notes, samples, ...findings };
  }

  #countTotals(): ImportTotals {
    const events = this.#courses.byEvent(() => 0);
    for (const { event } of this.#runners) events[event] = (events[event] ?? 0) + 1;
    const given: ReadonlySet<string> = new Set(this.#bands.keys());
    const { wornBands = [] } = this.#options;
    const bandsWiped = wornBands.filter((bandId) => !given.has(bandId)).length;
    return { runners: this.#runners.length, events, bandsWiped };
  }
}
import { splitName } from '#shared/model/full-name.ts';
