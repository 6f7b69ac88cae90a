import { expect, test } from 'vitest';

import { buildConfig } from '#tests/support/builders.ts';
import { connectDeafViewer } from '#tests/support/deaf-viewer.ts';
import { eventually } from '#tests/support/eventually.ts';
import { provideFileRedis } from '#tests/support/file-redis.ts';
import { ingestScans } from '#tests/support/ingest-scans.ts';
import { buildField, buildReads } from '#tests/support/live-field.ts';
import { startWeb } from '#tests/support/start-web.ts';
import { connectViewer, fetchResults, Replica } from '#tests/support/viewer.ts';

const { openRace } = provideFileRedis();
const FIELD = 2_000;
const DEAF = 3;

test('[PR19] viewers that stop reading are cut, what waits for them stays bounded, and others miss nothing', async () => {
  const { store, redis, keys, ...race } = await openRace();
  await store.saveConfig(() => buildConfig(), 'x');
  await store.replaceRunners(buildField(FIELD), { by: 'x' });
  await ingestScans(redis, keys, buildReads(FIELD));
  const web = await startWeb(race);
  // On a busy machine whoever answers no ping would be gone before much waits for them.
  web.context.sockets.engine.opts.pingInterval = 120_000;
  const { sockets } = web.context.sockets.of('/');
  const viewer = await connectViewer(web.url);
  const replica = new Replica(await fetchResults(web.url));
  viewer.socket.on('results', (delta) => replica.take(delta));
  const deaf = await Promise.all(Array.from({ length: DEAF }, () => connectDeafViewer(web.port)));
  expect(sockets.size).toBe(1 + DEAF);

  // Each save changes every row and sends the settings, until nothing fits into the sockets any more.
  let mostWaiting = 0;
  for (let saves = 0; sockets.size > 1; saves += 1) {
    const minute = String(saves % 60).padStart(2, '0');
    await store.saveConfig((now) => ({ ...now, raceStart: `2026-06-20-09-${minute}-00` }), 'x');
    for (const { conn } of sockets.values()) {
      const { writeBuffer } = conn as unknown as { writeBuffer: readonly unknown[] };
      mostWaiting = Math.max(mostWaiting, writeBuffer.length);
    }
  }

  expect(sockets.size).toBe(1);
  expect(await web.readMetric('splitcast_slow_viewers_total')).toBe(DEAF);
  // 64, and what is sent within the quarter of a second between two looks.
  expect(mostWaiting).toBeLessThan(150);
  const fresh = await eventually(async () => {
    const body = await fetchResults(web.url);
    expect({ ...replica.present(), serverTime: body.serverTime }).toEqual(body);
    expect(body).toMatchObject(await store.readHead());
    return body;
  });
  expect(viewer.socket.connected).toBe(true);
  expect(viewer.hellos).toHaveLength(1);
  // Whoever listens again finds the connection closed, and comes back.
  for (const one of deaf) await one.listenAgain();
  const back = await connectViewer(web.url);
  const { epoch, version } = fresh;
  expect(await back.resume({ epoch, version })).toEqual({ current: true });
}, 90_000);
