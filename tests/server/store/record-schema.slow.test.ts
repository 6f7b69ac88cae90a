import { beforeEach, expect, test } from 'vitest';

import { RECORD_SCHEMA } from '#server/store/record-schema.ts';
import { startBuiltProgram } from '#tests/support/built-program.ts';
import { provideFileRedis, type TestRace } from '#tests/support/file-redis.ts';
import { buildRunner } from '#tests/support/builders.ts';
import { spawnWeb, startWebProcess } from '#tests/support/web-process.ts';

const OTHER = '2';
const { openRace } = provideFileRedis();
let race: TestRace;

beforeEach(async () => {
  race = await openRace();
  await race.store.replaceRunners([buildRunner({})], { by: 'test' });
  await race.redis.hSet(race.keys.meta, 'schema', OTHER);
});

const readAll = async (): Promise<readonly unknown[]> => {
  const names = (await race.redis.keys(`{${race.raceKey}}:*`)).toSorted();
  return Promise.all(names.map(async (name) => [name, await race.redis.hGetAll(name)]));
};

const REFUSAL = [
  `The race record has schema ${OTHER}, and this release of Splitcast reads schema ${RECORD_SCHEMA}: start the release that wrote it, or name another record with DATA_DIR or RACE_KEY.`,
];

test.each([
  ['race', ['config', 'package.json']],
  ['organiser', ['add', 'mari@example.org']],
])('[CF27] %s %j refuses a record of another schema in one sentence', async (name, args) => {
  const before = await readAll();
  const env = { REDIS_URL: race.url, RACE_KEY: race.raceKey };
  const command = startBuiltProgram(name, args, { env });
  expect(await command.exitCode).toBe(1);
  expect(command.stdout).toBe('');
  expect(command.stderr.trim().split('\n')).toEqual(REFUSAL);
  expect(await readAll()).toEqual(before);
});

test('[CF27] the web service with workers refuses it too', async () => {
  const before = await readAll();
  const web = spawnWeb({ ...race, settings: { WORKERS: '2' } });
  expect(await web.exitCode).toBe(1);
  expect(web.stdout).not.toContain('Results:');
  const lines = web.stderr.trim().split('\n');
  expect(lines.filter((line) => !line.startsWith('{'))).toEqual(REFUSAL);
  expect(await readAll()).toEqual(before);
});

test('[CF27] a running service still shows the race, and is not ready, after another release took over', async () => {
  await race.redis.hSet(race.keys.meta, 'schema', RECORD_SCHEMA);
  const web = await startWebProcess(race);
  await expect.poll(async () => (await fetch(`${web.url}/readyz`)).status).toBe(200);
  await race.redis.hSet(race.keys.meta, 'schema', OTHER);
  await expect.poll(async () => (await fetch(`${web.url}/readyz`)).status).toBe(503);
  expect((await fetch(`${web.url}/api`)).status).toBe(200);
});
