import { expect, test } from 'vitest';
import { scoringRulesOf } from '#shared/scoring/scoring-rules.ts';
import { buildConfig } from '#tests/support/builders.ts';
import { NO_GUN, clock, score } from './run-scoring.ts';

test('[FN1] a read a millisecond short of start + earliest finish is too early', () => {
  const { totalMs, verdicts } = score({
    scans: ['10:09:59.999 finish', '10:10:00 finish', '10:10:01 finish'],
  });
  expect(totalMs).toBe(600_000);
  expect(verdicts).toEqual(['too-early', 'counted', 'duplicate']);
});

test('[FN2] one mat for start and finish serves both', () => {
  const { totalMs, verdicts } = score({
    scans: ['09:59:50 start,finish', '10:00:07 start,finish', '10:48:00 start,finish'],
    config: { timing: 'chip' },
  });
  expect(totalMs).toBe(clock('10:48:00') - clock('10:00:07'));
  expect(verdicts).toEqual(['duplicate', 'counted', 'counted']);
});

test('[FN2] without a gun the shared mat starts before the first later read and finishes after', () => {
  const { totalMs, verdicts } = score({
    scans: ['10:01:00 start,finish', '10:20:00 cp1', '10:30:00 start,finish'],
    config: NO_GUN,
  });
  expect(totalMs).toBe(29 * 60_000);
  expect(verdicts).toEqual(['counted', 'counted', 'counted']);
});

test('[FN3] a runner with a total is finished, one without is racing', () => {
  expect(score({ scans: ['11:00:00.001 finish'] })).toMatchObject({
    status: 'finished',
    totalMs: 3_600_001,
    hasFinish: true,
  });
  expect(score({ scans: ['10:30:00 cp1'] })).toMatchObject({
    status: 'racing',
    totalMs: null,
    hasFinish: false,
  });
});

test('[FN4] the earliest finish is a setting, ten minutes when it cannot be read', () => {
  expect(earliestFinishMs('0:25:30')).toBe(25.5 * 60_000);
  expect(earliestFinishMs('00:00:00')).toBe(0);
  expect(earliestFinishMs('')).toBe(600_000);
  expect(earliestFinishMs('25 minutes')).toBe(600_000);
});

const WAY = ['10:00:05 start', '10:15:00 cp1'];
const BACK = ['10:50:00 cp2', '11:10:00 cp3', '11:30:00 cp4', '11:50:00 finish'];

test('[FN5 SC4] a read at the finish on the way out is too early once the finish follows two more points', () => {
  const { totalMs, verdicts, splitsMs } = score({ scans: [...WAY, '10:25:00 finish', ...BACK] });
  expect(totalMs).toBe(110 * 60_000);
  expect(verdicts).toEqual(['counted', 'counted', 'too-early', ...BACK.map(() => 'counted')]);
  expect(splitsMs.filter((splitMs) => splitMs !== null)).toHaveLength(4);
});

test.each([
  ['one point on the way home', ['11:00:00 cp2', '11:10:00 finish']],
  ['the points in the other order', ['11:00:00 cp4', '11:10:00 cp3', '11:20:00 finish']],
  ['no second finish', ['11:00:00 cp2', '11:10:00 cp3']],
])('[FN5] the first read at the finish stays with %s', (_, later) => {
  expect(score({ scans: [...WAY, '10:25:00 finish', ...later] }).totalMs).toBe(25 * 60_000);
});

test('[FN5] who did the whole course has finished, wherever they walk afterwards', () => {
  const again = BACK.map((read) => read.replace(/^1\d/, '14'));
  expect(score({ scans: [...WAY, ...BACK, ...again] }).totalMs).toBe(110 * 60_000);
});

test('[FN5] the mat of the finish may be that of a checkpoint', () => {
  const shared = [...BACK.slice(0, -1), '11:50:00 cp1,finish'];
  const { totalMs, verdicts } = score({ scans: ['10:25:00 cp1,finish', ...shared] });
  expect(totalMs).toBe(110 * 60_000);
  expect(verdicts.every((verdict) => verdict === 'counted')).toBe(true);
});

function earliestFinishMs(earliestFinish: string): number {
  return scoringRulesOf(buildConfig({ earliestFinish })).of('PB').earliestFinishMs;
}
