import * as fc from 'fast-check';
import { expect, test } from 'vitest';

import { findStretch, layOutScale } from '#client/spectators/race/course-scale.ts';
import { choosePoints, placeLabels } from '#client/spectators/race/place-labels.ts';
import { findNearest } from '#client/spectators/race/swarm.ts';
import { Courses } from '#shared/model/courses.ts';
import { buildCourse } from '#tests/support/build-setup.ts';

const VISITS = [
  { point: 'bryn', atM: 4_000 },
  { point: 'cwm', atM: 6_000 },
];
const HEIGHTS = [
  [0, 100],
  [4_000, 500],
  [10_000, 100],
] as const;

test('a course is laid out by its distances and its profile', () => {
  const course = { id: 'way', name: 'Way', visits: VISITS, lengthM: 10_000 };
  const courses = new Courses(
    buildCourse('bryn cwm', { courses: [{ ...course, profile: { heights: HEIGHTS } }] }),
  );
  const scale = layOutScale('PB', courses);
  expect(scale.lengthM).toBe(10_000);
  expect(scale.points.map(({ at }) => at)).toEqual([0, 0.4, 0.6, 1]);
  expect([0, 0.2, 0.4, 0.7, 1].map((at) => scale.heightAt(at))).toEqual([0, 0.5, 1, 0.5, 0]);
  expect([0, 0.39, 0.4, 0.99, 1].map((at) => findStretch(scale, at))).toEqual([0, 0, 1, 2, 3]);
});

const labels = fc.array(
  fc.record({ x: fc.integer({ min: 0, max: 400 }), width: fc.integer({ min: 10, max: 160 }) }),
  { maxLength: 12 },
);

test('no label overlaps another, the stem of another or the edge', () => {
  fc.assert(
    fc.property(labels, (given) => {
      const placed = placeLabels(given, { width: 400, rows: 6 }).flatMap((label, index) => {
        const { x: stem, width } = given[index] ?? { x: 0, width: 0 };
        if (!label) return [];
        const left = label.textAnchor === 'end' ? label.x - width : label.x;
        return [{ stem, left, right: left + width, row: label.row }];
      });
      for (const [index, one] of placed.entries()) {
        expect(one.left).toBeGreaterThanOrEqual(0);
        expect(one.right).toBeLessThanOrEqual(400);
        const others = placed.toSpliced(index, 1);
        const clear = others.every((other) =>
          one.row < other.row
            ? other.stem <= one.left || other.stem >= one.right
            : one.row > other.row || one.right < other.left || other.right < one.left,
        );
        expect(clear).toBe(true);
      }
    }),
  );
});

test('finds the nearest dot within reach', () => {
  const dots = { x: Float32Array.of(10, 40, 200), y: Float32Array.of(10, 10, 10) };
  expect(findNearest(dots, { x: 30, y: 12 }, 44)).toBe(1);
  expect(findNearest(dots, { x: 120, y: 10 }, 44)).toBe(-1);
});

test('a line shows all points, or of many laps the first, the last, the current and some evenly between', () => {
  expect(choosePoints(6, 8, 2)).toEqual([0, 1, 2, 3, 4, 5]);
  expect(choosePoints(48, 8)).toEqual([0, 6, 12, 18, 24, 30, 36, 42, 47]);
  expect(choosePoints(48, 8, 23)).toEqual([0, 6, 12, 18, 23, 30, 36, 42, 47]);
  expect(choosePoints(48, 8, 48)).toEqual([0, 6, 12, 18, 24, 30, 36, 42, 47]);
});
