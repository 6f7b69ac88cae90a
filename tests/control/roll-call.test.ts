import { expect, test } from 'vitest';

import { USUAL_COURSES } from '#shared/model/courses.ts';
import { asRunnerId } from '#shared/model/ids.ts';
import type { ControlEntry, Report } from '#shared/model/decisions.ts';
import { callEveryone, findLateness } from '#shared/control/roll-call.ts';
import { takeMissing } from '#client/organisers/lists/lists.ts';
import { RaceState } from '#server/race/race-state.ts';
import { buildConfig } from '#tests/support/builders.ts';
import { buildAdminRunner } from '#tests/client/support/build-admin-runner.ts';

const MINUTE = 60_000;

function report(fields: Partial<Report> & Pick<Report, 'kind' | 'atMs'>): Report {
  const { atMs } = fields;
  const reportId = `r${atMs}`;
  return {
    reportId,
    runnerId: asRunnerId('x'),
    enteredMs: atMs,
    by: 'mari@example.org',
    ...fields,
  };
}

const enter = (number: number, given: Parameters<typeof buildAdminRunner>[0]) =>
  buildAdminRunner({ raceNumber: String(number), event: 'PB', ...given });
const RUNNERS = [
  enter(1, { runnerId: 'hill' }),
  enter(2, { runnerId: 'climb' }),
  enter(3, {
    runnerId: 'driven',
    overrideLime: '00:00:01',
    reports: [
      report({ kind: 'stopped', atMs: 30 * MINUTE, point: 'cp2' }),
      report({ kind: 'safe', atMs: 40 * MINUTE }),
    ],
  }),
  enter(4, { runnerId: 'gun', event: 'BB' }),
];

const sight = (lastPoint: string, minute: number) => ({
  scans: 1,
  lastPoint,
  lastTime: minute * MINUTE,
});

/** As the message tells it; another one each time, as a page gets it. */
function tellMissing() {
  const climbing = { ...sight('kom1-end', 25), lastStage: { point: 'cp1', time: 22 * MINUTE } };
  const lastSeen = [sight('start,cp1', 20), climbing, null];
  const message = { scannedNumberNoRunners: [], lastSeen, seenOuts: [] };
  return takeMissing(['hill', 'climb', 'gun'], message, undefined);
}

test('[RC6] a read on a climb does not change the last point passed', () => {
  const { byId } = callEveryone(RUNNERS, tellMissing(), () => undefined, USUAL_COURSES);
  expect(byId.get('hill')).toMatchObject({ after: 1, lastSighting: { point: 'cp1', by: 'read' } });
  expect(byId.get('climb')).toMatchObject({
    after: 1,
    lastSighting: { atMs: 25 * MINUTE, point: 'kom1-end' },
    sight: { lastPoint: 'kom1-end' },
  });
  expect(byId.get('driven')?.reports.map(({ kind }) => kind)).toEqual(['safe', 'stopped']);
});

test('[RC2] only changed runners get a new entry', () => {
  const before = callEveryone(RUNNERS, tellMissing(), () => undefined, USUAL_COURSES);
  const [hill, ...others] = RUNNERS;
  if (!hill) throw new Error('there is a first runner');
  const seen = { ...hill, reports: [report({ kind: 'seen', atMs: 50 * MINUTE, point: 'cp2' })] };
  const after = callEveryone(
    [seen, ...others],
    tellMissing(),
    ({ event }) => (event === 'BB' ? 'by-gun' : undefined),
    USUAL_COURSES,
  );
  expect(after.byId.get('hill')).toMatchObject({ after: 2, lastSighting: { by: 'report' } });
  expect(after.byId.get('climb')).toBe(before.byId.get('climb'));
  expect(after.byId.get('gun')?.state).toBe('on-course');
  expect(before.byId.get('gun')?.state).toBe('never-seen');
});

test('[XP7] a runner seen at the expected point since is not late there', () => {
  const { byId } = callEveryone(RUNNERS, tellMissing(), () => undefined, USUAL_COURSES);
  const hill = byId.get('hill');
  if (!hill) throw new Error('somebody is on the hill');
  const times = (point: 'cp1' | 'cp2') =>
    new Map([
      ['hill', { runnerId: 'hill', point, expectedMs: 40 * MINUTE, latestMs: 50 * MINUTE }],
    ]);
  expect(findLateness(hill, times('cp1'), 60 * MINUTE)).toBeUndefined();
  expect(findLateness(hill, new Map(), 60 * MINUTE)).toBeUndefined();
  expect(findLateness(hill, times('cp2'), 45 * MINUTE)).toMatchObject({
    lateMs: 5 * MINUTE,
    isOverdue: false,
  });
  expect(findLateness(hill, times('cp2'), 51 * MINUTE)?.isOverdue).toBe(true);
  expect(findLateness({ ...hill, state: 'out-safe' }, times('cp2'), 51 * MINUTE)).toBeUndefined();
});

test('[RC7 RC8] of each kind and subject the last entry is kept, until the record is replaced', () => {
  const record = { config: buildConfig(), runners: [], scans: [] };
  const claim: ControlEntry = { kind: 'claim', subject: 'PB', atMs: 1, by: 'anna' };
  const state = RaceState.of({ ...record, control: [claim] });
  const later = { ...claim, by: 'dai' };
  const left = { ...claim, kind: 'left' } as const;
  state.apply([later, left].map((entry) => ({ op: 'put-control', entry })));
  expect(state.missing.listControl()).toEqual([later, left]);
});
