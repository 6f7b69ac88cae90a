import { expect, test } from 'vitest';

import { USUAL_COURSES } from '#shared/model/courses.ts';
import { MINUTE_MS } from '#shared/model/time.ts';
import { attributeScans, countEventTotals } from '#shared/scoring/score-race.ts';
import { isMissing } from '#shared/scoring/whereabouts.ts';
import { scoreRunner } from '#shared/scoring/score-runner.ts';
import { scoringRulesOf } from '#shared/scoring/scoring-rules.ts';
import { UNASSIGNED } from '#shared/scoring/count-scans.ts';
import { buildConfig, buildRunner, buildScan, getBandId } from '#tests/support/builders.ts';

import { clock, scanOf } from './run-scoring.ts';

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
  // A runner without another band yet is still in the race, and on course.
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

test('[MS2] an unassigned band has its scans, each once, and the last of them', () => {
  const early = buildScan({ bandId: '99', points: ['cp1'], timeMs: 1_000 });
  const late = buildScan({ bandId: '99', points: ['start', 'finish'], timeMs: 2_000 });
  const other = buildScan({ bandId: '100', points: ['cp2'], timeMs: 3_000 });
  expect(attributeScans([], [other, late, early, late]).unassigned).toEqual([
    { bandId: getBandId('99'), scans: 2, lastPoints: ['start', 'finish'], lastTimeMs: 2_000 },
    { bandId: getBandId('100'), scans: 1, lastPoints: ['cp2'], lastTimeMs: 3_000 },
  ]);
});
