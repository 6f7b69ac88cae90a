import { cp, rm } from 'node:fs/promises';

import { expect, onTestFinished, test } from 'vitest';

import { createRaceKeys } from '#server/store/keys.ts';
import { presentAll } from '#shared/scoring/present-result.ts';
import { buildConfig } from '#tests/support/builders.ts';
import { changeSettings } from '#tests/support/change-settings.ts';
import { eventually } from '#tests/support/eventually.ts';
import { eventuallyEqualsRecord, followRace, openStore } from '#tests/support/follow-race.ts';
import { connectRedis, ingestScans } from '#tests/support/ingest-scans.ts';
import { buildField, buildReads } from '#tests/support/live-field.ts';
import { uniqueRaceKey } from '#tests/support/race-key.ts';
import { startRedis } from '#tests/support/redis-server.ts';
import { createTempFolder } from '#tests/support/temp-folder.ts';

/** A race on a durable Redis of its own, which the test may kill. */
async function openDurableRace() {
  const dir = createTempFolder();
  const server = await startRedis({ dir, persist: true });
  onTestFinished(() => server.stop());
  const raceKey = uniqueRaceKey();
  const place = { url: server.url, raceKey };
  const store = await openStore(place);
  const redis = await connectRedis(server.url);
  onTestFinished(() => redis.destroy());
  await changeSettings(store, () => buildConfig(), 'x');
  await store.replaceRunners(buildField(100), { by: 'x' });
  return { ...place, dir, server, store, redis, keys: createRaceKeys(raceKey) };
}

test('[CF11] while Redis is away the last known race is shown', async () => {
  const { server, store, redis, keys, ...place } = await openDurableRace();
  const followed = followRace(place);
  await ingestScans(redis, keys, buildReads(100));
  await eventuallyEqualsRecord(followed, store);
  const shown = presentAll(followed.race.standings);
  // A slow start may have logged the same.
  const linesBefore = followed.log.length;
  await server.kill();
  await eventually(() => expect(followed.store.isConnected).toBe(false));
  expect(presentAll(followed.race.standings)).toEqual(shown);
  // Several checks fail in between, one after the other.
  await eventually(() =>
    expect(
      followed.log
        .slice(linesBefore)
        .filter((line) => line.msg.startsWith('Cannot follow the race')),
    ).toHaveLength(1),
  );
  await server.restart();
  await eventually(() => expect(followed.store.isConnected).toBe(true));
  await eventuallyEqualsRecord(followed, store);
});

test('[CF8] a Redis that returns from an older copy and grows past the shown version gets a new epoch', async () => {
  const { server, store, redis, keys, dir, ...place } = await openDurableRace();
  const followed = followRace(place);
  const reads = buildReads(100);
  await ingestScans(redis, keys, reads.slice(0, 10));
  const copy = createTempFolder();
  await cp(dir, copy, { recursive: true });
  for (const scan of reads.slice(10, 30)) await ingestScans(redis, keys, [scan]);
  const { head } = await eventuallyEqualsRecord(followed, store);
  await server.kill();
  await rm(dir, { recursive: true });
  await cp(copy, dir, { recursive: true });

  // Before the instance reconnects, other reads take the versions of the lost ones.
  const elsewhere = await startRedis({ dir, persist: true });
  onTestFinished(() => elsewhere.stop());
  const quick = await connectRedis(elsewhere.url);
  for (const scan of reads.slice(100, 130)) await ingestScans(quick, keys, [scan]);
  quick.destroy();
  await elsewhere.stop();
  await server.restart();

  await eventually(() => expect(followed.race.head.epoch).not.toBe(head.epoch));
  const record = await eventuallyEqualsRecord(followed, store);
  expect(record.scans).toHaveLength(40);
  expect(record.head.version).toBeGreaterThan(head.version);
});
