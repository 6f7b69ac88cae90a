import * as fc from 'fast-check';
import { expect, test } from 'vitest';

import { Courses, coursesOf, USUAL_COURSES } from '#shared/model/courses.ts';
import { readSetup } from '#shared/model/race-setup.ts';
import { DEFAULT_CONFIG } from '#shared/model/race-config.ts';
import { stagePointsOf } from '#shared/scoring/stages.ts';
import { buildPoint, buildSetup, buildCourse, configOf } from '#tests/support/build-setup.ts';

import { setups } from './random-setup.ts';
import { pointsSlowly, splitsSlowly, visitsSlowly } from './slow-setup.ts';

test('[RD1 RD2 RK12] the splits of a random race are the visits of its courses, and each stage has its own', () => {
  fc.assert(
    fc.property(setups, (setup) => {
      const courses = new Courses(setup);
      expect(courses.events).toEqual(setup.distances.map(({ code }) => code));
      expect(courses.slots.map(({ code }) => code)).toEqual(splitsSlowly(setup));
      for (const event of courses.events) {
        const visits = visitsSlowly(setup, event);
        const shown = visits.filter(({ isShown }) => isShown);
        const stages = courses.stagesOf(event);
        expect(stages.map(({ slot }) => courses.slots[slot]?.code)).toEqual(
          shown.map(({ name }) => name),
        );
        expect(new Set(stages.map(({ slot }) => slot)).size).toBe(stages.length);
        expect(stages.map(({ wayPointIndex }) => courses.namedPoints[wayPointIndex])).toEqual(
          shown.map(({ point }) => point),
        );
        expect(courses.visitsOf(event).map(({ code, point }) => [code, point])).toEqual(
          visits.map(({ name, point }) => [name, point]),
        );
        expect(courses.routeOf(event)).toEqual([
          'start',
          ...visits.map(({ point }) => point),
          'finish',
        ]);
        expect(courses.pointsOf(event)).toEqual(new Set(pointsSlowly(setup, event)));
        expect(courses.hasLoop(event)).toBe(
          new Set(visits.map(({ point }) => point)).size < visits.length,
        );
        const isByLaps = setup.distances.some(
          ({ code, rankedBy }) => code === event && rankedBy === 'laps',
        );
        expect(stagePointsOf(event, courses)).toEqual([
          ...stages.map(({ slot }) => slot),
          ...(isByLaps ? [] : ['finish']),
        ]);
      }
      expect(new Set(courses.points).size).toBe(courses.points.length);
      expect(new Set(courses.points)).toEqual(new Set(setup.points.map(({ id }) => id)));
    }),
    { numRuns: 300 },
  );
});

test('[RD2] an unknown code has no course, points or distance', () => {
  fc.assert(
    fc.property(setups, fc.constantFrom('gone', '', 'constructor', '__proto__'), (setup, code) => {
      const courses = new Courses(setup);
      expect([
        courses.hasEvent(code),
        courses.hasPoint(code),
        courses.hasCategory(code),
      ]).not.toContain(true);
      for (const list of [courses.stagesOf(code), courses.visitsOf(code), courses.routeOf(code)]) {
        expect(list).toEqual([]);
      }
      expect(courses.pointsOf(code).size).toBe(0);
      expect(courses.findClimb(code) ?? courses.findDistance(code)).toBeUndefined();
      expect(courses.sexOf({ ageGroup: code })).toBeUndefined();
    }),
    { numRuns: 50 },
  );
});

test('[RD1] without a setup the race has three distances, and equal texts give the same courses', () => {
  expect(coursesOf(DEFAULT_CONFIG)).toBe(USUAL_COURSES);
  const config = configOf(buildCourse('bryn cwm bryn'));
  expect(coursesOf(config)).toBe(coursesOf({ ...config }));
  expect(coursesOf(config).slots.map(({ code }) => code)).toEqual(['bryn', 'cwm', 'bryn.2']);
  expect(coursesOf(configOf(buildSetup())).setup).toEqual(USUAL_COURSES.setup);
});

test('[RD1] a text that is no setup is refused', () => {
  const wrong = ['', '{', 'null', '[]', '{}', '7', JSON.stringify({ ...buildSetup(), version: 2 })];
  expect(wrong.map(readSetup)).toEqual(wrong.map(() => undefined));
  const { waves: _, ...noWaves } = buildSetup();
  expect(readSetup(JSON.stringify(noWaves))).toBeUndefined();
  expect(() => coursesOf({ setup: '{}' })).toThrow('cannot be read');
});

test('[RD1] the main event is the marked one, else the first', () => {
  expect(USUAL_COURSES.mainEvent).toBe('PB');
  expect(new Courses(buildCourse('bryn')).mainEvent).toBe('PB');
  const points = [buildPoint('start'), buildPoint('finish')];
  expect(new Courses(buildSetup({ points, distances: [], courses: [] })).mainEvent).toBe('');
});
