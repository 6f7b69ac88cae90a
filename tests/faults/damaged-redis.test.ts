import { readFileSync, truncateSync } from 'node:fs';
import { join } from 'node:path';

import { expect, test } from 'vitest';

import { eventually } from '#tests/support/eventually.ts';
import { killServer, readUrl, startLauncher } from '#tests/support/private-redis.ts';
import { uniqueRaceKey } from '#tests/support/race-key.ts';
import {
  readStoredReads,
  startScanner,
  waitForStoredScans,
} from '#tests/support/scanner-process.ts';
import { createTempFolder } from '#tests/support/temp-folder.ts';

const optionsOf = (source: string): readonly string[] =>
  `--source ${source} --point finish --zone UTC`.split(' ');

test('[SN20 SN21] scanners send again what a torn file of Redis lost: running ones at once, others at their next start', async () => {
  const [redisDir, dataDir] = [createTempFolder(), createTempFolder()];
  const first = startLauncher(redisDir);
  const place = { redisUrl: await readUrl(first), raceKey: uniqueRaceKey(), dataDir };
  const mat = startScanner(place, optionsOf('mat-1'));
  const hill = startScanner(place, optionsOf('hill'));
  for (const [index, [scanner, band]] of (
    [
      [mat, 1],
      [hill, 2],
      [mat, 3],
      [hill, 4],
      [mat, 5],
    ] as const
  ).entries()) {
    scanner.write(`${band},2026-06-20T10:00:0${band}Z\n`);
    await waitForStoredScans(place, index + 1);
  }
  hill.endInput();
  expect(await hill.exitCode).toBe(0);
  const whole = await readStoredReads(place);

  await first.kill('SIGKILL');
  killServer(redisDir);
  const file = join(redisDir, 'redis', 'appendonlydir', 'appendonly.aof.1.incr.aof');
  truncateSync(file, readFileSync(file).indexOf('mat-1:3:finish'));
  const second = startLauncher(redisDir);
  expect(await readUrl(second)).toBe(place.redisUrl);
  expect(second.output).toMatch(/incr\.aof was torn.* kept in .*redis\/damaged/);
  const untilReads = (count: number): Promise<void> =>
    eventually(async () => expect(await readStoredReads(place)).toHaveLength(count));
  await untilReads(4);
  const again = startScanner(place, optionsOf('hill'));
  await untilReads(5);
  for (const scanner of [mat, again]) {
    scanner.endInput();
    expect(await scanner.exitCode).toBe(0);
  }
  expect(await readStoredReads(place)).toEqual(whole);
});
