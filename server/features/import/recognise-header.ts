import { getOrAdd } from '#shared/model/group-by.ts';
import { cleanText, quoteGiven } from '#shared/model/text-rules.ts';
import {
  headerKey,
  IMPORT_FIELDS,
  type ImportColumn,
  type ImportField,
} from '#shared/wire/import-api.ts';

import {
  isBirthYear,
  NAME_FIELDS,
  NAME_OR_PART,
  NEEDED_FIELDS,
  recogniseColumn,
} from './column-names.ts';
import type { Fault } from './import-outcome.ts';
import type { ReadingMap } from './parse-mapping.ts';
import type { TableRow } from './read-table.ts';

/**
 * Recognises the columns by the mapping, otherwise by the header, and adds faults of the header to `faults`. A merge by
 * bib requires no other column.
 */
export function recogniseHeader(
  header: TableRow,
  { mapping, isMerge }: { readonly mapping: ReadingMap; readonly isMerge: boolean },
  faults: Fault[],
): Columns {
  const headers = header.cells.map((cell) => cleanText(cell));
  const columns = chooseColumns(headers, mapping, isMerge);
  // A column mapped as unused may occur twice.
  reportTwins(
    columns.filter(({ header, field }) => field !== '' || !mapping.columns.has(header)),
    header.line,
    faults,
  );
  for (const { header: name } of columns.filter(({ asks }) => asks)) {
    const message = `The column ${quoteGiven(name)} may hold the bib numbers or the wristbands: choose which.`;
    faults.push({ line: header.line, message, choice: `column ${name}` });
  }
  const isByBib = isMerge && has(columns, 'bibNumber');
  for (const field of isByBib ? [] : listMissing(columns)) {
    const found = columns.map((column) => quoteGiven(column.header)).slice(0, 20);
    const message = `There is no column ${field}. The file needs ${NEEDED_FIELDS.join(', ')}; this line has ${found.join(', ')}.`;
    faults.push({ line: header.line, message });
  }
  return columns;
}

type Columns = readonly ImportColumn[];

/** Whether a column is one of these fields, not counting ambiguous ones. */
function has(columns: Columns, ...fields: readonly ImportField[]): boolean {
  return columns.some(({ field, asks }) => field !== '' && !asks && fields.includes(field));
}

/** Recognises each header alone, then those whose meaning depends on the other columns. */
function chooseColumns(headers: readonly string[], mapping: ReadingMap, isMerge: boolean): Columns {
  let columns: Columns = chooseFields(headers, mapping);
  const reread = (change: (column: ImportColumn) => Omit<ImportColumn, 'header'>): void => {
    columns = columns.map((column) =>
      mapping.columns.has(column.header) ? column : { ...column, ...change(column) },
    );
  };
  // `Race number` is the wristband next to a bib column, unused next to both, and otherwise ambiguous.
  const [hasBib, hasBand] = [has(columns, 'bibNumber'), has(columns, 'raceNumber')];
  columns = columns.map((column) => {
    const { header, asks } = column;
    if (!asks) return column;
    if (!hasBib) return { header, field: '', asks };
    return { header, field: hasBand ? '' : 'raceNumber' };
  });
  // `Name` next to a surname is the first name, and next to a first name the surname.
  const [hasFirst, hasLast] = [has(columns, 'firstName'), has(columns, 'lastName')];
  reread(({ header, field }) => {
    if (field !== 'fullName') return { field };
    if (hasFirst && hasLast) return { field: '' };
    if (!NAME_OR_PART.has(headerKey(header)) || hasFirst === hasLast) return { field };
    return { field: hasFirst ? 'lastName' : 'firstName' };
  });
  // In a list of bibs without names, `Status` is DNS or DNF; in an entry list it means something else.
  if (isMerge && !has(columns, ...NAME_FIELDS, 'overrideTime')) {
    reread(({ header, field }) => ({
      field: headerKey(header) === 'status' ? 'overrideTime' : field,
    }));
  }
  // An age gives no category without the sex.
  if (!has(columns, 'sex')) reread(({ field }) => ({ field: field === 'age' ? '' : field }));
  return columns;
}

/** Of several columns of a field the first is used, a date of birth before a year, unless another was chosen. */
function chooseFields(headers: readonly string[], mapping: ReadingMap): ImportColumn[] {
  const chosen = new Set(headers.map((header) => mapping.columns.get(header)));
  const firsts = new Map<ImportField, string>();
  const hasBirthDate = headers.some(
    (header) =>
      !mapping.columns.has(header) &&
      recogniseColumn(header).field === 'birthDate' &&
      !isBirthYear(header),
  );
  return headers.map((header) => {
    const mapped = mapping.columns.get(header);
    const column = mapped === undefined ? recogniseColumn(header) : { header, field: mapped };
    const { field, asks } = column;
    if (field === '' || field === 'chips' || asks) return column;
    const isDisplaced = chosen.has(field) || (hasBirthDate && isBirthYear(header));
    if (mapped === undefined && isDisplaced) return { header, field: '' };
    const first = getOrAdd(firsts, field, () => header);
    // Keep both columns of a repeated header: reportTwins rejects them.
    return headerKey(first) === headerKey(header) ? column : { header, field: '' };
  });
}

/** Without a column of events, the event of each row is missing, which is a choice. */
function listMissing(columns: Columns): readonly string[] {
  // A list of teams (IM50); an unknown column could be the names.
  const isOfTeams =
    has(columns, 'runClub') &&
    columns.every(({ field }) => field !== '') &&
    !has(columns, ...NAME_FIELDS);
  if (isOfTeams) return [];
  return (['firstName', 'lastName'] as const).filter((field) => !has(columns, field, 'fullName'));
}

/** Rejects repeated headers. */
function reportTwins(columns: Columns, line: number, faults: Fault[]): void {
  const seen = new Set<string>();
  for (const { header } of columns) {
    const key = headerKey(header);
    if (key !== '' && seen.has(key)) {
      faults.push({ line, message: `The column ${quoteGiven(header)} occurs twice: remove one.` });
    }
    seen.add(key);
  }
}

/** The position of each known field in a row; -1 for a field without a column. */
export function findPositions(columns: Columns): Readonly<Record<ImportField, number>> {
  return Object.fromEntries(
    IMPORT_FIELDS.map((field) => [field, columns.findIndex((column) => column.field === field)]),
  ) as Record<ImportField, number>;
}
