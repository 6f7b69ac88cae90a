import { readFileSync } from 'node:fs';

import { expect, onTestFinished, test } from 'vitest';

import { createRaceKeys } from '#server/store/keys.ts';
import type { RaceStore } from '#server/store/race-store.ts';
import { buildScan } from '#tests/support/builders.ts';
import { startBuiltProgram } from '#tests/support/built-program.ts';
import { changeSettings } from '#tests/support/change-settings.ts';
import { eventually } from '#tests/support/eventually.ts';
import { openStore } from '#tests/support/follow-race.ts';
import { connectRedis, type TestRedisClient } from '#tests/support/ingest-scans.ts';
import { buildField } from '#tests/support/live-field.ts';
import { openSession } from '#tests/support/open-session.ts';
import { uniqueRaceKey } from '#tests/support/race-key.ts';
import { type RedisOptions, type RedisServer, startRedis } from '#tests/support/redis-server.ts';
import { readSummary, startScanner } from '#tests/support/scanner-process.ts';
import { startWeb } from '#tests/support/start-web.ts';
import { createTempFolder } from '#tests/support/temp-folder.ts';
import { connectViewer } from '#tests/support/viewer.ts';

const PASSWORD = 'cyfrinach';

/** Sets users of docs/redis.md on a server. */
async function setUsers(admin: TestRedisClient, raceKey: string, who: RegExp): Promise<void> {
  const docs = readFileSync(new URL('../../docs/redis.md', import.meta.url), 'utf8');
  const lines = docs.split('\n').filter((line) => who.test(line));
  for (const line of lines) {
    const filled = line.replaceAll('{race}', `{${raceKey}}`).replace('PASSWORD', PASSWORD);
    await admin.sendCommand(filled.split(' '));
  }
}

const OF_SERVERS = /^ACL SETUSER race-(web|scanner|backup|publisher) /;
const OF_SENTINELS = /^ACL SETUSER race-asks /;

async function startForTest(options: RedisOptions = {}): Promise<RedisServer> {
  const server = await startRedis(options);
  onTestFinished(() => server.stop());
  return server;
}

async function enterForTest(url: string): Promise<TestRedisClient> {
  const client = await connectRedis(url);
  onTestFinished(() => client.destroy());
  return client;
}

/** A Redis with the users of docs/redis.md, and the default user for the test. */
async function openGuardedRace() {
  const redis = await startForTest();
  const admin = await enterForTest(redis.url);
  const raceKey = uniqueRaceKey();
  await setUsers(admin, raceKey, OF_SERVERS);
  const urlOf = (user: string): string => redis.url.replace('//', `//${user}:${PASSWORD}@`);
  const enter = (user: string): Promise<TestRedisClient> => enterForTest(urlOf(user));
  /** The denied commands. */
  const listDenials = async (): Promise<unknown[]> =>
    (await admin.sendCommand(['ACL', 'LOG', '100'])) as unknown as unknown[];
  return { redis, raceKey, keys: createRaceKeys(raceKey), admin, urlOf, enter, listDenials };
}

/** Uses every command that the web service sends to Redis. */
async function doAllWork(store: RaceStore): Promise<void> {
  await changeSettings(store, (config) => ({ ...config, pageTitle: 'Ras' }), 'x');
  for (let i = 0; i < 22; i += 1) await store.replaceRunners(buildField(3), { by: 'x' });
  await store.storePublishedScan({ ...buildScan(), receivedMs: 0 }, true);
  const [backup] = await store.listBackups();
  expect(await store.restoreBackup(backup?.backupId ?? '', { by: 'x' })).toBeDefined();
  expect(await store.listBackups()).toHaveLength(20);
  await openSession(store, 'mari@example.org', 'registration');
  await store.sessions.sweep(() => true);
  await store.push.findKeys(() => ({ publicKey: 'B', privateKey: 'k' }));
  const subscription = {
    endpoint: 'https://fcm.googleapis.com/a',
    p256dh: 'B',
    auth: 'a',
    language: 'en',
  };
  expect(await store.push.put({ ...subscription, runners: ['r'], clubs: ['c'] })).toBe(true);
  const { epoch } = await store.readHead();
  const passing = { epoch, name: 'r:0', lastName: 'r:finish', runnerId: 'r', club: 'c' };
  expect(await store.push.claim(passing)).toHaveLength(1);
  await store.push.sweep(() => false);
  await store.push.remove(subscription.endpoint);
  await store.organisers.list();
  await store.readLatestChanges();
  store.presence.publish('{}');
}

