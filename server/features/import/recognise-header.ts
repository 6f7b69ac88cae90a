import { cleanText, quoteGiven } from '#shared/model/text-rules.ts';
import { headerKey } from '#shared/wire/import-api.ts';

import {
  FIRST_OF_MANY,
  IMPORT_FIELDS,
  type ImportColumn,
  type ImportField,
  isBirthYear,
  NAME_FIELDS,
  NAME_OR_PART,
  NEEDED_FIELDS,
  recogniseColumn,
} from './column-names.ts';
import type { FaultList } from './import-outcome.ts';
import { MappingError, type ReadingMap } from './parse-mapping.ts';
import type { TableRow } from './read-table.ts';

interface HeaderReading {
  readonly mapping: ReadingMap;
  /** The rows may be those of present entries, found by their bibs. */
  readonly isMerge: boolean;
}

/**
 * Recognises the columns by the mapping, else by the header; adds what prevents its use to
 * `faults`. Throws a {@link MappingError} for a mapping with columns that the file does not have.
 */
export function recogniseHeader(
  header: TableRow,
  { mapping, isMerge }: HeaderReading,
  faults: FaultList,
): readonly ImportColumn[] {
  const headers = header.cells.map((cell) => cleanText(cell));
  const named = chooseNames(chooseNumbers(chooseFields(headers, mapping), mapping));
  const columns = leaveUseless(isMerge ? chooseStatus(named, mapping) : named);
  checkMappedColumns(columns, mapping);
  // A column declared unused may occur twice: neither counts.
  reportTwins(
    columns.filter(({ header, field }) => field !== undefined || !mapping.columns.has(header)),
    header.line,
    faults,
  );
  for (const { header: name } of columns.filter(({ asks }) => asks)) {
    faults.addChoice(
      header.line,
      `The column ${quoteGiven(name)} may hold the bib numbers or the wristbands: choose which.`,
      `column ${name}`,
    );
  }
  const isByBib = isMerge && columns.some(({ field }) => field === 'bibNumber');
  for (const field of isByBib ? [] : listMissing(columns, mapping)) {
    const found = columns.map((column) => quoteGiven(column.header)).slice(0, 20);
    faults.add(
      header.line,
      `There is no column ${field}. The file needs ${NEEDED_FIELDS.join(', ')}; this line has ${found.join(', ')}.`,
    );
  }
  return columns;
}

function chooseFields(headers: readonly string[], mapping: ReadingMap): ImportColumn[] {
  const chosen = new Set([...mapping.columns.values()].filter((field) => field !== undefined));
  const firsts = new Map<ImportField, string>();
  const isBirthDate = (header: string): boolean =>
    !mapping.columns.has(header) &&
    recogniseColumn(header).field === 'birthDate' &&
    !isBirthYear(header);
  const hasBirthDate = headers.some((header) => isBirthDate(header));
  return headers.map((header) => {
    if (mapping.columns.has(header)) return { header, field: mapping.columns.get(header) };
    const column = recogniseColumn(header);
    if (!column.field || !FIRST_OF_MANY.includes(column.field)) return column;
    if (hasBirthDate && isBirthYear(header)) return { header, field: undefined };
    // A chosen column takes precedence over the first.
    if (chosen.has(column.field)) return { header, field: undefined };
    const first = firsts.get(column.field);
    if (first === undefined) firsts.set(column.field, header);
    // One header that occurs twice does not say which column counts.
    const isTwin = first !== undefined && headerKey(first) === headerKey(header);
    return first === undefined || isTwin ? column : { header, field: undefined };
  });
}

/** `Race number` is the wristband next to a bib column, ignored next to both, and otherwise asked about. */
function chooseNumbers(columns: ImportColumn[], { columns: mapped }: ReadingMap): ImportColumn[] {
  const isThere = (field: ImportField): boolean =>
    columns.some((column) => column.field === field && !column.asks);
  const hasBib = isThere('bibNumber');
  const hasBand = isThere('raceNumber');
  return columns.map((column) => {
    const { header, asks } = column;
    if (!asks || mapped.has(header)) return column;
    if (hasBib) return { header, field: hasBand ? undefined : 'raceNumber' };
    return { header, field: undefined, asks };
  });
}

