import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';

import { type ArrivalLog, EMPTY_LOG, advanceLog } from '#client/features/commentary/arrival-log.ts';
import {
  listPoints,
  readChoice,
  readPins,
  writeChoice,
  writePins,
} from '#client/features/commentary/choice.ts';
import { findExpected } from '#client/spectators/expected-next.ts';
import { trackRace } from '#client/spectators/race-progress.ts';
import { FieldPlaces } from '#client/features/commentary/field-places.ts';
import { listContests } from '#client/features/commentary/race-state.ts';
import { type Arrival, listArrivals } from '#client/spectators/arrivals.ts';
import { createForecast } from '#shared/forecast/forecast.ts';
import { byEvent } from '#shared/model/event.ts';
import type { UnrankedResult } from '#shared/model/result.ts';
import { MINUTE_MS } from '#shared/model/time.ts';
import { findGroupPlaces } from '#shared/scoring/group-places.ts';
import { stagePointsOf } from '#shared/scoring/stage-point.ts';
import { Standings } from '#shared/scoring/standings.ts';
import { finish } from '#shared/scoring/steps.ts';
import { GUN_MS, inventField } from '#tests/forecast/support/invent-field.ts';
import { knownAt } from '#tests/forecast/support/replay.ts';

import { buildResult } from './support/build-result.ts';

const GROUPS = ['F40', 'M40', 'F-SNR', ''];
const FIELD = inventField(
  { event: 'PB', runners: 60, legMinutes: [30, 30, 30, 30, 30], spread: 0.1, fade: 0, noise: 0.03 },
  4,
).map((row, index): UnrankedResult => {
  const ageGroup = GROUPS[index % GROUPS.length] ?? '';
  return buildResult({ ...row, ageGroup });
});

function stand(rows: readonly UnrankedResult[]): Standings {
  const standings = new Standings();
  standings.replaceAll(
    rows,
    byEvent(() => 70),
  );
  return standings;
}

const arrive = (minutes: Readonly<Record<string, number>>): readonly Arrival[] =>
  listArrivals(
    stand(
      Object.entries(minutes).map(([runnerId, at]) =>
        buildResult({ runnerId, totalMs: at * MINUTE_MS, startedAtMs: GUN_MS }),
      ),
    ),
    { point: 'finish', limit: 5 },
  );
const advance = (log: ArrivalLog, arrivals: readonly Arrival[], isHeld: boolean): ArrivalLog =>
  advanceLog(log, arrivals, isHeld, 5);
const idsOf = (rows: ArrivalLog['shown']): string[] => rows.map(({ result }) => result.runnerId);

