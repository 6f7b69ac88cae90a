import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';

import { expect, test } from 'vitest';

import { readBostonRace } from '#tests/bench/boston-race.ts';
import { benchBoston } from '#tests/bench/boston.ts';
import { createTempFolder } from '#tests/support/temp-folder.ts';

/** Invented people in the columns of the file of 2014: two share a time, one lacks splits. */
const ROWS = [
  '10k,name,gender,age,official,bib,35k,30k,5k,20k,40k',
  '37.50,"Gwyn, Siân",F,34,158.62,F7,131.02,111.95,18.70,74.33,150.12',
  '41.02,"Rees, Ifan",M,61,175.97,801,145.33,124.00,20.48,82.05,166.87',
  '-,"Puw, Nia",F,19,175.97,802,145.40,-,20.50,82.10,166.90',
  '33.17,"Huws, Aled",M,40,140.00,W3,116.12,99.48,16.53,66.35,132.67',
];

function writeResults(rows: readonly string[]): string {
  const path = join(createTempFolder(), 'results.csv.gz');
  writeFileSync(path, gzipSync(`${rows.join('\r\n')}\r\n`));
  return path;
}

test('[RK3] a race of known order is read without its people, and its order is found again', () => {
  const race = readBostonRace(writeResults(ROWS));
  expect(race.runners.map(({ ageGroup }) => ageGroup)).toEqual(['F-SNR', 'M60', 'FU23', 'M40']);
  expect(JSON.stringify(race)).not.toMatch(/Siân|Rees|Puw|W3/);
  expect(race.scans).toHaveLength(26);
  expect(race.scans).toEqual(race.scans.toSorted((a, b) => a.timeMs - b.timeMs));
  expect(benchBoston(race)[0]?.figures).toMatchObject({ counted: 22, 'wrong-course': 4 });
});

test('[RK2] an order that differs from the official one is noticed', () => {
  const race = readBostonRace(writeResults(ROWS));
  const officialMinutes = new Map(race.officialMinutes).set('row-1', 180);
  expect(() => benchBoston({ ...race, officialMinutes })).toThrow(/row-\d is at place \d/);
});
