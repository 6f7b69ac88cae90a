import type { RunnerColumn } from '#server/features/import/column-names.ts';
import { RUNNER_COLUMNS } from '#server/features/import/column-names.ts';
import type { NewRunner } from '#server/features/import/import-outcome.ts';

/** The runners as the file an organiser would import. */
export function writeRunnersCsv(runners: readonly NewRunner[]): string {
  const rows = runners.map((runner) => RUNNER_COLUMNS.map((field) => cellOf(runner, field)));
  return [[...RUNNER_COLUMNS], ...rows]
    .map((cells) => `${cells.map(quote).join(',')}\r\n`)
    .join('');
}

function cellOf(runner: NewRunner, field: RunnerColumn): string {
  return field === 'raceNumber' ? (runner.bandId ?? '') : runner[field];
}

function quote(cell: string): string {
  return /^[\w.-]*$/.test(cell) ? cell : `"${cell.replaceAll('"', '""')}"`;
}
