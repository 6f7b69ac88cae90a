import { expect, test } from 'vitest';

import { USUAL_COURSES } from '#shared/model/courses.ts';
import { MINUTE_MS } from '#shared/model/time.ts';
import { attributeScans } from '#shared/scoring/attribute-scans.ts';
import { countEventTotals } from '#shared/scoring/score-race.ts';
import { isMissing } from '#shared/scoring/is-missing.ts';
import { scoreRunner } from '#shared/scoring/score-runner.ts';
import { scoringRulesOf } from '#shared/scoring/scoring-rules.ts';
import { UNASSIGNED } from '#shared/scoring/count-scans.ts';
import { buildConfig, buildRunner, buildScan, getBandId } from '#tests/support/builders.ts';

import { clock, scanOf, score } from './run-scoring.ts';

test('[SC1 SC5 MS1 MS3] the scans of a lost band and of the one handed out for it are judged together', () => {
  const lost = scanOf('10:30:00 cp1');
  const finish = buildScan({ bandId: '102', points: ['finish'], timeMs: clock('11:30:00') });
  const rules = scoringRulesOf(buildConfig());
  const runner = buildRunner({ bandId: '102', earlierBandIds: [getBandId('101')] });
  const { byRunner, unassigned } = attributeScans([runner], [finish, lost]);
  expect(unassigned).toEqual([]);
  const scans = byRunner.get(runner.runnerId) ?? [];
  expect(scoreRunner(runner, scans, rules)).toMatchObject({
    totalMs: 90 * MINUTE_MS,
    listed: true,
  });
  // Who has no other band yet is in the race all the same, and out there.
  const { bandId: _none, ...waiting } = runner;
  const score = scoreRunner(waiting, [lost], rules);
  expect(score).toMatchObject({ listed: true, status: 'racing' });
  expect(isMissing(waiting, score)).toBe(true);
  expect(countEventTotals([waiting], USUAL_COURSES)).toEqual({
    ...USUAL_COURSES.byEvent(() => 0),
    PB: 1,
  });
});

test('[SC1] scans of a wristband nobody holds are unassigned', () => {
  const holder = buildRunner({ bandId: '101' });
  const { byRunner, unassigned } = attributeScans([holder], [buildScan({ bandId: '999' })]);
  expect(byRunner.size).toBe(0);
  expect(unassigned.map((band) => band.bandId)).toEqual(['999']);
  expect(UNASSIGNED).toBe('unassigned');
});

test('[SC2] of two scans at the same millisecond the one with the smaller id counts', () => {
  const [a, b] = [scanOf('10:30:00 cp1', 'mat-a'), scanOf('10:30:00 cp1', 'mat-b')];
  const rules = scoringRulesOf(buildConfig());
  const { verdicts } = scoreRunner(buildRunner({ bandId: '101' }), [b, a, b, a], rules);
  expect([...verdicts]).toEqual([
    [a.scanId, 'counted'],
    [b.scanId, 'duplicate'],
  ]);
});

test('[SC3] a mat for two checkpoints is a read at both', () => {
  const { splitsMs, verdicts } = score({ scans: ['10:30:00 cp1,cp4', '11:30:00 cp1,cp4'] });
  expect(splitsMs.slice(0, 4)).toEqual([30 * 60_000, null, null, 30 * 60_000]);
  expect(verdicts).toEqual(['counted', 'duplicate']);
});

test('[SC4] a point of another course, at whatever time, is on the wrong course', () => {
  const { listed, verdicts } = score({
    scans: ['09:00:00 cp5', '10:30:00 kom1-start', '12:00:00 cp6'],
  });
  expect(verdicts).toEqual(['wrong-course', 'wrong-course', 'wrong-course']);
  expect(listed).toBe(false);
});

test('[SC4] counted for one point is counted, whatever the other points say', () => {
  const { verdicts } = score({ scans: ['10:05:00 cp1,finish', '11:00:00 cp1,finish'] });
  expect(verdicts).toEqual(['counted', 'counted']);
});

test('[SC4] after the finish a counted point is a duplicate, a fresh one after the finish', () => {
  const { verdicts } = score({
    scans: ['10:30:00 cp1', '11:00:00 finish', '11:05:00 cp1', '11:05:00 cp2', '11:06:00 finish'],
  });
  expect(verdicts).toEqual(['counted', 'counted', 'duplicate', 'after-finish', 'duplicate']);
});

test('[SC5] a wristband and a counted scan list a runner', () => {
  expect(score({ scans: ['10:30:00 cp1'] }).listed).toBe(true);
  expect(score({ scans: [] }).listed).toBe(false);
  expect(score({ scans: ['09:30:00 cp1', '10:05:00 finish'] }).listed).toBe(false);
});

test('[SC5] an override lists a runner without scans, with a wristband or without', () => {
  expect(score({ scans: [], runner: { overrideTime: '1:00:00' } }).listed).toBe(true);
  expect(score({ scans: [], runner: { overrideTime: '00:00:01' } }).listed).toBe(true);
  expect(score({ scans: [], runner: { overrideTime: '00:00:00' } }).listed).toBe(false);
  const bare = buildRunner({ bandId: undefined, overrideTime: '1:00:00' });
  expect(scoreRunner(bare, [], scoringRulesOf(buildConfig()))).toMatchObject({
    listed: true,
    status: 'finished',
    totalMs: 3_600_000,
  });
  const unbanded = buildRunner({ bandId: undefined });
  expect(scoreRunner(unbanded, [], scoringRulesOf(buildConfig())).listed).toBe(false);
});

test('[MS2] an unassigned band is told with its scans, each once, and the last of them', () => {
  const early = buildScan({ bandId: '99', points: ['cp1'], timeMs: 1_000 });
  const late = buildScan({ bandId: '99', points: ['start', 'finish'], timeMs: 2_000 });
  const other = buildScan({ bandId: '100', points: ['cp2'], timeMs: 3_000 });
  expect(attributeScans([], [other, late, early, late]).unassigned).toEqual([
    { bandId: getBandId('99'), scans: 2, lastPoints: ['start', 'finish'], lastTimeMs: 2_000 },
    { bandId: getBandId('100'), scans: 1, lastPoints: ['cp2'], lastTimeMs: 3_000 },
  ]);
});
