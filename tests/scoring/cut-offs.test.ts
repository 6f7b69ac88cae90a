import { expect, test } from 'vitest';

import { groupPastCutOffs, listClosings, reportTimeOut } from '#shared/control/past-cut-offs.ts';
import { RaceState } from '#server/race/race-state.ts';
import type { DistanceSetup, RaceSetup, VisitSetup } from '#shared/model/race-setup.ts';
import type { TimePoint } from '#shared/model/time-point.ts';
import { scoringRulesOf } from '#shared/scoring/scoring-rules.ts';
import { callRoll } from '#tests/control/call-roll.ts';
import { buildCourse, configOf } from '#tests/support/build-setup.ts';
import { buildConfig, buildRunner, getBandId } from '#tests/support/builders.ts';

import { clock, scanOf } from './run-scoring.ts';

/** A race whose bibs from 50 on start in a wave half an hour later. */
function setUp(visits: readonly VisitSetup[], given: Partial<DistanceSetup>): RaceSetup {
  const setup = buildCourse('bryn cwm', {
    courses: [{ id: 'way', name: 'Way', visits }],
    waves: [{ id: 'hwyr', name: 'Hwyr', distance: 'PB', who: { bibs: [[50, 99]] } }],
  });
  const distances = setup.distances.map((one) => Object.assign({}, one, given));
  return { ...setup, distances };
}

/** Bryn closes after an hour, Cwm never, the finish after three. */
const closing = (bryn: Partial<VisitSetup> = {}): RaceSetup =>
  setUp([{ point: 'bryn', cutOff: '01:00:00', ...bryn }, { point: 'cwm' }], { limit: '03:00:00' });

/** The state of each runner after reads `band 10:30:00 bryn`. */
function stage(setup: RaceSetup, reads: readonly string[], settings: object = {}) {
  const config = {
    ...buildConfig(configOf(setup)),
    starts: { hwyr: '2026-06-20-10-30-00' },
    ...settings,
  };
  const runners = [
    buildRunner({ bandId: '1', bibNumber: '1', lastName: 'Llŷr' }),
    buildRunner({ bandId: '60', bibNumber: '60', lastName: 'Siân' }),
  ];
  const scans = reads.map((text) => {
    const [band = '', ...rest] = text.split(' ');
    return { ...scanOf(rest.join(' ')), bandId: getBandId(band) };
  });
  const { rollCall, known } = callRoll(RaceState.of({ config, runners, scans }));
  const everybody = [...rollCall.byId.values()];
  const context = { rules: scoringRulesOf(config) };
  const group = (at: string) =>
    groupPastCutOffs(rollCall, { ...context, nowMs: clock(at) }).map((one) => {
      const names = one.runners.map(({ runner }) => runner.lastName).join();
      return Object.assign({}, one, { names });
    });
  return { everybody, known, context, group };
}

test('[CU1 CU2 CU3] runners before a point closed for their wave are past the cut-off, those late there to check', () => {
  const reads = ['1 10:00:10 start', '60 10:30:10 start', '60 11:30:01 bryn'];
  const { known, group } = stage(closing(), reads);
  const tell = (at: string) => group(at).map(({ point, names }) => [point, names]);
  expect(tell('11:00:00')).toEqual([]);
  expect(tell('11:00:01')).toEqual([['bryn', 'Llŷr']]);
  // The finish closes for the wave half an hour later.
  expect(tell('13:30:00')).toEqual([['bryn', 'Llŷr']]);
  expect(tell('13:30:01')).toEqual([
    ['bryn', 'Llŷr'],
    ['finish', 'Siân'],
  ]);
  expect(known.toCheck.runners.flatMap(({ reasons }) => reasons)).toContainEqual({
    kind: 'late',
    point: 'bryn',
    at: 1,
    lateMs: 1_000,
  });
});

/** The groups past a cut-off at 11:20, with a runner whom the last report places there. */
function tellReported(point: TimePoint, at: string, ...reads: readonly string[]) {
  const { everybody, context } = stage(closing(), ['1 10:00:10 start', ...reads]);
  const seen = everybody.slice(0, 1).map((called) => {
    const lastSighting = { by: 'report', atMs: clock(at), point } as const;
    return [called.runner.runnerId, { ...called, after: 1, lastSighting }] as const;
  });
  const groups = groupPastCutOffs(
    { byId: new Map(seen) },
    { ...context, nowMs: clock('11:20:00') },
  );
  return groups.map((group) => [group.point, group.isReportedLate, group.closedMs]);
}

test('[CU2] a runner whom a report alone places at a point after its closing is past the cut-off', () => {
  expect(tellReported('bryn', '11:10:00')).toEqual([['bryn', true, clock('11:00:00')]]);
  expect(tellReported('bryn', '11:00:00')).toEqual([]);
  expect(tellReported('cwm', '11:10:00')).toEqual([]);
  expect(tellReported('bryn', '11:10:00', '1 10:59:00 bryn')).toEqual([]);
});

