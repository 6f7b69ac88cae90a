import * as fc from 'fast-check';
import { Courses, USUAL_COURSES } from '#shared/model/courses.ts';
import type { RaceConfig } from '#shared/model/race-config.ts';
import { TIMINGS } from '#shared/model/settings.ts';
import type { BandId, ScanId } from '#shared/model/ids.ts';
import type { Runner } from '#shared/model/runner.ts';
import { createScanId, type Scan } from '#shared/model/scan.ts';
import type { TimePoint } from '#shared/model/time-point.ts';
import { MINUTE_MS } from '#shared/model/time.ts';
import { configOf } from '#tests/support/build-setup.ts';
import { buildConfig, buildRunner, buildScan, getBandId } from '#tests/support/builders.ts';

import { setups, WAVES } from './random-setup.ts';

export interface RandomRace {
  readonly runners: readonly Runner[];
  readonly scans: readonly Scan[];
  readonly config: RaceConfig;
}

/** 10:00:00 in British summer time, the moment that random races crowd around. */
const NOMINAL_GUN_MS = Date.UTC(2026, 5, 20, 9);

const DISQUALIFIED = { rule: 'Cut the course', atMs: NOMINAL_GUN_MS, by: 'anna@example.org' };

/** More bands than runners can hold, so that some are unassigned. */
const BANDS = 10;

/** From here on some are earlier bands of one runner or another, each of one at most. */
const EARLIER = [8, 9, 10] as const;

/** Few values, so that equal names happen; some sort differently by code unit and by code point. */
const names = fc.constantFrom('Llŷr', 'llŷr', 'O’Brien', 'Øvrebø', 'Zoë', '\uFB01n', '\u{1F3C3}');

const starts = fc.constantFrom(
  '',
  'ten',
  '2026-06-20-10-00-00',
  '2026-06-20-10-05-00',
  '2026-06-20-09-50-00',
);

const configsOf = (courses: Courses): fc.Arbitrary<RaceConfig> =>
  fc
    .record({
      raceStart: starts,
      starts: fc.record(Object.fromEntries(courses.startKeys.map((key) => [key, starts]))),
      timing: fc.constantFrom(...TIMINGS),
      earliestFinish: fc.constantFrom('00:10:00', '00:00:00', '00:01:00', '0:30:00', 'soon'),
      closed: fc.boolean(),
      closedEvents: fc.record(courses.byEvent(() => fc.boolean())),
    })
    .map(buildConfig);

const runnerFieldsOf = (courses: Courses) =>
  fc.record({
    event: fc.constantFrom(...courses.events, ...(courses === USUAL_COURSES ? [] : ['gone'])),
    firstName: names,
    lastName: names,
    bibNumber: fc.constantFrom('', '6', '7', 'W1', '25', '31'),
    ageGroup: fc.constantFrom('', ...USUAL_COURSES.categories.slice(0, 3)),
    sex: fc.constantFrom('', 'F', 'M', 'X', 'unknown'),
    overrideTime: fc.oneof(
      { weight: 4, arbitrary: fc.constant('') },
      fc.constantFrom(
        '00:00:01',
        '0:00:01',
        '00:00:00',
        'later',
        'DNS',
        'dns',
        '1:10:00',
        '00:40:00',
        '99:59:59',
      ),
    ),
    isDisqualified: fc.boolean(),
    wave: fc.constantFrom(undefined, undefined, ...WAVES),
    ownStart: fc.constantFrom(
      '',
      '',
      '',
      '+0:30',
      '-0:05:00',
      '+02:03',
      '2026-06-20-10-03-00',
      'soon',
    ),
  });

/** The earlier holder of each band: the index of a runner in the list, or none. */
const losers = fc.tuple(...EARLIER.map(() => fc.option(fc.nat({ max: 5 }))));

const runnerListsOf = (courses: Courses) =>
  fc
    .tuple(
      fc.uniqueArray(
        fc.tuple(fc.integer({ min: 1, max: BANDS }), fc.boolean(), runnerFieldsOf(courses)),
        {
          selector: ([band]) => band,
          maxLength: BANDS - 2,
        },
      ),
      losers,
    )
    .map(([drawn, lost]) => {
      const worn = new Set(drawn.map(([band]) => band));
      return drawn.map(([band, hasBand, { isDisqualified, wave, ...fields }], place) => {
        const earlier = EARLIER.filter((one, at) => lost[at] === place && !worn.has(one));
        return buildRunner({
          ...fields,
          ...(wave !== undefined && { wave }),
          ...(isDisqualified && { disqualified: DISQUALIFIED }),
          runnerId: `runner-${band}`,
          bandId: hasBand || band > 2 ? String(band) : undefined,
          ...(earlier.length === 0
            ? {}
            : { earlierBandIds: earlier.map((one) => getBandId(String(one))) }),
        });
      });
    });

