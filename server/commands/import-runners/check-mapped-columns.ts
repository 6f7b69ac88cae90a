import { quoteGiven } from '#shared/model/text-rules.ts';

import type { ImportColumn } from './column-names.ts';
import type { ReadingMap } from './parse-mapping.ts';
import { MappingError } from './parse-mapping.ts';

/** Throws a {@link MappingError} for a mapping that speaks of other columns than the file has. */
export function checkMappedColumns(columns: readonly ImportColumn[], mapping: ReadingMap): void {
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