describe('the log of arrivals', () => {
  test('[CO2] what is held stays, and who arrives waits until they are asked for', () => {
    const first = advance(EMPTY_LOG, arrive({ a: 60, b: 61 }), false);
    expect(idsOf(first.shown)).toEqual(['b', 'a']);
    const held = advance(first, arrive({ a: 60, b: 61, c: 62 }), true);
    expect([idsOf(held.shown), idsOf(held.waiting)]).toEqual([['b', 'a'], ['c']]);
    const later = advance(held, arrive({ a: 60, b: 61, c: 62, d: 63 }), true);
    expect([idsOf(later.shown), idsOf(later.waiting)]).toEqual([
      ['b', 'a'],
      ['d', 'c'],
    ]);
    const free = advance(later, arrive({ a: 60, b: 61, c: 62, d: 63 }), false);
    expect([idsOf(free.shown), idsOf(free.waiting)]).toEqual([['d', 'c', 'b', 'a'], []]);
  });

  test('[CO3] a corrected time says what it was, and no more once it is that again', () => {
    const first = advance(EMPTY_LOG, arrive({ a: 60, b: 61 }), false);
    const changed = advance(first, arrive({ a: 60, b: 59 }), false);
    expect(changed.shown.map(({ wasMs }) => wasMs)).toEqual([undefined, 61 * MINUTE_MS]);
    expect(idsOf(changed.shown)).toEqual(['a', 'b']);
    const back = advance(changed, arrive({ a: 60, b: 61 }), true);
    expect(back.shown.map(({ wasMs }) => wasMs)).toEqual([undefined, undefined]);
  });

  test('[CO3] who is not through after all stays, marked, until the others have gone by', () => {
    const first = advance(EMPTY_LOG, arrive({ a: 60, b: 61, c: 62 }), false);
    for (const isHeld of [true, false]) {
      const gone = advance(first, arrive({ a: 60, c: 62 }), isHeld);
      expect(gone.shown.map(({ result, isTakenBack }) => [result.runnerId, isTakenBack])).toEqual([
        ['c', false],
        ['b', true],
        ['a', false],
      ]);
    }
    const full = { c: 62, d: 63, e: 64, f: 65, g: 66 };
    const after = advance(advance(first, arrive({ a: 60, c: 62 }), false), arrive(full), false);
    expect(idsOf(after.shown)).toEqual(['g', 'f', 'e', 'd', 'c']);
  });

  test('[CO2] whatever comes and is held, everyone who is through is shown or waits, once', () => {
    const times = fc.dictionary(
      fc.constantFrom('a', 'b', 'c', 'd', 'e'),
      fc.integer({ min: 50, max: 99 }),
    );
    fc.assert(
      fc.property(fc.array(fc.tuple(times, fc.boolean()), { maxLength: 12 }), (steps) => {
        let log = EMPTY_LOG;
        for (const [minutes, isHeld] of steps) {
          const before = log;
          log = advance(log, arrive(minutes), isHeld);
          const all = [...log.shown, ...log.waiting];
          expect(new Set(all.map(({ key }) => key)).size).toBe(all.length);
          const through = all.filter(({ isTakenBack }) => !isTakenBack);
          expect(idsOf(through).toSorted()).toEqual(Object.keys(minutes).toSorted());
          const stays = isHeld && before.shown.length > 0 ? before : log;
          expect(idsOf(log.shown)).toEqual(idsOf(stays.shown));
        }
      }),
      { seed: 20_260_620, numRuns: 300 },
    );
  });
});

test('[CO4] the places that are called out are those of everyone’s page', () => {
  const rows = knownAt(FIELD, GUN_MS + 150 * MINUTE_MS).map((row, index) =>
    buildResult({ ...row, ageGroup: FIELD[index]?.ageGroup ?? '' }),
  );
  const field = new FieldPlaces(rows, stagePointsOf('PB'));
  for (const point of stagePointsOf('PB')) {
    for (const row of rows) {
      const { overall, sex, ageGroup } = findGroupPlaces(row, rows, point);
      const found = field.find(row, point);
      expect([found?.overall, found?.sex, found?.ageGroup]).toEqual([
        overall?.place,
        sex?.place,
        ageGroup?.place,
      ]);
    }
  }
  const [first = buildResult()] = rows;
  const fastest = rows.filter((row) => field.find(row, 1)?.fastestFrom === 0);
  const legs = rows.map(({ splitsMs }) => (splitsMs[1] ?? Infinity) - (splitsMs[0] ?? 0));
  expect(fastest.map((row) => rows.indexOf(row))).toEqual([legs.indexOf(Math.min(...legs))]);
  expect(new FieldPlaces(rows.slice(0, 4), stagePointsOf('PB')).find(first, 1)).toMatchObject({
    fastestFrom: undefined,
  });
});

