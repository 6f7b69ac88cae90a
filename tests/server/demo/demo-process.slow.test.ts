import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import { expect, onTestFinished, test } from 'vitest';

import { startBuiltProgram } from '#tests/support/built-program.ts';
import { openStore } from '#tests/support/follow-race.ts';
import type { TestProcess } from '#tests/support/process.ts';
import { uniqueRaceKey } from '#tests/support/race-key.ts';
import { scoreRace } from '#tests/support/score-race.ts';
import { provideRedis } from '#tests/support/worker-redis.ts';
import { createTempFolder } from '#tests/support/temp-folder.ts';

const redis = provideRedis();

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

function countLines(place: Place): number {
  return readLines(place, 'reads-so-far.txt').length + readLines(place, 'reads-live.txt').length;
}

/** The reads in a file of the demo: `band;time;points` each. */
function readLines({ dataDir }: Place, name: string): string[] {
  return readFileSync(join(dataDir, name), 'utf8').trimEnd().split('\n');
}

test('[CM9] the demo stores every read through a scanner, and starts over each time', async () => {
  const place = { raceKey: uniqueRaceKey(), dataDir: createTempFolder() };
  const store = await openStore({ url: redis.url, raceKey: place.raceKey });
  const first = startDemo(place, '10000');
  expect(await first.exitCode).toBe(0);
  const before = await store.readRecord();
  expect(before.runners).toHaveLength(600);
  expect(before.config).toMatchObject({ closed: true, distances: 'Half,Full,Ultra' });
  expect(new Set(before.scans.map(({ scanId }) => scanId)).size).toBe(countLines(place));
  // Most finish, and some of them without a read at one of the mats.
  const results = scoreRace(before.runners, before.scans, before.config);
  const finishers = results.filter(({ status }) => status === 'finished');
  expect(finishers.length / results.length).toBeGreaterThan(0.65);
  expect(results.length - finishers.length).toBeGreaterThan(20);
  expect(finishers.filter(({ splitsMs }) => splitsMs.includes(null)).length).toBeGreaterThan(5);

  const second = startDemo(place, '10000');
  expect(await second.exitCode).toBe(0);
  const after = await store.readRecord();
  expect(after.head.epoch).not.toBe(before.head.epoch);
  expect(after.runners).toHaveLength(600);
  expect(after.scans).toHaveLength(countLines(place));
});

test('[CM9] at the default speed reads arrive in real time, and SIGTERM ends the demo and its scanner', async () => {
  const place = { raceKey: uniqueRaceKey(), dataDir: createTempFolder() };
  const store = await openStore({ url: redis.url, raceKey: place.raceKey });
  const demo = startDemo(place, '');
  await demo.waitForOutput(/The rest follows live/);
  const [next = ''] = readLines(place, 'reads-live.txt');
  const [, time = ''] = next.split(';');
  // The first read of the replay is stored, and none of the future.
  await expect
    .poll(async () =>
      (await store.readRecord()).scans.some((scan) => scan.timeMs === Date.parse(time)),
    )
    .toBe(true);
  const { scans } = await store.readRecord();
  const nowMs = Date.now();
  expect(scans.filter((scan) => scan.timeMs > nowMs)).toEqual([]);
  demo.signal('SIGTERM');
  expect(await demo.exitCode).toBe(1);
  expect(demo.stdout).toMatch(/Stopped before the end\n$/);
  expect((await store.readRecord()).config.closed).toBe(false);
});
