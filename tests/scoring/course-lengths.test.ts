import { expect, test } from 'vitest';

import { Courses } from '#shared/model/courses.ts';
import type { CourseSetup } from '#shared/model/race-setup.ts';
import { stageLengthsOf } from '#shared/scoring/course.ts';
import { stagePointsOf } from '#shared/scoring/stages.ts';
import { buildCourse } from '#tests/support/build-setup.ts';

function lengthsOf(given: Partial<CourseSetup>): unknown {
  const courses = new Courses(
    buildCourse('bryn cwm', { courses: [{ id: 'way', name: 'Way', visits: [], ...given }] }),
  );
  const lengths = stageLengthsOf('PB', courses);
  expect(lengths).toHaveLength(stagePointsOf('PB', courses).length);
  return lengths.map((stage) => stage && [stage.atM, stage.climbM]);
}

test('[RD3] distance and climb of a stage are as given, else the climb follows from the profile', () => {
  const heights = [
    [0, 100],
    [1_000, 250],
    [2_000, 200],
    [3_000, 260],
    [5_000, 90],
  ] as const;
  const visits = [
    { point: 'bryn', atM: 1_000 },
    { point: 'cwm', atM: 3_000, climbM: 300 },
  ];
  expect(lengthsOf({ visits, lengthM: 5_000, profile: { heights } })).toEqual([
    [1_000, 150],
    [3_000, 300],
    [5_000, 210],
  ]);
  const halfway = [
    { point: 'bryn', atM: 500 },
    { point: 'cwm', atM: 2_500 },
  ];
  expect(lengthsOf({ visits: halfway, lengthM: 5_000, profile: { heights } })).toEqual([
    [500, 75],
    [2_500, 180],
    [5_000, 210],
  ]);
  expect(lengthsOf({ visits: [{ point: 'bryn' }], lengthM: 5_000 })).toEqual([
    undefined,
    [5_000, undefined],
  ]);
});

test('[RD3 RD4] a hidden visit is no stage', () => {
  const visits = [
    { point: 'bryn', atM: 1_000, isPublic: false },
    { point: 'cwm', atM: 3_000 },
  ];
  expect(lengthsOf({ visits })).toEqual([[3_000, undefined], undefined]);
});
