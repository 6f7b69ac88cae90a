import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';

import { createLogger } from '#server/logger.ts';
import type { RaceRecord } from '#server/store/race-record.ts';
import { RaceStore } from '#server/store/race-store.ts';
import { startBuiltProgram } from '#tests/support/built-program.ts';
import type { TestProcess } from '#tests/support/process.ts';
import { uniqueRaceKey } from '#tests/support/race-key.ts';
import type { RedisServer } from '#tests/support/redis-server.ts';
import { startRedis } from '#tests/support/redis-server.ts';
import { createTempFolder } from '#tests/support/temp-folder.ts';

let redis: RedisServer;
beforeAll(async () => {
  redis = await startRedis();
});
afterAll(() => redis.stop());

interface Place {
  readonly raceKey: string;
  readonly dataDir: string;
}

function startDemo({ raceKey, dataDir }: Place, speed: string): TestProcess {
  const demo = startBuiltProgram('demo', [], {
    env: { REDIS_URL: redis.url, RACE_KEY: raceKey, DATA_DIR: dataDir, SPEED: speed },
  });
  onTestFinished(async () => void (await demo.kill('SIGKILL')));
  return demo;
}

async function readRecord({ raceKey }: Place): Promise<RaceRecord> {
  const store = new RaceStore(redis.url, raceKey, createLogger('silent'));
  await store.connect();
  try {
    return await store.readRecord();
  } finally {
    store.close();
  }
}

function countLines(place: Place): number {
  const files = ['reads-so-far.txt', 'reads-live.txt'].map((name) =>
    readFileSync(join(place.dataDir, 'demo', name), 'utf8'),
  );
  return files.join('').split('\n').length - 1;
}

test(
  '[CONTRACT 1] the demo brings every read into Redis by a scanner, anew each time',
  { timeout: 90_000 },
  async () => {
    const place = { raceKey: uniqueRaceKey(), dataDir: createTempFolder() };
    const first = startDemo(place, '10000');
    expect(await first.exitCode).toBe(0);
    const before = await readRecord(place);
    expect(before.runners).toHaveLength(600);
    expect(before.config).toMatchObject({ closed: true, distances: 'Half,Full,Ultra' });
    expect(new Set(before.scans.map(({ scanId }) => scanId)).size).toBe(countLines(place));

    const second = startDemo(place, '10000');
    expect(await second.exitCode).toBe(0);
    const after = await readRecord(place);
    expect(after.head.epoch).not.toBe(before.head.epoch);
    expect(after.runners).toHaveLength(600);
    expect(after.scans).toHaveLength(countLines(place));
  },
);

test('[CONTRACT 1] asked to end, the demo ends with its scanner', async () => {
  const place = { raceKey: uniqueRaceKey(), dataDir: createTempFolder() };
  const demo = startDemo(place, '30');
  await demo.waitForOutput(/The rest follows at 30 times real time/);
  demo.signal('SIGTERM');
  expect(await demo.exitCode).toBe(1);
  expect(demo.stdout).toMatch(/Stopped before the end\n$/);
  expect((await readRecord(place)).config.closed).toBe(false);
});

test('[CONTRACT 2] a speed that cannot be is named', async () => {
  const demo = startDemo({ raceKey: uniqueRaceKey(), dataDir: createTempFolder() }, 'fast');
  expect(await demo.exitCode).toBe(1);
  expect(demo.stderr).toMatch(/^SPEED is "fast", but must be a number from 0\.1 to 10000/);
});
