import { beforeAll, describe, expect, test } from 'vitest';

import { Courses, USUAL_COURSES } from '#shared/model/courses.ts';
import type { CourseSetup } from '#shared/model/race-setup.ts';
import type { UnrankedResult } from '#shared/model/result.ts';
import { inventField } from '#tests/forecast/support/invent-field.ts';
import { type Accuracy, printAccuracy, replayForecasts } from '#tests/forecast/support/replay.ts';

import { scoreChronotrackRace } from './chronotrack-scans.ts';
import { readMarathonResults } from './marathon-results.ts';

/** The results of a real marathon of 32,000; without them one of 8,000 is invented. */
const MARATHON = process.env['MARATHON_RESULTS'];

/**
 * The required accuracy of a replay at a stage: the share of runners with a forecast at the point before, the mean error
 * relative to the remaining time, and the share within the range.
 */
interface Bounds {
  readonly said: number;
  readonly relativeError: number;
  readonly covered: readonly [least: number, most: number];
}

/** The stages at which a replay misses the bounds. */
function findWorse(
  all: readonly Accuracy[],
  bounds: Readonly<Record<string, Bounds>>,
): readonly unknown[] {
  return Object.entries(bounds).flatMap(([stage, { said, relativeError, covered }]) => {
    const one = all.find(({ from, to }) => `${from} to ${to}` === stage);
    const isWithin =
      one !== undefined &&
      one.said > said &&
      one.relativeError < relativeError &&
      one.covered > covered[0] &&
      one.covered < covered[1];
    return isWithin ? [] : [{ stage, ...one }];
  });
}

describe('a race of marathon, half, 10K and 5K, from the raw reads of its mats', () => {
  let all: readonly Accuracy[] = [];

  beforeAll(() => {
    all = replayForecasts(scoreChronotrackRace(), 'PB', { moments: 20, passings: 20 });
    process.stdout.write(`\n${printAccuracy(all)}\n`);
  });

  test('[XP5] expected times are right within stated bounds at each point', () => {
    const bounds = {
      // With one gun nobody is far ahead: when most pass a point, too few are through at the next.
      '0 to 1': { said: 0.2, relativeError: 0.08, covered: [0.7, 1] },
      '1 to finish': { said: 0.2, relativeError: 0.09, covered: [0.7, 1] },
    } as const;
    expect(findWorse(all, bounds)).toEqual([]);
  });
});

/** The distances of the marathon's points. */
const MARATHON_M = { cp2: 10_000, cp3: 20_000, cp4: 30_000, cp5: 35_000, cp6: 40_000 };

/** The usual race, with the distances of a marathon on its longest course. */
function withDistances(): Courses {
  const { setup } = USUAL_COURSES;
  const courses = setup.courses.map((course): CourseSetup => {
    if (course.id !== 'ultra') return course;
    const visits = Object.entries(MARATHON_M).map(([point, atM]) => ({ point, atM }));
    return { id: 'ultra', name: 'Ultra', lengthM: 42_195, visits };
  });
  return new Courses({ ...setup, courses });
}

describe('a marathon in waves', () => {
  let all: readonly Accuracy[] = [];
  let rows: readonly UnrankedResult[] = [];

  beforeAll(() => {
    rows = MARATHON
      ? readMarathonResults(MARATHON)
      : inventField(
          {
            event: 'UB',
            runners: 8_000,
            legMinutes: [55, 56, 58, 30, 31, 13],
            spread: 0.17,
            fade: 0.05,
            noise: 0.05,
            waves: [0, 25, 60, 85],
            startMinutes: 5,
          },
          3,
        );
    all = replayForecasts(rows, 'UB', { moments: 10, passings: 40 });
    process.stdout.write(`\n${printAccuracy(all)}\n`);
  });

  test('[XP5] expected times are right within stated bounds at each point', () => {
    const bounds = {
      '1 to 2': { said: 0.85, relativeError: 0.08, covered: [0.7, 0.95] },
      '1 to finish': { said: 0.15, relativeError: 0.12, covered: [0.65, 0.95] },
      '2 to 3': { said: 0.85, relativeError: 0.08, covered: [0.7, 0.95] },
      '2 to finish': { said: 0.6, relativeError: 0.11, covered: [0.65, 0.95] },
      '3 to 4': { said: 0.95, relativeError: 0.08, covered: [0.7, 0.95] },
      '3 to finish': { said: 0.95, relativeError: 0.09, covered: [0.65, 0.95] },
      '4 to finish': { said: 0.95, relativeError: 0.09, covered: [0.7, 0.95] },
      '5 to finish': { said: 0.95, relativeError: 0.08, covered: [0.7, 0.95] },
    } as const;
    expect(findWorse(all, bounds)).toEqual([]);
  });

  test('[XP12] by distances something is said at every passing, and no worse than without them', () => {
    const accuracies = replayForecasts(rows, 'UB', { moments: 10, passings: 40 }, withDistances());
    process.stdout.write(`\n${printAccuracy(accuracies)}\n`);
    expect(accuracies.filter(({ said }) => said < 1)).toEqual([]);
    const worse = accuracies.filter(({ from, to, relativeError }) => {
      const without = all.find((one) => one.from === from && one.to === to && one.said > 0);
      return relativeError > (without?.relativeError ?? 0.1) + 0.01;
    });
    expect(worse).toEqual([]);
  });
});
