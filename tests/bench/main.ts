import path from 'node:path';

import { createField } from './field.ts';
import { benchLive } from './live.ts';
import { report } from './report.ts';
import { benchScoring } from './scoring.ts';
import { benchSnapshot } from './snapshot.ts';

/** Runs every benchmark and writes the table. */
export async function main(): Promise<void> {
  const rows = [
    ...benchScoring(),
    ...(await benchSnapshot(600)),
    ...(await benchSnapshot(32_000)),
    ...(await benchLive(createField(600), createField(32_000))),
  ];
  report(rows, path.resolve(process.env['DATA_DIR'] ?? '.data', 'bench'));
}
