import { describe, expect, test } from 'vitest';

import { USUAL_COURSES } from '#shared/model/courses.ts';
import type { UnrankedResult } from '#shared/model/result.ts';
import { compareText } from '#shared/scoring/compare-text.ts';
import type { OrderedView } from '#shared/scoring/ordered-sequence.ts';
import { presentUnrankedResult } from '#shared/scoring/present-result.ts';
import { scoreRunner } from '#shared/scoring/score-runner.ts';
import { scoringRulesOf } from '#shared/scoring/scoring-rules.ts';
import { Standings } from '#shared/scoring/standings.ts';
import { buildConfig, buildRunner } from '#tests/support/builders.ts';

import { buildResult } from './build-result.ts';
import { scanOf } from './run-scoring.ts';

const NO_SPLITS = [null, null, null, null, null, null];

function rank(...results: UnrankedResult[]): Standings {
  const standings = new Standings(USUAL_COURSES);
  standings.replaceAll(results, { ...USUAL_COURSES.byEvent(() => 0), BB: 1, PB: 20, UB: 3 });
  return standings;
}

function idsOf(view: OrderedView<UnrankedResult>): string {
  return Array.from(view, (result) => result.runnerId).join(' ');
}

/** Splits at the slots that are given, nothing at the others. */
function splits(given: Readonly<Record<number, number>>): (number | null)[] {
  return NO_SPLITS.map((_, slot) => given[slot] ?? null);
}

function racing(runnerId: string, given: Readonly<Record<number, number>>): UnrankedResult {
  return buildResult({ runnerId, status: 'racing', totalMs: null, splitsMs: splits(given) });
}

describe('times as shown', () => {
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
});

describe('places', () => {
  const field = rank(
    buildResult({ runnerId: 'd', totalMs: 2_001, lastName: 'A' }),
    buildResult({ runnerId: 'a', totalMs: 1_000, lastName: 'A' }),
    buildResult({ runnerId: 'c', totalMs: 2_000, lastName: 'Z' }),
    buildResult({ runnerId: 'b', totalMs: 2_000, lastName: 'B' }),
    buildResult({ runnerId: 'e', status: 'dnf', totalMs: null }),
    buildResult({ runnerId: 'f', status: 'racing', totalMs: null }),
  );
  const placesOf = (...ids: string[]): (number | null)[] => ids.map((id) => field.placeOf(id));

  test('[RK2] finishers are ordered by the millisecond that the shown time hides', () =>
    expect(idsOf(field.finishers('PB'))).toBe('a b c d'));

  test('[RK3] equal milliseconds share a place and the next place is skipped', () =>
    expect(placesOf('a', 'b', 'c', 'd')).toEqual([1, 2, 2, 4]));

  test('[RK4] only finishers have a place', () =>
    expect(placesOf('e', 'f', 'nobody')).toEqual([null, null, null]));

  test('[RK5] text is compared by code point, not by UTF-16 unit or locale', () => {
    const texts = ['', 'Z', 'a', 'ab', 'é', '\uFB01', '\u{1F3C3}', '\u{1F3C3}a'];
    expect(texts.toReversed().toSorted(compareText)).toEqual(texts);
    expect(compareText('Siân', 'Siân')).toBe(0);
  });
});

describe('parts of the list', () => {
  test('[RK8] on course the furthest come first, then the soonest, then those unseen', () => {
    const standings = rank(
      racing('e', {}),
      racing('d', { 0: 100 }),
      racing('c', { 0: 100, 1: 300 }),
      racing('b', { 1: 250 }),
      racing('a', { 0: 90, 2: 9_000 }),
    );
    expect(idsOf(standings.onCourse('PB'))).toBe('a b c d e');
  });

  test('[RK11] each age group of an event has one winner, of equals the first by name', () => {
    const standings = rank(
      buildResult({ runnerId: 'a', ageGroup: 'F40', totalMs: 1, status: 'dnf' }),
      buildResult({ runnerId: 'c', ageGroup: 'F40', totalMs: 5, lastName: 'Cadwaladr' }),
      buildResult({ runnerId: 'b', ageGroup: 'F40', totalMs: 5, lastName: 'Bowen' }),
      buildResult({ runnerId: 'd', ageGroup: '', totalMs: 2 }),
      buildResult({ runnerId: 'e', ageGroup: 'M40', totalMs: 9 }),
      buildResult({ runnerId: 'f', ageGroup: 'F40', totalMs: 9, events: 'UB' }),
    );
    const winners = 'abcdef'.split('').filter((id) => standings.isWinner(id));
    expect(winners).toEqual(['b', 'e', 'f']);
  });
});