test('[CO5] expected next are the soonest of those who are not there yet; the overdue are counted', () => {
  const nowMs = GUN_MS + 110 * MINUTE_MS;
  const standings = stand(knownAt(FIELD, nowMs));
  const forecast = createForecast(standings.listed('PB'), 'PB');
  const tell = (result: UnrankedResult) => forecast.expect(result);
  const ask = (atMs: number) =>
    finish(
      findExpected(standings, tell, { point: 3, events: ['BB', 'PB'], nowMs: atMs, limit: 4 }),
    );
  const { next, overdue } = ask(nowMs);
  expect(next).toHaveLength(4);
  expect(next.every(({ result }) => result.splitsMs[3] === null)).toBe(true);
  expect(next.map(({ atMs }) => atMs)).toEqual(
    next.map(({ atMs }) => atMs).toSorted((a, b) => a - b),
  );
  for (const { result, atMs } of next) {
    const trueMs =
      GUN_MS + (FIELD.find(({ runnerId }) => runnerId === result.runnerId)?.splitsMs[3] ?? 0);
    expect(Math.abs(atMs - trueMs)).toBeLessThan(8 * MINUTE_MS);
  }
  const hoursLater = ask(nowMs + 180 * MINUTE_MS);
  expect(hoursLater.next).toEqual([]);
  expect(hoursLater.overdue).toBeGreaterThan(overdue);
});

test('[CO6] the counts are those of the race', () => {
  const standings = stand(knownAt(FIELD, GUN_MS + 110 * MINUTE_MS));
  const counts = trackRace(standings, 'PB');
  expect(counts.finished + counts.onCourse + counts.out).toBe(60);
  expect(counts.unseen).toBe(10);
  expect(counts.points.map(({ point }) => point)).toEqual([0, 1, 2, 3, 'finish']);
  expect(counts.points[0]?.count).toBe(60);
  expect(counts.points[3]?.count).toBeLessThan(60);
});

const row = (runnerId: string, ageGroup: string, totalMs: number | null, cp4: number) =>
  buildResult({ runnerId, ageGroup, totalMs, splitsMs: [null, null, null, cp4, null, null] });

test('[CO7] who can still win: what is open first, the race before its sexes and categories', () => {
  const rows = [
    row('a', 'M40', 60 * MINUTE_MS, 50 * MINUTE_MS),
    row('b', 'F40', 70 * MINUTE_MS, 59 * MINUTE_MS),
    row('c', 'F40', null, 60 * MINUTE_MS),
    row('d', 'F60', null, 60 * MINUTE_MS),
  ];
  const contests = finish(listContests(rows, 'PB'));
  expect(
    contests.map(({ group, isDecided, contenders }) => [group, isDecided, contenders.length]),
  ).toEqual([
    ['F', false, 2],
    ['F40', false, 1],
    ['', true, 0],
    ['M', true, 0],
    ['M40', true, 0],
  ]);
});

describe('the address', () => {
  test('[CO1] keeps the race and the point, and passes over what it does not know', () => {
    const races = ['BB', 'PB'] as const;
    const read = (query: string) => readChoice(new URLSearchParams(query), races);
    expect(read('')).toEqual({ event: undefined, point: 'finish' });
    expect(read('tab=PB&point=cp2')).toEqual({ event: 'PB', point: 1 });
    expect(read('tab=UB&point=cp6')).toEqual({ event: undefined, point: 'finish' });
    expect(listPoints(races)).toEqual(['finish', 0, 1, 2, 3]);
    const params = new URLSearchParams('lang=cy&tab=BB');
    expect(writeChoice(params, { event: 'PB', point: 1 }).toString()).toBe(
      'lang=cy&tab=PB&point=cp2',
    );
    expect(writeChoice(params, { event: undefined, point: 'finish' }).toString()).toBe('lang=cy');
  });

  test('[CO8] keeps who is pinned, six at most', () => {
    const params = writePins(new URLSearchParams('tab=PB'), ['a', 'b', 'c', 'd', 'e', 'f', 'g']);
    expect(readPins(params)).toEqual(['a', 'b', 'c', 'd', 'e', 'f']);
    expect(readPins(new URLSearchParams('pin=a,,a,b'))).toEqual(['a', 'b']);
    expect(writePins(params, []).toString()).toBe('tab=PB');
  });
});
