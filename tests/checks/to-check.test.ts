import { expect, test } from 'vitest';

import { RaceState } from '#server/race/race-state.ts';
import type { RaceConfig } from '#shared/model/race-config.ts';
import type { Runner } from '#shared/model/runner.ts';
import type { Scan } from '#shared/model/scan.ts';
import { MOST_TO_CHECK } from '#shared/checks/to-check.ts';
import { type RunnerOverrides, buildConfig, buildRunner } from '#tests/support/builders.ts';
import { clock, scanOf } from '#tests/scoring/run-scoring.ts';

/** `10:05:00 cp1` by the band of each runner. */
type Day = readonly (readonly [RunnerOverrides, ...string[]])[];

const FULL = ['10:00:05 start', '10:30:00 cp1', '11:00:00 cp2', '11:30:00 cp3', '12:00:00 cp4'];
const WHOLE = [...FULL, '12:30:00 finish'];

/** So many who did all that was to be done, by their number. */
function crowd(count: number, reads: readonly string[] = WHOLE): Day {
  return Array.from({ length: count }, (_, at) => [{ lastName: `Crowd ${at}` }, ...reads]);
}

function check(day: Day, config: RaceConfig = buildConfig()) {
  const runners: Runner[] = [];
  const scans: Scan[] = [];
  for (const [at, [given, ...reads]] of day.entries()) {
    const runner = buildRunner({ bandId: String(at + 1), runnerId: `runner-${at}`, ...given });
    runners.push(runner);
    for (const text of reads) {
      const { bandId } = runner;
      if (bandId) scans.push({ ...scanOf(text, `mat-${at}`), bandId });
    }
  }
  const { count, runners: listed } = RaceState.of({ config, runners, scans }).toCheck;
  return {
    count,
    reasons: Object.fromEntries(listed.map((one) => [one.runnerId, one.reasons])),
    listed,
  };
}

const X = { runnerId: 'x' };

test('[MS7] a runner who passed every point is not to check, nor one never seen', () =>
  expect(check([...crowd(12), [{}], [{ bandId: undefined }]]).count).toBe(0));

test('[MS7] reads off the course since the start are to check', () => {
  const half = { ...X, event: 'BB' } as const;
  const points = ['cp2', 'cp4'];
  const ranked = check([[half, '10:50:00 cp2', '11:00:00 cp4', '11:05:00 cp2', '12:00:00 finish']]);
  expect(ranked.reasons['x']).toEqual([{ kind: 'other-course', points }]);
  expect(check([[half, '10:50:00 cp2', '11:00:00 cp4']]).reasons['x']).toEqual([
    { kind: 'other-course', points },
  ]);
  expect(check([[half, '07:50:00 cp2', '10:40:00 cp1']]).count).toBe(0);
});

test('[MS8] a mat off the course that half of an event pass is no reason', () => {
  const passing: Day = Array.from({ length: 10 }, () => [{ event: 'BB' }, '10:50:00 cp3']);
  expect(check(passing).count).toBe(0);
  expect(check(passing.slice(1)).count).toBe(9);
});

test('[MS7] a checkpoint or a start missed by a runner seen later is to check', () => {
  const { reasons } = check([
    ...crowd(3),
    [X, '10:00:05 start', '10:30:00 cp1', '12:00:00 cp4'],
    [{ runnerId: 'y' }, '10:30:00 cp1'],
    [{ runnerId: 'to-come' }, '10:00:05 start', '10:30:00 cp1'],
  ]);
  expect(reasons).toEqual({
    x: [{ kind: 'missed', points: ['cp2', 'cp3'], later: 'cp4' }],
    y: [{ kind: 'no-start' }],
  });
});

test('[MS7] reads at points after the finish are to check as an early finish, not as missed points', () => {
  const out = [X, ...FULL.slice(0, 2), '10:40:00 finish', '11:00:00 cp2', '12:00:00 cp4'] as const;
  const early = { kind: 'early-finish', atMs: clock('10:40:00') };
  expect(check([...crowd(3), out]).reasons).toEqual({
    x: [
      { ...early, points: ['cp2', 'cp4'] },
      { kind: 'missed', points: ['cp3'], later: 'finish' },
    ],
  });
  // All of the field came by: nobody can have missed what nobody has a split at.
  expect(check([out]).reasons).toEqual({ x: [{ ...early, points: ['cp2', 'cp4'] }] });
  const home = [X, ...FULL.slice(0, 4), '12:30:00 finish', '12:40:00 cp4'] as const;
  expect(check([...crowd(3), home]).reasons).toEqual({
    x: [{ kind: 'early-finish', atMs: clock('12:30:00'), points: ['cp4'] }],
  });
  expect(check([home]).count).toBe(0);
});

