import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';

import type { ScannerPlace } from '#tests/support/built-program.ts';
import { createControllerFile } from '#tests/support/controller-file.ts';
import { uniqueRaceKey } from '#tests/support/race-key.ts';
import { type RedisServer, startRedis } from '#tests/support/redis-server.ts';
import {
  readAnnouncedScanIds,
  readStoredReads,
  readStoredScans,
  readSummary,
  startScanner,
  waitForStoredScans,
} from '#tests/support/scanner-process.ts';
import { createTempFolder } from '#tests/support/temp-folder.ts';

let redis: RedisServer;
let place: ScannerPlace;

beforeAll(async () => {
  redis = await startRedis({ persist: true });
});
afterAll(() => redis.stop());
beforeEach(() => {
  place = {
    redisUrl: redis.url,
    dataDir: createTempFolder(),
    raceKey: uniqueRaceKey(),
    progressMs: 100,
  };
});

/** Fewer than the changes that Redis keeps, so that every announcement can be counted. */
const READS = 1_900;
const MAT = ['--source', 'mat-1', '--point', 'finish', '--zone', 'UTC'];

test('[SN20] killed half-way through a file and run again: every read stored exactly once', async () => {
  const file = createControllerFile(READS);
  // It cannot store reads it was not given, however fast the machine.
  for (const [share, given] of [
    [0.1, 0.4],
    [0.5, 0.8],
  ] as const) {
    const scanner = startScanner(place, MAT);
    scanner.write(`${file.lines.slice(0, READS * given).join('\n')}\n`);
    await waitForStoredScans(place, file.expected.length * share);
    expect(await scanner.kill('SIGKILL')).toBe(null);
    expect((await readStoredScans(place)).length).toBeLessThan(file.expected.length);
  }
  const last = startScanner(place, [...MAT, '--file', file.path]);
  expect(await last.exitCode).toBe(0);
  expect(readSummary(last)).toMatchObject({ reads: READS, bad: 0, unsent: 0 });
  expect(await readStoredReads(place)).toEqual(file.expected);
  const announced = await readAnnouncedScanIds(place);
  expect(announced).toHaveLength(file.expected.length);
  expect(new Set(announced).size).toBe(announced.length);
});

test('[SN20] unsent reads of a killed scanner are sent by the next one, before its own', async () => {
  const away = { ...place, redisUrl: 'redis://127.0.0.1:1' };
  const scanner = startScanner(away, MAT);
  await scanner.waitForOutput(/Redis at 127\.0\.0\.1:1 is away/);
  scanner.write('104,2026-06-20T09:00:00Z\n105,2026-06-20T09:00:01Z\n10');
  await scanner.waitForOutput(/"reads":2,"stored":0.*"unsent":2,"redis":"away"/);
  await scanner.kill('SIGKILL');

  const next = startScanner(place, MAT);
  next.write('106,2026-06-20T09:00:02Z\n');
  next.endInput();
  expect(await next.exitCode).toBe(0);
  expect(next.stderr).toMatch(
    /Sent 2 reads that an earlier run \(\d{8}T\d{6}-\w+\) had left behind/,
  );
  expect(readSummary(next)).toMatchObject({ reads: 1, stored: 1 });
  const scans = await readStoredScans(place);
  expect(scans.map(({ bandId, seq }) => `${bandId} ${seq}`).toSorted()).toEqual([
    '104 1',
    '105 2',
    '106 1',
  ]);

  const third = startScanner(place, MAT);
  third.endInput();
  expect(await third.exitCode).toBe(0);
  expect(third.stderr).not.toContain('Sent');
});
