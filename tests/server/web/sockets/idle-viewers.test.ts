import { expect, test } from 'vitest';

import { buildConfig } from '#tests/support/builders.ts';
import { eventually } from '#tests/support/eventually.ts';
import { provideFileRedis } from '#tests/support/file-redis.ts';
import { ingestScans } from '#tests/support/ingest-scans.ts';
import { buildField, buildReads } from '#tests/support/live-field.ts';
import { startWeb } from '#tests/support/start-web.ts';
import { connectViewer, fetchResults, Replica } from '#tests/support/viewer.ts';

const { openRace } = provideFileRedis();
const FIELD = 20;

async function openWatchedRace() {
  const { store, redis, keys, ...race } = await openRace();
  await store.saveConfig(() => buildConfig(), 'x');
  await store.replaceRunners(buildField(FIELD), { by: 'x' });
  const web = await startWeb(race);
  const reads = buildReads(FIELD).values();
  const scan = async (): Promise<number> => {
    const next = reads.next();
    if (next.done) throw new Error('No reads are left.');
    return (await ingestScans(redis, keys, [next.value])).version;
  };
  return { web, store, scan };
}

test('[PR33] a page nobody looks at is sent no results until it resumes, and then has them all', async () => {
  const { web, store, scan } = await openWatchedRace();
  const viewer = await connectViewer(web.url);
  const other = await connectViewer(web.url);
  const replica = new Replica(await fetchResults(web.url));
  viewer.socket.on('results', (delta) => replica.take(delta));
  viewer.socket.emit('idle');
  await eventually(async () => expect(await web.readMetric('splitcast_idle_viewers')).toBe(1));

  for (let i = 0; i < 3; i += 1) {
    const version = await scan();
    await eventually(() => expect(other.deltas.at(-1)?.version).toBe(version));
  }
  // The settings still come, behind everything that could have come before them.
  await store.saveConfig((now) => ({ ...now, pageTitle: 'Ras y Nos' }), 'x');
  await eventually(() => expect(viewer.configs.at(-1)?.pageTitle).toBe('Ras y Nos'));
  expect(viewer.deltas).toEqual([]);

  const answer = await viewer.resume(replica.head);
  if (!('results' in answer)) throw new Error('The way is known.');
  expect(replica.take(answer.results)).toBe('applied');
  expect(await web.readMetric('splitcast_idle_viewers')).toBe(0);
  const version = await scan();
  await eventually(() => expect(replica.head.version).toBe(version));
  const fresh = await eventually(async () => {
    const body = await fetchResults(web.url);
    expect(body.version).toBe(version);
    return body;
  });
  expect({ ...replica.present(), serverTime: fresh.serverTime }).toEqual(fresh);
  expect(await web.readMetric('splitcast_dropped_messages_total{from="viewer"}')).toBe(0);
});

test('[PR33] one that goes away while idle is forgotten', async () => {
  const { web } = await openWatchedRace();
  const viewer = await connectViewer(web.url);
  viewer.socket.emit('idle');
  await eventually(async () => expect(await web.readMetric('splitcast_idle_viewers')).toBe(1));
  viewer.socket.disconnect();
  await eventually(async () => expect(await web.readMetric('splitcast_idle_viewers')).toBe(0));
});

test('[PR34] both sides take 18 s of silence for the end', async () => {
  const { web } = await openWatchedRace();
  const viewer = await connectViewer(web.url);
  // The real client's data from the handshake, by which both sides set their timers.
  const engine = viewer.socket.io.engine as unknown as {
    _pingInterval: number;
    _pingTimeout: number;
  };
  expect([engine._pingInterval, engine._pingTimeout]).toEqual([13_000, 5_000]);
  const { pingInterval = 0, pingTimeout = 0 } = web.context.sockets.engine.opts;
  expect(pingInterval + pingTimeout).toBe(18_000);
});
