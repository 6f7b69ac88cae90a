import { expect, onTestFinished, test } from 'vitest';

import { DEFAULT_PICTURES } from '#shared/model/race-config.ts';
import { buildConfig, buildRunner, buildScan } from '#tests/support/builders.ts';
import { changeSettings } from '#tests/support/change-settings.ts';
import { eventually } from '#tests/support/eventually.ts';
import { provideFileRedis } from '#tests/support/file-redis.ts';
import { connectRedis, ingestScans } from '#tests/support/ingest-scans.ts';
import { buildReads, GUN_MS } from '#tests/support/live-field.ts';

const { openRace } = provideFileRedis();

test('[CF2] a record read while others write is that of exactly one version', async () => {
  const { store, redis, keys, url } = await openRace();
  const reads = buildReads(2_500);
  await ingestScans(redis, keys, reads.slice(0, 6_000));
  const base = (await store.readHead()).version;
  const writer = await connectRedis(url);
  onTestFinished(() => writer.destroy());
  const reading = new AbortController();
  onTestFinished(() => reading.abort());
  // From here on version `base + n` adds scan `6_000 + n`.
  const write = async (): Promise<void> => {
    for (let next = 6_000; !reading.signal.aborted; next += 1) {
      const scan = reads[next] ?? buildScan({ bandId: String(next), timeMs: GUN_MS + next });
      reads[next] = scan;
      await ingestScans(writer, keys, [scan]);
    }
  };
  const writing = write();
  const versions = new Set<number>();
  let last = base;
  for (let i = 0; i < 12; i += 1) {
    await eventually(async () => expect((await store.readHead()).version).toBeGreaterThan(last));
    const { head, scans } = await store.readRecord();
    last = head.version;
    versions.add(last);
    const expected = reads.slice(0, 6_000 + head.version - base).map((scan) => scan.scanId);
    expect(scans.map((scan) => scan.scanId).toSorted()).toEqual(expected.toSorted());
  }
  reading.abort();
  await writing;
  expect(versions.size).toBe(12);
});

test('[CF2] every kind of change made during the reading is in the record', async () => {
  const { store, keys } = await openRace();
  const runner = buildRunner({ runnerId: 'edited', firstName: 'before' });
  await store.replaceRunners([runner, buildRunner({ runnerId: 'deleted' })], { by: 'x' });
  const after = { ...runner, firstName: 'after' };
  const config = buildConfig({ pageTitle: 'after' });
  const change = async (): Promise<void> => {
    await store.commit({
      expect: [],
      set: [{ key: keys.runners, field: 'edited', value: JSON.stringify(after) }],
      del: [{ key: keys.runners, field: 'deleted' }],
      ops: [
        { op: 'put-runner', runner: after },
        { op: 'delete-runner', runnerId: buildRunner({ runnerId: 'deleted' }).runnerId },
      ],
      audit: { by: 'x', action: 'x' },
    });
    await changeSettings(store, () => config, 'x');
    await store.pictures.put('logo', Buffer.from('picture'), 'x');
  };
  const [records] = await Promise.all([
    Promise.all(Array.from({ length: 8 }, () => store.readRecord())),
    change(),
  ]);
  const final = await store.readRecord();
  const states = [...records, final].map((record) => ({
    changes: record.head.version - 1,
    runners: record.runners.length,
    edited: record.runners.find((one) => one.runnerId === 'edited')?.firstName,
    title: record.config.pageTitle,
    hasLogo: record.pictures.logo !== DEFAULT_PICTURES.logo,
  }));
  for (const state of states) {
    expect(state).toEqual({
      changes: state.changes,
      runners: state.changes >= 1 ? 1 : 2,
      edited: state.changes >= 1 ? 'after' : 'before',
      title: state.changes >= 2 ? 'after' : 'Race results',
      hasLogo: state.changes >= 3,
    });
  }
  expect(states.at(-1)?.changes).toBe(3);
});