const matsOf = ({ points }: Courses): fc.Arbitrary<readonly TimePoint[]> =>
  fc.oneof(
    { weight: 6, arbitrary: fc.constantFrom(...points).map((point) => [point]) },
    {
      weight: 3,
      arbitrary: fc.constantFrom<readonly TimePoint[]>(['start'], ['finish'], ['start', 'finish']),
    },
    {
      weight: 1,
      arbitrary: fc.subarray([...points], { minLength: 2, maxLength: 4 }),
    },
  );

/** Whole minutes around the gun and slightly off them: equal times and all boundaries occur. */
export const moments = fc
  .tuple(fc.integer({ min: -20, max: 60 }), fc.constantFrom(0, 0, 0, -1, 1, 250, 10_000, 10_001))
  .map(([minutes, besideMs]) => NOMINAL_GUN_MS + minutes * MINUTE_MS + besideMs);

/** A few moments that many share, and the bounds of a passing around them. */
const clumps = fc
  .tuple(
    fc.constantFrom(-5, -1, 0, 1, 2, 10, 11, 12, 20, 21, 35),
    fc.constantFrom(0, 0, 1, 250, 10_000, 10_001, 30_000, 59_999),
  )
  .map(([minutes, besideMs]) => NOMINAL_GUN_MS + minutes * MINUTE_MS + besideMs);

const matReadsOf = (mats: fc.Arbitrary<readonly TimePoint[]>, times = moments) =>
  fc
    .record({
      bandId: fc.integer({ min: 1, max: BANDS }).map(String),
      points: mats,
      timeMs: times,
      source: fc.constantFrom('mat-a', 'mat-b'),
    })
    .map(buildScan);

/** Of runners, of nobody who is there, and of a wristband, as one that was given to it by a correction. */
const handReadsOf = (mats: fc.Arbitrary<readonly TimePoint[]>, times = moments) =>
  fc
    .record({
      bandId: fc
        .tuple(fc.integer({ min: 1, max: BANDS }), fc.boolean())
        .map(([band, isMoved]) => (isMoved ? String(band) : `hand:runner-${band}`)),
      points: mats,
      timeMs: times,
      source: fc.constantFrom('Siân, marshal at finish', 'mat-a'),
      isByHand: fc.constant(true as const),
    })
    .map(({ bandId, ...read }): Scan => {
      const { points, timeMs, source } = buildScan(read);
      const scan = { points, timeMs, source, bandId: bandId as BandId, isByHand: true } as const;
      return Object.assign(scan, { scanId: `hand:${bandId}${createScanId(scan)}` as ScanId });
    });

function racesOf(
  courses: Courses,
  config: fc.Arbitrary<RaceConfig>,
  times = moments,
): fc.Arbitrary<RandomRace> {
  const mats = matsOf(courses);
  const scans = fc.oneof(
    { weight: 4, arbitrary: matReadsOf(mats, times) },
    { weight: 1, arbitrary: handReadsOf(mats, times) },
  );
  return fc.record({
    runners: runnerListsOf(courses),
    scans: fc.array(scans, { maxLength: 60 }),
    config,
  });
}

/** Usual races of all three events, small enough that everything meets everything. */
export const races = racesOf(USUAL_COURSES, configsOf(USUAL_COURSES));

/** Races of any kind. */
export const anyRaces: fc.Arbitrary<RandomRace> = setups.chain((setup) => {
  const courses = new Courses(setup);
  const config = configsOf(courses).map((one) => Object.assign(one, configOf(setup)));
  return racesOf(courses, config, clumps);
});

/** A race, and its scans twice over in another order. */
export const shuffledRaces: fc.Arbitrary<readonly [RandomRace, readonly Scan[]]> = races.chain(
  (race) => {
    const twice = [...race.scans, ...race.scans];
    return fc.tuple(
      fc.constant(race),
      fc.shuffledSubarray(twice, { minLength: twice.length, maxLength: twice.length }),
    );
  },
);
