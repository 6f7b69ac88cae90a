import { expect, test } from 'vitest';

import { findLastSeen } from '#server/race/missing-list.ts';
import { findFinishDespiteDnf } from '#shared/scoring/whereabouts.ts';

import { NO_GUN, clock, scanOf, score } from './run-scoring.ts';

const SCANS = ['10:30:00 cp1', '10:35:00 kom2-start', '10:40:00 kom2-end', '11:00:00 finish'];

test('[MS4] last seen is the latest scan, whatever its verdict, with the number of scans', () => {
  const scans = ['10:30:00 cp5', '10:05:00 start,finish', '10:20:00 cp1'].map((text) =>
    scanOf(text),
  );
  expect(findLastSeen(scans)).toEqual({
    scans: 3,
    lastPoints: ['cp5'],
    lastTimeMs: clock('10:30:00'),
  });
  expect(findLastSeen([])).toBeUndefined();
});

test('[MS5] a counted finish of a DNF, by override or by closing, is reported with its time', () => {
  const dnf = { overrideTime: '00:00:01' };
  expect(findFinishDespiteDnf(score({ scans: SCANS, runner: dnf }))).toBe(clock('11:00:00'));
  // Without a start a finish makes no time, so closing makes it a DNF.
  expect(findFinishDespiteDnf(score({ scans: SCANS, config: { ...NO_GUN, closed: true } }))).toBe(
    clock('11:00:00'),
  );
  expect(findFinishDespiteDnf(score({ scans: SCANS, config: { closed: true } }))).toBeUndefined();
  expect(
    findFinishDespiteDnf(score({ scans: SCANS, runner: { overrideTime: '0:55:00' } })),
  ).toBeUndefined();
  // Starting on the mat that is the finish too, or passing it too early, is no finish.
  const passing = ['10:00:05 start,finish', '10:05:00 finish'];
  expect(findFinishDespiteDnf(score({ scans: passing, runner: dnf }))).toBeUndefined();
});

test('[RC10] reads are judged by the course of the present distance after each move', () => {
  const scans = ['10:40:00 cp2', '11:02:03 finish'];
  const of = (event: string) => score({ scans, runner: { event, overrideTime: '' } });
  const before = of('PB');
  const moved = of('BB');
  expect(before.status).toBe('finished');
  expect(moved.status).toBe('finished');
  expect(before.verdicts).toEqual(['counted', 'counted']);
  expect(moved.verdicts).toEqual(['wrong-course', 'counted']);
  expect(of('PB')).toEqual(before);
});
