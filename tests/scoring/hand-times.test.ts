import { expect, test } from 'vitest';

import { compareToMat } from '#server/features/reads/compare-to-mat.ts';
import { RaceState } from '#server/race/race-state.ts';
import type { Report } from '#shared/model/decisions.ts';
import type { Scan } from '#shared/model/scan.ts';
import type { TimePoint } from '#shared/model/time-point.ts';
import { handReadOf } from '#shared/scoring/replaced-reads.ts';
import { scoreRunner } from '#shared/scoring/score-runner.ts';
import { scoringRulesOf } from '#shared/scoring/scoring-rules.ts';
import { buildConfig, buildRunner, buildScan } from '#tests/support/builders.ts';

import { clock, scanOf } from './run-scoring.ts';

const DAI = 'Dai, marshal at finish';
const RUNNER = buildRunner({ runnerId: 'eleri', bandId: '101', bibNumber: '412' });
let made = 0;

function timeByHand(text: string, given: Partial<Report> = {}): Report {
  made += 1;
  return {
    reportId: `tap-${made}`,
    runnerId: RUNNER.runnerId,
    kind: 'seen',
    isTimed: true,
    point: 'finish',
    atMs: clock(text),
    enteredMs: clock(text),
    by: DAI,
    ...given,
  };
}

function mat(text: string, point: TimePoint = 'finish', bandId = '101'): Scan {
  return buildScan({ bandId, points: [point], timeMs: clock(text), source: `${point}-mat` });
}

function openRace(scans: Scan[], reports: Report[], runners = [RUNNER]): RaceState {
  return RaceState.of({ config: buildConfig(), runners, scans, reports });
}

test('[HT1] a time by hand has its reporter as source, and other reports are no reads', () => {
  expect(handReadOf(timeByHand('11:00:00', { saidBy: 'Mair' }))?.source).toBe('Mair');
  const { isTimed: _, ...seen } = timeByHand('11:00:00');
  expect(handReadOf(seen)).toBeUndefined();
});

test.each([
  ['11:00:10', 'duplicate'],
  ['10:59:50', 'duplicate'],
  ['11:00:10.001', 'counted'],
])('[HT2] with a mat at %s a time by hand at 11:00:00 is %s', (at, verdict) => {
  const hand = { ...scanOf('11:00:00 finish', DAI), isByHand: true } as const;
  const reads = [hand, scanOf(`${at} finish`)];
  const { verdicts } = scoreRunner(RUNNER, reads, scoringRulesOf(buildConfig()));
  expect(verdicts.get(hand.scanId)).toBe(verdict);
});

test.each([
  ['10:00:00', undefined],
  ['11:08:00', clock('11:08:00')],
])('[HT5] to a finish by hand at 11:00:00 a mat’s read at %s compares as %s', (at, expected) => {
  const state = openRace([mat(at)], [timeByHand('11:00:00')]);
  const scored = state.findScored(RUNNER.runnerId);
  const hand = scored?.scans.find(({ isByHand }) => isByHand);
  const compared = scored && hand && compareToMat(hand, scored);
  expect([compared?.mat?.timeMs, compared?.isOther]).toEqual([expected, true]);
});
