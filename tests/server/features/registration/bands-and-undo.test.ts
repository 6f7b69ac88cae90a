import { beforeEach, describe, expect, test } from 'vitest';

import { parseSaveInput } from '#server/features/registration/runner-input.ts';
import { undoRunner } from '#server/features/registration/undo-runner.ts';
import type { RaceStore } from '#server/store/race-store.ts';
import { DEFAULT_CONFIG } from '#shared/model/race-config.ts';
import { asRunnerId } from '#shared/model/ids.ts';
import type { SaveRunnerReply } from '#shared/wire/runners-api.ts';
import { buildRunner } from '#tests/support/builders.ts';
import { openStore } from '#tests/support/follow-race.ts';
import { uniqueRaceKey } from '#tests/support/race-key.ts';
import {
  fillForm,
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
const enter = (raceNumber: string, values: FormValues = {}) =>
  getSavedId(save({ raceNumber, ...values }));

async function undo(runnerId: string, version?: number): Promise<SaveRunnerReply> {
  return (await undoRunner({ store }, asRunnerId(runnerId), version, 'boss@example.org')).reply;
}

/** The bands of each runner, the current one first (`-` for none). */
async function readHeld(): Promise<Record<string, string>> {
  const { runners } = await store.readRecord();
  const held = runners.map(({ runnerId, bandId = '-', earlierBandIds = [] }) => {
    return [runnerId, [bandId, ...earlierBandIds].join(' ')] as const;
  });
  return Object.fromEntries(held);
}

describe('a replaced band', () => {
  test('[SC1] is free unless kept as an earlier one', async () => {
    const ann = await enter('501');
    await save({ runnerId: ann, raceNumber: '502' });
    expect(await readHeld()).toEqual({ [ann]: '502' });
    await save({ runnerId: ann, raceNumber: '503' }, { earlierBands: ['0502'] });
    expect(await readHeld()).toEqual({ [ann]: '503 502' });
    await save({ runnerId: ann, raceNumber: '504' }, { earlierBands: ['502', '503', '503'] });
    expect(await readHeld()).toEqual({ [ann]: '504 502 503' });
    for (const bandID of ['502', '503']) {
      expect(await save({ raceNumber: bandID })).toMatchObject({
        result: 'Taken',
        bandID,
        holder: { runnerId: ann, raceNumber: '504', earlierBands: ['502', '503'] },
      });
    }
  });

  test('[SC1] stays with an unrelated save, and is freed if not listed', async () => {
    const ann = await enter('501');
    await save({ runnerId: ann, raceNumber: '' }, { earlierBands: ['501'] });
    await save({ runnerId: ann, raceNumber: '', firstName: 'Ann' });
    expect(await readHeld()).toEqual({ [ann]: '- 501' });
    await save({ runnerId: ann, raceNumber: '502' });
    expect(await readHeld()).toEqual({ [ann]: '502 501' });
    await save({ runnerId: ann, raceNumber: '502' }, { earlierBands: [] });
    expect(await readHeld()).toEqual({ [ann]: '502' });
    const bob = await enter('501');
    const reply = await save({ runnerId: ann, raceNumber: '502' }, { earlierBands: ['501'] });
    expect(reply).toMatchObject({ result: 'Taken', bandID: '501', holder: { runnerId: bob } });
  });

  test('[CL33] must be one of at most 20 numbers', async () => {
    const tooMany = Array.from({ length: 21 }, (_, at) => String(at + 1));
    for (const earlierBands of ['501', [''], ['5O1'], [null], [{}], tooMany]) {
      const reading = parseSaveInput({ dataBlob: fillForm(), earlierBands }, DEFAULT_CONFIG);
      expect(reading).toMatchObject({ ok: false, error: [{ field: 'earlierBands' }] });
    }
    for (const exchange of ['swap', { kind: 'give', runnerId: 'a', rev: 1 }, { kind: 'swap' }]) {
      const reading = parseSaveInput({ dataBlob: fillForm(), exchange }, DEFAULT_CONFIG);
      expect(reading).toMatchObject({ ok: false, error: [{ field: 'exchange' }] });
    }
  });
});

describe('an exchange of bands', () => {
  test('[SC1] is one change, in the history of both, which either can undo', async () => {
    const ann = await enter('501');
    const bob = await enter('502', { firstName: 'Bob' });
    await save({ runnerId: bob, raceNumber: '503', firstName: 'Bob' }, { earlierBands: ['502'] });
    const { version } = await store.readHead();
    const exchange = { kind: 'swap', runnerId: bob, rev: 2 } as const;
    const form = { runnerId: ann, raceNumber: '503', firstName: 'Ann' };
    expect(await save(form, { rev: 1, exchange, earlierBands: ['501'] })).toMatchObject({
      result: 'Success',
    });
    expect(await readHeld()).toEqual({ [ann]: '503', [bob]: '501 502' });
    expect((await store.readHead()).version).toBe(version + 1);
    // A repetition changes nothing.
    expect(await save(form, { rev: 1, exchange })).toMatchObject({ result: 'Success' });
    expect((await store.readHead()).version).toBe(version + 1);
    for (const [one, bandId] of Object.entries({ [ann]: '503', [bob]: '501' })) {
      const [last] = await store.readRunnerHistory(asRunnerId(one));
      const by = 'mari@example.org';
      expect(last).toMatchObject({ action: 'swap', by, version: version + 1, after: { bandId } });
    }
    expect(await undo(bob, version + 1)).toMatchObject({ result: 'Success' });
    expect(await readHeld()).toEqual({ [ann]: '501', [bob]: '503 502' });
    expect(await undo(ann)).toMatchObject({ result: 'Success' });
    expect(await readHeld()).toEqual({ [ann]: '503', [bob]: '501 502' });
  });

  test('[SC1] the undo keeps later changes of the other runner, except the bands', async () => {
    const ann = await enter('501');
    const bob = await enter('502');
    const exchange = { kind: 'swap', runnerId: bob, rev: 1 } as const;
    await save({ runnerId: ann, raceNumber: '502' }, { exchange });
    await save({ runnerId: bob, raceNumber: '501', firstName: 'Bob' });
    expect(await undo(ann)).toMatchObject({ result: 'Success' });
    expect(await readHeld()).toEqual({ [ann]: '501', [bob]: '502' });
    const kept = expect.objectContaining({ runnerId: bob, firstName: 'Bob', rev: 4 }) as object;
    expect((await store.readRecord()).runners).toContainEqual(kept);
    // If the other runner has a new band since, only the own one is restored.
    expect(await undo(ann)).toMatchObject({ result: 'Success' });
    await save({ runnerId: bob, raceNumber: '503', firstName: 'Bob' });
    expect(await undo(ann)).toMatchObject({ result: 'Success' });
    expect(await readHeld()).toEqual({ [ann]: '501', [bob]: '503' });
  });

  test('[SC1] is refused if either runner has changed', async () => {
    const ann = await enter('501');
    const bob = await enter('502');
    const cat = await enter('');
    const swap = { kind: 'swap', runnerId: bob, rev: 1 } as const;
    const form = { runnerId: ann, raceNumber: '502' };
    const before = await store.readHead();
    const taken = { result: 'Taken', holder: { runnerId: bob, rev: 1 } };
    expect(await save(form, { exchange: { ...swap, rev: 7 } })).toMatchObject(taken);
    expect(await save(form, { exchange: { ...swap, runnerId: cat } })).toMatchObject(taken);
    expect(await save(form, { exchange: swap, rev: 7 })).toMatchObject({ result: 'Conflict' });
    for (const [values, words] of [
      [{ runnerId: ann, raceNumber: '' }, 'Nobody else has this number'],
      [{ runnerId: ann, raceNumber: '599' }, 'Nobody else has this number'],
      [{ runnerId: cat, raceNumber: '502' }, 'Only two bands that are worn'],
    ] as const) {
      expect(await save(values, { exchange: swap })).toMatchObject({
        result: 'Invalid',
        errors: [{ field: 'raceNumber', message: expect.stringContaining(words) as string }],
      });
    }
    expect(await store.readHead()).toEqual(before);
  });
});

test('[CL29] the undo of an edit is a change with the next revision', async () => {
  const runnerId = await enter('501');
  await save({ runnerId, raceNumber: '502', firstName: 'Wrong' });
  expect(await undo(runnerId)).toEqual({ result: 'Success', runnerId });
  const { runners } = await store.readRecord();
  expect(runners).toMatchObject([{ bandId: '501', firstName: 'Siân', rev: 3 }]);
  await enter('502');
  expect(await store.readRunnerHistory(asRunnerId(runnerId))).toMatchObject([
    {
      action: 'undo',
      by: 'boss@example.org',
      before: { firstName: 'Wrong' },
      after: { firstName: 'Siân' },
    },
    { action: 'edit', by: 'mari@example.org' },
    { action: 'create' },
  ]);
});

test('[CL29] the undo of a deletion restores the runner with the wristband, that of an entry removes both', async () => {
  const runnerId = await enter('501');
  await save({ runnerId, runClub: 'DELETE' });
  expect(await undo(runnerId)).toEqual({ result: 'Success', runnerId });
  expect(await readHeld()).toEqual({ [runnerId]: '501' });
  const late = await enter('502');
  expect(await undo(late)).toEqual({ result: 'Success', runnerId: late });
  expect(await readHeld()).toEqual({ [runnerId]: '501' });
});

test('[CL29] an undo that needs a wristband of somebody else is Taken', async () => {
  const runnerId = await enter('501');
  await save({ runnerId, raceNumber: '' });
  const holder = await enter('501', { lastName: 'Holder' });
  expect(await undo(runnerId)).toMatchObject({ result: 'Taken', holder: { runnerId: holder } });
});

test('[CL29] nothing is undone if another change followed the one seen', async () => {
  const runnerId = await enter('');
  await save({ runnerId, firstName: 'Seen' });
  const [seen] = await store.readRunnerHistory(asRunnerId(runnerId));
  await save({ runnerId, firstName: 'Later' });
  expect(await undo(runnerId, seen?.version)).toMatchObject({
    result: 'Conflict',
    current: { firstName: 'Later', rev: 3 },
  });
});

test('[CL29] changes before an import, and of nobody, cannot be undone', async () => {
  const runnerId = await enter('501');
  await save({ runnerId, runClub: 'DELETE' });
  const imported = buildRunner({ bandId: '501' });
  await store.replaceRunners([imported], { by: 'test' });
  for (const nobody of [runnerId, 'nobody', '*', '[a-z]*']) {
    expect(await undo(nobody)).toEqual({ result: 'Missing' });
  }
  expect(await undo(imported.runnerId)).toMatchObject({ result: 'Invalid' });
  expect((await store.readRecord()).runners).toEqual([imported]);
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
