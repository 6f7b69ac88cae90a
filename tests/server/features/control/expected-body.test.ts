import { expect, test } from 'vitest';

import { createExpectedBody } from '#server/features/control/control-routes.ts';
import { LiveRace } from '#server/race/live-race.ts';
import { RaceForecasts } from '#server/race/race-forecasts.ts';
import { USUAL_COURSES } from '#shared/model/courses.ts';
import { createForecast } from '#shared/forecast/forecast.ts';
import { type EpochMs, MINUTE_MS, SECOND_MS } from '#shared/model/time.ts';
import type { ExpectedBody } from '#shared/wire/control-api.ts';
import { buildConfig, buildRunner, buildScan } from '#tests/support/builders.ts';
import { GUN_MS } from '#tests/support/live-field.ts';

/** Finishers; then one runner past the first point, one DNF and one never read. */
function listField() {
  const runners = Array.from({ length: 40 }, (_, at) =>
    buildRunner({ runnerId: `r${at}`, bandId: String(at + 1) }),
  );
  const scans = runners.flatMap(({ bandId = '' }, at) => [
    buildScan({ bandId, points: ['cp1'], timeMs: GUN_MS + 20 * MINUTE_MS + at * SECOND_MS }),
    buildScan({ bandId, points: ['cp2'], timeMs: GUN_MS + 50 * MINUTE_MS + at * SECOND_MS }),
    buildScan({ bandId, timeMs: GUN_MS + 100 * MINUTE_MS + at * SECOND_MS }),
  ]);
  const out = [
    buildRunner({ runnerId: 'out', bandId: '90000' }),
    buildRunner({ runnerId: 'dnf', bandId: '90001', overrideTime: '00:00:01' }),
  ];
  const late = out.map(({ bandId = '' }) =>
    buildScan({ bandId, points: ['cp1'], timeMs: GUN_MS + 30 * MINUTE_MS }),
  );
  return {
    runners: [...runners, ...out, buildRunner({ runnerId: 'never', bandId: '90009' })],
    scans: [...scans, ...late],
  };
}

/** A race with such a field and a clock that can be moved. */
function openField(startMs: EpochMs) {
  const clock = { nowMs: startMs };
  const race = new LiveRace();
  race.load({ epoch: 'e', version: 1 }, { config: buildConfig(), ...listField() });
  const body = createExpectedBody(race, new RaceForecasts(race));
  const read = async (): Promise<ExpectedBody> =>
    JSON.parse((await body.get(clock.nowMs).encode('identity')).toString('utf8')) as ExpectedBody;
  return { race, clock, body, read };
}

test('[CL65 XP1] only runners on course are expected at the next point, as in the public forecast', async () => {
  const { race, read } = openField(GUN_MS + 35 * MINUTE_MS);
  const { standings } = race;
  const result = standings.find('out');
  if (!result) throw new Error('not listed');
  const [next] = createForecast(standings.listed('PB'), 'PB', standings.courses).expect(result);
  if (!next || next.stage === 'finish') throw new Error('nothing is expected');
  expect(await read()).toEqual({
    epoch: 'e',
    version: 1,
    expected: [
      {
        runnerId: 'out',
        point: USUAL_COURSES.slots[next.stage]?.point,
        expectedMs: Math.round(GUN_MS + next.elapsedMs),
        latestMs: Math.round(GUN_MS + next.latestMs),
      },
    ],
  });
});

test('[CL65] the body is the same until the race changes or half a minute has passed', async () => {
  const startMs = Math.ceil((GUN_MS + 35 * MINUTE_MS) / (30 * SECOND_MS)) * 30 * SECOND_MS;
  const { race, clock, body, read } = openField(startMs);
  const first = body.get(clock.nowMs);
  clock.nowMs = startMs + 29 * SECOND_MS;
  expect(body.get(clock.nowMs)).toBe(first);
  clock.nowMs = startMs + 30 * SECOND_MS;
  expect(body.get(clock.nowMs).etag).not.toBe(first.etag);
  const scan = buildScan({ bandId: '90009', points: ['cp1'], timeMs: GUN_MS + 34 * MINUTE_MS });
  race.apply({ epoch: 'e', version: 2, ops: [{ op: 'add-scan', scan }] });
  clock.nowMs = startMs + 31 * SECOND_MS;
  const { expected } = await read();
  expect(expected.map(({ runnerId }) => runnerId)).toContain('never');
});
