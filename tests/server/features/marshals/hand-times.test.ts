import { expect, test } from 'vitest';

import { createRequestId } from '#client/live/request-id.ts';
import { HOUR_MS, MINUTE_MS, SECOND_MS } from '#shared/model/time.ts';
import { formatWallClock } from '#shared/model/wall-clock.ts';
import type { ResultsBody } from '#shared/wire/http-api.ts';
import type { ReadsBody, SourcesBody } from '#shared/wire/reads-api.ts';
import type { RunnerScansBody } from '#shared/wire/runners-api.ts';
import { buildConfig, buildScan } from '#tests/support/builders.ts';
import { ingestScans } from '#tests/support/ingest-scans.ts';
import { buildTap, openMarshals } from '#tests/support/marshals-race.ts';
import { type OrganisersWeb, provideOrganisersRace } from '#tests/support/organisers-race.ts';

const openRace = provideOrganisersRace();
/** A whole second, as a gun is. */
const GUN_MS = Math.floor((Date.now() - 2 * HOUR_MS) / SECOND_MS) * SECOND_MS;
const FINISH_MS = GUN_MS + HOUR_MS;
const DAI = 'Dai, marshal at finish';

const timed = (bib: string, afterMs = 0) =>
  buildTap({ kind: 'timed', bib, atMs: FINISH_MS + afterMs });

const readTotals = async (web: OrganisersWeb) => {
  const { body } = await web.http.get('/api').expect(200);
  const { data } = (body as ResultsBody).runners;
  return Object.fromEntries(data.map(({ runnerId, totalMs }) => [runnerId, totalMs]));
};

async function openFinish() {
  const marshals = await openMarshals(await openRace(), [
    { runnerId: 'ann', bandId: '1', bibNumber: '177', event: 'PB' },
    { runnerId: 'bob', bandId: '2', bibNumber: '377', event: 'PB' },
  ]);
  const { race, here, there } = marshals;
  // Where no hour comes twice.
  const timeZone = 'UTC';
  const raceStart = formatWallClock(GUN_MS, timeZone);
  await race.store.saveConfig((config) => buildConfig({ ...config, raceStart, timeZone }), 'test');
  const pass = await marshals.openPass({ point: 'finish' });
  const list = async (verdict: string) =>
    (await here.as(race.helper).get('/apiadmin/reads').query({ verdict }).expect(200))
      .body as ReadsBody;
  const ingest = (bandId: string, afterMs: number) =>
    ingestScans(race.redis, race.keys, [
      buildScan({ bandId, timeMs: FINISH_MS + afterMs, source: 'mat' }),
    ]);
  return { ...marshals, here, there, pass, list, ingest };
}

test('[HT1 HT2 CL69 MA2] a time by hand finishes a runner on every instance, once however often sent, until an offline mat’s read arrives', async () => {
  const { there, pass, tell, readReports, ingest, send } = await openFinish();
  const tap = timed('177', 345);
  // The answers of both may be lost, and one may come twice.
  await Promise.all([send(pass, [tap]), send(pass, [tap], there), send(pass, [tap])]);
  expect(await tell(pass, [tap], there)).toEqual([{ reportId: tap.reportId, outcome: 'reported' }]);
  const stored = await readReports('ann');
  expect(stored).toMatchObject([
    {
      reportId: tap.reportId,
      kind: 'seen',
      isTimed: true,
      point: 'finish',
      atMs: tap.atMs,
      by: DAI,
    },
  ]);
  await expect.poll(() => readTotals(there)).toEqual({ ann: HOUR_MS + 345 });
  await ingest('1', -255);
  await expect.poll(() => readTotals(there)).toEqual({ ann: HOUR_MS - 255 });
  await tell(pass, [buildTap({ kind: 'undo', bib: '', of: tap.reportId })]);
  expect(await readTotals(there)).toEqual({ ann: HOUR_MS - 255 });
});

