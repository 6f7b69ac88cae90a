import { beforeEach, describe, expect, test } from 'vitest';

import type { RaceStore } from '#server/store/race-store.ts';
import type { SaveRunnerReply } from '#shared/wire/runners-api.ts';
import { buildRunner } from '#tests/support/builders.ts';
import { openStore } from '#tests/support/follow-race.ts';
import { uniqueRaceKey } from '#tests/support/race-key.ts';
import {
  type FormExtras,
  type FormValues,
  getSavedId,
  saveForm,
} from '#tests/support/runner-forms.ts';
import { provideRedis } from '#tests/support/worker-redis.ts';

const redis = provideRedis();
let raceKey: string;
let store: RaceStore;

beforeEach(async () => {
  raceKey = uniqueRaceKey();
  store = await openStore({ url: redis.url, raceKey });
});

const save = (values: FormValues, extras?: FormExtras) => saveForm(store, values, extras);
const create = (values?: FormValues) => getSavedId(saveForm(store, values));

async function readRunners() {
  return (await store.readRecord()).runners;
}

test('[CL17] an edit increments the revision, frees the old wristband and keeps the phone number', async () => {
  const ann = buildRunner({ runnerId: 'ann', bandId: '501', mobileNumber: '+44 7700 900101' });
  await store.replaceRunners([ann], { by: 'test' });
  expect(await save({ runnerId: 'ann', raceNumber: '502' })).toEqual({
    result: 'Success',
    runnerId: 'ann',
  });
  expect(await readRunners()).toMatchObject([
    { runnerId: 'ann', bandId: '502', mobileNumber: '+44 7700 900101', rev: 2 },
  ]);
  expect(await save({ raceNumber: '501' })).toMatchObject({ result: 'Success' });
});

test('[CL17] an edit or a deletion of an old revision is a Conflict, one without a revision overwrites', async () => {
  const runnerId = await create();
  await save({ runnerId, firstName: 'Theirs' }, { rev: 1 });
  const reply = await save({ runnerId, firstName: 'Mine' }, { rev: 1 });
  expect(reply).toMatchObject({ result: 'Conflict', current: { firstName: 'Theirs', rev: 2 } });
  const deletion = await save({ runnerId, runClub: 'DELETE' }, { rev: 1 });
  expect(deletion).toMatchObject({ result: 'Conflict' });
  expect(await save({ runnerId, firstName: 'Mine' })).toMatchObject({ result: 'Success' });
  expect(await readRunners()).toMatchObject([{ firstName: 'Mine', rev: 3 }]);
});

test('[CL17] an edit of a deleted runner is Missing', async () => {
  for (const runnerId of ['nobody', '__proto__', '*']) {
    expect(await save({ runnerId })).toEqual({ result: 'Missing' });
    expect(await save({ runnerId, runClub: 'DELETE' })).toEqual({ result: 'Missing' });
  }
});

test('[CL17] DELETE as the team deletes the runner and frees the wristband, whatever the other fields hold', async () => {
  const runnerId = await create({ raceNumber: '501' });
  expect(await save({ runnerId, runClub: ' DELETE ', firstName: '', event: '?' })).toEqual({
    result: 'Success',
    runnerId,
  });
  expect(await readRunners()).toEqual([]);
  expect(await save({ raceNumber: '501' })).toMatchObject({ result: 'Success' });
  expect(await save({ runClub: 'DELETE' })).toMatchObject({
    result: 'Invalid',
    errors: [{ field: 'runClub' }],
  });
});

