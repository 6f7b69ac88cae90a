import { setInterval as tick } from 'node:timers/promises';

import { expect, test } from 'vitest';

import { buildConfig } from '#tests/support/builders.ts';
import { eventually } from '#tests/support/eventually.ts';
import { provideFileRedis } from '#tests/support/file-redis.ts';
import { ingestScans } from '#tests/support/ingest-scans.ts';
import { buildField, buildReads } from '#tests/support/live-field.ts';
import { startWeb } from '#tests/support/start-web.ts';
import { connectViewer, fetchResults, Replica } from '#tests/support/viewer.ts';

const { openRace } = provideFileRedis();
const FIELD = 600;

async function openWatchedRace() {
  const race = await openRace();
  await race.store.saveConfig(() => buildConfig(), 'x');
  await race.store.replaceRunners(buildField(FIELD), { by: 'x' });
  const web = await startWeb(race);
  const viewer = await connectViewer(web.url);
  return { ...race, web, viewer };
}

test('[PR12] a read while nothing else goes on is told at once', async () => {
  const { redis, keys, viewer } = await openWatchedRace();
  const latenciesMs: number[] = [];
  for (const scan of buildReads(FIELD).slice(0, 12)) {
    const sentMs = performance.now();
    const arrived = new Promise<number>((resolve) => {
      viewer.socket.once('results', () => resolve(performance.now()));
    });
    await ingestScans(redis, keys, [scan]);
    const arrivedMs = await arrived;
    latenciesMs.push(arrivedMs - sentMs);
    // Only after a quarter of a second without news does the server count as idle again.
    await eventually(() => expect(performance.now() - arrivedMs).toBeGreaterThan(260));
  }
  const sorted = latenciesMs.toSorted((a, b) => a - b);
  const [median = Infinity, worst = Infinity] = [sorted[6], sorted.at(-1)];
  process.stdout.write(
    `scan to socket, ${FIELD} runners, idle: p50 ${median.toFixed(1)} ms, worst of 12 ${worst.toFixed(1)} ms\n`,
  );
  // Far below the quarter of a second that a wait for the next interval takes on average.
  expect(median).toBeLessThan(120);
});

test('[PR11 PR12] under 200 reads a second at most four messages a second go out, and nothing is lost', async () => {
  const { redis, keys, web, viewer, store } = await openWatchedRace();
  const replica = new Replica(await fetchResults(web.url));
  const arrivals: { atMs: number; version: number }[] = [];
  viewer.socket.on('results', (delta) => {
    arrivals.push({ atMs: performance.now(), version: delta.version });
    expect(replica.take(delta)).toBe('applied');
  });
  const writtenAt = new Map<number, number>();
  const startMs = performance.now();
  const reads = buildReads(FIELD).slice(0, 1_000).values();
  for await (const due of tick(5, reads)) {
    const { value: scan, done } = due.next();
    if (done) break;
    const { version } = await ingestScans(redis, keys, [scan]);
    writtenAt.set(version, performance.now());
  }
  const spanMs = performance.now() - startMs;
  const head = await store.readHead();
  await eventually(() => expect(replica.head).toEqual(head));

  // A timer of 250 ms may fire a little early or bunch up behind a busy moment.
  expect(arrivals.length).toBeLessThanOrEqual(Math.ceil(spanMs / 250) + 2);
  expect(arrivals.length).toBeGreaterThan(spanMs / 1_000);
  const fresh = await eventually(async () => {
    const body = await fetchResults(web.url);
    expect(body).toMatchObject(head);
    return body;
  });
  expect({ ...replica.present(), serverTime: fresh.serverTime }).toEqual(fresh);

  const latenciesMs = Array.from(writtenAt, ([version, atMs]) => {
    const arrival = arrivals.find((one) => one.version >= version);
    return (arrival?.atMs ?? Infinity) - atMs;
  }).toSorted((a, b) => a - b);
  const at = (share: number): string =>
    (latenciesMs[Math.floor(latenciesMs.length * share)] ?? NaN).toFixed(0);
  process.stdout.write(
    `scan to socket, ${FIELD} runners, ${Math.round(1_000_000 / spanMs)} reads/s: ` +
      `p50 ${at(0.5)} ms, p99 ${at(0.99)} ms, ${arrivals.length} messages in ${(spanMs / 1_000).toFixed(1)} s\n`,
  );
});
