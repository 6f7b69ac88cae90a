import { rm } from 'node:fs/promises';
import { join } from 'node:path';

import { expect, onTestFinished, test } from 'vitest';

import { runChecks } from '#server/features/health/checks.ts';
import { lookAtFiles, type RedisAnswers } from '#server/features/health/redis-answers.ts';
import type { HealthState } from '#server/features/health/health.ts';
import { eventually } from '#tests/support/eventually.ts';
import { openStore } from '#tests/support/follow-race.ts';
import { connectRedis, type TestRedisClient } from '#tests/support/ingest-scans.ts';
import { buildField } from '#tests/support/live-field.ts';
import { uniqueRaceKey } from '#tests/support/race-key.ts';
import { ask } from '#tests/support/raw-http.ts';
import { type RedisServer, startRedis } from '#tests/support/redis-server.ts';
import { startWeb, type TestWeb } from '#tests/support/start-web.ts';
import { createTempFolder } from '#tests/support/temp-folder.ts';

interface ServedRace {
  readonly redis: RedisServer;
  readonly admin: TestRedisClient;
  readonly web: TestWeb;
  readonly readVersion: () => Promise<number>;
}

const NO_PROBLEMS: RedisAnswers = {
  state: { problems: [], warnings: [], aheadMs: 0, nowMs: 0, files: undefined },
  promises: { neverMade: [], broken: [] },
  files: undefined,
  clocks: [],
  scanners: [],
  silent: [],
  pushSubscriptions: 0,
};

/** Much faster than in production; `behindMs` exceeds two readings of the record. */
const HURRIED = { checkEveryMs: 500, freshMs: 100, behindMs: 2_500, sourceSilentMs: 500 };

/** A race of three runners on a Redis of its own, served and ready. */
async function serveRace(): Promise<ServedRace> {
  const redis = await startRedis({ persist: true });
  onTestFinished(() => redis.stop());
  const place = { url: redis.url, raceKey: uniqueRaceKey() };
  const store = await openStore(place);
  await store.replaceRunners(buildField(3), { by: 'x' });
  const web = await startWeb({ ...place, healthTimes: HURRIED });
  const admin = await connectRedis(redis.url);
  onTestFinished(() => admin.destroy());
  await eventually(() => expectReady(web));
  return { redis, admin, web, readVersion: async () => (await store.readHead()).version };
}

async function expectReady(web: TestWeb): Promise<void> {
  const { status, text } = await ask(web.port, '/readyz');
  expect(JSON.parse(text)).toMatchObject({ ready: true, problems: [] });
  expect(status).toBe(200);
}

/** Waits until /readyz is 503 with the problem; the race is still shown. */
async function expectProblem(web: TestWeb, problem: RegExp): Promise<void> {
  await eventually(async () => {
    const { status, text } = await ask(web.port, '/readyz');
    const { ready, problems } = JSON.parse(text) as HealthState;
    expect(problems).toEqual(expect.arrayContaining([expect.stringMatching(problem) as unknown]));
    expect({ ready, status }).toEqual({ ready: false, status: 503 });
  });
  expect((await ask(web.port, '/api')).status).toBe(200);
}

test('[CF21] /readyz reports a Redis without memory, durability, a writable role, or its log', async () => {
  const { redis, admin, web, readVersion } = await serveRace();
  const version = await readVersion();

  await admin.configSet('maxmemory', '1');
  await expectProblem(web, /^The race record cannot be written, since Redis has no memory left\.$/);
  await admin.configSet('maxmemory', '0');
  await eventually(() => expectReady(web));

  await admin.configSet('appendfsync', 'everysec');
  await expectProblem(web, /appendfsync everysec, not always/);
  await admin.configSet('appendfsync', 'always');
  await eventually(() => expectReady(web));

  await admin.sendCommand(['REPLICAOF', '127.0.0.1', '1']);
  await expectProblem(web, /^The race record is on a Redis that cannot be written\.$/);
  await admin.sendCommand(['REPLICAOF', 'NO', 'ONE']);
  await eventually(() => expectReady(web));

  await rm(join(redis.dir, 'appendonlydir'), { recursive: true });
  await expectProblem(
    web,
    /^The append-only file of Redis is gone.* Do not restart .* BGREWRITEAOF/,
  );
  expect(await readVersion()).toBe(version);
  // The recommended command restores the log.
  await admin.sendCommand(['BGREWRITEAOF']);
  await eventually(async () =>
    expect(await admin.info('persistence')).toMatch(
      /aof_rewrite_in_progress:0[^]*aof_rewrite_scheduled:0/,
    ),
  );
  await eventually(() => expectReady(web));
  await redis.restart();
  await eventually(() => expectReady(web));
  // The test may still be reconnecting.
  await eventually(async () => expect(await readVersion()).toBe(version));
  expect(web.context.race.runnerCount).toBe(3);
});

test('[CF21] an instance that cannot follow the record is not ready', async () => {
  const { admin, web } = await serveRace();
  await admin.sendCommand(['ACL', 'SETUSER', 'default', '-hmget']);
  await expectProblem(web, /^The race shown is out of date/);
  await admin.sendCommand(['ACL', 'SETUSER', 'default', '+hmget']);
  await eventually(async () => expect((await ask(web.port, '/readyz')).status).toBe(200));
});

test('[CF10] after FLUSHALL /readyz reports the loss until there are runners again', async () => {
  const { redis, admin, web } = await serveRace();
  await admin.flushAll();
  await expectProblem(web, /^Redis was emptied while it held 3 runners and 0 scans\./);
  const store = await openStore({ url: redis.url, raceKey: web.context.config.raceKey });
  await store.replaceRunners(buildField(2), { by: 'x' });
  await eventually(async () => expect((await ask(web.port, '/readyz')).status).toBe(200));
});

test('[CF21] missing files of Redis and the free space on its disk are found', async () => {
  const folder = createTempFolder();
  const found = await lookAtFiles({ folder, log: join(folder, 'log') });
  expect(found).toMatchObject({ missing: 'log', freeBytes: expect.any(Number) as number });
  const gone = await lookAtFiles({ folder: join(folder, 'gone'), log: undefined });
  expect(gone).toMatchObject({ missing: 'folder', freeBytes: undefined });
});

function findWithRoom(megabytes: number | undefined) {
  const freeBytes = megabytes && megabytes * 1_000_000;
  const files = { folder: '/home/mari', log: undefined, freeBytes };
  return runChecks({ isConnected: true, redis: { ...NO_PROBLEMS, files } });
}

test('[CF21] little disk space is a warning, none a problem', () => {
  expect([...findWithRoom(9_000), ...findWithRoom(undefined)]).toEqual([]);
  const text = 'The disk of Redis has 300 MB left: make room.';
  expect(findWithRoom(300)).toEqual([{ id: 'room', topic: 'disk', text }]);
  expect(findWithRoom(20)).toMatchObject([{ id: 'room', isFatal: true }]);
});
