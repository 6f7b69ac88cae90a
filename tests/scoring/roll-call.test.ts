import { expect, test } from 'vitest';

import { USUAL_COURSES } from '#shared/model/courses.ts';
import { asRunnerId } from '#shared/model/ids.ts';
import type { Report } from '#shared/model/decisions.ts';
import { HOUR_MS, MINUTE_MS } from '#shared/model/time.ts';
import { readSight } from '#shared/control/roll-call.ts';
import {
  findWhereabouts,
  type Contradiction,
  type RollCallEvidence,
} from '#shared/scoring/whereabouts.ts';
import { GUN_MS } from '#tests/support/live-field.ts';

const DNF = '00:00:01';
const NOON_MS = GUN_MS + 2 * HOUR_MS;

function report(kind: Report['kind'], given: Partial<Report> = {}): Report {
  return {
    reportId: crypto.randomUUID(),
    runnerId: asRunnerId('mair'),
    kind,
    atMs: NOON_MS,
    enteredMs: NOON_MS,
    by: 'anna@example.org',
    ...given,
  };
}

/** Mair of the Full, read at CP2 an hour after the gun. */
function evidence(given: Partial<RollCallEvidence> = {}): RollCallEvidence {
  const overrideTime = given.overrideTime ?? '';
  return {
    route: USUAL_COURSES.routeOf('PB'),
    overrideTime,
    isBanded: true,
    isMissing: overrideTime === '',
    finishMs: undefined,
    lastRead: { atMs: GUN_MS + HOUR_MS, point: 'cp2' },
    reports: [],
    isStartedByGun: false,
    ...given,
  };
}

const contradictionOf = (given: Partial<RollCallEvidence>): Contradiction | undefined =>
  findWhereabouts(evidence(given)).contradiction;
const pointAfter = (given: Partial<RollCallEvidence>): number | undefined =>
  findWhereabouts(evidence(given)).after;

const UNREAD = { lastRead: undefined } as const;

test('[RC5] contradictions of a status are reported', () => {
  expect(contradictionOf({ overrideTime: 'DNS' })).toBe('seen-although-dns');
  expect(contradictionOf({ overrideTime: 'DNS', ...UNREAD })).toBeUndefined();
  expect(contradictionOf({ overrideTime: DNF, finishMs: NOON_MS })).toBe('finished-although-dnf');
  const reports = [report('stopped')];
  const readAfter = (minutes: number) => ({
    overrideTime: DNF,
    reports,
    lastRead: { atMs: NOON_MS + minutes * MINUTE_MS, point: 'cp3' } as const,
  });
  expect(contradictionOf(readAfter(10))).toBeUndefined();
  expect(contradictionOf(readAfter(11))).toBe('read-after-stop');
  expect(contradictionOf({ ...readAfter(11), overrideTime: '' })).toBeUndefined();
  // A finisher may be disqualified later; a read after that is reported.
  const disqualified = { overrideTime: DNF, disqualifiedMs: NOON_MS };
  expect(contradictionOf({ ...disqualified, finishMs: NOON_MS })).toBeUndefined();
  expect(contradictionOf({ ...disqualified, finishMs: NOON_MS + 1 })).toBe('finished-although-dnf');
  expect(contradictionOf({ ...readAfter(10), ...disqualified, reports: [] })).toBeUndefined();
  expect(contradictionOf({ ...readAfter(11), ...disqualified, reports: [] })).toBe(
    'read-after-stop',
  );
});

test('[RC6] a runner is after the point of the last read or report', () => {
  const course = USUAL_COURSES.routeOf('PB');
  expect(pointAfter({})).toBe(course.indexOf('cp2'));
  expect(pointAfter({ reports: [report('seen', { point: 'cp3' })] })).toBe(course.indexOf('cp3'));
  // Said of an earlier moment, it is older than the read.
  expect(pointAfter({ reports: [report('seen', { point: 'cp1', atMs: GUN_MS })] })).toBe(2);
  expect(pointAfter({ reports: [report('seen')] })).toBe(course.indexOf('cp2'));
  // No point of their course, and nobody is after the finish who has not finished.
  expect(pointAfter({ lastRead: { atMs: NOON_MS, point: 'cp6' } })).toBe(0);
  expect(pointAfter({ lastRead: { atMs: NOON_MS, point: 'finish' } })).toBe(0);
  expect(pointAfter({ isMissing: false })).toBeUndefined();
});

test('[RC6] with laps no read moves a runner back, and a mat of two points is at the visit that counts', () => {
  const laps = ['start', 'lap', 'lap', 'finish'] as const;
  const stage = { atMs: GUN_MS + HOUR_MS, point: 'lap', at: 2 } as const;
  const lastRead = { atMs: NOON_MS, point: 'start', stage } as const;
  expect(pointAfter({ route: laps, lastRead })).toBe(2);
  // A person may say so.
  const seen = report('seen', { point: 'start', atMs: NOON_MS + 1 });
  expect(pointAfter({ route: laps, lastRead, reports: [seen] })).toBe(0);
  const route = ['start', 'cp1', 'cp2', 'cp1', 'cp2', 'finish'] as const;
  const read = (at: number, point: 'cp1' | 'cp2') => {
    const lastStage = { time: NOON_MS, point, at };
    const sight = { scans: at, lastPoint: 'cp1,cp2', lastTime: NOON_MS, lastStage };
    return pointAfter({ route, lastRead: readSight(route, sight) });
  };
  expect([read(1, 'cp1'), read(2, 'cp2'), read(3, 'cp1'), read(4, 'cp2')]).toEqual([1, 2, 3, 4]);
});
