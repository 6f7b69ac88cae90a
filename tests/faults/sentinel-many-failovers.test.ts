import { expect, test, vi } from 'vitest';

import { eventually } from '#tests/support/eventually.ts';
import { TEST_HANGS_MS } from '#tests/support/hangs.ts';
import type { TestProcess } from '#tests/support/process.ts';
import { uniqueRaceKey } from '#tests/support/race-key.ts';
import { readStoredReads, readSummary, startScanner } from '#tests/support/scanner-process.ts';
import { askRedis } from '#tests/support/launch-sentinels.ts';
import { startSentinelRedis } from '#tests/support/sentinel-redis.ts';
import { createTempFolder } from '#tests/support/temp-folder.ts';

/** Each of ten failovers takes the sentinels some seconds. */
vi.setConfig({ testTimeout: 6 * TEST_HANGS_MS });

const SCANNERS = 8;
const FAILOVERS = 10;
const START_MS = Date.UTC(2026, 5, 20, 10);

test('[SN21] eight scanners through ten failovers: every read is sent by scanners that are never restarted', async () => {
  const { servers, sentinels, url } = await startSentinelRedis({ copies: 2 });
  const raceKey = uniqueRaceKey();
  const place = { redisUrl: url, raceKey };
  const scanners: readonly TestProcess[] = Array.from({ length: SCANNERS }, (_, i) =>
    startScanner({ ...place, dataDir: createTempFolder() }, [
      '--source',
      `mat-${i}`,
      '--point',
      'finish',
    ]),
  );
  let written = 0;
  const readAll = (): void => {
    written += 1;
    const time = new Date(START_MS + written * 1_000).toISOString();
    for (const [i, scanner] of scanners.entries()) scanner.write(`${i + 1},${time}\n`);
  };
  const readMaster = async (): Promise<string> =>
    askRedis(sentinels[0]?.url ?? '', ['SENTINEL', 'GET-MASTER-ADDR-BY-NAME', 'race']);
  const countStored = async (): Promise<number> => {
    const port = (await readMaster()).split(',')[1];
    const redisUrl = servers.find((server) => String(server.port) === port)?.url ?? '';
    return (await readStoredReads({ redisUrl, raceKey })).length;
  };

  for (let failover = 1; failover <= FAILOVERS; failover += 1) {
    const before = await readMaster();
    // One is refused while the one before it is not over for every copy.
    await eventually(() => askRedis(sentinels[0]?.url ?? '', ['SENTINEL', 'FAILOVER', 'race']));
    await eventually(async () => {
      readAll();
      expect(await readMaster()).not.toBe(before);
    });
    // All of them get through to the new master: nobody waits for the next failover to wake up.
    await eventually(async () => expect(await countStored()).toBe(written * SCANNERS));
  }

  for (const scanner of scanners) scanner.endInput();
  for (const scanner of scanners) {
    expect(await scanner.exitCode).toBe(0);
    expect(readSummary(scanner)).toMatchObject({ reads: written, stored: written, unsent: 0 });
  }
});
