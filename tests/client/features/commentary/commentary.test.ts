import { describe, expect, test } from 'vitest';

import { type Calls, listCalls } from '#client/features/commentary/calls.ts';
import {
  readChoice,
  readPins,
  writeChoice,
  writePins,
} from '#client/features/commentary/choice.ts';
import { findExpected } from '#client/spectators/use-expected-next.ts';
import { findArrivalPlaces } from '#client/features/commentary/arrival-places.ts';
import { USUAL_COURSES } from '#shared/model/courses.ts';
import { createForecast } from '#shared/forecast/forecast.ts';
import type { UnrankedResult } from '#shared/model/result.ts';
import { MINUTE_MS } from '#shared/model/time.ts';
import { placeRunner } from '#shared/scoring/placed-runner.ts';
import { type StagePoint, stagePointsOf } from '#shared/scoring/stages.ts';
import { Standings } from '#shared/scoring/standings.ts';
import { GUN_MS, inventField } from '#tests/forecast/support/invent-field.ts';
import { knownAt } from '#tests/forecast/support/replay.ts';
import { buildResult } from '#tests/client/support/build-result.ts';

const GROUPS = ['F40', 'M40', 'F-SNR', ''];
const FIELD = inventField(
  { event: 'PB', runners: 60, legMinutes: [30, 30, 30, 30, 30], spread: 0.1, fade: 0, noise: 0.03 },
  4,
).map((row, index): UnrankedResult => {
  const ageGroup = GROUPS[index % GROUPS.length] ?? '';
  return buildResult({ ...row, ageGroup });
});

function stand(rows: readonly UnrankedResult[]): Standings {
  const standings = new Standings(USUAL_COURSES);
  standings.replaceAll(
    rows,
    USUAL_COURSES.byEvent(() => 70),
  );
  return standings;
}

const findCalls = (rows: readonly UnrankedResult[], point: StagePoint): Calls =>
  listCalls(stand(rows), point);

const isFastest = ({ runnerId }: UnrankedResult, from: readonly UnrankedResult[]) =>
  findCalls(from, 1)
    .get(runnerId)
    ?.some(({ kind }) => kind === 'leg') === true;

test('places at a point, and places gained, are the same as on the runners’ pages', () => {
  const rows = knownAt(FIELD, GUN_MS + 150 * MINUTE_MS);
  const standings = stand(rows);
  for (const row of rows) {
    for (const { point, place, gained } of placeRunner(standings, row).runs) {
      const found = findArrivalPlaces(standings, row, point);
      expect([found?.overall, found?.gained]).toEqual([place ?? undefined, gained ?? undefined]);
    }
  }
});

const podium = (place: number | undefined) => (place !== undefined && place <= 3 ? place : 0);

test('the first three of each sex and category are called out, and the fastest leg', () => {
  const points = stagePointsOf('PB', USUAL_COURSES);
  const rows = knownAt(FIELD, GUN_MS + 150 * MINUTE_MS).map((row, index) =>
    buildResult({ ...row, ageGroup: FIELD[index]?.ageGroup ?? '' }),
  );
  for (const point of points) {
    const calls = findCalls(rows, point);
    const standings = stand(rows);
    for (const row of rows) {
      const { sex, ageGroup } = standings.groupPlacesAt(row, point);
      const called = new Map((calls.get(row.runnerId) ?? []).map((call) => [call.kind, call]));
      const calledPlace = (kind: 'sex' | 'ageGroup') => called.get(kind)?.value ?? 0;
      expect([calledPlace('sex'), calledPlace('ageGroup')]).toEqual([
        podium(sex?.place),
        podium(ageGroup?.place),
      ]);
    }
  }
  const legs = rows.map(({ splitsMs }) => (splitsMs[1] ?? Infinity) - (splitsMs[0] ?? 0));
  const fastest = rows.filter((one) => isFastest(one, rows));
  expect(fastest.map((one) => rows.indexOf(one))).toEqual([legs.indexOf(Math.min(...legs))]);
  // Not among four.
  expect(rows.slice(0, 4).filter((one) => isFastest(one, rows.slice(0, 4)))).toEqual([]);
});

test('[RK14] the first three of a category are called out at the finish by its own clock', () => {
  const times = [60, 61, 62, 63];
  const rows = times.map((minutes, index) =>
    buildResult({
      runnerId: `r${index}`,
      totalMs: minutes * MINUTE_MS,
      categoryMs: (minutes - 2 * index) * MINUTE_MS,
    }),
  );
  const calls = findCalls(rows, 'finish');
  const placesOf = (kind: 'sex' | 'ageGroup') =>
    rows.map(({ runnerId }) => calls.get(runnerId)?.find((one) => one.kind === kind)?.value);
  expect(placesOf('sex')).toEqual([1, 2, 3, undefined]);
  expect(placesOf('ageGroup')).toEqual([undefined, 3, 2, 1]);
});

test('the next expected are listed soonest first; the overdue are counted', () => {
  const nowMs = GUN_MS + 110 * MINUTE_MS;
  const standings = stand(knownAt(FIELD, nowMs));
  const forecast = createForecast(standings.listed('PB'), 'PB', USUAL_COURSES);
  const expected = (result: UnrankedResult) => forecast.expect(result);
  const findAt = (atMs: number) => findExpected(standings, expected, 3, ['BB', 'PB'], atMs);
  const { next, overdue } = findAt(nowMs);
  expect(next.length).toBeGreaterThan(3);
  expect(next.every(({ result }) => result.splitsMs[3] === null)).toBe(true);
  expect(next.map(({ atMs }) => atMs)).toEqual(
    next.map(({ atMs }) => atMs).toSorted((a, b) => a - b),
  );
  const hoursLater = findAt(nowMs + 180 * MINUTE_MS);
  expect(hoursLater.next).toEqual([]);
  expect(hoursLater.overdue).toBeGreaterThan(overdue);
  expect(findAt(nowMs + 24 * 60 * MINUTE_MS)).toEqual({ next: [], overdue: 0 });
});

describe('the address', () => {
  test('the address keeps race, point and up to six pins, and ignores unknown ones', () => {
    const races = ['BB', 'PB'] as const;
    const read = (query: string) => readChoice(new URLSearchParams(query), races, USUAL_COURSES);
    expect(read('')).toEqual({ event: undefined, point: 'finish' });
    expect(read('tab=PB&point=cp2')).toEqual({ event: 'PB', point: 1 });
    expect(read('tab=UB&point=cp6')).toEqual({ event: undefined, point: 'finish' });
    const params = new URLSearchParams('lang=cy&tab=BB');
    expect(writeChoice(params, { event: 'PB', point: 1 }, USUAL_COURSES).toString()).toBe(
      'lang=cy&tab=PB&point=cp2',
    );
    expect(readPins(writePins(params, ['a', 'b', 'c', 'd', 'e', 'f', 'g']))).toHaveLength(6);
  });
});
