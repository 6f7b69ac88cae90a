import { expect, test } from 'vitest';

import {
  findPastCutOff,
  groupPastCutOffs,
  listClosings,
  listLates,
  reportTimeOut,
} from '#shared/control/past-cut-offs.ts';
import { type CalledRunner, callEveryone } from '#shared/control/roll-call.ts';
import { takeMissing } from '#client/organisers/lists/lists.ts';
import { presentListedRunner } from '#server/race/present-runner.ts';
import { presentLastSeen, presentMissingDetails } from '#server/race/present-missing.ts';
import { RaceState } from '#server/race/race-state.ts';
import { coursesOf } from '#shared/model/courses.ts';
import type { RaceSetup } from '#shared/model/race-setup.ts';
import type { TimePoint } from '#shared/model/time-point.ts';
import { scoringRulesOf } from '#shared/scoring/scoring-rules.ts';
import { buildCourse, configOf } from '#tests/support/build-setup.ts';
import { buildConfig, buildRunner, type RunnerOverrides } from '#tests/support/builders.ts';

import { clock, scanOf } from './run-scoring.ts';

/** Bryn closes after an hour, Cwm never, the finish after three. */
const SETUP = buildCourse('bryn cwm', {
  waves: [{ id: 'hwyr', name: 'Hwyr', distance: 'PB', who: { bibs: [[50, 99]] } }],
});
const CLOSING: RaceSetup = {
  ...SETUP,
  courses: SETUP.courses.map((course) => ({
    ...course,
    visits: [{ point: 'bryn', cutOff: '01:00:00' }, { point: 'cwm' }],
  })),
  distances: SETUP.distances.map((one) => Object.assign({}, one, { limit: '03:00:00' })),
};

/** The state of each runner after reads `band 10:30:00 bryn`. */
function stage(setup: RaceSetup, reads: readonly string[], settings: object = {}) {
  const config = {
    ...buildConfig(configOf(setup)),
    starts: { hwyr: '2026-06-20-10-30-00' },
    ...settings,
  };
  const entries: readonly RunnerOverrides[] = [
    { bandId: '1', bibNumber: '1', lastName: 'Llŷr' },
    { bandId: '60', bibNumber: '60', lastName: 'Siân' },
  ];
  const runners = entries.map((one) => buildRunner({ ...one, event: 'PB' }));
  const scans = reads.map((text) => {
    const [band = '', ...rest] = text.split(' ');
    return { ...scanOf(rest.join(' ')), bandId: buildRunner({ bandId: band }).bandId ?? fail() };
  });
  const state = RaceState.of({ config, runners, scans });
  const ids = [...state.missing.runnerIds];
  const message = {
    ...presentMissingDetails(state.missing),
    lastSeen: presentLastSeen(state.missing, ids),
  };
  const known = takeMissing(ids, { ...message, toCheck: state.toCheck }, undefined);
  const everyone = runners.map((runner) => presentListedRunner(runner, []));
  const rules = scoringRulesOf(config);
  const rollCall = callEveryone(everyone, known, () => undefined, coursesOf(config));
  return { rollCall, known, context: { rules, lates: listLates(known.toCheck) } };
}

function fail(): never {
  throw new Error('no band');
}

test('[CU1 CU2 CU3] runners before a point closed for their wave, or late there, are past the cut-off', () => {
  const { rollCall, known, context } = stage(CLOSING, [
    '1 10:00:10 start',
    '60 10:30:10 start',
    '60 11:30:01 bryn',
  ]);
  const tell = (at: string) =>
    groupPastCutOffs(rollCall, { ...context, nowMs: clock(at) }).map((one) => [
      one.point,
      one.isThrough,
      one.runners.map(({ runner }) => runner.lastName).join(),
    ]);
  const late = ['bryn', true, 'Siân'];
  expect(tell('11:00:00')).toEqual([late]);
  expect(tell('11:00:01')).toEqual([['bryn', false, 'Llŷr'], late]);
  // The finish closes for the wave half an hour later.
  expect(tell('13:30:00')).toEqual([['bryn', false, 'Llŷr'], late]);
  expect(tell('13:30:01')).toEqual([
    ['bryn', false, 'Llŷr'],
    ['finish', false, 'Siân'],
  ]);
  expect(known.toCheck.runners.flatMap(({ reasons }) => reasons)).toContainEqual({
    kind: 'late',
    point: 'bryn',
    at: 1,
    lateMs: 1_000,
  });
  expect(context.lates.size).toBe(1);
});

test('[CU2] a late report counts only at its point', () => {
  const { rollCall, context } = stage(CLOSING, ['1 10:00:10 start', '1 10:59:00 bryn']);
  const [read] = rollCall.byId.values();
  if (!read) throw new Error('nobody');
  const past = (point: TimePoint | undefined) => {
    const lastSighting = { by: 'report', atMs: clock('11:10:00'), point } as const;
    return findPastCutOff({ ...read, lastSighting }, { ...context, nowMs: clock('11:20:00') });
  };
  expect(read.after).toBe(1);
  expect(past('bryn')).toMatchObject({ at: 1, isThrough: true });
  expect(past(undefined)).toBeUndefined();
  expect(past('kom1-end')).toBeUndefined();
});

test.each([
  [false, 0, undefined],
  [true, 1, 'bryn'],
  [true, 2, undefined],
])(
  '[CU5] a timed-out runner stopped, at the point only if last seen there',
  (isThrough, after, at) => {
    const report = { runnerId: 'r', atMs: 1, text: 'Bryn closed 11:00' };
    const called = { route: ['start', 'bryn', 'cwm', 'finish'], after };
    expect(reportTimeOut({ point: 'bryn', isThrough, isOutByLap: false }, called, report)).toEqual({
      ...report,
      kind: 'stopped',
      reason: 'timed-out',
      ...(at && { point: at }),
    });
  },
);

