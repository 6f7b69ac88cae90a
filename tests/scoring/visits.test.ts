import * as fc from 'fast-check';
import { expect, test } from 'vitest';

import type { Visit } from '#shared/model/laid-out-course.ts';
import type { Scan } from '#shared/model/scan.ts';
import { assignVisits } from '#shared/scoring/count-scans.ts';
import { visitsOf } from '#tests/support/build-setup.ts';

import { clock, scanOf } from './run-scoring.ts';
import { matchSlowly } from './slow-setup.ts';

const FINISH: Visit = { code: 'finish', point: 'finish', visit: 1, leastLegMs: 0, isShown: true };

/** `bryn 10:20:00` for each visit to which a read is assigned. */
function assign(route: string, reads: readonly string[]): string[] {
  const scans = reads.map((text) => scanOf(text));
  const found = assignVisits(scans, [...visitsOf(route), FINISH]);
  return [...found].map(([code, scan]) => `${code} ${reads[scans.indexOf(scan)]?.split(' ')[0]}`);
}

test('[VS2] standing on the mat is one passing, however long', () => {
  const standing = Array.from({ length: 12 }, (_, at) => `10:${String(10 + at)}:00 lap`);
  expect(
    assign(
      'lap lap lap',
      standing.map((text) => text.replace(':00 lap', ':59 lap')),
    ),
  ).toHaveLength(3);
  const closer = Array.from({ length: 8 }, (_, at) => {
    const seconds = at * 59;
    return `10:${String(10 + Math.floor(seconds / 60))}:${String(seconds % 60).padStart(2, '0')} lap`;
  });
  expect(assign('lap lap lap', [...closer, '10:40:00 lap'])).toEqual([
    'lap 10:10:00',
    'lap.2 10:40:00',
  ]);
});

test('[VS2] nobody comes by again sooner than the shortest leg', () => {
  const route = 'lap/00:05:00 lap/00:06:00 lap/00:05:00';
  const reads = ['10:10:00 lap', '10:12:00 lap', '10:14:59 lap', '10:20:00 lap'];
  expect(assign(route, reads)).toEqual(['lap 10:10:00', 'lap.2 10:20:00']);
  expect(assign(route, ['10:10:00 lap', '10:15:00 lap'])).toHaveLength(2);
  // The finish, of which no leg is said, lies on the same mat.
  const onMat = reads.map((text) => text.replace('lap', 'lap,finish'));
  expect(assign(route, onMat)).toEqual(['lap 10:10:00', 'lap.2 10:20:00']);
});

const routes = fc.array(fc.constantFrom('bryn', 'cwm', 'lap'), { minLength: 1, maxLength: 6 });
const fullRuns = routes.chain((route) =>
  fc
    .array(fc.integer({ min: 61, max: 900 }), {
      minLength: route.length + 1,
      maxLength: route.length + 1,
    })
    .map((gaps) => {
      let atMs = clock('10:00:00');
      const scans = [...route, 'finish'].map((point, at) => {
        atMs += (gaps[at] ?? 0) * 1_000;
        return Object.assign(scanOf(`10:00:00 ${point}`), { timeMs: atMs });
      });
      return { visits: [...visitsOf(route.join(' ')), FINISH], scans };
    }),
);

test('[VS1] a run without missed reads is assigned as it was run', () => {
  fc.assert(
    fc.property(fullRuns, ({ visits, scans }) => {
      expect([...assignVisits(scans, visits)]).toEqual(
        visits.map(({ code }, at) => [code, scans[at]]),
      );
    }),
  );
});

test('[VS1] one miss on a way of points that come once leaves the others where they are', () => {
  fc.assert(
    fc.property(fc.subarray(['bryn', 'cwm', 'lap'], { minLength: 1 }), fc.nat(), (route, drawn) => {
      const visits = [...visitsOf(route.join(' ')), FINISH];
      const scans = visits.map(({ point }, at) => scanOf(`10:${10 + 5 * at}:00 ${point}`));
      const missed = drawn % visits.length;
      const left = scans.filter((_, at) => at !== missed);
      const expected = visits
        .map(({ code }, at) => [code, scans[at]])
        .filter((_, at) => at !== missed);
      expect([...assignVisits(left, visits)]).toEqual(expected);
    }),
  );
});

const anyReads: fc.Arbitrary<Scan[]> = fc
  .array(
    fc.record({
      points: fc.subarray(['start', 'bryn', 'cwm', 'lap', 'finish'], {
        minLength: 1,
        maxLength: 2,
      }),
      seconds: fc.integer({ min: 0, max: 40 }).map((steps) => steps * 30),
    }),
    { maxLength: 9 },
  )
  .map((drawn) =>
    drawn
      .toSorted((a, b) => a.seconds - b.seconds)
      .map(({ points, seconds }, at) =>
        Object.assign(scanOf(`10:00:00 ${points.join()}`), {
          timeMs: clock('10:00:00') + seconds * 1_000 + at,
        }),
      ),
  );
const anyVisits = fc
  .tuple(routes, fc.constantFrom('', '/00:02:00', '/00:05:00'))
  .map(([route, leg]) => visitsOf(route.map((point) => point + leg).join(' ')).concat(FINISH));

test('[VS1 VS2] whatever was read, the visits are matched as trying all ways matches them, in order and each read once', () => {
  fc.assert(
    fc.property(anyReads, anyVisits, (scans, visits) => {
      const assigned = assignVisits(scans, visits);
      const slow = matchSlowly(
        scans,
        visits.map(({ code, point, leastLegMs }) => ({ name: code, point, leastMs: leastLegMs })),
        ({ points }, point) => points.includes(point),
      );
      expect([...assigned]).toEqual([...slow]);
      const reads = [...assigned.values()];
      expect(new Set(reads).size).toBe(reads.length);
      const times = reads.map(({ timeMs }) => timeMs);
      expect(times).toEqual(times.toSorted((a, b) => a - b));
    }),
    { numRuns: 500 },
  );
});
