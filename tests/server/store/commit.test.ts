import { expect, onTestFinished, test } from 'vitest';

import { readLogged } from '#server/store/change-log.ts';
import type { CommitPlan } from '#server/store/commit.ts';
import { CHANGES_KEPT } from '#server/store/keys.ts';
import { asRunnerId } from '#shared/model/ids.ts';
import { buildRunner, buildScan } from '#tests/support/builders.ts';
import { changeSettings } from '#tests/support/change-settings.ts';
import { eventually } from '#tests/support/eventually.ts';
import { provideFileRedis, type TestRace } from '#tests/support/file-redis.ts';
import { connectRedis, ingestScans } from '#tests/support/ingest-scans.ts';

const { openRace } = provideFileRedis();

const EMPTY: CommitPlan = {
  ops: [],
  audit: { by: 'Siân', action: 'test' },
};

/** Everything that the race has in Redis. */
async function dump({ redis, raceKey }: TestRace): Promise<Record<string, unknown>> {
  const names = (await redis.keys(`{${raceKey}}:*`)).toSorted();
  const contents = await Promise.all(
    names.map(async (name) => [name, await redis.hGetAll(name)] as const),
  );
  return Object.fromEntries(contents);
}

test('[CF1] a change writes its fields, raises the version, is kept, logged and published', async () => {
  const race = await openRace();
  const { keys, redis, store } = race;
  const published: string[] = [];
  const subscriber = await connectRedis(race.url);
  onTestFinished(() => subscriber.destroy());
  await subscriber.subscribe(keys.changesChannel, (text) => published.push(text));
  const runner = buildRunner({ firstName: 'Gwenllïan “Gwen”', lastName: 'ap Dŵr\u2028\u{1F3C3}' });
  const value = JSON.stringify(runner);
  const subject = asRunnerId(runner.runnerId);

  const outcome = await store.commit({
    expect: [{ key: keys.runners, field: runner.runnerId }],
    set: [{ key: keys.runners, field: runner.runnerId, value }],
    del: [{ key: keys.bands, field: 'nobody' }],
    ops: [{ op: 'put-runner', runner }],
    audit: { by: 'sian@example.org', action: 'save', subject, after: runner },
  });

  expect(outcome).toEqual({ ok: true, value: { version: 1 } });
  expect(await redis.hGet(keys.runners, runner.runnerId)).toBe(value);
  const { epoch } = await store.readHead();
  const change = { epoch, version: 1, ops: [{ op: 'put-runner', runner }] };
  const kept = await redis.hGet(keys.changes, '1');
  expect(JSON.parse(kept ?? '')).toEqual(change);
  await eventually(() => expect(published).toEqual([kept]));
  const logged = await redis.hGet(keys.audit, '1');
  const at = expect.stringMatching(/^\d{4}-.*Z$/) as string;
  const entries = [{ at, by: 'sian@example.org', action: 'save', subject, after: runner }];
  expect(JSON.parse(logged ?? '')).toEqual({ epoch, entries });
});

test.for([
  { name: 'is absent', expected: { field: 'absent', value: 'x' } },
  { name: 'must not exist', expected: { field: 'a' } },
  { name: 'differs by a blank', expected: { field: 'a', value: 'now ' } },
])('[CF1] nothing is written if an expected field $name', async ({ expected }) => {
  const race = await openRace();
  const key = race.keys.runners;
  await race.store.commit({ ...EMPTY, set: [{ key, field: 'a', value: 'now' }] });
  const before = await dump(race);
  const outcome = await race.store.commit({
    expect: [
      { key, field: 'a', value: 'now' },
      { key, ...expected },
    ],
    set: [
      { key, field: 'a', value: 'new' },
      { key: race.keys.bands, field: '7', value: 'a' },
    ],
    del: [{ key, field: 'a' }],
    ops: [{ op: 'reload' }],
    audit: { by: 'x', action: 'x' },
  });
  expect(outcome).toMatchObject({
    ok: false,
    error: { at: { field: expected.field }, version: 1 },
  });
  expect(await dump(race)).toEqual(before);
});

