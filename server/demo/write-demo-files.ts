import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';

import { stringify } from 'csv-stringify/sync';

import { RUNNER_COLUMNS, type RunnerColumn } from '#server/features/import/column-names.ts';
import type { NewRunner } from '#server/features/import/import-outcome.ts';
import type { EpochMs } from '#shared/model/time.ts';

import type { DemoRead } from './invent-race.ts';
import type { ReplayPlan } from './replay-plan.ts';

interface DemoFiles {
  readonly folder: string;
  readonly runnersCsv: string;
  readonly soFar: string;
  readonly live: string;
}

/** Writes the runners and the reads to `DATA_DIR`. */
export async function writeDemoFiles(
  dataDir: string,
  runners: readonly NewRunner[],
  { soFar, live, raceStartMs }: ReplayPlan,
): Promise<DemoFiles> {
  const folder = path.resolve(dataDir);
  await mkdir(folder, { recursive: true });
  return {
    folder,
    runnersCsv: await write(folder, 'runners.csv', writeRunnersCsv(runners)),
    soFar: await write(folder, 'reads-so-far.txt', writeReads(soFar, raceStartMs)),
    live: await write(folder, 'reads-live.txt', writeReads(live, raceStartMs)),
  };
}

async function write(folder: string, name: string, text: string): Promise<string> {
  const file = path.join(folder, name);
  await writeFile(file, text);
  return file;
}

function writeRunnersCsv(runners: readonly NewRunner[]): string {
  const rows = runners.map((runner) => RUNNER_COLUMNS.map((field) => cellOf(runner, field)));
  return stringify([[...RUNNER_COLUMNS], ...rows], { record_delimiter: 'windows' });
}

function cellOf(runner: NewRunner, field: RunnerColumn): string {
  if (field === 'raceNumber') return runner.bandId ?? '';
  if (field === 'private') return runner.isPrivate ? 'yes' : '';
  return runner[field];
}

/** Lines `band;time;points` for the scanner, with the time in UTC. */
function writeReads(reads: readonly DemoRead[], raceStartMs: EpochMs): string {
  return reads
    .map(({ bandId, mat, elapsedMs }) => {
      const time = new Date(raceStartMs + elapsedMs).toISOString();
      return `${bandId};${time};${mat.join(',')}\n`;
    })
    .join('');
}
