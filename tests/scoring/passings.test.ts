import { expect, test } from 'vitest';

import { Courses } from '#shared/model/courses.ts';
import { findPassedOver } from '#shared/scoring/replaced-reads.ts';
import { buildCourse, buildPoint, configOf } from '#tests/support/build-setup.ts';

import { scanOf, score } from './run-scoring.ts';

test('[VS2] reads of a minute apart are two passings, and closer ones are one', () => {
  const config = configOf(buildCourse('lap lap'));
  const countedOf = (second: string) =>
    score({ scans: ['10:10:00 lap', `${second} lap`], config }).verdicts;
  expect(countedOf('10:11:00')).toEqual(['counted', 'counted']);
  expect(countedOf('10:10:59.999')).toEqual(['counted', 'duplicate']);
});

test('[MB1] an unnamed source precedes a backup', () => {
  const bryn = buildPoint('bryn', { sources: [{ source: 'spare', line: 'backup' }] });
  const points = [buildPoint('start'), bryn, buildPoint('finish')];
  const [backup, other] = [scanOf('10:20:00 bryn', 'spare'), scanOf('10:20:05 bryn', 'other')];
  const courses = new Courses(buildCourse('bryn', { points }));
  const passedOver = findPassedOver([backup, other], courses, courses.pointsOf('PB'));
  expect([...passedOver]).toEqual([backup]);
});
