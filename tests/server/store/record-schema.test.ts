import { expect, test } from 'vitest';

import { RECORD_SCHEMA } from '#server/store/record-schema.ts';
import { asRunnerId } from '#shared/model/ids.ts';
import { buildRunner, buildScan } from '#tests/support/builders.ts';
import { provideFileRedis } from '#tests/support/file-redis.ts';

const OTHER_SCHEMA = '2';

const { openRace } = provideFileRedis();

test('[CF27] the first change notes the schema, and a record of another schema is not written to', async () => {
  const race = await openRace();
  const { keys, redis, store } = race;
  await store.replaceRunners([buildRunner({ runnerId: 'sian' })], { by: 'test' });
  expect(await redis.hGet(keys.meta, 'schema')).toBe(RECORD_SCHEMA);
  await redis.hSet(keys.meta, 'schema', OTHER_SCHEMA);
  const before = await redis.hGetAll(keys.meta);
  const ops = [{ op: 'delete-runner', runnerId: asRunnerId('sian') }] as const;
  const audit = { by: 'test', action: 'delete' };
  await expect(store.commit({ ops, audit })).rejects.toThrow(/^SCHEMA/);
  await expect(store.replaceRunners([], { by: 'test' })).rejects.toThrow(/^SCHEMA/);
  const scan = { ...buildScan(), receivedMs: 0 };
  await expect(store.storePublishedScan(scan, false)).rejects.toThrow(/^SCHEMA/);
  await expect(store.readRecord()).rejects.toThrow(`has schema ${OTHER_SCHEMA}`);
  expect(await redis.hGetAll(keys.meta)).toEqual(before);
  expect(await redis.hLen(keys.runners)).toBe(1);
  expect(await redis.hLen(keys.scans)).toBe(0);
});
