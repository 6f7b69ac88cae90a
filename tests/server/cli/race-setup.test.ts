import { writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { expect, test } from 'vitest';

import { runRaceCommand } from '#server/cli/race-command.ts';
import { loadTemplate } from '#shared/templates/templates.ts';
import { buildRunner } from '#tests/support/builders.ts';
import { provideFileRedis, type TestRace } from '#tests/support/file-redis.ts';
import { type Ran, runInProcess } from '#tests/support/run-in-process.ts';
import { createTempFolder } from '#tests/support/temp-folder.ts';

const { openRace } = provideFileRedis();

async function setUp({ url, raceKey }: TestRace, ...args: readonly string[]): Promise<Ran> {
  const env = { REDIS_URL: url, RACE_KEY: raceKey, BACKUP_DIR: 'off' };
  return runInProcess((stdout) => runRaceCommand(['setup', ...args], stdout), env);
}

function write(name: string, document: unknown): string {
  const file = join(createTempFolder(), name);
  writeFileSync(file, typeof document === 'string' ? document : JSON.stringify(document));
  return file;
}

test('[CM13] the setup of a race is saved from a file, and saving the written one changes nothing', async () => {
  const race = await openRace();
  const relay = await loadTemplate('relay');
  const saved = await setUp(race, write('ras gyfnewid.json', relay));
  expect(saved).toMatchObject({ status: 0 });
  expect(saved.stdout).toContain('First leg, Second leg, Third leg (5 points, 4 categories)');
  const written = await setUp(race);
  expect(JSON.parse(written.stdout)).toEqual(relay);
  const head = await race.store.readHead();
  expect(await setUp(race, write('again.json', written.stdout))).toMatchObject({ status: 0 });
  expect(await race.store.readHead()).toEqual(head);
});

test('[CM13] a fault is named with its place, and nothing changes', async () => {
  const race = await openRace();
  await race.store.replaceRunners([buildRunner({ event: 'BB' })], { by: 'test' });
  const before = await race.store.readRecord();
  const relay = await loadTemplate('relay');
  const spoilt = await setUp(race, write('relay.json', { ...relay, points: [] }));
  expect(spoilt.status).toBe(1);
  expect(spoilt.stderr).toContain('points: This needs 2 at least');
  const entered = await setUp(race, write('relay.json', relay));
  expect(entered.status).toBe(1);
  expect(entered.stderr).toContain('Runners are entered for the distance BB.');
  expect(await race.store.readRecord()).toEqual(before);
  expect((await setUp(race, 'one.json', 'two.json')).status).toBe(2);
});
