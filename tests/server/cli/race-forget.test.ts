import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

import { expect, onTestFinished, test, vi } from 'vitest';

import { runRaceCommand } from '#server/cli/race-command.ts';
import { mergeEntries } from '#server/race/merge-entries.ts';
import { decideChips } from '#server/race/decide.ts';
import { changeRace } from '#server/race/change-race.ts';
import { changeRunner, writeUnlessTaken } from '#server/race/change-runner.ts';
import { RaceStore } from '#server/store/race-store.ts';
import type { Runner } from '#shared/model/runner.ts';
import { buildRunner, buildScan, getBandId } from '#tests/support/builders.ts';
import { provideFileRedis, type TestRace } from '#tests/support/file-redis.ts';
import { eventually } from '#tests/support/eventually.ts';
import { ingestScans } from '#tests/support/ingest-scans.ts';
import { openStore } from '#tests/support/follow-race.ts';
import { uniqueRaceKey } from '#tests/support/race-key.ts';
import { startRedis } from '#tests/support/redis-server.ts';
import { type Ran, runInProcess } from '#tests/support/run-in-process.ts';
import { createTempFolder } from '#tests/support/temp-folder.ts';

const { openRace } = provideFileRedis();

async function forget(
  { url, raceKey }: Pick<TestRace, 'url' | 'raceKey'>,
  who: string,
  BACKUP_DIR = 'off',
): Promise<Ran> {
  const env = { REDIS_URL: url, RACE_KEY: raceKey, BACKUP_DIR };
  return runInProcess((stdout) => runRaceCommand(['forget', who], stdout), env);
}

/** All values of the race's keys. */
async function readEverything({ redis, raceKey }: TestRace): Promise<string> {
  const names = await redis.keys(`{${raceKey}}:*`);
  return JSON.stringify(await Promise.all(names.map((name) => redis.hGetAll(name))));
}

const PERSON = {
  firstName: 'Angharad',
  lastName: 'Cadwaladr',
  mobileNumber: '07700 900123',
  emergencyContact: 'Mam 07700 900456',
  medicalNote: 'penicillin',
  birthDate: '1984-02-29',
  sex: 'dynes',
  nationality: 'Cymru',
};

/** A race in which the person was entered twice, so that a backup has them too. */
async function openWithPerson() {
  const race = await openRace();
  const runner = buildRunner({ ...PERSON, bibNumber: '88' });
  for (const _ of [1, 2]) await race.store.replaceRunners([runner], { by: 'test' });
  return { ...race, runner };
}

test('[BK6] a forgotten person is nowhere in the record, and the result stays', async () => {
  const race = await openRace();
  const runner = buildRunner({ ...PERSON, bibNumber: '88', bandId: '7', event: 'BB' });
  const other = buildRunner({ bibNumber: '89', firstName: 'Nia' });
  await race.store.replaceRunners([runner, other], { by: 'test' });
  // An edit for the log, and an import that puts all of it into a backup.
  await changeRunner(race, 'test', (now) =>
    writeUnlessTaken(now, {
      runnerId: runner.runnerId,
      after: { ...runner, mobileNumber: '07700 900999', rev: 2 },
      action: 'edit',
    }),
  );
  const found = await race.store.readRecord();
  await race.store.replaceRunners(found.runners, { by: 'test' });
  const before = await readEverything(race);
  for (const text of Object.values(PERSON)) expect(before).toContain(text);
  const { epoch } = await race.store.readHead();
  expect(await forget(race, '88')).toMatchObject({ status: 0, stderr: '' });
  const left = await readEverything(race);
  for (const text of Object.values(PERSON)) expect(left).not.toContain(text);
  expect(left).toContain('Nia');
  const { runners, head } = await race.store.readRecord();
  expect(runners.find(({ runnerId }) => runnerId === runner.runnerId)).toEqual(
    expect.objectContaining({ bibNumber: '88', event: 'BB', firstName: '', isPrivate: true }),
  );
  // A reader of the log starts over.
  expect(head.epoch).not.toBe(epoch);
});

test('[BK6] chips without reads are removed from the table, the log and the backups, and the others are listed', async () => {
  const race = await openRace();
  const runner = buildRunner({ ...PERSON, bibNumber: '88', bandId: '7' });
  await race.store.replaceRunners([runner, buildRunner({ bandId: '8' })], { by: 'test' });
  const [own, other] = [getBandId('7'), getBandId('8')];
  const chips = { LY00213: own, LY00214: own, LY00215: other };
  await changeRace(race, (now) => decideChips(now, chips, 'test'));
  await ingestScans(race.redis, race.keys, [buildScan({ bandId: 'LY00214' })]);
  const record = await race.store.readRecord();
  await mergeEntries(
    race,
    () => ({ changed: [], added: 0, merged: 0, chips: Object.fromEntries(record.chips) }),
    'test',
  );
  const { stdout } = await forget(race, '88');
  expect(stdout).toContain('Left: the chips LY00214, since the result is made of their reads.');
  const { chips: left } = await race.store.readRecord();
  expect(Object.fromEntries(left)).toEqual({ LY00214: '7', LY00215: '8' });
  const everything = await readEverything(race);
  // Followers learn only that the code was removed.
  expect(everything.match(/LY00213[^,}]*/g)).toEqual([String.raw`LY00213\":null`]);
  expect(everything).toContain('LY00215');
});

