import { expect, test } from 'vitest';

import { HOUR_MS, SECOND_MS } from '#shared/model/time.ts';
import { formatWallClock } from '#shared/model/wall-clock.ts';
import type { ResultsBody } from '#shared/wire/http-api.ts';
import type { ReadsBody } from '#shared/wire/reads-api.ts';
import { buildConfig, buildScan } from '#tests/support/builders.ts';
import { changeSettings } from '#tests/support/change-settings.ts';
import { ingestScans } from '#tests/support/ingest-scans.ts';
import { buildTap, openMarshals } from '#tests/support/marshals-race.ts';
import { type OrganisersWeb, provideOrganisersRace } from '#tests/support/organisers-race.ts';

const openRace = provideOrganisersRace();
/** Start times are in whole seconds. */
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
  // A zone without clock changes.
  const timeZone = 'UTC';
  const raceStart = formatWallClock(GUN_MS, timeZone);
  await changeSettings(
    race.store,
    (config) => buildConfig({ ...config, raceStart, timeZone }),
    'test',
  );
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

test('[HT1 HT2 CL69 MA2] a time by hand finishes a runner on every instance, once however often sent, until a late read of a mat arrives', async () => {
  const { there, pass, tell, readReports, ingest, send } = await openFinish();
  const tap = timed('177', 345);
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
