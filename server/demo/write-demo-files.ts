import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';

import { RUNNER_COLUMNS, type RunnerColumn } from '#server/features/import/column-names.ts';
import type { NewRunner } from '#server/features/import/import-outcome.ts';

import { type ReplayPlan, writeReads } from './replay-plan.ts';

export interface DemoFiles {
  readonly folder: string;
  readonly runnersCsv: string;
  readonly soFar: string;
}

interface ReplayFiles {
  /** Reads that became due since; undefined if none. */
  readonly meanwhile: string | undefined;
  readonly live: string;
}

/**
 * Writes what an organiser and the mats would deliver to `DATA_DIR/demo`, for anyone to look at.
 */
export async function writeDemoFiles(
  dataDir: string,
  runners: readonly NewRunner[],
  { soFar, raceStartMs }: ReplayPlan,
): Promise<DemoFiles> {
  const folder = path.resolve(dataDir, 'demo');
  await mkdir(folder, { recursive: true });
  return {
    folder,
    runnersCsv: await write(folder, 'runners.csv', writeRunnersCsv(runners)),
    soFar: await write(folder, 'reads-so-far.txt', writeReads(soFar, raceStartMs)),
  };
}

/** Writes the reads of a replay that begins now. */
export async function writeReplayFiles(
  folder: string,
  { soFar, live, raceStartMs }: ReplayPlan,
): Promise<ReplayFiles> {
  return {
    meanwhile:
      soFar.length > 0
        ? await write(folder, 'reads-meanwhile.txt', writeReads(soFar, raceStartMs))
        : undefined,
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
