import { Courses, USUAL_COURSES } from '#shared/model/courses.ts';
import { append } from '#shared/model/group-by.ts';
import type { EventCode } from '#shared/model/ids.ts';
import type { RaceConfig } from '#shared/model/race-config.ts';
import type { CourseProfile } from '#shared/model/race-setup.ts';
import type { TimePoint } from '#shared/model/time-point.ts';
import { type DurationMs, MINUTE_MS } from '#shared/model/time.ts';
import { climbTo, effortOf } from '#shared/scoring/course.ts';

/** A timing mat, by the points it serves. */
export type Mat = readonly TimePoint[];

/** A mat on the course of an event; `at` is the share of the total time before it, from 0 at the start to 1 at the finish. */
export interface Crossing {
  readonly mat: Mat;
  readonly at: number;
}

/** An event of the demo; distances are in metres from the start. */
interface CourseShape {
  readonly entries: number;
  /** The time of its gun after that of the race. */
  readonly gunMs: DurationMs;
  /** The time of a senior man in the middle of the field. */
  readonly typicalMs: DurationMs;
  /** Has runners of every age category, even the youngest. */
  readonly isForAllAges?: boolean;
  /** Its checkpoints in order; two points at one place share a mat. */
  readonly visitsAtM: readonly number[];
  readonly komsAtM: readonly (readonly [start: number, end: number])[];
  /** Distance and altitude wherever the slope changes; the last one is the finish. */
  readonly turns: CourseProfile['heights'];
}

export interface DemoEvent extends Omit<CourseShape, 'visitsAtM' | 'komsAtM' | 'turns'> {
  readonly event: EventCode;
  readonly firstBib: number;
  readonly crossings: readonly Crossing[];
}

export const START_FINISH: Mat = ['start', 'finish'];

const POINT_NAMES: Readonly<Record<string, string>> = {
  cp1: 'Bwlch Gwynt',
  cp2: 'Foel Eryr',
  cp3: 'Foel Cwmcerwyn',
  cp4: 'Pentre Ifan',
  cp5: 'Bedd Morris',
  cp6: 'Carn Ingli',
};
const CLIMB_NAMES = ['Wall of Death', 'Carn Ingli'];

/** Runners still out this long after the race start are taken off the course. */
export const CUT_OFF_MS = 199 * MINUTE_MS;

/** In the order of the events. */
const SHAPES: readonly CourseShape[] = [
  {
    entries: 200,
    gunMs: 30 * MINUTE_MS,
    typicalMs: 72 * MINUTE_MS,
    isForAllAges: true,
    visitsAtM: [5_600],
    komsAtM: [],
    turns: listTurns(
      '0:45 1000:60 2000:165 2600:180 3600:255 4200:240 5600:395 6400:330 7400:300 8200:335 9200:240 10400:150 11600:80 12600:50 13200:45',
    ),
  },
  {
    entries: 300,
    gunMs: 15 * MINUTE_MS,
    typicalMs: 118 * MINUTE_MS,
    visitsAtM: [3_400, 5_600, 9_400, 13_600],
    komsAtM: [[15_000, 17_400]],
    turns: listTurns(
      '0:45 800:60 1600:150 2400:185 3400:395 4100:335 4600:345 5600:468 6400:350 7000:325 7600:400 8100:385 9400:536 10600:420 11600:300 12600:210 13600:140 14300:120 15000:150 15800:215 16300:205 17400:337 18200:250 19000:170 20000:80 21000:50 21400:45',
    ),
  },
  {
    entries: 100,
    gunMs: 0,
    typicalMs: 150 * MINUTE_MS,
    visitsAtM: [5_100, 9_900, 14_200, 17_500, 22_600],
    komsAtM: [
      [6_200, 7_400],
      [20_200, 22_600],
    ],
    turns: listTurns(
      '0:45 1000:55 2200:190 3000:240 3900:330 5100:468 5800:355 6200:330 7400:510 8200:470 9000:485 9900:536 11000:400 12200:320 13000:260 14200:140 15200:110 16200:180 17500:250 18400:215 19400:150 20200:130 21200:215 22600:337 23400:240 24600:160 25800:110 26600:60 27000:45',
    ),
  },
];

function listTurns(turns: string): CourseProfile['heights'] {
  return turns.split(' ').map((turn) => turn.split(':').map(Number) as [number, number]);
}

/** The usual race with invented courses. */
export const DEMO_COURSES = new Courses({
  ...USUAL_COURSES.setup,
  points: USUAL_COURSES.setup.points.map((point) => ({
    ...point,
    name: POINT_NAMES[point.id] ?? point.name,
  })),
  courses: USUAL_COURSES.setup.courses.map((course, index) => {
    const { turns: heights, visitsAtM } = shapeOf(index);
    const [lengthM] = heights.at(-1) ?? [0];
    const visits = course.visits.map((visit, at) => ({ ...visit, atM: visitsAtM[at] ?? 0 }));
    return { ...course, lengthM, climbM: climbTo(heights, lengthM), visits, profile: { heights } };
  }),
  segments: USUAL_COURSES.setup.segments.map((segment, index) =>
    Object.assign({}, segment, { label: CLIMB_NAMES[index] ?? segment.label }),
  ),
});

/** The longest course first, since its gun goes first. */
export const DEMO_EVENTS: readonly DemoEvent[] = DEMO_COURSES.events
  .map((event, index) => ({
    ...shapeOf(index),
    event,
    firstBib: (index + 1) * 1_000 + 1,
    crossings: listCrossings(event, shapeOf(index)),
  }))
  .toReversed();

export const DEMO_SETTINGS = {
  pageTitle: 'Ras Copaon y Preseli',
  setup: JSON.stringify(DEMO_COURSES.setup),
  // No clock change can happen during the demo.
  timeZone: 'UTC',
  timing: 'chip',
  earliestFinish: '00:20:00',
  closed: false,
} satisfies Partial<RaceConfig>;

/** The mats of an event in order, placed by the effort to them, since uphill takes longer. */
function listCrossings(event: EventCode, { komsAtM }: CourseShape): Crossing[] {
  const { lengthM, visits = [], profile } = DEMO_COURSES.findCourse(event) ?? {};
  const effortTo = (atM = 0): number =>
    effortOf({ atM, climbM: climbTo(profile?.heights ?? [], atM) });
  const mats = new Map<number, TimePoint[]>();
  const place = (point: TimePoint, atM = 0): void =>
    append(mats, effortTo(atM) / effortTo(lengthM), point);
  for (const { point, atM } of visits) place(point, atM);
  const koms = DEMO_COURSES.climbs.filter(({ events }) => events.includes(event));
  for (const [index, { start, end }] of koms.entries()) {
    place(start, komsAtM[index]?.[0]);
    place(end, komsAtM[index]?.[1]);
  }
  return [
    { mat: START_FINISH, at: 0 },
    ...Array.from(mats, ([at, mat]) => ({ mat, at })).toSorted((a, b) => a.at - b.at),
    { mat: START_FINISH, at: 1 },
  ];
}

function shapeOf(index: number): CourseShape {
  const shape = SHAPES[index];
  if (!shape) throw new RangeError(`the demo does not know course ${index}`);
  return shape;
}
