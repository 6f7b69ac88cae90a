import { USUAL_COURSES } from '#shared/model/courses.ts';
import type { EventCode } from '#shared/model/event.ts';
import type { RaceConfig } from '#shared/model/race-config.ts';
import type { TimePoint } from '#shared/model/time-point.ts';
import { type DurationMs, MINUTE_MS } from '#shared/model/time.ts';

export const DEMO_COURSES = USUAL_COURSES;

/** A timing mat, by the points it serves. */
export type Mat = readonly TimePoint[];

/** A mat on the course of an event, and the share of the course's time before it: 0 at the start, 1 at the finish. */
export interface Crossing {
  readonly mat: Mat;
  readonly at: number;
}

/** How the demo runs an event; the points follow from its course. */
interface CourseShape {
  readonly entries: number;
  /** When its gun goes, after that of the race. */
  readonly gunMs: DurationMs;
  /** The time of a senior man in the middle of the field. */
  readonly typicalMs: DurationMs;
  /** Whether it has runners of every age category, the youngest included. */
  readonly isForAllAges?: boolean;
  /** The places of its checkpoints in order; two points at one place share a mat on every course. */
  readonly stagesAt: readonly number[];
  readonly komsAt: readonly (readonly [start: number, end: number])[];
}

export interface DemoEvent extends Omit<CourseShape, 'stagesAt' | 'komsAt'> {
  readonly event: EventCode;
  readonly firstBib: number;
  readonly crossings: readonly Crossing[];
}

export const START_FINISH: Mat = ['start', 'finish'];

/** Runners who are still out this long after the race start are taken off the course. */
export const CUT_OFF_MS = 199 * MINUTE_MS;

/** For an event that {@link SHAPES} does not know. */
const OTHER_SHAPE = { entries: 100, gunMs: 45 * MINUTE_MS, typicalMs: 80 * MINUTE_MS };

/** In the order of the events. */
const SHAPES: readonly CourseShape[] = [
  {
    entries: 200,
    gunMs: 30 * MINUTE_MS,
    typicalMs: 72 * MINUTE_MS,
    isForAllAges: true,
    stagesAt: [0.45],
    komsAt: [],
  },
  {
    entries: 300,
    gunMs: 15 * MINUTE_MS,
    typicalMs: 118 * MINUTE_MS,
    stagesAt: [0.13, 0.29, 0.46, 0.62],
    komsAt: [[0.69, 0.82]],
  },
  {
    entries: 100,
    gunMs: 0,
    typicalMs: 150 * MINUTE_MS,
    stagesAt: [0.2, 0.4, 0.54, 0.68, 0.83],
    komsAt: [
      [0.2, 0.26],
      [0.73, 0.83],
    ],
  },
];

/** The place of each point of each event, except start and finish. */
const PLACES = DEMO_COURSES.events.map((event, index) => placePoints(event, SHAPES[index]));

/** The longest course first, as its gun goes first. */
export const DEMO_EVENTS: readonly DemoEvent[] = DEMO_COURSES.events
  .map((event, index) => {
    const places = PLACES[index] ?? [];
    const crossings = new Map(places.map(({ point, at }) => [at, matAt(point)]));
    return {
      ...(SHAPES[index] ?? OTHER_SHAPE),
      event,
      firstBib: (index + 1) * 1_000 + 1,
      crossings: [
        { mat: START_FINISH, at: 0 },
        ...Array.from(crossings, ([at, mat]) => ({ mat, at })).toSorted((a, b) => a.at - b.at),
        { mat: START_FINISH, at: 1 },
      ],
    };
  })
  .toReversed();

export const DEMO_SETTINGS = {
  pageTitle: 'Ras Copaon y Preseli',
  distances: DEMO_COURSES.setup.distances.map(({ name }) => name).join(','),
  wayPoints: 'Bwlch Gwynt,Foel Eryr,Foel Cwmcerwyn,Pentre Ifan,Carn Ingli,Bedd Morris',
  KOMs: 'Wall of Death,Carn Ingli',
  // UTC has no clock change, whatever night the demo runs in.
  timeZone: 'UTC',
  timing: 'chip',
  earliestFinish: '00:20:00',
  closed: false,
} satisfies Partial<RaceConfig>;

interface Place {
  readonly point: TimePoint;
  readonly at: number;
}

/** Places the points of an event as {@link SHAPES} says, and at equal distances where it says nothing. */
function placePoints(event: EventCode, shape: CourseShape | undefined): readonly Place[] {
  const visits = DEMO_COURSES.visitsOf(event);
  const koms = DEMO_COURSES.climbs.filter(({ events }) => events.includes(event));
  return [
    ...visits.map(({ point }, index) => ({
      point,
      at: shape?.stagesAt[index] ?? (index + 1) / (visits.length + 1),
    })),
    ...koms.flatMap(({ start, end }, index) => {
      const endAt = (index + 1) / (koms.length + 1);
      const [from, to] = shape?.komsAt[index] ?? [endAt - 0.05, endAt];
      return [
        { point: start, at: from },
        { point: end, at: to },
      ];
    }),
  ];
}

/** The mat of a point: it serves every point at the same place on any course. */
function matAt(point: TimePoint): Mat {
  const shared = new Set(
    PLACES.flatMap((places) => {
      const own = places.find((place) => place.point === point);
      return places.filter(({ at }) => at === own?.at).map((place) => place.point);
    }),
  );
  return DEMO_COURSES.points.filter((one) => shared.has(one));
}
