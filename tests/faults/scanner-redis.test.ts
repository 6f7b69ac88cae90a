import { createClient } from 'redis';
import { beforeEach, expect, onTestFinished, test } from 'vitest';

import { createRaceKeys } from '#server/store/keys.ts';
import type { ScannerPlace } from '#tests/support/built-program.ts';
import { createControllerFile } from '#tests/support/controller-file.ts';
import { uniqueRaceKey } from '#tests/support/race-key.ts';
import { type RedisOptions, type RedisServer, startRedis } from '#tests/support/redis-server.ts';
import {
  readStoredReads,
  readStoredScans,
  readSummary,
  startScanner,
  waitForStoredScans,
} from '#tests/support/scanner-process.ts';
import { createTempFolder } from '#tests/support/temp-folder.ts';

let redis: RedisServer;
let place: ScannerPlace;

beforeEach(() => {
  place = { redisUrl: '', dataDir: createTempFolder(), raceKey: uniqueRaceKey(), progressMs: 100 };
});

async function useRedis(options: RedisOptions): Promise<void> {
  redis = await startRedis(options);
  onTestFinished(() => redis.stop());
  place = { ...place, redisUrl: redis.url };
}

const MAT = ['--source', 'mat-1', '--point', 'finish', '--zone', 'UTC'];

test('[SN21] a Redis that returns empty gets all reads again, also those of an earlier run', async () => {
  await useRedis({ persist: false });
  const killed = startScanner(place, MAT);
  killed.write('104,2026-06-20T09:00:00Z\n');
  await waitForStoredScans(place, 1);
  await killed.kill('SIGKILL');
  const scanner = startScanner(place, MAT);
  scanner.write('105,2026-06-20T09:00:01Z\n');
  await waitForStoredScans(place, 2);
  await redis.restart();
  // Without a new read.
  await waitForStoredScans(place, 2);
  scanner.endInput();
  expect(await scanner.exitCode).toBe(0);
});

test('[SN21] interrupted while Redis is away, it fails, and the next start sends the reads', async () => {
  await useRedis({ persist: true });
  await redis.kill();
  const file = createControllerFile(1_000);
  const scanner = startScanner(place, [...MAT, '--file', file.path]);
  await scanner.waitForOutput(/"unsent":1000/);
  expect(await scanner.kill('SIGINT')).toBe(1);
  expect(readSummary(scanner)).toMatchObject({ reads: 1_000, stored: 0, unsent: 1_000 });
  expect(scanner.stderr.match(/is away/g)).toHaveLength(1);
  expect(scanner.stderr).toContain('is sent at the next start of this source');

  await redis.restart();
  const next = startScanner(place, MAT);
  next.endInput();
  expect(await next.exitCode).toBe(0);
  expect(next.stderr).toMatch(
    /Sent 1000 reads that an earlier run \(\d{8}T\d{6}-\w+\) had left behind/,
  );
  expect(await readStoredReads(place)).toEqual(file.expected);
  const third = startScanner(place, MAT);
  third.endInput();
  expect(await third.exitCode).toBe(0);
  expect(third.stderr).not.toContain('Sent');
});

test('[SN21] a Redis that refuses writes is reported once, and gets the reads when it accepts them again', async () => {
  await useRedis({ args: ['--maxmemory', '1'] });
  const scanner = startScanner(place, MAT);
  scanner.write('104,2026-06-20T09:00:00Z\n');
  await scanner.waitForOutput(
    /Redis does not take the reads \(OOM.*safe in the journal.*goes on trying, also after the last read/,
  );
  scanner.endInput();
  await scanner.waitForOutput(/"unsent":1/);
  const client = createClient({ url: redis.url });
  await client.connect();
  await client.configSet('maxmemory', '0');
  client.destroy();
  expect(await scanner.exitCode).toBe(0);
  expect(await readStoredScans(place)).toHaveLength(1);
});

test('[SN15] started while Redis is away, it uses the last known time zone', async () => {
  await useRedis({ persist: true });
  const client = createClient({ url: redis.url });
  await client.connect();
  const { config } = createRaceKeys(place.raceKey);
  await client.hSet(config, { timeZone: '"Asia/Tokyo"', raceStart: '"2026-06-20-09-00-00"' });
  client.destroy();
  const mat = ['--source', 'mat-1', '--point', 'finish'];
  const before = startScanner(place, mat);
  before.endInput();
  expect(await before.exitCode).toBe(0);

  await redis.kill();
  const scanner = startScanner(place, mat);
  scanner.write('104,10:00:00\n');
  await scanner.waitForOutput(/"unsent":1/);
  await redis.restart();
  scanner.endInput();
  expect(await scanner.exitCode).toBe(0);
  expect(scanner.stderr.match(/is back:/g)).toHaveLength(1);
  expect(await readStoredReads(place)).toEqual([`104 ${Date.parse('2026-06-20T10:00:00+09:00')}`]);
});
