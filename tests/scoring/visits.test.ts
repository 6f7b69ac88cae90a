import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';

import type { Visit } from '#shared/model/laid-out-course.ts';
import type { Scan } from '#shared/model/scan.ts';
import { MINUTE_MS } from '#shared/model/time.ts';
import { assignVisits } from '#shared/scoring/assign-visits.ts';
import { buildCourse, configOf, visitsOf } from '#tests/support/build-setup.ts';

import { clock, NO_GUN, scanOf, score } from './run-scoring.ts';
import { matchSlowly } from './slow-setup.ts';

const FINISH: Visit = { code: 'finish', point: 'finish', visit: 1, leastLegMs: 0, isShown: true };

/** `bryn 10:20:00` for each visit to which a read is assigned. */
function assign(route: string, reads: readonly string[]): string[] {
  const scans = reads.map((text) => scanOf(text));
  const found = assignVisits(scans, [...visitsOf(route), FINISH]);
  return [...found].map(([code, scan]) => `${code} ${reads[scans.indexOf(scan)]?.split(' ')[0]}`);
}

const LOOP = 'bryn cwm bryn cwm';
const LAPS = 'lap lap lap';
const LAP_MAT = 'start,lap,finish';

describe('[VS1] a point that comes again', () => {
  test('has a split for each visit, in the order of the course', () => {
    const reads = ['10:10:00 bryn', '10:20:00 cwm', '10:30:00 bryn', '10:40:00 cwm'];
    expect(assign(LOOP, reads)).toEqual([
      'bryn 10:10:00',
      'cwm 10:20:00',
      'bryn.2 10:30:00',
      'cwm.2 10:40:00',
    ]);
  });

  test('has its later visits where they are, though one before was missed', () => {
    const reads = ['10:10:00 bryn', '10:30:00 bryn', '10:40:00 cwm', '11:00:00 finish'];
    expect(assign(LOOP, reads)).toEqual([
      'bryn 10:10:00',
      'bryn.2 10:30:00',
      'cwm.2 10:40:00',
      'finish 11:00:00',
    ]);
    expect(assign(LOOP, ['10:20:00 cwm', '10:30:00 bryn', '10:40:00 cwm'])).toEqual([
      'cwm 10:20:00',
      'bryn.2 10:30:00',
      'cwm.2 10:40:00',
    ]);
  });

  test('of which nothing else tells is visited for the first time', () => {
    expect(assign(LOOP, ['10:30:00 bryn'])).toEqual(['bryn 10:30:00']);
    expect(assign(LAPS, ['10:30:00 lap', '10:50:00 lap'])).toEqual([
      'lap 10:30:00',
      'lap.2 10:50:00',
    ]);
  });

  test('is passed in laps over one mat that is the start and the finish too', () => {
    const { splitsMs, totalMs, verdicts } = score({
      config: { ...configOf(buildCourse(LAPS)), timing: 'chip' },
      scans: [
        `10:00:20 ${LAP_MAT}`,
        `10:15:20 ${LAP_MAT}`,
        `10:15:22 ${LAP_MAT}`,
        `10:30:20 ${LAP_MAT}`,
        `10:46:20 ${LAP_MAT}`,
        `11:00:20 ${LAP_MAT}`,
      ],
    });
    expect(splitsMs).toEqual([15, 30, 46].map((minutes) => minutes * MINUTE_MS));
    expect(totalMs).toBe(60 * MINUTE_MS);
    expect(verdicts).toEqual(['counted', 'counted', 'duplicate', 'counted', 'counted', 'counted']);
  });

  test('whose last lap is yet to come has no finish', () => {
    const scans = [`10:00:20 ${LAP_MAT}`, `10:15:20 ${LAP_MAT}`, `10:30:20 ${LAP_MAT}`];
    const { splitsMs, status } = score({ config: configOf(buildCourse(LAPS)), scans });
    expect(splitsMs.map((splitMs) => splitMs !== null)).toEqual([true, true, false]);
    expect(status).toBe('racing');
  });

  test('has a finish, though another read there was too early to be one', () => {
    const { totalMs, verdicts } = score({
      config: configOf(buildCourse(LOOP)),
      scans: ['10:05:00 finish', '10:20:00 bryn', '11:00:00 finish'],
    });
    expect(totalMs).toBe(60 * MINUTE_MS);
    expect(verdicts).toEqual(['too-early', 'counted', 'counted']);
    expect(
      score({
        config: configOf(buildCourse(LOOP)),
        scans: ['10:20:00 bryn', '10:09:00 finish', '11:00:00 finish'],
      }).totalMs,
    ).toBe(60 * MINUTE_MS);
  });

  test('where a read that fits no visit is a duplicate', () => {
    const { verdicts } = score({
      config: configOf(buildCourse('bryn cwm bryn')),
      scans: ['10:20:00 cwm', '10:30:00 bryn', '10:40:00 bryn', '10:50:00 cwm'],
    });
    // Two fit at most: CWM and the second visit, or both visits to BRYN, of which the first comes first.
    expect(verdicts.filter((verdict) => verdict === 'counted')).toHaveLength(2);
    expect(verdicts.filter((verdict) => verdict === 'duplicate')).toHaveLength(2);
  });
});

test('[VS2] who stands on the mat comes by once, however long', () => {
  const standing = Array.from({ length: 12 }, (_, at) => `10:${String(10 + at)}:00 lap`);
  expect(
    assign(
      LAPS,
      standing.map((text) => text.replace(':00 lap', ':59 lap')),
    ),
  ).toHaveLength(3);
  const closer = Array.from({ length: 8 }, (_, at) => {
    const seconds = at * 59;
    return `10:${String(10 + Math.floor(seconds / 60))}:${String(seconds % 60).padStart(2, '0')} lap`;
  });
  expect(assign(LAPS, [...closer, '10:40:00 lap'])).toEqual(['lap 10:10:00', 'lap.2 10:40:00']);
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

test('[VS3] a mat for the laps too is the start before gun + E, and from then on none', () => {
  const config = configOf(buildCourse(LAPS));
  const { crossing, splitsMs } = score({
    config,
    scans: ['10:09:59.999 start,lap', '10:10:00 start,lap'],
  });
  expect(crossing?.ownMs).toBe(clock('10:09:59.999'));
  expect(splitsMs[0]).toBe(10 * MINUTE_MS);
  // Without a gun the first read at another point ends the start.
  const open = score({
    config: { ...configOf(buildCourse('cwm lap lap')), ...NO_GUN },
    scans: ['10:00:00 start,lap', '10:10:00 cwm', '10:20:00 start,lap', '10:40:00 start,lap'],
  });
  expect(open.splitsMs).toEqual([10, 20, 40].map((minutes) => minutes * MINUTE_MS));
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

test('[VS1] a run of which nothing was missed is assigned as it was run', () => {
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
