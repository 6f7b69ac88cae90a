import { readFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';

import { parse } from 'csv-parse/sync';

import type { UnrankedResult } from '#shared/model/result.ts';
import { MINUTE_MS, SECOND_MS } from '#shared/model/time.ts';
import { completeResult } from '#shared/scoring/present-result.ts';
import { GUN_MS } from '#tests/forecast/support/invent-field.ts';

/** The columns of the file with the times of cp2 to cp6. */
const COLUMNS = ['10k', '20k', '30k', '35k', '40k'] as const;

/**
 * The results of the Boston Marathon 2014 (llimllib/bostonmarathon, `results/2014/results.csv.gz`)
 * without its people: times, and the minutes after the first gun at which each wave started.
 */
export function readMarathonResults(path: string): UnrankedResult[] {
  const rows = parse(gunzipSync(readFileSync(path)), { columns: true, bom: true }) as Readonly<
    Record<string, string>
  >[];
  return rows.map((row, index) =>
    completeResult({
      runnerId: `row-${index}`,
      firstName: 'Rhedwr',
      lastName: `Rhif ${index}`,
      runClub: '',
      ageGroup: '',
      bibNumber: String(index),
      events: 'UB',
      status: 'finished',
      totalMs: readTime(row['official']),
      startedAtMs: GUN_MS + waveOf(row['bib'] ?? '') * MINUTE_MS,
      splitsMs: [null, ...COLUMNS.map((column) => readTime(row[column]))],
      komsMs: [null, null],
    }),
  );
}

/** Decimal minutes of two places, made from whole seconds. */
function readTime(minutes = ''): number | null {
  if (!/^\d+\.\d\d$/.test(minutes)) return null;
  return Math.round((Number(minutes) * MINUTE_MS) / SECOND_MS) * SECOND_MS;
}

/** Wheelchairs and the women's race go first, then four waves of nine thousand in the order of the bibs. */
function waveOf(bib: string): number {
  if (bib.startsWith('W')) return -30;
  if (bib.startsWith('F')) return -28;
  return [0, 25, 60, 85][Math.min(3, Math.floor((Number(bib) - 1) / 9_000))] ?? 0;
}
