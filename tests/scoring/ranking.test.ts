import { describe, expect, test } from 'vitest';

import { byEvent } from '#shared/model/event.ts';
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
  const standings = new Standings();
  standings.replaceAll(results, { ...byEvent(() => 0), BB: 1, PB: 20, UB: 3 });
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
    expect(presentUnrankedResult(runner, scoreRunner(runner, read, rules))).toMatchObject({
      totalTime: '01:00:00',
      checkPointOne: '00:30:01',
      checkPointTwo: '',
      wodTime: '',
      carnIngliTime: '301',
    });
  });

  test('[RK1] totals past 99 hours keep their digits', () => {
    expect(buildResult({ runnerId: 'a', totalMs: 360_000_000 }).totalTime).toBe('100:00:00');
  });

  test('[RK1] a DNF is spelled out, a racing runner has no total', () => {
    expect(buildResult({ runnerId: 'a', status: 'dnf', totalMs: null }).totalTime).toBe('DNF');
    expect(buildResult({ runnerId: 'a', status: 'racing', totalMs: null }).totalTime).toBe('');
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

  test('[RK2] finishers are ordered by the millisecond that the shown time hides', () => {
    expect(idsOf(field.finishers('PB'))).toBe('a b c d');
  });

  test('[RK3] equal milliseconds share a place and the next place is skipped', () => {
    expect(placesOf('a', 'b', 'c', 'd')).toEqual([1, 2, 2, 4]);
  });

  test('[RK4] only finishers have a place', () => {
    expect(placesOf('e', 'f', 'nobody')).toEqual([null, null, null]);
  });

  test('[RK5] equals stand by last name, first name, bib and id', () => {
    const equals = rank(
      buildResult({ runnerId: '5', lastName: 'Bowen', firstName: 'Zoë', bibNumber: '' }),
      buildResult({ runnerId: '4', lastName: 'Bowen', firstName: 'Ann', bibNumber: '9' }),
      buildResult({ runnerId: '3', lastName: 'Bowen', firstName: 'Ann', bibNumber: '10' }),
      buildResult({ runnerId: '2', lastName: 'Bowen', firstName: 'Ann', bibNumber: '10' }),
      buildResult({ runnerId: '1', lastName: 'bowen', firstName: 'Ann', bibNumber: '' }),
    );
    expect(idsOf(equals.finishers('PB'))).toBe('2 3 4 5 1');
  });

  test('[RK5] text is compared by code point, not by UTF-16 unit or locale', () => {
    const texts = ['', 'Z', 'a', 'ab', 'é', '\uFB01', '\u{1F3C3}', '\u{1F3C3}a'];
    expect(texts.toReversed().toSorted(compareText)).toEqual(texts);
    expect(compareText('Siân', 'Siân')).toBe(0);
  });

  test('[RK6] a checkpoint ranks everyone listed in the event, DNFs included', () => {
    const standings = rank(
      buildResult({ runnerId: 'a', splitsMs: splits({ 0: 500 }) }),
      buildResult({ runnerId: 'b', splitsMs: splits({ 0: 400 }), status: 'dnf', totalMs: null }),
      buildResult({ runnerId: 'c', splitsMs: splits({ 0: 500 }), status: 'racing', totalMs: null }),
      buildResult({ runnerId: 'd', splitsMs: splits({ 0: 600 }) }),
      buildResult({ runnerId: 'x', splitsMs: splits({ 0: 100 }), events: 'BB' }),
    );
    const first = ['a', 'b', 'c', 'd', 'x'].map((id) => standings.checkpointPlacesOf(id)[0]);
    expect(first).toEqual([2, 1, 2, 4, 1]);
    expect(standings.present('a')).toMatchObject({
      checkPointOnePosition: 2,
      checkPointTwoPosition: '',
      totalRunners: 20,
    });
    expect(standings.checkpointPlacesOf('nobody')).toEqual(NO_SPLITS);
  });
});

describe('parts of the list', () => {
  test('[RK7] those who did not finish stand by name', () => {
    const standings = rank(
      buildResult({ runnerId: 'a', lastName: 'Prydderch', status: 'dnf', totalMs: null }),
      buildResult({ runnerId: 'b', lastName: 'Bowen', status: 'dnf', totalMs: null }),
    );
    expect(idsOf(standings.dnfs('PB'))).toBe('b a');
  });

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

  test('[RK9] special tabs list who runs the climb and did not DNF, those without a time last', () => {
    const standings = rank(
      buildResult({ runnerId: 'slow', events: 'UB', komsMs: [900, 50] }),
      buildResult({ runnerId: 'fast', events: 'UB', komsMs: [800, null], status: 'racing' }),
      buildResult({ runnerId: 'none', events: 'UB', komsMs: [null, null] }),
      buildResult({ runnerId: 'out', events: 'UB', komsMs: [1, 1], status: 'dnf', totalMs: null }),
      buildResult({ runnerId: 'full', events: 'PB', komsMs: [null, 50] }),
      buildResult({ runnerId: 'half', events: 'BB' }),
    );
    expect(idsOf(standings.special('WOD'))).toBe('fast slow none');
    expect(
      ['fast', 'slow', 'none', 'out', 'full'].map((id) => standings.specialPlaceOf('WOD', id)),
    ).toEqual([1, 2, null, null, null]);
    expect(standings.special('CarnIngli').length).toBe(4);
    expect(standings.specialPlaceOf('CarnIngli', 'slow')).toBe(1);
    expect(standings.specialPlaceOf('CarnIngli', 'full')).toBe(1);
  });

  test('[RK10] all together: by event, in each finishers, DNFs, on course', () => {
    const standings = rank(
      buildResult({ runnerId: 'ub', events: 'UB' }),
      buildResult({ runnerId: 'pb-out', status: 'racing', totalMs: null }),
      buildResult({ runnerId: 'pb-dnf', status: 'dnf', totalMs: null }),
      buildResult({ runnerId: 'pb-2', totalMs: 2 }),
      buildResult({ runnerId: 'pb-1', totalMs: 1 }),
      buildResult({ runnerId: 'bb', events: 'BB' }),
    );
    expect(standings.presentAll().map((row) => row.runnerId)).toEqual([
      'bb',
      'pb-1',
      'pb-2',
      'pb-dnf',
      'pb-out',
      'ub',
    ]);
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

  test('[RK11] the next in the age group wins when the winner is taken off', () => {
    const standings = rank(
      buildResult({ runnerId: 'a', totalMs: 1 }),
      buildResult({ runnerId: 'b', totalMs: 2 }),
    );
    standings.remove('a');
    expect(standings.isWinner('b')).toBe(true);
    expect(standings.placeOf('b')).toBe(1);
  });
});

test('[RK2] a row that did not change stays the same object', () => {
  const kept = buildResult({ runnerId: 'kept', totalMs: 7 });
  const standings = rank(kept, buildResult({ runnerId: 'other', totalMs: 3 }));
  standings.put(buildResult({ runnerId: 'other', totalMs: 9 }));
  expect(standings.finishers('PB').at(0)).toBe(kept);
  expect(() => standings.present('nobody')).toThrow('nobody is not listed');
});