test('[MS7] without a gun, a runner without an own start is to check too', () => {
  const config = buildConfig({ raceStart: '' });
  expect(check([...crowd(2), [X, '10:30:00 cp1', '11:00:00 cp2']], config).reasons).toEqual({
    x: [{ kind: 'no-start' }],
  });
});

test('[MS8] a point that read less than half was missed by nobody', () => {
  const without = WHOLE.filter((read) => !/start|cp3/.test(read));
  expect(check([...crowd(4), ...crowd(4, without)]).count).toBe(4);
  expect(check([...crowd(4), ...crowd(5, without)]).count).toBe(0);
});

const run = (runnerId: string, ...rest: string[]): Day[number] => [
  { runnerId },
  ...FULL.slice(0, 2),
  ...rest,
];
const checked = (count: number, ...others: Day) => check([...crowd(count), ...others]).reasons;

test('[MS7] a leg far shorter than those of ten others is to check', () => {
  const soon = ['10:50:00 cp2', '11:20:00 cp3', '11:50:00 cp4'];
  const leg = { kind: 'fast-leg', from: 'cp1', to: 'cp2', legMs: 1_200_000, othersMs: 1_800_000 };
  expect(checked(10, run('x', ...soon))).toEqual({ x: [{ ...leg, asFast: 1 }] });
  expect(checked(9, run('x', ...soon))).toEqual({});
  // 21 minutes are 0.7 of the half hour that the others took.
  expect(checked(10, run('x', '10:51:00 cp2', '11:21:00 cp3', '11:51:00 cp4'))).toEqual({});
  // Two of twenty are named with each other, three of twenty are nothing strange.
  const named = [{ ...leg, asFast: 2 }];
  expect(checked(18, run('x', ...soon), run('y', ...soon))).toEqual({ x: named, y: named });
  expect(checked(17, run('x', ...soon), run('y', ...soon), run('z', ...soon))).toEqual({});
});

test('[MS7] runners of an event with the same bib are to check', () => {
  const bib = { bibNumber: 'w1' };
  const { reasons } = check([
    [{ ...bib, ...X }],
    [{ bibNumber: ' W1', runnerId: 'b' }],
    [{ ...bib, runnerId: 'a', overrideTime: '2:22:22' }],
    [{ ...bib, event: 'BB' }],
    [{ ...bib, bandId: undefined }],
    [{ ...bib, overrideTime: 'DNS' }],
    [{ bibNumber: '' }],
    [{ bibNumber: '' }],
  ]);
  expect(reasons).toEqual({
    x: [{ kind: 'same-bib', runnerId: 'a', others: 2 }],
    a: [{ kind: 'same-bib', runnerId: 'b', others: 2 }],
    b: [{ kind: 'same-bib', runnerId: 'a', others: 2 }],
  });
});

test.each(['00:00:01', 'DNS', '2:22:22'])(
  '[MS7] the override %s says that somebody has looked',
  (overrideTime) => {
    const strange = [...FULL.slice(0, 2), '10:40:00 cp6', '12:00:00 cp4'];
    expect(check([...crowd(3), [X, ...strange]]).reasons['x']).toHaveLength(2);
    expect(check([...crowd(3), [{ ...X, overrideTime }, ...strange]]).count).toBe(0);
  },
);

test('[MS7 AD9] the worst come first, each with every reason, at most 200', () => {
  const hole = ['10:00:05 start', '10:30:00 cp1', '11:30:00 cp3'] as const;
  const { listed } = check([
    ...crowd(9),
    [{ runnerId: 'start', lastName: 'A' }, '10:30:00 cp1'],
    [{ runnerId: 'hole', lastName: 'B' }, ...hole],
    [{ runnerId: 'other', lastName: 'C', bibNumber: 'W9' }, ...hole, '11:40:00 cp5'],
    [{ runnerId: 'bib', lastName: 'D', bibNumber: 'W9' }],
  ]);
  expect(listed.map(({ runnerId }) => runnerId)).toEqual(['other', 'bib', 'hole', 'start']);
  expect(listed[0]?.reasons.map(({ kind }) => kind)).toEqual([
    'other-course',
    'same-bib',
    'missed',
  ]);

  const many = check(Array.from({ length: 201 }, (): Day[number] => [{ bibNumber: '7' }]));
  expect(many.count).toBe(201);
  expect(many.listed).toHaveLength(MOST_TO_CHECK);
  expect(MOST_TO_CHECK).toBe(200);
});