test('[CU5] a timed-out runner is reported as stopped, at the point only if reported there', () => {
  const report = { runnerId: 'r', atMs: 1, text: 'Bryn closed 11:00' };
  const stopped = { ...report, kind: 'stopped', reason: 'timed-out' };
  const past = { point: 'bryn', isOutByLap: false } as const;
  expect(reportTimeOut({ ...past, isReportedLate: false }, report)).toEqual(stopped);
  expect(reportTimeOut({ ...past, isReportedLate: true }, report)).toEqual({
    ...stopped,
    point: 'bryn',
  });
});

test('[CU4] a point has closed once it has for the last wave', () => {
  const { everybody, context } = stage(closing(), ['1 10:00:10 start', '60 10:30:10 start']);
  const tell = (at: string, called = everybody) =>
    listClosings('PB', called, { ...context, nowMs: clock(at) })[0];
  expect(tell('11:30:00')).toEqual({
    at: 1,
    point: 'bryn',
    mainMs: clock('11:00:00'),
    untilMs: clock('11:30:00'),
    isOver: false,
    before: 2,
  });
  expect(tell('11:30:01')).toMatchObject({ isOver: true, before: 2 });
  expect(tell('11:30:01', [])).toMatchObject({ isOver: true, before: 0 });
  // Nobody goes with the gun of the event.
  const ofWave = everybody.filter(({ runner }) => runner.bibNumber === '60');
  expect(tell('11:30:00', ofWave)).toMatchObject({ untilMs: clock('11:30:00'), before: 1 });
});

test('[MS1 MS11 RC2] a finisher by laps is not missing, but on course until accounted for', () => {
  const lap = { point: 'bryn' };
  const setup = setUp([lap, lap, lap], { rankedBy: 'laps', limit: '02:00:00' });
  const reads = ['1 10:20:00 bryn', '1 10:50:00 bryn', '60 10:40:00 bryn', '60 12:40:00 finish'];
  const stateOf = (settings: object) => {
    const { everybody, known } = stage(setup, reads, settings);
    return everybody.map(({ runner, state, isInByLaps }) => [
      known.runnerIds.includes(runner.runnerId),
      state,
      isInByLaps,
    ]);
  };
  const finisher = [false, 'finished', false];
  expect(stateOf({})).toEqual([[true, 'on-course', false], finisher]);
  expect(stateOf({ closed: true })).toEqual([[false, 'on-course', true], finisher]);
});

test('[RK16 RC6 CU1 CU4 CU5] a runner who misses a lap against the clock is out, and the crossing at the bell is no lap', () => {
  const laps = Array.from({ length: 4 }, () => ({ point: 'bryn', leastLeg: '00:25:00' }));
  const setup = setUp(laps, { rankedBy: 'laps', lapEvery: '01:00:00' });
  const { everybody, context, group } = stage(
    setup,
    [
      '1 10:00:03 bryn',
      '1 10:50:00 bryn',
      '1 11:00:03 bryn',
      '1 12:00:01 bryn',
      '60 10:00:04 bryn',
    ],
    { starts: {} },
  );
  expect(everybody.map(({ after }) => after)).toEqual([1, 0]);
  expect(group('11:00:00')).toEqual([]);
  expect(
    group('12:00:01').map(({ at, isOutByLap, names, closedMs }) => [
      at,
      isOutByLap,
      names,
      closedMs,
    ]),
  ).toEqual([
    [1, true, 'Siân', clock('11:00:00')],
    [2, true, 'Llŷr', clock('12:00:00')],
  ]);
  const nowMs = clock('11:30:00');
  const closings = listClosings('PB', everybody, { ...context, nowMs });
  expect(closings.map(({ at, isOver, before }) => [at, isOver, before])).toEqual([
    [1, true, 1],
    [2, false, 2],
  ]);
  const report = { runnerId: 'r', atMs: 1, text: 'missed lap 2' };
  const past = { point: 'bryn', isReportedLate: false, isOutByLap: true } as const;
  expect(reportTimeOut(past, report)).toEqual({ ...report, kind: 'safe' });
});

test.each([
  ['10:30:00', '10:30:00'],
  // Of the next morning, and of the next day.
  ['02:00:00', '11:00:00'],
  ['34:30:00', '11:00:00'],
])(
  '[CU1] a point that closes at %s closes for everybody then, or by their own gun if that is sooner',
  (closesAt, lateAfter) => {
    const { group } = stage(closing({ closesAt }), ['1 10:00:10 start']);
    expect(group(lateAfter)).toEqual([]);
    expect(group(`${lateAfter}.001`)).toHaveLength(1);
  },
);