test('[CF25] web service, scanner and export work as the documented users', async () => {
  const race = await openGuardedRace();
  const { raceKey, keys, urlOf } = race;
  const web = await startWeb({ url: urlOf('race-web'), raceKey });
  await connectViewer(web.url);
  const store = await openStore({ url: urlOf('race-web'), raceKey });
  await doAllWork(store);

  const place = { redisUrl: urlOf('race-scanner'), raceKey, dataDir: createTempFolder() };
  const scanner = startScanner(place, ['--source', 'mat-7', '--point', 'finish']);
  scanner.write('104,2026-06-20T10:00:00Z\n');
  await eventually(() => expect(web.context.race.scanCount).toBe(2));
  scanner.endInput();
  expect(await scanner.exitCode).toBe(0);
  expect(readSummary(scanner)).toMatchObject({ reads: 1, stored: 1, unsent: 0 });
  expect(scanner.stderr).not.toContain('does not note');

  const publisher = await race.enter('race-publisher');
  await publisher.publish(keys.scansChannel, '{"bandID":"105","point":"finish"}');
  await eventually(() => expect(web.context.race.scanCount).toBe(3));

  await eventually(async () => {
    const answer = (await (await fetch(`${web.url}/readyz`)).json()) as { problems: string[] };
    expect(answer.problems).toEqual([]);
  });
  expect(await race.listDenials()).toEqual([]);

  // Its one denial is a script that it need not run.
  const env = { REDIS_URL: urlOf('race-backup'), RACE_KEY: raceKey };
  const backup = startBuiltProgram('race', ['export'], { env });
  expect(await backup.exitCode).toBe(0);
  expect(JSON.parse(backup.stdout)).toMatchObject({ scans: expect.any(Array) as unknown[] });
  const denials = (await race.listDenials()).map((one) => JSON.stringify(one));
  expect(denials.filter((one) => !one.includes('eval'))).toEqual([]);
});

test('[CF25] the documented users may do nothing else', async () => {
  const { keys, enter, admin } = await openGuardedRace();
  await admin.hSet(keys.runners, 'r', '{}');
  await admin.set('{other}:meta', 'x');
  const refused: readonly (readonly [user: string, ...command: string[]])[] = [
    ['race-web', 'FLUSHALL'],
    ['race-web', 'HGETALL', '{other}:meta'],
    ['race-web', 'PUBLISH', '{other}:scans', 'x'],
    ['race-web', 'KEYS', '*'],
    ['race-scanner', 'HGETALL', keys.runners],
    ['race-scanner', 'HGETALL', keys.sessions],
    ['race-scanner', 'HSET', keys.config, 'pageTitle', '"x"'],
    ['race-scanner', 'DEL', keys.scans],
    ['race-scanner', 'EVAL', "return redis.call('HDEL', KEYS[1], 'r')", '1', keys.runners],
    ['race-backup', 'HSET', keys.runners, 'r', '{"lastName":"x"}'],
    ['race-publisher', 'PUBLISH', keys.changesChannel, '{}'],
    ['race-publisher', 'HGETALL', keys.scans],
  ];
  for (const [user, ...command] of refused) {
    const client = await enter(user);
    await expect(client.sendCommand(command)).rejects.toThrow(/NOPERM|permission/);
  }
  expect(await admin.hGetAll(keys.runners)).toEqual({ r: '{}' });
});

test('[CF23 CF24 CF25] the users also work with sentinels, which have a user of their own, and with replicas', async () => {
  const race = await openGuardedRace();
  const { raceKey, redis } = race;
  const port = String(redis.port);
  await startForTest({ args: ['--replicaof', '127.0.0.1', port] });
  const config = `sentinel monitor race 127.0.0.1 ${port} 1\n`;
  const sentinel = await startForTest({ config, args: ['--sentinel'] });
  const asked = await enterForTest(sentinel.url);
  await setUsers(asked, raceKey, OF_SENTINELS);
  await asked.sendCommand(['ACL', 'SETUSER', 'default', 'resetpass', '>only-the-test']);
  const urlOf = (user: string): string =>
    `redis+sentinel://${user}:${PASSWORD}@127.0.0.1:${sentinel.port}/race`;
  const settings = {
    REDIS_SENTINEL_USERNAME: 'race-asks',
    REDIS_SENTINEL_PASSWORD: PASSWORD,
    REDIS_WAIT_REPLICAS: '1',
  };
  const web = await startWeb({ url: urlOf('race-web'), raceKey, settings });
  const dataDir = createTempFolder();
  const place = { redisUrl: urlOf('race-scanner'), raceKey, dataDir, settings };
  const scanner = startScanner(place, ['--source', 'mat-7', '--point', 'finish']);
  scanner.write('104,2026-06-20T10:00:00Z\n');
  await eventually(() => expect(web.context.race.scanCount).toBe(1));
  scanner.endInput();
  expect(await scanner.exitCode).toBe(0);
  expect(await race.listDenials()).toEqual([]);
  expect(await asked.sendCommand(['ACL', 'LOG', '100'])).toEqual([]);
});
