import { expect, test } from 'vitest';

import { Courses, USUAL_COURSES } from '#shared/model/courses.ts';
import type { CourseSetup } from '#shared/model/race-setup.ts';
import {
  findCheckpointName,
  findPointName,
  labelCheckpoint,
  stageLengthsOf,
} from '#shared/scoring/course.ts';
import { buildCourse, configOf } from '#tests/support/build-setup.ts';

function lengthsOf(given: Partial<CourseSetup>): unknown {
  const courses = new Courses(
    buildCourse('bryn cwm', { courses: [{ id: 'way', name: 'Way', visits: [], ...given }] }),
  );
  const lengths = stageLengthsOf('PB', courses);
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
    { point: 'bryn', atM: 500 },
    { point: 'cwm', atM: 3_000, climbM: 300 },
  ];
  expect(lengthsOf({ visits, lengthM: 5_000, profile: { heights } })).toEqual([
    [500, 75],
    [3_000, 300],
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

test('[CP4] a checkpoint has its stage name in every event, else its number', () => {
  const config = { setup: '', wayPoints: 'A,B,,D,E,F' };
  for (const event of [undefined, ...USUAL_COURSES.events]) {
    const names = USUAL_COURSES.slots.map((_, slot) => labelCheckpoint(slot, config, event));
    expect(names).toEqual(['A', 'B', 'CP3', 'D', 'F', 'E']);
  }
  expect(findCheckpointName(2, config, 'PB')).toBeUndefined();
});

test('[CP4] repeated visits have a number after the name, or their own label', () => {
  const visits = [
    { point: 'lap' },
    { point: 'bwlch' },
    { point: 'lap' },
    { point: 'lap', label: 'Diwedd' },
  ];
  const setup = buildCourse('lap bwlch', { courses: [{ id: 'way', name: 'Way', visits }] });
  const names = (wayPoints: string): (string | undefined)[] =>
    [0, 1, 2, 3].map((slot) => labelCheckpoint(slot, { ...configOf(setup), wayPoints }));
  expect(names('Cylch,Bwlch')).toEqual(['Cylch 1', 'Bwlch', 'Cylch 2', 'Diwedd']);
  expect(names('')).toEqual(['LAP', 'BWLCH', 'LAP.2', 'Diwedd']);
  const point = (id: string) => findPointName(id, { ...configOf(setup), wayPoints: 'Cylch,Bwlch' });
  expect(['lap', 'lap.2', 'bwlch'].map(point)).toEqual(['Cylch', 'Cylch 2', 'Bwlch']);
});