/** `Name` next to a surname is the first name, and next to a first name the surname. */
function chooseNames(columns: ImportColumn[]): ImportColumn[] {
  const isThere = (field: ImportField): boolean => columns.some((column) => column.field === field);
  const hasFirst = isThere('firstName');
  const hasLast = isThere('lastName');
  return columns.map((column) => {
    const { header, field } = column;
    if (field !== 'fullName') return column;
    if (hasFirst && hasLast) return { header, field: undefined };
    if (!NAME_OR_PART.has(headerKey(header)) || hasFirst === hasLast) return column;
    return { header, field: hasFirst ? 'lastName' : 'firstName' };
  });
}

/** With bibs alone, `Status` says who did not start or finish: a list of entries has names. */
function chooseStatus(columns: ImportColumn[], { columns: mapped }: ReadingMap): ImportColumn[] {
  const isThere = (wanted: readonly ImportField[]): boolean =>
    columns.some(({ field }) => field !== undefined && wanted.includes(field));
  if (isThere([...NAME_FIELDS, 'overrideTime'])) return columns;
  return columns.map((column) =>
    headerKey(column.header) === 'status' && !mapped.has(column.header)
      ? { header: column.header, field: 'overrideTime' }
      : column,
  );
}

/** Leaves out an age that gives no category because the sex is missing. */
function leaveUseless(columns: ImportColumn[]): ImportColumn[] {
  const isThere = (field: ImportField): boolean => columns.some((column) => column.field === field);
  return columns.map((column) =>
    column.field === 'age' && !isThere('sex')
      ? { header: column.header, field: undefined }
      : column,
  );
}

function listMissing(columns: readonly ImportColumn[], { allEvent }: ReadingMap): string[] {
  const isThere = (field: ImportField): boolean => columns.some((column) => column.field === field);
  // A list of teams (IM50). A column that is not known may hold the names.
  const isOfTeams =
    isThere('runClub') &&
    columns.every(({ field }) => field !== undefined) &&
    !NAME_FIELDS.some(isThere);
  return NEEDED_FIELDS.filter((field) => {
    if (field === 'event') return allEvent === undefined && !isThere(field);
    return !isThere(field) && !isThere('fullName') && !isOfTeams;
  });
}

function checkMappedColumns(columns: readonly ImportColumn[], mapping: ReadingMap): void {
  for (const [header, field] of mapping.columns) {
    const count = columns.filter((column) => column.header === header).length;
    if (count === 0) {
      throw new MappingError(
        `The mapping names the column ${quoteGiven(header)}, which the file does not have.`,
      );
    }
    if (count > 1 && field !== undefined) {
      throw new MappingError(
        `The mapping takes ${count} columns, all named ${quoteGiven(header)}, for ${field}: rename them in the file.`,
      );
    }
  }
  const eventColumn = columns.find(({ field }) => field === 'event');
  if (eventColumn && mapping.allEvent !== undefined) {
    throw new MappingError(
      `The mapping puts all runners in ${mapping.allEvent}, but the column ${quoteGiven(eventColumn.header)} is their event: leave out one of the two.`,
    );
  }
}

/** With two columns of one name, or two names for one field, it is unclear which one counts. */
function reportTwins(columns: readonly ImportColumn[], line: number, faults: FaultList): void {
  const seen = new Map<string, ImportColumn>();
  for (const column of columns) {
    // An unused column may have the name of a field that another column has.
    const key = headerKey(column.header);
    const meaning =
      column.field === 'chips' ? `chips ${key}` : (column.field ?? (key && `unused ${key}`));
    const twin = meaning === '' ? undefined : seen.get(meaning);
    if (twin === undefined) {
      seen.set(meaning, column);
    } else if (column.field === undefined || headerKey(twin.header) === headerKey(column.header)) {
      faults.add(line, `The column ${quoteGiven(column.header)} is there twice: remove one.`);
    } else {
      faults.add(
        line,
        `The columns ${quoteGiven(twin.header)} and ${quoteGiven(column.header)} both mean ${column.field}: remove or rename one.`,
      );
    }
  }
}

/** The position of each known field in a row; -1 for a field without a column. */
export function findPositions(
  columns: readonly ImportColumn[],
): Readonly<Record<ImportField, number>> {
  return Object.fromEntries(
    IMPORT_FIELDS.map((field) => [field, columns.findIndex((column) => column.field === field)]),
  ) as Record<ImportField, number>;
}
