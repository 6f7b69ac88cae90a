import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';

import type { NewRunner } from '#server/features/import/import-outcome.ts';

import type { ReplayPlan } from './replay-plan.ts';
import { writeReads } from './replay-plan.ts';
import { writeRunnersCsv } from './write-runners-csv.ts';

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
