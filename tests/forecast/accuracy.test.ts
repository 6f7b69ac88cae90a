import { expect, test } from 'vitest';

import { Courses, USUAL_COURSES } from '#shared/model/courses.ts';
import type { CourseSetup } from '#shared/model/race-setup.ts';

import { type FieldShape, inventField } from './support/invent-field.ts';
import { judgeForecasts, replayForecasts } from './support/replay.ts';

const MARATHON: FieldShape = {
  event: 'UB',
  runners: 1_000,
  legMinutes: [55, 56, 58, 30, 31, 13],
  spread: 0.17,
  fade: 0.05,
  noise: 0.05,
  waves: [0, 25, 60, 85],
  startMinutes: 5,
};

/** Races of shapes that no rule was made for. */
const SHAPES: Readonly<Record<string, FieldShape>> = {
  'an ultra with a long tail, where many give up and reads are lost': {
    event: 'UB',
    runners: 300,
    legMinutes: [120, 150, 140, 180, 160, 110],
    spread: 0.2,
    fade: 0.06,
    noise: 0.07,
    tail: 0.2,
    dropOut: 0.04,
    lost: 0.02,
  },
  'a marathon in waves': MARATHON,
  'a race in which a mat misses most and many start late': {
    event: 'PB',
    runners: 400,
    legMinutes: [45, 50, 40, 55, 30],
    spread: 0.15,
    fade: 0.04,
    noise: 0.05,
    lost: [0.05, 0.7, 0.05, 0.05, 0],
    late: { part: 0.25, minutes: 40 },
  },
  'a field of twelve': {
    event: 'PB',
    runners: 12,
    legMinutes: [40, 45, 38, 50, 25],
    spread: 0.12,
    fade: 0.04,
    noise: 0.05,
  },
};

test.each(Object.entries(SHAPES))(
  '[XP3 XP4 XP5] in %s times are off by a few hundredths of what is left, hardly biased, and eight of ten in the range',
  (_, shape) => {
    const isSmall = shape.runners < 100;
    const replays = (isSmall ? [1, 2, 3, 4, 5, 6, 7, 8] : [1]).map((seed) =>
      replayForecasts(inventField(shape, seed), shape.event, {
        moments: isSmall ? 30 : 8,
        passings: Math.min(30, Math.ceil(shape.runners / 15)),
      }),
    );
    const { covered, relativeError, bias } = judgeForecasts(replays.flat());
    expect(covered).toBeGreaterThan(0.7);
    expect(covered).toBeLessThan(0.95);
    expect(relativeError).toBeLessThan(0.08);
    expect(Math.abs(bias)).toBeLessThan(0.05);
  },
);

test('[XP12] by distances something is said at every passing', () => {
  const visits = Object.entries({
    cp2: 10_000,
    cp3: 20_000,
    cp4: 30_000,
    cp5: 35_000,
    cp6: 40_000,
  });
  const { setup } = USUAL_COURSES;
  const measured = setup.courses.map((course): CourseSetup =>
    course.id === 'ultra'
      ? { ...course, lengthM: 42_195, visits: visits.map(([point, atM]) => ({ point, atM })) }
      : course,
  );
  const courses = new Courses({ ...setup, courses: measured });
  const asked = { moments: 10, passings: 40 };
  const all = replayForecasts(inventField(MARATHON, 3), 'UB', asked, courses);
  const { said, relativeError } = judgeForecasts(all);
  expect(said).toBe(1);
  expect(relativeError).toBeLessThan(0.08);
});
