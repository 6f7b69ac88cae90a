import { cleanText, quoteGiven } from '#shared/model/text-rules.ts';
import { headerKey } from '#shared/wire/header-key.ts';

import type { ImportColumn, ImportField } from './column-names.ts';
import { IMPORT_FIELDS, NEEDED_FIELDS, recogniseColumn } from './column-names.ts';
import type { FaultList } from './import-outcome.ts';
import type { ReadingMap } from './parse-mapping.ts';
import type { TableRow } from './read-table.ts';

/**
 * Recognises the columns by the mapping, else by the header; what stands in the
 * way of using it goes to `faults`.
 */
export function recogniseHeader(
  header: TableRow,
  mapping: ReadingMap,
  faults: FaultList,
): readonly ImportColumn[] {
  const columns = header.cells.map((cell) => chooseField(cleanText(cell), mapping));
  // A column that was said to be unused may be there twice: none of the two counts.
  reportTwins(
    columns.filter(({ header, field }) => field !== undefined || !mapping.columns.has(header)),
    header.line,
    faults,
  );
  for (const field of NEEDED_FIELDS) {
    if (field === 'event' && mapping.allEvent !== undefined) continue;
    if (!columns.some((column) => column.field === field)) {
      const found = columns.map((column) => quoteGiven(column.header)).slice(0, 20);
      faults.add(
        header.line,
        `There is no column ${field}. Needed are ${NEEDED_FIELDS.join(', ')}; this line has ${found.join(', ')}.`,
      );
    }
  }
  return columns;
}

function chooseField(header: string, { columns }: ReadingMap): ImportColumn {
  return columns.has(header) ? { header, field: columns.get(header) } : recogniseColumn(header);
}

/** Two columns of one name, or two names for one thing, leave open which of them counts. */
function reportTwins(columns: readonly ImportColumn[], line: number, faults: FaultList): void {
  const seen = new Map<string, ImportColumn>();
  for (const column of columns) {
    const meaning = column.field ?? headerKey(column.header);
    const twin = meaning === '' ? undefined : seen.get(meaning);
    if (twin === undefined) {
      seen.set(meaning, column);
    } else if (column.field === undefined || twin.header === column.header) {
      faults.add(line, `The column ${quoteGiven(column.header)} is there twice: remove one.`);
    } else {
      faults.add(
        line,
        `The columns ${quoteGiven(twin.header)} and ${quoteGiven(column.header)} both mean ${column.field}: remove or rename one.`,
      );
    }
  }
}

/** Where each known field stands in a row; -1 for a field without a column. */
export function findPositions(
  columns: readonly ImportColumn[],
): Readonly<Record<ImportField, number>> {
  return Object.fromEntries(
    IMPORT_FIELDS.map((field) => [field, columns.findIndex((column) => column.field === field)]),
  ) as Record<ImportField, number>;
}
