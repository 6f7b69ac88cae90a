import { expect, test } from 'vitest';

import type { TimePoint } from '#shared/model/time-point.ts';
import { type EpochMs, MINUTE_MS } from '#shared/model/time.ts';
import type { RunnerScansBody, SaveRunnerReply } from '#shared/wire/runners-api.ts';
import { buildConfig, buildRunner, buildScan } from '#tests/support/builders.ts';
import { changeSettings } from '#tests/support/change-settings.ts';
import { eventually } from '#tests/support/eventually.ts';
import { ingestScans } from '#tests/support/ingest-scans.ts';
import {
  type OrganisersRace,
  type OrganisersWeb,
  provideOrganisersRace,
} from '#tests/support/organisers-race.ts';
import { fillForm } from '#tests/support/runner-forms.ts';

const openRace = provideOrganisersRace();
const GUN_MS = Date.UTC(2026, 5, 20, 9);

const atMinute = (minute: number): EpochMs => GUN_MS + minute * MINUTE_MS;

async function openStartedRace(bands: readonly string[]): Promise<OrganisersRace> {
  const race = await openRace();
  const runners = bands.map((bandId) => buildRunner({ runnerId: `r-${bandId}`, bandId }));
  await race.store.replaceRunners(runners, { by: 'test' });
  await changeSettings(race.store, () => buildConfig(), 'test');
  return race;
}

async function scan(
  race: OrganisersRace,
  bandId: string,
  ...reads: readonly (readonly [minute: number, ...points: TimePoint[]])[]
): Promise<void> {
  const scans = reads.map(([minute, ...points]) =>
    buildScan({ bandId, points, timeMs: atMinute(minute) }),
  );
  await ingestScans(race.redis, race.keys, scans);
}

async function setOverride(
  web: OrganisersWeb,
  token: string,
  runnerId: string,
  overrideTime: string,
) {
  const raceNumber = Number(runnerId.slice(2));
  const dataBlob = fillForm({ runnerId, raceNumber, overrideTime });
  const { body } = await web.as(token).post('/api').send({ dataBlob });
  expect((body as SaveRunnerReply).result).toBe('Success');
}

async function readScans({ as }: OrganisersWeb, token: string, id: string) {
  const { body } = await as(token).get(`/apiadmin/${id}/scans`).expect(200);
  return body as RunnerScansBody;
}

test('[CL62] every scan of a runner has its verdict, in the order of time, also after a DNF', async () => {
  const race = await openStartedRace(['144', '145']);
  const web = await race.serve();
  await setOverride(web, race.helper, 'r-144', '00:00:01');
  await scan(race, '144', [61, 'cp2'], [60, 'finish'], [4, 'start', 'finish'], [5, 'finish']);
  await scan(race, '144', [30, 'cp1'], [31, 'cp1'], [32, 'cp5'], [-1, 'cp1']);
  await eventually(async () => {
    const { scans } = await readScans(web, race.helper, 'r-144');
    expect(scans.map(({ timeMs, verdict, countedAt }) => [timeMs, verdict, countedAt])).toEqual([
      [atMinute(-1), 'before-start', []],
      [atMinute(4), 'counted', ['start']],
      [atMinute(5), 'too-early', []],
      [atMinute(30), 'counted', ['cp1']],
      [atMinute(31), 'duplicate', []],
      [atMinute(32), 'wrong-course', []],
      [atMinute(60), 'counted', ['finish']],
      [atMinute(61), 'after-finish', []],
    ]);
  });
  const body = await readScans(web, race.helper, 'r-144');
  expect(body).toMatchObject({ ...(await race.store.readHead()), status: 'dnf' });
  expect(body.scans[1]).toEqual({
    time: '2026-06-20T09:04:00.000Z',
    timeMs: atMinute(4),
    points: ['start', 'finish'],
    source: 'mat-1',
    verdict: 'counted',
    countedAt: ['start'],
  });
  expect(await readScans(web, race.helper, 'r-145')).toMatchObject({ status: 'racing', scans: [] });
  for (const nobody of ['nobody', '__proto__']) {
    expect(await readScans(web, race.helper, nobody)).toMatchObject({ status: null, scans: [] });
  }
});
