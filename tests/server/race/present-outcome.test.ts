import { describe, expect, test } from 'vitest';

import { presentOutcome } from '#server/race/present-runner.ts';
import { RaceState } from '#server/race/race-state.ts';
import { asRunnerId } from '#shared/model/ids.ts';
import type { RaceConfig } from '#shared/model/race-config.ts';
import type { RunnerOutcome } from '#shared/wire/runners-api.ts';
import { buildConfig, buildRunner, type RunnerOverrides } from '#tests/support/builders.ts';
import { clock, NO_GUN, scanOf } from '#tests/scoring/run-scoring.ts';

/** The outcome of a PB runner with band 101, among others who finish after 60 and 70 minutes. */
function outcomeOf(
  scans: readonly string[],
  runner: RunnerOverrides = {},
  config: Partial<RaceConfig> = {},
): RunnerOutcome {
  const own = buildRunner({ runnerId: 'own', bandId: '101', ageGroup: 'F40', ...runner });
  const others = ['60', '70'].map((minutes) =>
    buildRunner({
      runnerId: minutes,
      bandId: undefined,
      ageGroup: 'F50',
      overrideTime: `1:${minutes === '60' ? '00' : '10'}:00`,
    }),
  );
  const state = RaceState.of({
    config: buildConfig(config),
    runners: [own, ...others],
    scans: scans.map((text) => scanOf(text)),
  });
  const scored = state.findScored(asRunnerId('own'));
  if (!scored) throw new Error('The runner is missing.');
  return presentOutcome(scored, state, clock('12:00:00'));
}

const minutes = (count: number): number => count * 60_000;
const FINISH = ['10:02:00 start', '10:30:00 cp1', '11:05:00 finish'];

describe('the outcome of a runner', () => {
  test('[CL62 ST5] a finisher has the official time, those by gun and by chip, and the places', () => {
    const byGun = outcomeOf(FINISH, {}, { timing: 'gun' });
    expect(byGun).toEqual({
      isListed: true,
      isOnCourseByGun: false,
      status: 'finished',
      override: null,
      startMs: clock('10:00:00'),
      start: { kind: 'race', ms: clock('10:00:00') },
      totalMs: minutes(65),
      gun: minutes(65),
      chip: minutes(63),
      hasFinish: true,
      seen: { slot: 0, elapsedMs: minutes(30) },
      places: {
        overall: { place: 2, placed: 3, listed: 3 },
        sex: { place: 2, placed: 3, listed: 3 },
        ageGroup: { place: 1, placed: 1, listed: 1 },
      },
    });
    expect(outcomeOf(FINISH, {}, { timing: 'chip' }).totalMs).toBe(minutes(63));
  });

  const unlisted = { isListed: false, status: 'racing', totalMs: null, places: null };
  const CP1 = ['10:02:00 start', '10:30:00 cp1'];

  test.each<[string, ...Parameters<typeof outcomeOf>, object]>([
    ['no gun: no time by gun', FINISH, {}, NO_GUN, { gun: null, chip: minutes(63) }],
    [
      'no start read: no time by chip',
      ['11:05:00 finish'],
      {},
      {},
      { gun: minutes(65), chip: null },
    ],
    [
      'a total by hand, with the time of the scans',
      FINISH,
      { overrideTime: '0:55:00' },
      {},
      {
        override: 'total',
        totalMs: minutes(55),
        gun: minutes(65),
        places: { overall: { place: 1 } },
      },
    ],
    [
      'DNF, with the time of the scans',
      FINISH,
      { overrideTime: '00:00:01' },
      {},
      { override: 'dnf', status: 'dnf', totalMs: null, gun: minutes(65), places: null },
    ],
    [
      'a total by hand without scans',
      [],
      { bandId: undefined, overrideTime: '0:55:00' },
      {},
      { isListed: true, totalMs: minutes(55), gun: null, chip: null },
    ],
    [
      'on course: the last point and the places there',
      CP1,
      {},
      {},
      {
        status: 'racing',
        totalMs: null,
        seen: { slot: 0, elapsedMs: minutes(30) },
        places: { overall: { place: 1, placed: 1, listed: 3 } },
      },
    ],
    ['not read, after a mass start', [], {}, {}, { ...unlisted, isOnCourseByGun: true }],
    ['not read, without a gun', [], {}, NO_GUN, { ...unlisted, isOnCourseByGun: false }],
  ])('[CL62 ST11] %s', (_name, scans, runner, config, expected) =>
    expect(outcomeOf(scans, runner, config)).toMatchObject(expected),
  );

  test('[CL62 PV1] a private runner has a time and only the overall place', () => {
    const { totalMs, places } = outcomeOf(FINISH, { isPrivate: true });
    expect(totalMs).toBe(minutes(65));
    expect(places?.overall).toEqual({ place: 2, placed: 3, listed: 3 });
    expect(places?.sex).toBeNull();
  });
});
