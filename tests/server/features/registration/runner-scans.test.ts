import { expect, test } from 'vitest';

import type { TimePoint } from '#shared/model/time-point.ts';
import { MINUTE_MS } from '#shared/model/time.ts';
import type { RunnerScansBody } from '#shared/wire/runners-api.ts';
import { buildConfig, buildRunner, buildScan } from '#tests/support/builders.ts';
import { changeSettings } from '#tests/support/change-settings.ts';
import { ingestScans } from '#tests/support/ingest-scans.ts';
import { GUN_MS } from '#tests/support/live-field.ts';
import { provideOrganisersRace } from '#tests/support/organisers-race.ts';

const openRace = provideOrganisersRace();
const at = (minute: number): number => GUN_MS + minute * MINUTE_MS;

test('[CL62] every scan of a runner has its verdict, in order of time, also after a DNF', async () => {
  const race = await openRace();
  const runners = [
    buildRunner({ runnerId: 'out', bandId: '144', overrideTime: '00:00:01' }),
    buildRunner({ runnerId: 'unseen', bandId: '145' }),
  ];
  await race.store.replaceRunners(runners, { by: 'test' });
  await changeSettings(race.store, () => buildConfig(), 'test');
  const reads: readonly (readonly [minute: number, ...points: TimePoint[]])[] = [
    [61, 'cp2'],
    [60, 'finish'],
    [4, 'start', 'finish'],
    [5, 'finish'],
    [30, 'cp1'],
    [31, 'cp1'],
    [32, 'cp5'],
    [-1, 'cp1'],
  ];
  const scans = reads.map(([minute, ...points]) =>
    buildScan({ bandId: '144', points, timeMs: at(minute) }),
  );
  await ingestScans(race.redis, race.keys, scans);
  const web = await race.serve();
  const readScans = async (runnerId: string) =>
    (await web.as(race.helper).get(`/apiadmin/${runnerId}/scans`).expect(200))
      .body as RunnerScansBody;
  const body = await readScans('out');
  expect(body.scans.map(({ timeMs, verdict, countedAt }) => [timeMs, verdict, countedAt])).toEqual([
    [at(-1), 'before-start', []],
    [at(4), 'counted', ['start']],
    [at(5), 'too-early', []],
    [at(30), 'counted', ['cp1']],
    [at(31), 'duplicate', []],
    [at(32), 'wrong-course', []],
    [at(60), 'counted', ['finish']],
    [at(61), 'after-finish', []],
  ]);
  expect(body).toMatchObject({ ...(await race.store.readHead()), status: 'dnf' });
  expect(body.scans[1]).toEqual({
    time: '2026-06-20T09:04:00.000Z',
    timeMs: at(4),
    points: ['start', 'finish'],
    source: 'mat-1',
    verdict: 'counted',
    countedAt: ['start'],
  });
  expect(await readScans('unseen')).toMatchObject({ status: 'racing', scans: [] });
  for (const nobody of ['nobody', '__proto__']) {
    expect(await readScans(nobody)).toMatchObject({ status: null, scans: [] });
  }
});
