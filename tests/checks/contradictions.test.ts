import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';

import { contradictMoment, contradictTotal } from '#shared/checks/contradictions.ts';
import { THE_DESK } from '#shared/model/decisions.ts';
import { USUAL_COURSES } from '#shared/model/courses.ts';
import type { TimePoint } from '#shared/model/time-point.ts';
import { HOUR_MS, MINUTE_MS, SECOND_MS } from '#shared/model/time.ts';

const START_MS = Date.UTC(2026, 5, 20, 9);
const after = (minutes: number): number => START_MS + minutes * MINUTE_MS;
const read = (point: TimePoint, minutes: number, rest = {}) => ({
  points: [point],
  timeMs: after(minutes),
  source: 'mat',
  ...rest,
});
const own = (scans: readonly ReturnType<typeof read>[], finish?: number) => ({
  event: 'PB',
  startMs: START_MS,
  scans,
  finishMs: finish === undefined ? undefined : after(finish),
});

describe('[OV11] a total by hand', () => {
  test.each([
    ['ends before a read on the way', '0:03:00', own([read('cp1', 30), read('cp4', 193)]), 'cp4'],
    ['ends far from the finish of a mat', '0:57:12', own([read('cp1', 30)], 118), 'finish'],
    ['fits the finish of a mat, with a penalty', '2:05:00', own([read('cp1', 30)], 118), undefined],
    ['ends after all reads', '2:05:00', own([read('cp1', 30), read('cp4', 120)]), undefined],
    ['is DNF', '00:00:01', own([read('cp1', 30)]), undefined],
    ['stands beside a read of before the start', '0:50:00', own([read('cp1', -90)]), undefined],
    [
      'stands beside another time by hand',
      '0:20:00',
      own([read('cp1', 30, { isByHand: true })]),
      undefined,
    ],
  ])('%s', (_, total, reads, readAt) => {
    expect(contradictTotal(total, reads, USUAL_COURSES)?.readAt).toBe(readAt);
  });

  test('is not judged without a start', () => {
    const unknown = { ...own([read('cp1', 30)]), startMs: undefined };
    expect(contradictTotal('0:03:00', unknown, USUAL_COURSES)).toBeUndefined();
  });
});

test('[OV11] a typed moment contradicts a read exactly if the order of the course does', () => {
  const route = USUAL_COURSES.routeOf('PB').filter((point) => point !== 'start');
  const at = fc.nat({ max: route.length - 1 });
  const minutes = fc.integer({ min: 1, max: 600 });
  fc.assert(
    fc.property(at, at, minutes, minutes, (handAt, matAt, handMin, matMin) => {
      const typed = { point: route[handAt] ?? 'finish', atMs: after(handMin) };
      const found = contradictMoment(
        typed,
        own([read(route[matAt] ?? 'finish', matMin)]),
        USUAL_COURSES,
      );
      const isWrong = (handAt - matAt) * (handMin - matMin) < 0;
      expect(found !== undefined).toBe(isWrong);
    }),
  );
});

test('[OV11 CR7] added reads contradict nothing, and ten seconds are no contradiction', () => {
  const typed = { point: 'finish', atMs: START_MS + HOUR_MS } as const;
  const added = own([read('cp4', 70, { source: THE_DESK })]);
  expect(contradictMoment(typed, added, USUAL_COURSES)).toBeUndefined();
  const close = own([{ ...read('cp4', 60), timeMs: typed.atMs + 10 * SECOND_MS }]);
  expect(contradictMoment(typed, close, USUAL_COURSES)).toBeUndefined();
});
