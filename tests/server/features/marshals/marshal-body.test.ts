import { expect, test } from 'vitest';

import { MarshalBodies } from '#server/features/marshals/marshal-bodies.ts';
import { LiveRace } from '#server/race/live-race.ts';
import type { MarshalPass } from '#server/race/marshal-pass.ts';
import { RaceForecasts } from '#server/race/race-forecasts.ts';
import { USUAL_COURSES } from '#shared/model/courses.ts';
import { createForecast, lookAhead } from '#shared/forecast/forecast.ts';
import { type EpochMs, MINUTE_MS, SECOND_MS } from '#shared/model/time.ts';
import { pointOf } from '#shared/scoring/stages.ts';
import { type MarshalBody, MAX_DUE_NAMED } from '#shared/wire/marshal-api.ts';
import { buildConfig, buildRunner, buildScan } from '#tests/support/builders.ts';
import { eventually } from '#tests/support/eventually.ts';
import { GUN_MS } from '#tests/support/live-field.ts';
import { buildTap, openMarshals } from '#tests/support/marshals-race.ts';
import { provideOrganisersRace } from '#tests/support/organisers-race.ts';

const openRace = provideOrganisersRace();
const PASS: MarshalPass = {
  passId: 'a'.repeat(64),
  point: 'cp3',
  name: 'Dai',
  untilMs: GUN_MS + 600 * MINUTE_MS,
  madeMs: GUN_MS,
};

/** Runners past all points; then one past the first point and one never read. */
function openField(count: number, startMs: EpochMs) {
  const clock = { nowMs: startMs };
  const race = new LiveRace();
  const through = Array.from({ length: count }, (_, at) =>
    buildRunner({ runnerId: `r${at}`, bandId: String(at + 1), bibNumber: String(at + 1) }),
  );
  const scans = through.flatMap(({ bandId = '' }, at) =>
    (['cp1', 'cp2', 'cp3'] as const).map((point, leg) =>
      buildScan({
        bandId,
        points: [point],
        timeMs: GUN_MS + (20 + 30 * leg) * MINUTE_MS + at * SECOND_MS,
      }),
    ),
  );
  const late = ['90001', '90002'].map((bandId) =>
    buildRunner({ runnerId: `l${bandId}`, bandId, bibNumber: bandId }),
  );
  const seen = buildScan({
    bandId: '90001',
    points: ['cp1'],
    timeMs: GUN_MS + 30 * MINUTE_MS,
  });
  race.load(
    { epoch: 'e', version: 1 },
    { config: buildConfig(), runners: [...through, ...late], scans: [...scans, seen] },
  );
  const bodies = new MarshalBodies(race, new RaceForecasts(race), () => clock.nowMs);
  const read = async (pass: MarshalPass = PASS): Promise<MarshalBody> =>
    JSON.parse((await (await bodies.get(pass)).encode('identity')).toString('utf8')) as MarshalBody;
  return { race, clock, bodies, read };
}

test('[CL68 MA5 XP1 XP7] due runners are expected at the pass’s point as in the public forecast, also two points ahead', async () => {
  const { race, clock, read } = openField(40, GUN_MS + 35 * MINUTE_MS);
  const result = race.standings.find('l90001');
  if (!result) throw new Error('not listed');
  const ahead = createForecast(race.standings.listed('PB'), 'PB', USUAL_COURSES).expect(result);
  const stage = ahead.find((one) => pointOf(one.stage, USUAL_COURSES) === 'cp3');
  if (!stage) throw new Error('not expected there');
  expect(ahead.indexOf(stage)).toBe(1);
  const startedMs = result.startedAtMs ?? Number.NaN;
  const outlook = lookAhead(stage, clock.nowMs - startedMs);
  const body = await read();
  expect(body.due[0]).toMatchObject({
    bib: '90001',
    expectedMs: Math.round(startedMs + outlook.elapsedMs),
    latestMs: Math.round(startedMs + outlook.latestMs),
  });
  const { point, name, untilMs } = PASS;
  const shown = { title: 'Ras Beca', timeZone: 'Europe/London', serverMs: clock.nowMs };
  expect(body).toMatchObject({ point, name, untilMs, ...shown, passedCount: 40, outCount: 0 });
  expect(body.bibs).toContain('90001');
});

test('[CL68] the phones of a point share its due runners, each with its own ETag, name and time', async () => {
  const startMs = Math.ceil((GUN_MS + 35 * MINUTE_MS) / (30 * SECOND_MS)) * 30 * SECOND_MS;
  const { race, clock, bodies, read } = openField(40, startMs);
  const first = await bodies.get(PASS);
  clock.nowMs = startMs + 29 * SECOND_MS;
  expect((await bodies.get(PASS)).etag).toBe(first.etag);
  expect((await read()).serverMs).toBe(clock.nowMs);
  const mair = { ...PASS, passId: 'b'.repeat(64), name: 'Mair' };
  expect((await bodies.get(mair)).etag).not.toBe(first.etag);
  expect(await read(mair)).toMatchObject({ name: 'Mair', passedCount: 40 });
  clock.nowMs = startMs + 30 * SECOND_MS;
  const second = await bodies.get(PASS);
  expect(second.etag).not.toBe(first.etag);
  const scan = buildScan({ bandId: '90001', points: ['cp3'], timeMs: GUN_MS + 80 * MINUTE_MS });
  race.apply({ epoch: 'e', version: 2, ops: [{ op: 'add-scan', scan }] });
  clock.nowMs = startMs + 31 * SECOND_MS;
  expect((await read()).passedCount).toBe(41);
});

test('[CL68] the next due runners are named, with the bibs of all', async () => {
  const runners = Array.from({ length: MAX_DUE_NAMED + 5 }, (_, at) =>
    buildRunner({ bibNumber: String(at + 1), bandId: String(at + 1) }),
  );
  const race = new LiveRace();
  race.load({ epoch: 'e', version: 1 }, { config: buildConfig(), runners, scans: [] });
  const made = await new MarshalBodies(race, new RaceForecasts(race), () => GUN_MS).get(PASS);
  const body = JSON.parse((await made.encode('identity')).toString('utf8')) as MarshalBody;
  const bibs = runners.map(({ bibNumber }) => bibNumber);
  expect(body.due.map(({ bib }) => bib)).toEqual(bibs.slice(0, MAX_DUE_NAMED));
  expect(body.bibs).toEqual(bibs);
  expect(body.dueCount).toBe(bibs.length);
});

test('[CL68 MA5] GET /api/marshal answers 304 until a tap', async () => {
  const runners = ['77', '78'].map((bibNumber) => ({ bibNumber }));
  const { openPass, get, look, tell, here, there } = await openMarshals(await openRace(), runners);
  const pass = await openPass();
  await get(pass).expect('Cache-Control', 'private, no-cache').expect(200);
  // Every half a minute the body changes.
  await eventually(async () => {
    const { headers: sent } = await get(pass).expect(200);
    const again = await get(pass)
      .set('If-None-Match', sent['etag'] ?? '')
      .expect(304);
    expect(Number(again.headers['x-server-time'])).toBeGreaterThan(0);
  });
  await tell(pass, [buildTap()]);
  for (const web of [here, there]) {
    await eventually(async () => {
      expect(await look(pass, web)).toMatchObject({ bibs: ['78'], passedCount: 1, dueCount: 1 });
    });
  }
});
