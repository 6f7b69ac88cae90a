import { expect, test } from 'vitest';

import { USUAL_COURSES } from '#shared/model/courses.ts';
import { compareText } from '#shared/scoring/order.ts';
import { presentUnrankedResult } from '#shared/scoring/present-result.ts';
import { scoreRunner } from '#shared/scoring/score-runner.ts';
import { scoringRulesOf } from '#shared/scoring/scoring-rules.ts';
import { buildConfig, buildRunner } from '#tests/support/builders.ts';

import { scanOf } from './run-scoring.ts';

test('[RK1] a started second counts in full, for splits, totals and KOM times', () => {
  const runner = buildRunner({ bandId: '101' });
  const scans = ['10:30:00.001 cp1', '10:40:00 kom2-start', '10:45:00.999 kom2-end'];
  const rules = scoringRulesOf(buildConfig());
  const read = [...scans, '11:00:00 finish'].map((text) => scanOf(text));
  const score = scoreRunner(runner, read, rules);
  expect(presentUnrankedResult(runner, score, USUAL_COURSES)).toMatchObject({
    totalTime: '01:00:00',
    checkPointOne: '00:30:01',
    checkPointTwo: '',
    wodTime: '',
    carnIngliTime: '301',
  });
});

test('[RK5] text is compared by code point, not by UTF-16 unit or locale', () => {
  const texts = ['', 'Z', 'a', 'ab', 'é', '\uFB01', '\u{1F3C3}', '\u{1F3C3}a'];
  expect(texts.toReversed().toSorted(compareText)).toEqual(texts);
  expect(compareText('Siân', 'Siân')).toBe(0);
});
