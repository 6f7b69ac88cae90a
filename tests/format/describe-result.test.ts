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

test.each([undefined, '', '00:00', '00:00:00', 'Invalid date', 'NaN:NaN', '12'])(
  'a split of "%s" is NO SCAN',
  (time) => {
    expect(describeSplit(time, en.outcome)).toBe('NO SCAN');
    expect(describeSplit(time, cy.outcome)).toBe('DIM SGAN');
  },
);

test.each([
  ['00:31:12', '0:31:12'],
  ['02:11:08', '2:11:08'],
  ['100:00:01', '100:00:01'],
  ['31:12', '0:31:12'],
])('a split of "%s" is %s', (time, shown) => {
  expect(describeSplit(time, en.outcome)).toBe(shown);
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
  [4, '00:31:12', '4'],
  [4, '', '/'],
  [4, '00:00', '/'],
  ['', '00:31:12', '/'],
  [null, '00:31:12', '/'],
] as const)('the position %j beside "%s" is %s', (position, time, shown) => {
  expect(describePosition(position, time)).toBe(shown);
});

test.each([
  ['312', '05:12'],
  ['3599', '59:59'],
  ['3600', '1:00:00'],
  ['3905', '1:05:05'],
  ['', undefined],
  ['0', undefined],
  ['-5', undefined],
  ['12.5', undefined],
  ['soon', undefined],
])('a KOM time of "%s" seconds is %s', (seconds, shown) => {
  expect(formatKomTime(seconds)).toBe(shown);
});

test.each([
  [[null, null, null, null, null, null], undefined],
  [[100, null, 300, null, null, null], { slot: 2, elapsedMs: 300 }],
  [[100, 400, 300, null, null, null], { slot: 1, elapsedMs: 400 }],
  [[null, 400, 400, null, null, null], { slot: 2, elapsedMs: 400 }],
])('[RK8] with the splits %j a runner was last seen at %j', (splitsMs, seen) => {
  expect(locateOnCourse({ splitsMs })).toEqual(seen);
});
