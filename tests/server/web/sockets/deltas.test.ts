import { expect, test } from 'vitest';

import { USUAL_COURSES } from '#shared/model/courses.ts';
import type { Runner } from '#shared/model/runner.ts';
import { MINUTE_MS } from '#shared/model/time.ts';
import { buildConfig, buildRunner, buildScan } from '#tests/support/builders.ts';
import { changeSettings } from '#tests/support/change-settings.ts';
import { eventually } from '#tests/support/eventually.ts';
import { provideFileRedis, type TestRace } from '#tests/support/file-redis.ts';
import { ingestScans } from '#tests/support/ingest-scans.ts';
import { GUN_MS } from '#tests/support/live-field.ts';
import { stageRace } from '#tests/support/staged-race.ts';
import { startWeb } from '#tests/support/start-web.ts';
import { connectViewer, fetchResults, type Viewer, withoutPlaces } from '#tests/support/viewer.ts';

const { openRace } = provideFileRedis();

const MOBILE = '07700900123';
const BAND = '987654';

const RUNNER = buildRunner({
  runnerId: 'sian',
  bandId: BAND,
  firstName: 'Siân',
  lastName: 'Llŷr-O’Brien',
  mobileNumber: MOBILE,
});

/** A race with Siân and three others, watched by one viewer. */
async function openWatchedRace(): Promise<{ race: TestRace; viewer: Viewer; url: string }> {
  const race = await openRace();
  const others = ['PB', 'BB', 'UB'] as const;
  const runners = [RUNNER, ...others.map((event) => buildRunner({ event, mobileNumber: MOBILE }))];
  await stageRace(race, { runners });
  const web = await startWeb(race);
  return { race, viewer: await connectViewer(web.url), url: web.url };
}

async function read(race: TestRace, points: Parameters<typeof buildScan>[0]): Promise<void> {
  await ingestScans(race.redis, race.keys, [buildScan({ bandId: BAND, ...points })]);
}

test('[PR8 PR36] a runner new to the list has all fields of GET /api but places, then only those that changed', async () => {
  const { race, viewer, url } = await openWatchedRace();
  const { epoch, version } = await race.store.readHead();
  await read(race, { points: ['cp1'], timeMs: GUN_MS + 20 * MINUTE_MS });
  await eventually(() => expect(viewer.deltas).toHaveLength(1));
  const [row = expect.fail()] = (await fetchResults(url)).runners.data;
  const racing = { status: 'racing', isDisqualified: false, checkPointOne: '00:20:00' } as const;
  const whole = { ...withoutPlaces(row), ...racing };
  const totals = { ...USUAL_COURSES.byEvent(() => 0), BB: 1, PB: 2, UB: 1 };
  expect(viewer.deltas[0]).toEqual({
    epoch,
    version: version + 1,
    from: version,
    upsert: [whole],
    remove: [],
    totals,
  });

  await read(race, { points: ['finish'], timeMs: GUN_MS + 60 * MINUTE_MS + 1 });
  await eventually(() => expect(viewer.deltas).toHaveLength(2));
  expect(viewer.deltas[1]).toEqual({
    epoch,
    version: version + 2,
    from: version + 1,
    upsert: [
      { runnerId: 'sian', status: 'finished', totalTime: '01:00:01', totalMs: 60 * MINUTE_MS + 1 },
    ],
    remove: [],
    totals,
  });
});

test('[PR8] no frame and no answer ever holds a wristband, a phone number or, on the socket, a place', async () => {
  const { race, viewer, url } = await openWatchedRace();
  await read(race, { points: ['start'], timeMs: GUN_MS - MINUTE_MS });
  await read(race, { points: ['cp1'], timeMs: GUN_MS + 20 * MINUTE_MS });
  const [ageGroup = ''] = USUAL_COURSES.categories;
  const runner: Runner = { ...RUNNER, ageGroup, overrideTime: '1:02:03', rev: 2 };
  await race.store.commit({
    set: [{ key: race.keys.runners, field: runner.runnerId, value: JSON.stringify(runner) }],
    ops: [{ op: 'put-runner', runner }],
    audit: { by: 'x', action: 'save' },
  });
  await changeSettings(race.store, (config) => ({ ...config, closed: true }), 'x');
  await read(race, { points: ['finish'], timeMs: GUN_MS + 60 * MINUTE_MS });
  // An unassigned wristband is never mentioned.
  await ingestScans(race.redis, race.keys, [buildScan({ bandId: '123454321' })]);
  const { epoch, version } = await race.store.readHead();
  await eventually(() => expect(viewer.deltas.at(-1)?.version).toBe(version));
  const reply = await viewer.resume({ epoch, version: version - 5 });
  expect(reply).toHaveProperty('results');
  const wire = viewer.frames.join('\n');
  expect(wire).toContain('"01:02:03"');
  expect(wire).not.toMatch(/Position|totalRunners|bandId|bandID|raceNumber|mobileNumber|rev"/);
  const body = JSON.stringify(await fetchResults(url));
  for (const secret of [MOBILE, BAND, '123454321']) {
    expect(wire).not.toContain(secret);
    expect(body).not.toContain(secret);
  }
});

test('[PR12 PR20] changed settings are sent whole, with the time of the server', async () => {
  const { race, viewer, url } = await openWatchedRace();
  const config = buildConfig({ pageTitle: 'Ras y Mynyddoedd', closed: true });
  const beforeMs = Date.now();
  await changeSettings(race.store, () => config, 'x');
  await eventually(() => expect(viewer.configs).toHaveLength(1));
  const { serverTime, ...sent } = viewer.configs[0] ?? {};
  expect(serverTime).toBeGreaterThanOrEqual(beforeMs);
  expect(sent).toMatchObject(config);
  const fetched: object = await (await fetch(`${url}/config`)).json();
  expect(fetched).toMatchObject(sent);
});

test('[PR15] an import sends everyone to load again, with the new settings', async () => {
  const { race, viewer, url } = await openWatchedRace();
  await read(race, { points: ['cp1'], timeMs: GUN_MS + 20 * MINUTE_MS });
  await eventually(() => expect(viewer.deltas).toHaveLength(1));
  const before = await race.store.readHead();
  await race.store.replaceRunners([buildRunner({ runnerId: 'new' })], { by: 'x' });
  const head = await race.store.readHead();
  // Two messages, whichever is the first.
  await eventually(() => {
    expect(viewer.resyncs).toEqual([head]);
    expect(viewer.configs).toHaveLength(1);
  });
  expect(head.epoch).not.toBe(before.epoch);
  expect(viewer.deltas).toHaveLength(1);
  expect(await fetchResults(url)).toMatchObject({ ...head, runners: { data: [] } });
});
