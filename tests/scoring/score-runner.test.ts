import { expect, test } from 'vitest';

import { findLastSeen } from '#server/race/missing-list.ts';
import { Courses } from '#shared/model/courses.ts';
import { findPassedOver } from '#shared/scoring/replaced-reads.ts';
import { findRivals } from '#shared/scoring/score-runner.ts';
import { scoringRulesOf } from '#shared/scoring/scoring-rules.ts';
import { NO_GAPS } from '#shared/scoring/start-line.ts';
import { findFinishDespiteDnf } from '#shared/scoring/whereabouts.ts';
import { buildCourse, buildPoint, configOf } from '#tests/support/build-setup.ts';
import { buildConfig, buildRunner } from '#tests/support/builders.ts';

import { NO_GUN, clock, scanOf, score } from './run-scoring.ts';

test('[VS2] reads of a minute apart are two passings, and closer ones are one', () => {
  const config = configOf(buildCourse('lap lap'));
  const countedOf = (second: string) =>
    score({ scans: ['10:10:00 lap', `${second} lap`], config }).verdicts;
  expect(countedOf('10:11:00')).toEqual(['counted', 'counted']);
  expect(countedOf('10:10:59.999')).toEqual(['counted', 'duplicate']);
});

test('[MB1] an unnamed source precedes a backup', () => {
  const bryn = buildPoint('bryn', { sources: [{ source: 'spare', line: 'backup' }] });
  const points = [buildPoint('start'), bryn, buildPoint('finish')];
  const [backup, other] = [scanOf('10:20:00 bryn', 'spare'), scanOf('10:20:05 bryn', 'other')];
  const courses = new Courses(buildCourse('bryn', { points }));
  const passedOver = findPassedOver([backup, other], courses, courses.pointsOf('PB'));
  expect([...passedOver]).toEqual([backup]);
});

const WAY = ['10:00:05 start', '10:15:00 cp1'];
const BACK = ['10:50:00 cp2', '11:10:00 cp3', '11:50:00 finish'];

test('[FN5 SC4] a read at the finish on the way out is too early once the finish follows two more points', () => {
  const { totalMs, verdicts } = score({
    scans: [...WAY, '10:25:00 finish', ...BACK, '11:51:00 finish'],
  });
  expect(totalMs).toBe(110 * 60_000);
  const counted = BACK.map(() => 'counted');
  expect(verdicts).toEqual(['counted', 'counted', 'too-early', ...counted, 'duplicate']);
});

test('[FN5] reads after a complete course do not move the finish', () => {
  const again = BACK.map((read) => read.replace(/^1\d/, '14'));
  expect(score({ scans: [...WAY, ...BACK, ...again] }).totalMs).toBe(110 * 60_000);
});

test('[CL44] a later finish counts once the earlier ones are void, one that is too early never does', () => {
  const scans = ['10:05:00', '11:00:00', '11:01:00', '11:02:00'].map((at) =>
    scanOf(`${at} finish`),
  );
  const rules = scoringRulesOf(buildConfig());
  const all = { runner: buildRunner({ bandId: '101' }), scans, rules, gaps: NO_GAPS };
  const [, first, second] = scans.map(({ scanId }) => scanId);
  expect(scans.map((scan) => findRivals(all, scan))).toEqual([
    undefined,
    undefined,
    [first],
    [first, second],
  ]);
});

const SCANS = ['10:30:00 cp1', '10:35:00 kom2-start', '10:40:00 kom2-end', '11:00:00 finish'];

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

test('[MS4] last seen is the latest scan, with the number of scans', () => {
  const scans = ['10:30:00 cp5', '10:05:00 start,finish'].map((text) => scanOf(text));
  const last = { scans: 2, lastPoint: 'cp5', lastTime: clock('10:30:00') };
  expect(findLastSeen(scans)).toEqual(last);
});

test('[RC10] reads are judged by the course of the present distance', () => {
  const scans = ['10:40:00 cp2', '11:02:03 finish'];
  const verdictsOf = (event: string) => score({ scans, runner: { event } }).verdicts;
  expect(verdictsOf('PB')).toEqual(['counted', 'counted']);
  expect(verdictsOf('BB')).toEqual(['wrong-course', 'counted']);
});
