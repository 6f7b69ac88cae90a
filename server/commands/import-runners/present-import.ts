import { quoteGiven } from '#shared/model/text-rules.ts';

import type { ImportColumn } from './column-names.ts';
import type { ImportFault, ImportOutcome } from './import-outcome.ts';

/** `Imported 600 runners.` and the notes, a line each (CONTRACT 4, POST /upload). */
export function presentImported(runnerCount: number, notes: readonly string[]): string {
  return [`Imported ${runnerCount} ${plural(runnerCount, 'runner')}.`, ...notes].join('\n');
}

/** The count of the faults, then a line for each that is listed (CONTRACT 4, POST /upload). */
export function presentFaults(outcome: Extract<ImportOutcome, { ok: false }>): string {
  const { faults, faultCount } = outcome;
  const unlisted = faultCount - faults.length;
  return [
    `${faultCount} ${plural(faultCount, 'fault')}. Nothing was changed.`,
    ...faults.map(presentFault),
    ...(unlisted > 0 ? [`… and ${unlisted} more.`] : []),
  ].join('\n');
}

/** What each column is read as, on one line. */
export function presentColumns(columns: readonly ImportColumn[]): string {
  const known = columns.flatMap(({ header, field }) => {
    if (field === undefined) return [];
    return [header === field ? field : `${quoteGiven(header)} = ${field}`];
  });
  return `Columns: ${known.join(', ')}`;
}

function presentFault({ line, message }: ImportFault): string {
  return `Line ${line}: ${message}`;
}

function plural(count: number, noun: string): string {
  return count === 1 ? noun : `${noun}s`;
}
