import { beforeEach, expect, test } from 'vitest';

import { undoRunner } from '#server/features/registration/undo-runner.ts';
import type { RaceStore } from '#server/store/race-store.ts';
import { asRunnerId } from '#shared/model/ids.ts';
import type { SaveRunnerReply } from '#shared/wire/runners-api.ts';
import { buildRunner } from '#tests/support/builders.ts';
import { openStore } from '#tests/support/follow-race.ts';
import { uniqueRaceKey } from '#tests/support/race-key.ts';
import { type FormValues, getSavedId, saveForm } from '#tests/support/runner-forms.ts';
import { provideRedis } from '#tests/support/worker-redis.ts';

const redis = provideRedis();
let store: RaceStore;

beforeEach(async () => {
  store = await openStore({ url: redis.url, raceKey: uniqueRaceKey() });
});

const save = (values: FormValues) => getSavedId(saveForm(store, values));

async function undo(runnerId: string, version?: number): Promise<SaveRunnerReply> {
  return (await undoRunner({ store }, asRunnerId(runnerId), version, 'boss@example.org')).reply;
}

async function readRunners() {
  return (await store.readRecord()).runners;
}

test('[CL29] the undo of an edit is a change with the next revision', async () => {
  const runnerId = await save({ raceNumber: '501' });
  await save({ runnerId, raceNumber: '502', firstName: 'Wrong' });
  expect(await undo(runnerId)).toEqual({ result: 'Success', runnerId });
  expect(await readRunners()).toMatchObject([{ bandId: '501', firstName: 'Siân', rev: 3 }]);
  await save({ raceNumber: '502' });
  const history = await store.readRunnerHistory(asRunnerId(runnerId));
  expect(history.map(({ action, by }) => [action, by])).toEqual([
    ['undo', 'boss@example.org'],
    ['edit', 'mari@example.org'],
    ['create', 'mari@example.org'],
  ]);
  expect(history[0]).toMatchObject({
    before: { firstName: 'Wrong' },
    after: { firstName: 'Siân' },
  });
});

test('[CL29] the undo of a deletion restores the runner with the wristband', async () => {
  const runnerId = await save({ raceNumber: '501' });
  await save({ runnerId, runClub: 'DELETE' });
  expect(await undo(runnerId)).toEqual({ result: 'Success', runnerId });
  expect(await readRunners()).toMatchObject([{ runnerId, bandId: '501', rev: 2 }]);
});

test('[CL29] the undo of an entry removes the runner and frees the wristband', async () => {
  const runnerId = await save({ raceNumber: '501' });
  expect(await undo(runnerId)).toEqual({ result: 'Success', runnerId });
  expect(await readRunners()).toEqual([]);
  await save({ raceNumber: '501' });
});

test('[CL29] an undo that needs a wristband of somebody else is Taken', async () => {
  const runnerId = await save({ raceNumber: '501' });
  await save({ runnerId, raceNumber: '' });
  const holder = await save({ raceNumber: '501', lastName: 'Holder' });
  expect(await undo(runnerId)).toMatchObject({ result: 'Taken', holder: { runnerId: holder } });
});

test('[CL29] nothing is undone if another change followed the one seen', async () => {
  const runnerId = await save({});
  await save({ runnerId, firstName: 'Seen' });
  const [seen] = await store.readRunnerHistory(asRunnerId(runnerId));
  await save({ runnerId, firstName: 'Later' });
  expect(await undo(runnerId, seen?.version)).toMatchObject({
    result: 'Conflict',
    current: { firstName: 'Later' },
  });
  expect(await readRunners()).toMatchObject([{ firstName: 'Later', rev: 3 }]);
});

test('[CL29] changes before an import cannot be undone after it', async () => {
  const runnerId = await save({ raceNumber: '501' });
  await save({ runnerId, runClub: 'DELETE' });
  const imported = buildRunner({ bandId: '501' });
  await store.replaceRunners([imported], { by: 'test' });
  expect(await undo(runnerId)).toEqual({ result: 'Missing' });
  expect(await undo(imported.runnerId)).toMatchObject({ result: 'Invalid' });
  expect(await readRunners()).toEqual([imported]);
});

test('[CL29] the history of an unchanged runner is empty', async () => {
  await save({});
  for (const runnerId of ['nobody', '*', '?', '[a-z]*']) {
    expect(await store.readRunnerHistory(asRunnerId(runnerId))).toEqual([]);
    expect(await undo(runnerId)).toEqual({ result: 'Missing' });
  }
});

test('[CL29] an unreadable entry in a change of many runners hides nobody else’s', async () => {
  const [sian, dai] = [buildRunner(), buildRunner()];
  const audit = { by: 'boss@example.org', action: 'merge' };
  await store.commit({
    ops: [sian, dai].map((runner) => ({ op: 'put-runner', runner })),
    audit,
    otherAudits: [
      { ...audit, subject: sian.runnerId, after: sian },
      { ...audit, subject: dai.runnerId, after: 'no runner' },
    ],
  });
  expect(await store.readRunnerHistory(sian.runnerId)).toMatchObject([{ after: sian }]);
  expect(await store.readRunnerHistory(dai.runnerId)).toEqual([]);
});
