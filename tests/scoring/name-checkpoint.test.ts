import { expect, test } from 'vitest';

import { USUAL_COURSES } from '#shared/model/courses.ts';
import { buildCourse, configOf } from '#tests/support/build-setup.ts';
import { findCheckpointName, labelCheckpoint } from '#shared/scoring/course.ts';

const config = { setup: '', wayPoints: 'A,B,C,D,E,F' };

test('[CP4] a checkpoint has its stage name in every event, else its number', () => {
  for (const event of [undefined, ...USUAL_COURSES.events]) {
    expect(USUAL_COURSES.slots.map((_, slot) => labelCheckpoint(slot, config, event))).toEqual([
      'A',
      'B',
      'C',
      'D',
      'F',
      'E',
    ]);
  }
  const few = { setup: '', wayPoints: 'A,,C' };
  expect([0, 1, 2, 3].map((slot) => labelCheckpoint(slot, few, 'PB'))).toEqual([
    'A',
    'CP2',
    'C',
    'CP4',
  ]);
  expect(findCheckpointName(1, few, 'PB')).toBeUndefined();
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
});
