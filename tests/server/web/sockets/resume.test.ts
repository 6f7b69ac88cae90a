import { expect, onTestFinished, test, vi } from 'vitest';

import { stopServer } from '#server/process/lifecycle.ts';
import { ResumeAnswers } from '#server/web/sockets/public-feed.ts';
import { eventually } from '#tests/support/eventually.ts';
import { reservePort } from '#tests/support/free-port.ts';
import { provideFileRedis, type TestRace } from '#tests/support/file-redis.ts';
import { ingestScans } from '#tests/support/ingest-scans.ts';
import { buildField, buildReads } from '#tests/support/live-field.ts';
import { stageRace } from '#tests/support/staged-race.ts';
import { startWeb, type TestWeb } from '#tests/support/start-web.ts';
import { connectViewer, fetchResults, Replica, type Viewer } from '#tests/support/viewer.ts';

const { openRace } = provideFileRedis();

async function openWatchedRace(
  settings: Readonly<Record<string, string>> = {},
): Promise<TestRace & { web: TestWeb; viewer: Viewer }> {
  const race = await openRace();
  await stageRace(race, { runners: buildField(40) });
  const web = await startWeb({ ...race, settings });
  return { ...race, web, viewer: await connectViewer(web.url) };
}

/** Polls until the instance shows what is in the record, and returns its GET /api. */
async function fetchFresh({ store, web }: TestRace & { web: TestWeb }) {
  const head = await store.readHead();
  return eventually(async () => {
    const body = await fetchResults(web.url);
    expect(body).toMatchObject(head);
    return body;
  });
}

test('[PR14] a delta above 64 kB is never sent', async () => {
  const race = await openRace();
  await stageRace(race, { runners: buildField(600) });
  const web = await startWeb(race);
  const { head } = web.context.race;
  const answers = new ResumeAnswers(web.context.race);
  const reads = buildReads(600);
  await ingestScans(race.redis, race.keys, reads.slice(0, 100));
  await fetchFresh({ ...race, web });
  expect(Object.keys(answers.find(head, false))).toEqual(['results']);
  await ingestScans(race.redis, race.keys, reads);
  await fetchFresh({ ...race, web });
  expect(answers.find(head, false)).toEqual({ resync: true });
});

test('[PR14] a viewer that is level or ahead gets `current`', async () => {
  const { web, viewer } = await openWatchedRace();
  const { epoch, version } = web.context.race.head;
  expect(await viewer.resume({ epoch, version })).toEqual({ current: true });
  expect(await viewer.resume({ epoch, version: version + 1_000 })).toEqual({ current: true });
});

test('[PR14] twenty resumes at once are answered, one more closes the connection', async () => {
  const { web, viewer } = await openWatchedRace();
  const reasons: string[] = [];
  viewer.socket.on('disconnect', (reason) => reasons.push(reason));
  const { head } = web.context.race;
  // On a slow machine the budget must not refill.
  const clock = vi.spyOn(performance, 'now').mockReturnValue(performance.now());
  onTestFinished(() => clock.mockRestore());
  for (let i = 0; i < 20; i += 1) {
    expect(await viewer.resume(head)).toEqual({ current: true });
  }
  await expect(viewer.resume(head)).rejects.toThrow(/disconnect|timed out/);
  clock.mockRestore();
  expect(reasons).toEqual(['transport close']);
  // The viewer reconnects, with a new budget.
  await eventually(() => expect(viewer.hellos).toHaveLength(2));
  expect(await viewer.resume(head)).toEqual({ current: true });
});

test('[PR21] an instance that ends closes the connection so that the viewer goes to another one', async () => {
  const settings = { PORT: String(await reservePort()) };
  const { web, viewer, ...race } = await openWatchedRace(settings);
  const reasons: string[] = [];
  viewer.socket.on('disconnect', (reason) => reasons.push(reason));
  const replica = new Replica(await fetchResults(web.url));
  await stopServer(web.context);
  await eventually(() => expect(reasons).toEqual(['transport close']));
  await ingestScans(race.redis, race.keys, buildReads(40));
  const next = await startWeb({ ...race, settings });
  await eventually(() => expect(viewer.hellos).toHaveLength(2));
  // The new instance cannot know the way from before its start.
  const { epoch, version } = replica.head;
  expect(await viewer.resume({ epoch, version })).toEqual({ resync: true });
  replica.load(await fetchResults(next.url));
  expect(replica.present().runners.data).toHaveLength(40);
});
