import { expect, test } from 'vitest';

import { cy } from '#shared/texts/cy.ts';
import { en } from '#shared/texts/en.ts';
import {
  describePosition,
  describeSplit,
  describeTotal,
  formatKomTime,
  locateOnCourse,
} from '#shared/format/describe-result.ts';

test.each([undefined, null, 0])('a split of %j is NO SCAN', (splitMs) => {
  expect(describeSplit(splitMs, en.outcome)).toBe('NO SCAN');
  expect(describeSplit(splitMs, cy.outcome)).toBe('DIM SGAN');
});

test.each([
  [1_872_000, '0:31:12'],
  [1_871_001, '0:31:12'],
  [7_868_000, '2:11:08'],
  [360_001_000, '100:00:01'],
])('[RK1] a split of %d ms is %s', (splitMs, shown) => {
  expect(describeSplit(splitMs, en.outcome)).toBe(shown);
});

test.each([
  ['finished', '02:41:07', '2:41:07'],
  ['finished', '00:00:00', '0:00:00'],
  ['finished', '', 'DNF'],
  ['finished', 'Invalid date', 'DNF'],
  ['dnf', 'DNF', 'DNF'],
  ['dnf', '02:41:07', 'DNF'],
  ['racing', '', ''],
] as const)('the total of a %s runner, "%s", is "%s"', (status, totalTime, shown) => {
  expect(describeTotal({ status, totalTime }, en.outcome)).toBe(shown);
});

test.each([
  [4, 1_872_000, '4'],
  [4, null, '/'],
  [4, 0, '/'],
  [null, 1_872_000, '/'],
] as const)('the position %j beside %j ms is %s', (position, splitMs, shown) => {
  expect(describePosition(position, splitMs)).toBe(shown);
});

test.each([
  [312_000, '05:12'],
  [311_001, '05:12'],
  [3_599_000, '59:59'],
  [3_599_001, '1:00:00'],
  [3_905_000, '1:05:05'],
  [null, undefined],
  [undefined, undefined],
  [0, undefined],
])('[RK1] a KOM time of %j ms is %s', (komMs, shown) => {
  expect(formatKomTime(komMs)).toBe(shown);
});

test.each([
  [[null, null, null, null, null, null], undefined],
  [[100, null, 300, null, null, null], { slot: 2, elapsedMs: 300 }],
  [[100, 400, 300, null, null, null], { slot: 1, elapsedMs: 400 }],
  [[null, 400, 400, null, null, null], { slot: 2, elapsedMs: 400 }],
])('[RK8] with the splits %j a runner was last seen at %j', (splitsMs, seen) => {
  expect(locateOnCourse({ splitsMs })).toEqual(seen);
});
