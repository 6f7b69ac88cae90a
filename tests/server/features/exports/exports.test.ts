import { parse } from 'csv-parse/sync';
import { expect, test } from 'vitest';

import { MINUTE_MS } from '#shared/model/time.ts';
import { buildNumbered, buildScan } from '#tests/support/builders.ts';
import { provideFileRedis } from '#tests/support/file-redis.ts';
import { GUN_MS } from '#tests/support/live-field.ts';
import { ask } from '#tests/support/raw-http.ts';
import { startWeb } from '#tests/support/start-web.ts';
import { stageRace } from '#tests/support/staged-race.ts';

const { openRace } = provideFileRedis();

const FORMULA = '=HYPERLINK("http://evil.example","x")';
const RUNNERS = [
  buildNumbered(1, 'in', { bibNumber: 'W1', lastName: 'Ŵyn, "Sian"', runClub: FORMULA }),
  buildNumbered(2, 'even', { ageGroup: 'M40', runClub: '@SUM(1)' }),
  buildNumbered(3, 'dnf', { overrideTime: '00:00:01' }),
  buildNumbered(4, 'hidden', { bibNumber: '363', firstName: 'Secret', isPrivate: true }),
  buildNumbered(6, 'ultra', { event: 'UB' }),
  buildNumbered(7, 'out', { ageGroup: '' }),
];

async function openShown() {
  const race = await openRace();
  await stageRace(race, {
    runners: RUNNERS,
    config: { distances: 'Half,Full: *2026*,Ultra' },
    scans: [
      buildScan({ bandId: '1', points: ['cp1'], timeMs: GUN_MS + 20 * MINUTE_MS }),
      buildScan({ bandId: '1', timeMs: GUN_MS + 90 * MINUTE_MS }),
      buildScan({ bandId: '2', timeMs: GUN_MS + 90 * MINUTE_MS }),
      buildScan({ bandId: '4', timeMs: GUN_MS + 95 * MINUTE_MS }),
      buildScan({ bandId: '7', points: ['cp1'], timeMs: GUN_MS + 30 * MINUTE_MS }),
      buildScan({ bandId: '6', points: ['kom1-start'], timeMs: GUN_MS + 30 * MINUTE_MS }),
      buildScan({ bandId: '6', points: ['kom1-end'], timeMs: GUN_MS + 37 * MINUTE_MS + 1 }),
    ],
  });
  return { ...race, ...(await startWeb(race)) };
}

const HEADS =
  'Race|Place|Bib|First name|Last name|Club|Category|Sex|Sex place|Category place|Status|Total|Gun time|Chip time';
const STAGES = 'Bedd Morris|Carn Ingli|Foel Eryr|Foel Cwmcerwyn|Carn Ingli (climb)|Results|By hand';
const FULL = `${HEADS}|${STAGES}`.split('|');

test('[EX1 EX2] the CSV of a race has only public data, and no formulas', async () => {
  const { port } = await openShown();
  const answer = await ask(port, '/results.csv?race=PB');
  expect(answer.headers).toMatchObject({
    'content-type': 'text/csv; charset=utf-8',
    'content-disposition': 'attachment; filename="results-PB.csv"',
    'cache-control': 'public, max-age=0, s-maxage=1',
    'x-robots-tag': 'noindex',
  });
  expect(answer.bytes.subarray(0, 3).toString('hex')).toBe('efbbbf');
  const rows: string[][] = parse(answer.bytes, { bom: true });
  const race = 'Full: *2026*';
  const [, even, dnf, , , out] = RUNNERS.map(({ lastName }) => lastName);
  expect(rows.map((row) => row.join('|'))).toEqual([
    FULL.join('|'),
    `${race}|1|2|Siân|${even}|'@SUM(1)|M40|M|1|1|finished|01:30:00|01:30:00|||||||open|`,
    `${race}|1|W1|Siân|Ŵyn, "Sian"|'${FORMULA}|F40|F|1|1|finished|01:30:00|01:30:00||00:20:00|||||open|`,
    `${race}|3|363||||||||finished|01:35:00|01:35:00|||||||open|`,
    `${race}||3|Siân|${dnf}|Rhedwyr Preseli|F40|F|||DNF|||||||||open|`,
    `${race}||7|Siân|${out}|Rhedwyr Preseli|||||on course||||00:30:00|||||open|`,
  ]);
  const all: string[][] = parse((await ask(port, '/results.csv')).bytes, { bom: true });
  expect([all.length, all[0]?.at(-4), all.at(-1)?.at(-4)]).toEqual([
    7,
    'Wall of Death',
    '00:07:01',
  ]);
  expect((await ask(port, '/results.csv?race=WOD')).status).toBe(404);
});
