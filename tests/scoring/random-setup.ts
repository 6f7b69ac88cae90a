import * as fc from 'fast-check';

import type {
  CourseSetup,
  DistanceSetup,
  PointSetup,
  RaceSetup,
  VisitSetup,
  WaveSetup,
} from '#shared/model/race-setup.ts';
import { TIMINGS } from '#shared/model/settings.ts';
import { buildSetup } from '#tests/support/build-setup.ts';

const CHECKPOINTS = ['bryn', 'cwm', 'lap'] as const;
const SEGMENT_POINTS = ['rhiw-foot', 'rhiw-top'] as const;
const COURSES = ['short', 'long', 'odd'] as const;
const CODES = ['5K', 'PB', 'Ŵ', '24H'] as const;
export const WAVES = ['elite', 'late', 'open'] as const;

const sometimes = <T>(arbitrary: fc.Arbitrary<T>): fc.Arbitrary<T | undefined> =>
  fc.option(arbitrary, { nil: undefined, freq: 2 });

/** Without what is undefined. */
function compact<T extends object>(given: T): T {
  return Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined)) as T;
}

const readAt = fc.record({
  sources: sometimes(
    fc.subarray([
      { source: 'mat-a', line: 'main' as const },
      { source: 'mat-b', line: 'backup' as const },
    ]),
  ),
  pick: sometimes(fc.constantFrom('first', 'last')),
});

const points: fc.Arbitrary<PointSetup[]> = fc
  .tuple(
    ...['start', ...CHECKPOINTS, 'finish', ...SEGMENT_POINTS].map((id) =>
      readAt.map((read): PointSetup => {
        const isEnd = id === 'start' || id === 'finish';
        const kind = isEnd ? id : id.startsWith('rhiw') ? 'segment' : 'checkpoint';
        return compact({ id, name: '', kind, ...read } as const) as PointSetup;
      }),
    ),
  )
  .map((all) => Array.from(all));

const visits: fc.Arbitrary<VisitSetup> = fc
  .record({
    point: fc.constantFrom(...CHECKPOINTS),
    leastLeg: sometimes(fc.constantFrom('00:02:00', '00:05:00', 'soon')),
    isPublic: fc.constantFrom(undefined, undefined, undefined, true, false),
  })
  .map((visit) => compact(visit) as VisitSetup);

const courses: fc.Arbitrary<CourseSetup[]> = fc
  .tuple(
    ...COURSES.map((id) =>
      fc.array(visits, { maxLength: 5 }).map((its): CourseSetup => ({ id, name: id, visits: its })),
    ),
  )
  .map((all) => Array.from(all));

const distances: fc.Arbitrary<DistanceSetup[]> = fc
  .tuple(
    fc.subarray([...CODES], { minLength: 2 }),
    fc.array(
      fc.record({
        course: fc.constantFrom(...COURSES),
        segments: fc.subarray(['RHIW']),
        clock: sometimes(
          fc.record({
            overall: fc.constantFrom(...TIMINGS),
            category: fc.constantFrom(...TIMINGS),
          }),
        ),
        rounding: sometimes(fc.constantFrom('none', 'up', 'down')),
        ties: sometimes(fc.constantFrom('share', 'dense', 'shown')),
        rankedBy: sometimes(fc.constantFrom('time', 'laps')),
        lapEvery: sometimes(fc.constantFrom('00:04:00', '00:07:00', 'soon')),
        limit: sometimes(fc.constantFrom('00:10:00', '00:15:00', 'soon')),
        isRanked: fc.constantFrom(undefined, undefined, true, false),
        earliestFinish: sometimes(fc.constantFrom('00:00:00', '00:02:00', '00:20:00', 'soon')),
      }),
      { minLength: 4, maxLength: 4 },
    ),
  )
  .map(([codes, rest]) =>
    codes.map((code, at) => {
      const one = compact({ code, name: code, ...rest[at] }) as DistanceSetup;
      return one.lapEvery === undefined ? one : { ...one, segments: [] };
    }),
  );

const who = fc
  .record({
    categories: sometimes(fc.subarray(['FU17', 'FU19'])),
    bibs: sometimes(
      fc.constantFrom(
        [[1, 9]] as const,
        [
          [7, 7],
          [20, 30],
        ] as const,
      ),
    ),
  })
  .map(compact);

const waves: fc.Arbitrary<WaveSetup[]> = fc
  .tuple(
    fc.subarray([...WAVES]),
    fc.array(fc.record({ distance: fc.constantFrom(...CODES), who: sometimes(who) }), {
      minLength: 3,
      maxLength: 3,
    }),
  )
  .map(([ids, rest]) => ids.map((id, at) => compact({ id, name: id, ...rest[at] }) as WaveSetup));

/** Races of two to four distances on courses that come by a point once, twice or more; few points, so that all meet. */
export const setups: fc.Arbitrary<RaceSetup> = fc
  .record({ points, courses, distances, waves })
  .map((drawn) =>
    buildSetup({
      ...drawn,
      waves: drawn.waves.filter(({ distance }) =>
        drawn.distances.some(({ code }) => code === distance),
      ),
      segments: [{ code: 'RHIW', label: 'Rhiw', from: 'rhiw-foot', to: 'rhiw-top' }],
      teams: [],
    }),
  );
