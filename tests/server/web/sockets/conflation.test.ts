import { setInterval as tick } from 'node:timers/promises';

import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';

import { ConflatedPush, steady } from '#server/web/sockets/push-pace.ts';
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

describe('[PR12] on a clock of the test’s own', () => {
  const INTERVAL_MS = 250;
  let pushes: number[] = [];
  let push: ConflatedPush;
  beforeEach(() => {
    vi.useFakeTimers();
    pushes = [];
    push = new ConflatedPush(() => pushes.push(Date.now()), steady(INTERVAL_MS));
  });
  afterEach(() => {
    push.close();
    vi.useRealTimers();
  });
  const sinceStart = (): number[] => pushes.map((atMs) => atMs - (pushes[0] ?? 0));

  test('what comes while nothing else goes on is told at once', () => {
    for (let i = 1; i <= 3; i += 1) {
      push.request();
      expect(pushes).toHaveLength(i);
      vi.advanceTimersByTime(INTERVAL_MS);
    }
  });

  test('what comes meanwhile goes out once, at the end of the interval, and none is lost', () => {
    for (let i = 0; i < 200; i += 1) {
      push.request();
      vi.advanceTimersByTime(5);
    }
    vi.advanceTimersByTime(INTERVAL_MS);
    expect(sinceStart()).toEqual([0, 250, 500, 750, 1_000]);
    vi.advanceTimersByTime(10 * INTERVAL_MS);
    expect(pushes).toHaveLength(5);
  });

  test('one that is closed tells nothing more', () => {
    push.request();
    push.request();
    push.close();
    vi.advanceTimersByTime(10 * INTERVAL_MS);
    expect(pushes).toHaveLength(1);
  });
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
