import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';

import type { RunnerColumn } from '#server/features/import/column-names.ts';
import { RUNNER_COLUMNS } from '#server/features/import/column-names.ts';
import type { NewRunner } from '#server/features/import/import-outcome.ts';

import type { ReplayPlan } from './replay-plan.ts';
import { writeReads } from './replay-plan.ts';

/** Where the files of the demo lie. */
export interface DemoFiles {
  readonly folder: string;
  readonly runnersCsv: string;
  readonly soFar: string;
  readonly live: string;
}

/** Writes what an organiser and the mats would deliver to `DATA_DIR/demo`, for anyone to look at. */
export async function writeDemoFiles(
  dataDir: string,
  runners: readonly NewRunner[],
  { soFar, live, raceStartMs }: ReplayPlan,
): Promise<DemoFiles> {
  const folder = path.resolve(dataDir, 'demo');
  await mkdir(folder, { recursive: true });
  const write = async (name: string, text: string): Promise<string> => {
    const file = path.join(folder, name);
    await writeFile(file, text);
    return file;
  };
  return {
    folder,
    runnersCsv: await write('runners.csv', writeRunnersCsv(runners)),
    soFar: await write('reads-so-far.txt', writeReads(soFar, raceStartMs)),
    live: await write('reads-live.txt', writeReads(live, raceStartMs)),
  };
}

/** The runners as the file an organiser would import. */
function writeRunnersCsv(runners: readonly NewRunner[]): string {
  const rows = runners.map((runner) => RUNNER_COLUMNS.map((field) => cellOf(runner, field)));
  return [[...RUNNER_COLUMNS], ...rows]
    .map((cells) => `${cells.map(quote).join(',')}\r\n`)
    .join('');
}

function cellOf(runner: NewRunner, field: RunnerColumn): string {
  if (field === 'raceNumber') return runner.bandId ?? '';
  if (field === 'private') return runner.isPrivate ? 'yes' : '';
  return runner[field];
}

function quote(cell: string): string {
  return /^[\w.-]*$/.test(cell) ? cell : `"${cell.replaceAll('"', '""')}"`;
}
