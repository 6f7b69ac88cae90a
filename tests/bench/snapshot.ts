import { brotliDecompressSync } from 'node:zlib';

import { RaceBodies } from '#server/features/results/race-bodies.ts';
import { LiveRace } from '#server/race/live-race.ts';

import type { Field } from './field.ts';
import type { BenchRow } from './parts/part.ts';
import { median } from './median.ts';

const REQUESTS = 200;

/** GET /api: bodies made once a version against made for each request, and their sizes. */
export async function benchSnapshot(field: Field): Promise<BenchRow[]> {
  const size = field.runners.length;
  const race = new LiveRace();
  race.load({ epoch: 'bench', version: 1 }, field);
  const bodies = new RaceBodies(race);
  const nowMs = Date.now();

  const naive = median(
    Array.from({ length: 5 }, () => {
      const startedMs = performance.now();
      JSON.stringify({ runners: { data: race.standings.presentAll() } });
      return performance.now() - startedMs;
    }),
  );
  const madeMs = performance.now();
  const body = await bodies.getResults(nowMs);
  const br = await body.encode('br');
  const makeMs = performance.now() - madeMs;
  const gzip = await body.encode('gzip');
  const startedMs = performance.now();
  for (let i = 0; i < REQUESTS; i += 1) await (await bodies.getResults(nowMs)).encode('br');
  const cached = (performance.now() - startedMs) / REQUESTS;
  if (brotliDecompressSync(br).length !== body.size) throw new Error('The brotli body is broken.');
  return [
    {
      bench: `GET /api, ${size} runners`,
      ratio: 'made for each request (no compression) / prepared brotli, per request',
      value: naive / cached,
      figures: {
        'ms naive': naive.toFixed(1),
        'µs prepared': (cached * 1_000).toFixed(1),
        'ms to make once': makeMs.toFixed(0),
      },
    },
    {
      bench: `size of GET /api, ${size} runners`,
      ratio: 'raw / brotli',
      value: body.size / br.length,
      figures: {
        'kB raw': Math.round(body.size / 1_000),
        'kB gzip': Math.round(gzip.length / 1_000),
        'kB brotli': Math.round(br.length / 1_000),
      },
    },
  ];
}
