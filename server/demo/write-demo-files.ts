import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';

import type { EpochMs } from '#shared/model/time.ts';

import type { DemoRead } from './invent-race.ts';
import type { ReplayPlan } from './replay-plan.ts';

interface DemoFiles {
  readonly folder: string;
  readonly soFar: string;
  readonly live: string;
}

/** Writes the reads to `DATA_DIR`. */
export async function writeDemoFiles(
  dataDir: string,
  { soFar, live, raceStartMs }: ReplayPlan,
): Promise<DemoFiles> {
  const folder = path.resolve(dataDir);
  await mkdir(folder, { recursive: true });
  return {
    folder,
    soFar: await write(folder, 'reads-so-far.txt', writeReads(soFar, raceStartMs)),
    live: await write(folder, 'reads-live.txt', writeReads(live, raceStartMs)),
  };
}

async function write(folder: string, name: string, text: string): Promise<string> {
  const file = path.join(folder, name);
  await writeFile(file, text);
  return file;
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