test('[HT2 HT5 CL44 EX2] organisers see both timings side by side, and times by hand in a runner’s scans and the export', async () => {
  const { race, here, pass, tell, list, ingest } = await openFinish();
  await ingest('1', 0);
  await ingest('2', 2 * MINUTE_MS);
  await tell(pass, [timed('177', 400), timed('377', MINUTE_MS), timed('177', 4 * MINUTE_MS)]);
  await expect.poll(async () => (await list('by-hand')).count).toBe(3);
  const { reads } = await list('by-hand');
  expect(
    reads.map(({ verdict, hand, source, bandID }) => [verdict, hand?.mat?.timeMs, source, bandID]),
  ).toEqual([
    ['duplicate', FINISH_MS, DAI, 'by hand'],
    ['counted', FINISH_MS + 2 * MINUTE_MS, DAI, 'by hand'],
    ['duplicate', FINISH_MS, DAI, 'by hand'],
  ]);
  // The one of 0.4 s is no difference; the mat's of the other runner does not count.
  const differs = (await list('hand-differs')).reads;
  expect(differs.map(({ timeMs }) => timeMs - FINISH_MS)).toEqual([4 * MINUTE_MS, MINUTE_MS]);
  const { body } = await here.as(race.helper).get('/apiadmin/bob/scans').expect(200);
  expect((body as RunnerScansBody).scans).toMatchObject([
    { isByHand: true, verdict: 'counted', source: DAI },
    { verdict: 'duplicate', source: 'mat' },
  ]);
  const csv = await here.http.get('/results.csv?race=PB').expect(200);
  const lines = csv.text.trim().split('\r\n');
  expect(lines[0]?.endsWith(',Results,By hand')).toBe(true);
  expect(lines.filter((line) => line.endsWith(',finish'))).toHaveLength(1);
});

test('[HT6 HT7 CL63] a half-read bib is decided at race control and is a time then; a source of invented times is made void by one correction', async () => {
  const { race, here, there, pass, tell, readControl } = await openFinish();
  const tap = timed('?77', 120);
  expect(await tell(pass, [tap])).toMatchObject([{ outcome: 'to-check' }]);
  const [sighting] = await readControl('sighting');
  expect(sighting?.sighting).toEqual({ kind: 'timed', bib: '?77', seenMs: tap.atMs });
  const report = {
    reportId: tap.reportId,
    kind: 'seen',
    isTimed: true,
    point: 'finish',
    atMs: tap.atMs,
    saidBy: sighting?.by,
  };
  const editor = await race.signIn('ros@example.org', 'results');
  const post = (body: object, token = editor) =>
    here.as(token).post('/apiadmin/bob/reports').send(body);
  const others = [race.helper, await race.signIn('med@example.org', 'medical')];
  for (const token of others) await post(report, token).expect(403);
  await post({ ...report, saidBy: 'Her sister, 07700 900123' }).expect(409);
  await post({ ...report, point: undefined }).expect(400);
  await post({ ...report, kind: 'note' }).expect(400);
  await post(report).expect(200);
  for (const token of others) {
    await here.as(token).post(`/apiadmin/bob/reports/${tap.reportId}/undo`).expect(403);
  }
  await tell(pass, [timed('177', 60_000)]);
  await expect.poll(() => readTotals(there)).toEqual({ ann: HOUR_MS + 60_000, bob: HOUR_MS + 120 });
  const { body } = await here.as(race.admin).get('/apiadmin/reads/sources').expect(200);
  const [source] = (body as SourcesBody).sources;
  expect(source).toMatchObject({ source: DAI, reads: 2, lastAt: [] });
  await here
    .as(race.admin)
    .post('/corrections')
    .send({
      correctionId: createRequestId(),
      reads: { kind: 'source', source: DAI, fromMs: GUN_MS, untilMs: FINISH_MS + HOUR_MS },
      action: { kind: 'void' },
      reason: 'A pass that was passed on',
    })
    .expect(200);
  await expect.poll(() => readTotals(there)).toEqual({});
});
