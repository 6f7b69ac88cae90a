import { beforeEach, describe, expect, test } from 'vitest';

import type { RaceStore } from '#server/store/race-store.ts';
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
let store: RaceStore;

beforeEach(async () => {
  store = await openStore({ url: redis.url, raceKey: uniqueRaceKey() });
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

test('[CL17] an edit of an old revision is a Conflict with the current record', async () => {
  const runnerId = await create();
  await save({ runnerId, firstName: 'Theirs' }, { rev: 1 });
  const reply = await save({ runnerId, firstName: 'Mine' }, { rev: 1 });
  expect(reply).toMatchObject({ result: 'Conflict', current: { firstName: 'Theirs', rev: 2 } });
  expect(await save({ runnerId, firstName: 'Mine' }, { rev: 2 })).toMatchObject({
    result: 'Success',
  });
});

test('[CL17] without a revision the edit overwrites', async () => {
  const runnerId = await create();
  await save({ runnerId, firstName: 'Theirs' });
  expect(await save({ runnerId, firstName: 'Mine' })).toMatchObject({ result: 'Success' });
  expect(await readRunners()).toMatchObject([{ firstName: 'Mine', rev: 3 }]);
});

test('[CL17] an edit of a deleted runner is Missing', async () => {
  for (const runnerId of ['nobody', '__proto__', '*', 'x'.repeat(10_000)]) {
    expect(await save({ runnerId })).toEqual({ result: 'Missing' });
    expect(await save({ runnerId, runClub: 'DELETE' })).toEqual({ result: 'Missing' });
  }
});

describe('DELETE in the team field', () => {
  test('[CL17] deletes the runner and frees the wristband, whatever the other fields hold', async () => {
    const runnerId = await create({ raceNumber: '501' });
    expect(await save({ runnerId, runClub: ' DELETE ', firstName: '', event: '?' })).toEqual({
      result: 'Success',
      runnerId,
    });
    expect(await readRunners()).toEqual([]);
    expect(await save({ raceNumber: '501' })).toMatchObject({ result: 'Success' });
  });

  test('[CL17] with an old revision is a Conflict', async () => {
    const runnerId = await create();
    await save({ runnerId, firstName: 'Theirs' });
    expect(await save({ runnerId, runClub: 'DELETE' }, { rev: 1 })).toMatchObject({
      result: 'Conflict',
    });
    expect(await readRunners()).toHaveLength(1);
  });

  test('is invalid for a new runner', async () => {
    expect(await save({ runClub: 'DELETE' })).toMatchObject({
      result: 'Invalid',
      errors: [{ field: 'runClub' }],
    });
  });
});

describe('a form sent again after a lost answer', () => {
  const requestId = '6f1c1d2e-58f1-4a8e-9c62-0f2f3d1a4b5c';

  test('creates one runner', async () => {
    const first = await save({ raceNumber: '501' }, { requestId });
    expect(await save({ raceNumber: '501' }, { requestId })).toEqual(first);
    const [runner, ...others] = await readRunners();
    expect(first).toEqual({ result: 'Success', runnerId: runner?.runnerId });
    expect({ rev: runner?.rev, others }).toEqual({ rev: 1, others: [] });
  });

  test('edits its runner if changed in between', async () => {
    await save({ raceNumber: '501' }, { requestId });
    expect(await save({ raceNumber: '502' }, { requestId })).toMatchObject({ result: 'Success' });
    expect(await readRunners()).toMatchObject([{ bandId: '502', rev: 2 }]);
  });

  test('is a Conflict if somebody else edited its runner', async () => {
    const first = await save({}, { requestId });
    if (first.result !== 'Success') throw new Error(JSON.stringify(first));
    await save({ runnerId: first.runnerId, firstName: 'Theirs' });
    expect(await save({}, { requestId })).toMatchObject({
      result: 'Conflict',
      current: { firstName: 'Theirs' },
    });
  });

  test('[CL17] never changes an existing runner, whatever the request id', async () => {
    const imported = buildRunner({ runnerId: requestId, bandId: '501', lastName: 'Imported' });
    await store.replaceRunners([imported], { by: 'test' });
    const entered = await create({ lastName: 'Entered' });
    const before = await readRunners();
    for (const taken of [requestId, entered]) {
      const reply = await save({ lastName: 'Another' }, { requestId: taken });
      expect(reply).toMatchObject({ result: 'Success' });
      expect(await save({ lastName: 'Another' }, { requestId: taken })).toEqual(reply);
    }
    const after = await readRunners();
    expect(after).toEqual(expect.arrayContaining([...before]));
    expect(after.map(({ lastName }) => lastName).toSorted()).toEqual([
      'Another',
      'Another',
      'Entered',
      'Imported',
    ]);
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
  expect(await save({ ...edit, firstName: 'Nia' })).toMatchObject({ result: 'Success' });
  expect(await save({ ...edit, firstName: 'Nia', lastName: 'Puw' })).toMatchObject({
    result: 'Success',
  });
  expect(await save(edit)).toMatchObject({
    result: 'Invalid',
    errors: [{ field: 'firstName' }, { field: 'lastName' }],
  });
  expect(await save({ ...edit, firstName: 'Nia', lastName: ' ' })).toMatchObject({
    result: 'Invalid',
    errors: [{ field: 'lastName' }],
  });
  const added = { ...edit, runnerId: 'New', raceNumber: '79', firstName: 'Nia' };
  expect(await save(added)).toMatchObject({ result: 'Invalid' });
});