test('[CF1] a change decided before another edit is refused; a read is no edit', async () => {
  const { store, redis, keys } = await openRace();
  const { epoch } = await store.beginEpoch();
  await store.commit(EMPTY);
  await ingestScans(redis, keys, [buildScan()]);
  const stale = { ok: false, error: { at: undefined, version: 2 } };
  expect(await store.commit({ ...EMPTY, on: { epoch, edits: 0 } })).toMatchObject(stale);
  expect(await store.commit({ ...EMPTY, on: { epoch: 'another' } })).toMatchObject(stale);
  expect(await store.commit({ ...EMPTY, on: { epoch, edits: 1 } })).toMatchObject({ ok: true });
  expect(await store.commit({ ...EMPTY, on: { epoch } })).toMatchObject({ ok: true });
  expect(await store.readRecord()).toMatchObject({ head: { version: 4 }, edits: 4 });
});

test('[CF1] the latest 2,000 changes are kept, and no more', async () => {
  const { store, keys, redis } = await openRace();
  const total = CHANGES_KEPT + 25;
  for (let done = 0; done < total; done += 405) {
    const batch = Math.min(405, total - done);
    await Promise.all(Array.from({ length: batch }, () => store.commit(EMPTY)));
  }
  expect((await store.readHead()).version).toBe(total);
  expect(await redis.hLen(keys.changes)).toBe(CHANGES_KEPT);
  expect(await redis.hExists(keys.changes, '25')).toBe(0);
  expect(await store.readChanges(25, total)).toHaveLength(CHANGES_KEPT);
  expect(await store.readChanges(24, total)).toBeUndefined();
  expect(await redis.hLen(keys.audit)).toBe(total);
});

test('[CF4] changes are read in order, or not at all if one is unreadable', async () => {
  const { store, keys, redis } = await openRace();
  for (let i = 0; i < 12; i += 1) await store.commit(EMPTY);
  const changes = await store.readChanges(3, 12);
  expect(changes?.map((change) => change.version)).toEqual([4, 5, 6, 7, 8, 9, 10, 11, 12]);
  expect(await store.readChanges(12, 12)).toEqual([]);
  for (const text of ['{"epoch":', 'null', '{"epoch":"e","version":7}']) {
    await redis.hSet(keys.changes, '7', text);
    expect(await store.readChanges(3, 12)).toBeUndefined();
  }
  expect(await store.readChanges(7, 12)).toHaveLength(5);
});

test('[CF10] an empty record gets one epoch, however many instances begin it', async () => {
  const { store } = await openRace();
  expect(await store.readHead()).toEqual({ epoch: '', version: 0 });
  const heads = await Promise.all([store.beginEpoch(), store.beginEpoch(), store.beginEpoch()]);
  expect(heads[0]?.epoch).not.toBe('');
  expect(heads).toEqual([heads[0], heads[0], heads[0]]);
});

test('[CF1] eight people save settings at once without overwriting each other', async () => {
  const { store, redis, keys } = await openRace();
  const people = Array.from({ length: 8 }, (_, i) => `person-${i}`);
  await Promise.all(
    people.map((person) =>
      changeSettings(store, (now) => ({ ...now, wayPoints: `${now.wayPoints},${person}` }), person),
    ),
  );
  const config = await store.readConfig();
  expect(config.wayPoints.split(',').filter(Boolean).toSorted()).toEqual(people);
  expect((await store.readHead()).version).toBe(8);
  const audit = Object.entries(await redis.hGetAll(keys.audit)).flatMap(
    ([version, text]) => readLogged(Number(version), text) ?? [],
  );
  expect(audit.map((entry) => entry.by).toSorted()).toEqual(people);
});
