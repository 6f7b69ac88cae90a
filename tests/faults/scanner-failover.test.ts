import { expect, onTestFinished, test, vi } from 'vitest';

import { eventually } from '#tests/support/eventually.ts';
import { TEST_HANGS_MS } from '#tests/support/hangs.ts';
import { uniqueRaceKey } from '#tests/support/race-key.ts';
import type { RedisServer } from '#tests/support/redis-server.ts';
import { readStoredReads, startScanner } from '#tests/support/scanner-process.ts';
import { cutOff, startSentinelRedis } from '#tests/support/sentinel-redis.ts';
import { startSentinelProxy } from '#tests/support/sentinel-proxy.ts';
import { createTempFolder } from '#tests/support/temp-folder.ts';

/** Sentinels are slow to agree. */
vi.setConfig({ testTimeout: 2 * TEST_HANGS_MS });

const MAT = ['--source', 'mat-7', '--point', 'finish', '--zone', 'UTC'];

const readAt = (bandId: number): string => `${bandId},2026-06-20T10:00:0${bandId}Z\n`;

/** A master with one replica, and the proxies between them and a scanner. */
async function startPair() {
  const redis = await startSentinelRedis({ copies: 1 });
  const [master, copy] = redis.servers as unknown as [RedisServer, RedisServer];
  const proxy = await startSentinelProxy(redis);
  onTestFinished(() => proxy.close());
  const raceKey = uniqueRaceKey();
  const settings = { REDIS_WAIT_REPLICAS: '0' };
  const place = { redisUrl: proxy.url, raceKey, dataDir: createTempFolder(), settings };
  /** Waits until a server has this number of reads. */
  const untilReads = (server: RedisServer, count: number): Promise<unknown[]> =>
    eventually(async () => {
      const reads = await readStoredReads({ redisUrl: server.url, raceKey });
      if (reads.length < count) throw new Error(`${reads.length} of ${count} reads are stored.`);
      return reads;
    });
  return { ...redis, master, copy, proxy, place, untilReads };
}

test('[SN21] an idle scanner whose connections died unnoticed sends the reads missing in a replica that took over', async () => {
  const { master, copy, proxy, place, untilReads, allowFailover } = await startPair();
  const scanner = startScanner(place, MAT);
  scanner.write(readAt(1));
  await untilReads(copy, 1);
  await cutOff(copy, master);
  scanner.write(readAt(2));
  await untilReads(master, 2);
  proxy.forget();
  await master.kill();
  await allowFailover();
  expect(await untilReads(copy, 2)).toHaveLength(2);
});

test('[SN21] a scanner that ends while its connections are dead sends the reads missing in a replica that took over', async () => {
  const { master, copy, proxy, place, untilReads, allowFailover } = await startPair();
  const scanner = startScanner(place, MAT);
  scanner.write(readAt(1));
  await untilReads(copy, 1);
  // Shortly before: sentinels choose no replica that has long been without its master.
  await cutOff(copy, master);
  scanner.write(readAt(2));
  await untilReads(master, 2);
  proxy.forget();
  await master.kill();
  await allowFailover();
  scanner.endInput();
  expect(await scanner.exitCode).toBe(0);
  expect(await untilReads(copy, 2)).toHaveLength(2);
});