describe('a form sent again after a lost answer', () => {
  const requestId = '6f1c1d2e-58f1-4a8e-9c62-0f2f3d1a4b5c';

  test('creates one runner, edits it if changed in between, and is a Conflict after an edit of somebody else', async () => {
    const first = await save({ raceNumber: '501' }, { requestId });
    expect(await save({ raceNumber: '501' }, { requestId })).toEqual(first);
    const [runner] = await readRunners();
    const runnerId = runner?.runnerId;
    expect(first).toEqual({ result: 'Success', runnerId });
    expect(await save({ raceNumber: '502' }, { requestId })).toMatchObject({ result: 'Success' });
    expect(await readRunners()).toMatchObject([{ bandId: '502', rev: 2 }]);
    await save({ runnerId, firstName: 'Theirs' });
    expect(await save({}, { requestId })).toMatchObject({
      result: 'Conflict',
      current: { firstName: 'Theirs' },
    });
  });

  test('[CL17] never changes an existing runner, whatever the request id', async () => {
    const imported = buildRunner({ runnerId: requestId, lastName: 'Imported' });
    await store.replaceRunners([imported], { by: 'test' });
    const entered = await create({ lastName: 'Entered' });
    const before = await readRunners();
    for (const taken of [requestId, entered]) {
      const reply = await save({ lastName: 'Another' }, { requestId: taken });
      expect(reply).toMatchObject({ result: 'Success' });
      expect(await save({ lastName: 'Another' }, { requestId: taken })).toEqual(reply);
    }
    expect(await readRunners()).toEqual(expect.arrayContaining([...before]));
    expect(await readRunners()).toHaveLength(4);
  });

  test('succeeds without a write if the edit is already saved, with any revision', async () => {
    const runnerId = await create();
    await save({ runnerId, firstName: 'Mine' }, { rev: 1 });
    const before = await store.readHead();
    expect(await save({ runnerId, firstName: 'Mine' }, { rev: 1 })).toMatchObject({
      result: 'Success',
    });
    expect(await store.readHead()).toEqual(before);
  });
});

test('[IM43] an edit may leave a runner nameless, but not remove a name', async () => {
  const unnamed = buildRunner({ runnerId: 'unknown', firstName: '', lastName: '', bandId: '77' });
  await store.replaceRunners([unnamed], { by: 'test' });
  const edit = { runnerId: 'unknown', raceNumber: '78', firstName: '', lastName: '' };
  expect(await save(edit)).toMatchObject({ result: 'Success' });
  expect(await readRunners()).toMatchObject([{ bandId: '78', firstName: '', lastName: '' }]);
  const named = { ...edit, firstName: 'Nia' };
  expect(await save(named)).toMatchObject({ result: 'Success' });
  expect(await save({ ...named, lastName: 'Puw' })).toMatchObject({ result: 'Success' });
  for (const [values, ...fields] of [
    [edit, 'firstName', 'lastName'],
    [{ ...named, lastName: ' ' }, 'lastName'],
    [{ ...named, runnerId: 'New', raceNumber: '79' }, 'lastName'],
  ] as const) {
    const errors = fields.map((field) => ({ field }));
    expect(await save(values)).toMatchObject({ result: 'Invalid', errors });
  }
});

const ORGANISERS = 8;

/** Saves the form of each of eight organisers at once, and counts the replies. */
async function saveAtOnce(
  stores: readonly RaceStore[],
  formOf: (at: number) => FormValues,
  extras?: FormExtras,
): Promise<Partial<Record<SaveRunnerReply['result'], number>>> {
  const saves = stores.map((each, at) => saveForm(each, formOf(at), extras));
  const counts: Partial<Record<SaveRunnerReply['result'], number>> = {};
  for (const { result } of await Promise.all(saves)) counts[result] = (counts[result] ?? 0) + 1;
  return counts;
}

test('[CL17 CL19] of eight simultaneous entries with one wristband, and of eight edits of one revision, one succeeds', async () => {
  const organisers = Array.from({ length: ORGANISERS }, () => ({ url: redis.url, raceKey }));
  const stores = await Promise.all(organisers.map(openStore));
  const [taken, stale] = [{ Taken: ORGANISERS - 1 }, { Conflict: ORGANISERS - 1 }];
  for (let round = 1; round <= 40; round += 1) {
    const entries = await saveAtOnce(stores, (at) => ({ raceNumber: round, bibNumber: at }));
    expect(entries).toEqual({ Success: 1, ...taken });
  }
  expect(await readRunners()).toHaveLength(40);
  const runnerId = await create();
  for (let rev = 1; rev <= 40; rev += 1) {
    const formOf = (at: number) => ({ runnerId, firstName: `R${rev} O${'abcdefgh'[at]}` });
    expect(await saveAtOnce(stores, formOf, { rev })).toEqual({ Success: 1, ...stale });
  }
});
