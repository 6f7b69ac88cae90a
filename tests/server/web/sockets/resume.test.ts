import * as fc from 'fast-check';
import { expect, onTestFinished, test, vi } from 'vitest';

import { stopServer } from '#server/process/lifecycle.ts';
import { ResumeAnswers } from '#server/web/sockets/public-feed.ts';
import { changeSettings } from '#tests/support/change-settings.ts';
import { eventually } from '#tests/support/eventually.ts';
import { reservePort } from '#tests/support/free-port.ts';
import { provideFileRedis, type TestRace } from '#tests/support/file-redis.ts';
import { ingestScans } from '#tests/support/ingest-scans.ts';
import { buildField, buildReads } from '#tests/support/live-field.ts';
import { ChangingRace, scripts } from '#tests/support/random-changes.ts';
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

test('[PR1 PR8 PR9 PR14] after any changes and disconnections a viewer equals a fresh GET /api', async () => {
  const race = await openRace();
  const web = await startWeb(race);
  const { store, redis, keys } = race;
  let runs = 0;
  await fc.assert(
    fc.asyncProperty(
      scripts,
      fc.array(fc.nat({ max: 12 }), { maxLength: 4 }),
      async (script, cuts) => {
        runs += 1;
        const changing = new ChangingRace(`${runs}-`);
        await changeSettings(store, () => changing.config, 'x');
        await store.replaceRunners(changing.runners, { by: 'x' });
        const start = await fetchFresh({ ...race, web });
        const page = await openPage(web, new Replica(start));
        for (const [i, step] of script.entries()) {
          if (cuts.includes(i)) cutViewers(web);
          const ops = changing.take(step);
          await commitOps(race, ops);
        }
        const fresh = await fetchFresh({ ...race, web });
        await eventually(() =>
          expect({ ...page.replica.present(), serverTime: fresh.serverTime }).toEqual(fresh),
        );
        page.viewer.socket.disconnect();
        expect(fresh.runners.data.length).toBeLessThanOrEqual(changing.runners.length);
      },
    ),
    { numRuns: 20, seed: 20_260_620, endOnFailure: true },
  );
  expect(await redis.hLen(keys.runners)).toBeGreaterThan(0);
});

/** Closes every viewer's connection, except one that is just being made. */
function cutViewers({ context }: TestWeb): void {
  for (const socket of context.sockets.of('/').sockets.values()) socket.conn.close();
}

/** A page reduced to the rules of PROTOCOL.md: it resumes on every hello, at every gap and after every load. */
async function openPage(
  web: TestWeb,
  replica: Replica,
): Promise<{ viewer: Viewer; replica: Replica }> {
  const viewer = await connectViewer(web.url);
  const failures: unknown[] = [];
  onTestFinished(() => expect(failures).toEqual([]));
  const load = async (): Promise<void> => {
    const snapshot = await fetchResults(web.url);
    const { epoch, version } = replica.head;
    if (snapshot.epoch !== epoch || snapshot.version > version) replica.load(snapshot);
    // The snapshot may be slightly old, and messages received since may not fit it.
    await resume();
  };
  const resume = async (): Promise<void> => {
    const reply = await viewer.resume(replica.head);
    if ('results' in reply) {
      if (replica.take(reply.results) === 'reload') await load();
    } else if ('resync' in reply) await load();
  };
  const run = (work: Promise<void>): void => {
    // A connection that is cut while an answer is on its way asks again when it is back.
    work.catch((error: unknown) => {
      if (!/disconnect/.test(String(error))) failures.push(error);
    });
  };
  viewer.socket.on('hello', () => run(resume()));
  viewer.socket.on('resync', () => run(load()));
  viewer.socket.on('results', (delta) => {
    const outcome = replica.take(delta);
    if (outcome === 'gap') run(resume());
    if (outcome === 'reload') run(load());
  });
  run(resume());
  return { viewer, replica };
}

/** Makes a change as commands and scanners do: the reads by their script, all else in one commit. */
async function commitOps(
  { store, keys, redis }: TestRace,
  ops: ReturnType<ChangingRace['take']>,
): Promise<void> {
  const scans = ops.flatMap((op) => (op.op === 'add-scan' ? [op.scan] : []));
  if (scans.length > 0) {
    await ingestScans(redis, keys, scans);
    return;
  }
  const [only] = ops;
  if (only?.op === 'put-config') {
    await changeSettings(store, (current) => ({ ...current, ...only.config }), 'x');
    return;
  }
  if (ops.length === 0) return;
  await store.commit({
    expect: [],
    set: ops.flatMap((op) =>
      op.op === 'put-runner'
        ? [{ key: keys.runners, field: op.runner.runnerId, value: JSON.stringify(op.runner) }]
        : [],
    ),
    del: ops.flatMap((op) =>
      op.op === 'delete-runner' ? [{ key: keys.runners, field: op.runnerId }] : [],
    ),
    ops,
    audit: { by: 'x', action: 'save' },
  });
}