test('[BK6] a deleted runner is forgotten by id, and the rest is named', async () => {
  const { runner, ...race } = await openWithPerson();
  const others = [buildRunner({ bibNumber: '1' }), buildRunner({ bibNumber: '1' })];
  await race.store.replaceRunners(others, { by: 'test' });
  expect(await forget(race, '88')).toMatchObject({ status: 1 });
  expect(await forget(race, '1')).toMatchObject({
    status: 1,
    stderr: expect.stringContaining('2 runners have the bib') as string,
  });
  const folder = join(createTempFolder(), 'backups');
  expect(await forget(race, runner.runnerId, folder)).toMatchObject({
    status: 0,
    stdout: expect.stringMatching(/Left: the backups .* take their place by 20\d\d-/) as string,
  });
  expect(await readEverything(race)).not.toContain('Cadwaladr');
});

test('[BK6] entries of the person under other ids are forgotten too, and similar ones are named', async () => {
  const race = await openRace();
  const everybody = (): Runner[] => [
    buildRunner({ ...PERSON, bibNumber: '88' }),
    buildRunner({ bibNumber: '89', firstName: 'Nia', lastName: 'Namesake' }),
  ];
  const namesake = buildRunner({
    firstName: PERSON.firstName,
    lastName: PERSON.lastName,
    bibNumber: '7',
  });
  await race.store.replaceRunners([...everybody(), namesake], { by: 'test' });
  // With another bib and spelling.
  const moved = buildRunner({ ...PERSON, bibNumber: '12', firstName: 'ANGHARAD' });
  await race.store.replaceRunners([moved], { by: 'test' });
  await race.store.replaceRunners(everybody(), { by: 'test' });
  const { stdout, status } = await forget(race, '88');
  expect(status).toBe(0);
  expect(stdout).toContain(`${namesake.runnerId}  7 Angharad Cadwaladr`);
  const left = await readEverything(race);
  for (const text of ['07700 900123', 'Mam 07700', 'penicillin', '1984-02-29', 'ANGHARAD']) {
    expect(left).not.toContain(text);
  }
  expect(left).toContain('Namesake');
  expect(await forget(race, namesake.runnerId)).toMatchObject({ status: 0 });
  expect(await readEverything(race)).not.toContain('Cadwaladr');
});

test('[BK6] a person brought back by a restore in between is forgotten again', async () => {
  const race = await openWithPerson();
  const [backup] = await race.store.listBackups();
  const forgetInHistory = vi.spyOn(RaceStore.prototype, 'forgetInHistory');
  forgetInHistory.mockImplementationOnce(async () => {
    await race.store.restoreBackup(backup?.backupId ?? '', { by: 'test' });
    return 0;
  });
  onTestFinished(() => forgetInHistory.mockRestore());
  expect(await forget(race, '88')).toMatchObject({ status: 0, stderr: '' });
  expect(await readEverything(race)).not.toContain('Cadwaladr');
});

test('[BK6] the files of Redis do not have the person any more', async () => {
  const server = await startRedis({ persist: true });
  onTestFinished(() => server.stop());
  const race = { url: server.url, raceKey: uniqueRaceKey() };
  const store = await openStore(race);
  await store.replaceRunners([buildRunner({ ...PERSON, bibNumber: '88' })], { by: 'test' });
  const folder = join(server.dir, 'appendonlydir');
  const readLog = (): string =>
    readdirSync(folder)
      .map((name) => readFileSync(join(folder, name), 'latin1'))
      .join('');
  expect(readLog()).toContain('07700 900123');
  expect(await forget(race, '88')).toMatchObject({ status: 0, stderr: '' });
  await eventually(() => expect(readLog()).not.toContain('07700 900123'));
});

test.each(['findEarlierEntries', 'forgetInHistory', 'renewEpoch'] as const)(
  '[BK6] when interrupted before %s it completes in the next run',
  async (step) => {
    const race = await openWithPerson();
    const killed = vi.spyOn(RaceStore.prototype, step);
    onTestFinished(() => killed.mockRestore());
    killed.mockRejectedValue(new Error('killed'));
    await expect(forget(race, '88')).rejects.toThrow('killed');
    killed.mockRestore();
    expect(await forget(race, '88')).toMatchObject({ status: 0 });
    expect(await readEverything(race)).not.toContain('Cadwaladr');
  },
);