test('[CU4] a point has closed once it has for the last wave', () => {
  const { rollCall, context } = stage(CLOSING, ['1 10:00:10 start', '60 10:30:10 start']);
  const everybody = [...rollCall.byId.values()];
  const tell = (at: string, called: readonly CalledRunner[]) =>
    listClosings('PB', called, { rules: context.rules, nowMs: clock(at) })[0];
  expect(tell('11:30:00', everybody)).toEqual({
    at: 1,
    point: 'bryn',
    fromMs: clock('11:00:00'),
    mainMs: clock('11:00:00'),
    untilMs: clock('11:30:00'),
    isOver: false,
    before: 2,
  });
  expect(tell('11:30:01', everybody)).toMatchObject({ isOver: true, before: 2 });
  expect(tell('11:30:01', [])).toMatchObject({ isOver: true, before: 0 });
  // Nobody goes with the gun of the event.
  const ofWave = everybody.filter(({ runner }) => runner.bibNumber === '60');
  expect(tell('11:30:00', ofWave)).toMatchObject({ fromMs: clock('11:30:00'), before: 1 });
  expect(listClosings('PB', everybody, { rules: scoringRulesOf(buildConfig()), nowMs: 0 })).toEqual(
    [],
  );
});

test('[MS1 MS11 RC2] a finisher by laps is not missing, but on course until accounted for', () => {
  const laps = buildCourse('lap lap lap');
  const setup: RaceSetup = {
    ...laps,
    distances: laps.distances.map((one) =>
      Object.assign({}, one, { rankedBy: 'laps', limit: '02:00:00' } as const),
    ),
  };
  const reads = ['1 10:20:00 lap', '1 10:50:00 lap', '60 10:40:00 lap', '60 12:40:00 finish'];
  const stateOf = (settings: object) => {
    const { rollCall, known } = stage(setup, reads, settings);
    return [...rollCall.byId.values()].map(({ runner, state, isInByLaps }) => [
      runner.lastName,
      known.runnerIds.includes(runner.runnerId),
      state,
      isInByLaps,
    ]);
  };
  expect(stateOf({})).toEqual([
    ['Llŷr', true, 'on-course', false],
    ['Siân', false, 'finished', false],
  ]);
  expect(stateOf({ closed: true })).toEqual([
    ['Llŷr', false, 'on-course', true],
    ['Siân', false, 'finished', false],
  ]);
});

/** Four laps, one every hour. */
const LAPS: RaceSetup = {
  ...buildCourse('bryn'),
  courses: buildCourse('bryn').courses.map((course) =>
    Object.assign({}, course, {
      visits: Array.from({ length: 4 }, () => ({ point: 'bryn', leastLeg: '00:25:00' })),
    }),
  ),
  distances: buildCourse('bryn').distances.map((one) =>
    Object.assign({}, one, { rankedBy: 'laps', lapEvery: '01:00:00' } as const),
  ),
};

test('[RK16 RC6 CU1 CU4 CU5] a runner who misses a lap against the clock is out, and the crossing at the bell is no lap', () => {
  const { rollCall, context } = stage(LAPS, [
    '1 10:00:03 bryn',
    '1 10:50:00 bryn',
    '1 11:00:03 bryn',
    '1 12:00:01 bryn',
    '60 10:00:04 bryn',
  ]);
  const group = (at: string) =>
    groupPastCutOffs(rollCall, { ...context, nowMs: clock(at) }).map(
      ({ at: lap, isOutByLap, runners, closedMs }) => [
        lap,
        isOutByLap,
        runners.map(({ runner }) => runner.lastName).join(),
        closedMs,
      ],
    );
  expect(Array.from(rollCall.byId.values(), ({ after }) => after)).toEqual([1, 0]);
  expect(group('11:00:00')).toEqual([]);
  expect(group('12:00:01')).toEqual([
    [1, true, 'Siân', clock('11:00:00')],
    [2, true, 'Llŷr', clock('12:00:00')],
  ]);
  const everybody = [...rollCall.byId.values()];
  const closings = listClosings('PB', everybody, {
    rules: context.rules,
    nowMs: clock('11:30:00'),
  });
  expect(closings.map(({ at, isOver, before }) => [at, isOver, before])).toEqual([
    [1, true, 1],
    [2, false, 2],
  ]);
  const [called] = everybody;
  if (!called) throw new Error('nobody');
  const report = { runnerId: 'r', atMs: 1, text: 'missed lap 2' };
  const past = { point: 'bryn', isThrough: false, isOutByLap: true };
  expect(reportTimeOut(past, called, report)).toEqual({ ...report, kind: 'safe' });
});

test.each([
  ['10:30:00', '10:30:00'],
  // Of the next morning, and of the next day.
  ['02:00:00', '11:00:00'],
  ['34:30:00', '11:00:00'],
])(
  '[CU1] a point that closes at %s closes for everybody then, or by their own gun if that is sooner',
  (closesAt, lateAfter) => {
    const setup = {
      ...CLOSING,
      courses: CLOSING.courses.map((course) =>
        Object.assign({}, course, {
          visits: [{ point: 'bryn', cutOff: '01:00:00', closesAt }, { point: 'cwm' }],
        }),
      ),
    };
    const { rollCall, context } = stage(setup, ['1 10:00:10 start']);
    const isPast = (nowMs: number): boolean =>
      groupPastCutOffs(rollCall, { ...context, nowMs }).length > 0;
    expect(isPast(clock(lateAfter))).toBe(false);
    expect(isPast(clock(lateAfter) + 1)).toBe(true);
  },
);
