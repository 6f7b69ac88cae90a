import { expect, test } from 'vitest';

import { USUAL_COURSES } from '#shared/model/courses.ts';
import { cy } from '#shared/texts/cy.ts';
import { en } from '#shared/texts/en.ts';
import { formatApart, formatClock } from '#shared/format/format-time.ts';
import { USUAL_RANKING, rankingOf } from '#shared/model/ranking.ts';
import {
  describePosition,
  describeSplit,
  describeTotal,
  formatKomTime,
  listStageTimes,
  locateOnCourse,
} from '#shared/format/describe-result.ts';

test.each([undefined, null, 0])('a split of %j is NO SCAN', (splitMs) => {
  expect(describeSplit(splitMs, en.outcome)).toBe('NO SCAN');
  expect(describeSplit(splitMs, cy.outcome)).toBe('DIM SGAN');
});

test.each([
  ['finished', 9_666_001, '2:41:07'],
  ['finished', 0, '0:00:00'],
  ['finished', null, 'DNF'],
  ['dnf', null, 'DNF'],
  ['dnf', 9_667_000, 'DNF'],
  ['racing', null, ''],
] as const)('the total of a %s runner, %s, is "%s"', (status, totalMs, shown) =>
  expect(describeTotal({ status, totalMs }, en.outcome, USUAL_RANKING)).toBe(shown),
);

test.each([
  ['up', '1:01:02', '+0:01'],
  ['down', '1:01:01', '+0:01'],
  ['none', '1:01:01.9', '+0:00.8'],
] as const)(
  '[RK1] rounded %s a time is %s, and a difference is that of the shown times',
  (rounding, shown, gap) => {
    const ranking = rankingOf({ rounding });
    const total = { status: 'finished', totalMs: 3_661_999 } as const;
    expect(describeTotal(total, en.outcome, ranking)).toBe(shown);
    expect(describeSplit(3_661_999, en.outcome, rounding)).toBe(shown);
    expect(
      `+${formatApart(3_661_999, 3_660_999 + (rounding === 'none' ? 199 : 0), rounding)}`,
    ).toBe(gap);
    expect(formatClock(3_661_999, rounding)).toBe(rounding === 'up' ? '01:01:02' : '01:01:01');
  },
);

test('[RK12] where laps rank, a total is the laps and the time of the last', () => {
  const ranking = rankingOf({ rankedBy: 'laps' });
  const tell = (laps: number, { outcome }: Pick<typeof en, 'outcome'>): string =>
    describeTotal({ status: 'finished', totalMs: 21_510_001, laps }, outcome, ranking);
  expect([tell(12, en), tell(1, en)]).toEqual(['12 laps 5:58:31', '1 lap 5:58:31']);
  expect([tell(12, cy), tell(2, cy)]).toEqual(['12 lap 5:58:31', '2 lap 5:58:31']);
});

test.each([
  [4, 1_872_000, '4'],
  [4, null, '/'],
  [4, 0, '/'],
  [null, 1_872_000, '/'],
] as const)('the position %j with %j ms is %s', (position, splitMs, shown) =>
  expect(describePosition(position, splitMs)).toBe(shown),
);

test.each([
  [311_001, '05:12'],
  [3_599_001, '1:00:00'],
  [null, undefined],
  [0, undefined],
])('[RK1] a KOM time of %j ms is %s', (komMs, shown) => expect(formatKomTime(komMs)).toBe(shown));

test.each([
  [[null, null, null, null, null, null], undefined],
  [[100, null, 300, null, null, null], { slot: 2, elapsedMs: 300 }],
  [[100, 400, 300, null, null, null], { slot: 1, elapsedMs: 400 }],
  [[null, 400, 400, null, null, null], { slot: 2, elapsedMs: 400 }],
])('[RK8] with the splits %j a runner was last seen at %j', (splitsMs, seen) =>
  expect(locateOnCourse({ splitsMs, events: 'PB' }, USUAL_COURSES)).toEqual(seen),
);

test.each([
  ['racing', '0:10:00 NO SCAN 0:30:00 –'],
  ['dnf', '0:10:00 NO SCAN 0:30:00 –'],
  ['finished', '0:10:00 NO SCAN 0:30:00 NO SCAN'],
] as const)('[CP5] in a table the stages of a %s runner are %s', (status, shown) => {
  const splitsMs: (number | null)[] = USUAL_COURSES.slots.map(() => null);
  const [first, , third] = USUAL_COURSES.stagesOf('PB');
  splitsMs[first?.slot ?? 0] = 600_000;
  splitsMs[third?.slot ?? 0] = 1_800_000;
  const stages = listStageTimes({ splitsMs, events: 'PB', status }, USUAL_COURSES, en.outcome);
  expect(stages.map(({ time }) => time).join(' ')).toBe(shown);
});
