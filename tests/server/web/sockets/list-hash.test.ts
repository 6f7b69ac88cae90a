import { expect, test } from 'vitest';

import { buildConfig, buildScan } from '#tests/support/builders.ts';
import { eventually } from '#tests/support/eventually.ts';
import { provideFileRedis } from '#tests/support/file-redis.ts';
import { ingestScans } from '#tests/support/ingest-scans.ts';
import { buildField, buildReads } from '#tests/support/live-field.ts';
import { startWeb } from '#tests/support/start-web.ts';
import { connectViewer, fetchResults, Replica } from '#tests/support/viewer.ts';

const { openRace } = provideFileRedis();
const FIELD = 20;
const DIVERGED = 'splitcast_divergent_pages_total';

async function openWatchedRace() {
  const { store, redis, keys, ...race } = await openRace();
  await store.saveConfig(() => buildConfig(), 'x');
  await store.replaceRunners(buildField(FIELD), { by: 'x' });
  const reads = buildReads(FIELD);
  await ingestScans(redis, keys, reads.slice(0, FIELD));
  const web = await startWeb(race);
  /** Reads until the version is this one, each a change: first of the field, then of bands that nobody has. */
  const scanUntil = async (version: number): Promise<void> => {
    let { version: at } = await store.readHead();
    const later = reads.slice(FIELD).values();
    for (let band = 1_000; at < version; band += 1) {
      const read = later.next().value ?? buildScan({ bandId: String(band), points: ['cp2'] });
      ({ version: at } = await ingestScans(redis, keys, [read]));
    }
  };
  return { web, store, scanUntil };
}

test('[PR37] the greeting and the answer to resume tell the hash of the list there', async () => {
  const { web, scanUntil } = await openWatchedRace();
  const first = await connectViewer(web.url);
  const page = new Replica(await fetchResults(web.url));
  expect(first.hellos[0]).toMatchObject({ ...page.head, hash: page.hash });

  const version = page.head.version + 5;
  await scanUntil(version);
  await eventually(() => expect(web.context.race.head.version).toBe(version));
  const answer = await first.resume(page.head);
  if (!('results' in answer)) throw new Error('The way is known.');
  expect(page.take(answer.results)).toBe('applied');
  expect(answer.results).toMatchObject({ version, hash: page.hash });
  expect((await connectViewer(web.url)).hellos[0]).toMatchObject({ version, hash: page.hash });
});

test('[PR37] of what goes to all, the delta that reaches the next thousandth version tells it', async () => {
  const { web, store, scanUntil } = await openWatchedRace();
  const viewer = await connectViewer(web.url);
  const page = new Replica(await fetchResults(web.url));
  const own: string[] = [];
  viewer.socket.on('results', (delta) => {
    page.take(delta);
    if (delta.hash !== undefined) own.push(page.hash);
  });
  await scanUntil(1_001);
  await eventually(() => expect(page.head.version).toBe(1_001));
  const hashed = viewer.deltas.filter(({ hash }) => hash !== undefined);
  expect(hashed).toHaveLength(1);
  expect(hashed[0]?.hash).toBe(own[0]);
  expect(hashed[0]?.from).toBeLessThan(1_000);
  expect(hashed[0]?.version).toBeGreaterThanOrEqual(1_000);
  expect(page.head).toEqual(await store.readHead());
});

test('[PR37 PR18] a page that differs is counted once, and rubbish never', async () => {
  const { web } = await openWatchedRace();
  const viewer = await connectViewer(web.url);
  const [head] = viewer.hellos;
  if (!head) throw new Error('not greeted');
  for (const claim of ['rubbish', { epoch: 7 }]) viewer.socket.emit('diverged', claim as never);
  await viewer.resume(head);
  expect(await web.readMetric(DIVERGED)).toBe(0);
  for (let times = 0; times < 3; times += 1) viewer.socket.emit('diverged', head);
  await viewer.resume(head);
  expect(await web.readMetric(DIVERGED)).toBe(1);
  expect(await web.readMetric('splitcast_dropped_messages_total{from="viewer"}')).toBe(4);
});
