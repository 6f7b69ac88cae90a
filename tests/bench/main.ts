import path from 'node:path';
import { parseArgs } from 'node:util';

import { readBostonRace } from './boston-race.ts';
import { benchBoston } from './boston.ts';
import { createField } from './field.ts';
import { benchLive } from './live.ts';
import type { BenchRow } from './report.ts';
import { report } from './report.ts';
import { benchScoring } from './scoring.ts';
import { benchSnapshot } from './snapshot.ts';

/**
 * Runs every benchmark and writes the table. With `--boston FILE`, the results
 * of the Boston Marathon 2014, a real field is measured and checked as well.
 */
export async function main(args: readonly string[]): Promise<void> {
  const { values } = parseArgs({ args: [...args], options: { boston: { type: 'string' } } });
  const rows = [
    ...benchScoring(),
    ...(await benchSnapshot(createField(600))),
    ...(await benchSnapshot(createField(32_000))),
    ...(await benchLive(createField(600), createField(32_000))),
    ...(values.boston === undefined ? [] : await benchRealField(values.boston)),
  ];
  report(rows, path.resolve(process.env['DATA_DIR'] ?? '.data', 'bench'));
}

async function benchRealField(file: string): Promise<BenchRow[]> {
  // npm runs scripts in the project's folder, but files are named from where the user stands.
  const race = readBostonRace(path.resolve(process.env['INIT_CWD'] ?? '.', file));
  return [
    ...benchBoston(race),
    ...(await benchSnapshot(race)),
    ...(await benchLive(createField(600), race)),
  ];
}
