import threeDistances from '../templates/three-distances.json' with { type: 'json' };
import {
  type CategorySetup,
  type CourseSetup,
  type DistanceSetup,
  type PointSetup,
  type RaceSetup,
  readSetup,
  type Sex,
  type WaveSetup,
} from './race-setup.ts';
import type { EventCode } from './ids.ts';
import type { SexSource } from './result.ts';
import {
  type LaidOutCourse,
  layOutCourse,
  listSlots,
  NO_CLOSINGS,
  type Slot,
  type Stage,
  type Visit,
} from './laid-out-course.ts';
import { type Ranking, USUAL_RANKING } from './ranking.ts';
import type { DurationMs } from './time.ts';
import type { TimePoint } from './time-point.ts';

/** A timed segment, such as a climb. */
export interface Climb {
  /** Also the code of its tab. */
  readonly code: string;
  readonly label: string;
  /** In `komsMs`. */
  readonly index: number;
  readonly start: TimePoint;
  readonly end: TimePoint;
  /** The events that include it. */
  readonly events: readonly EventCode[];
  /** The ranked ones of these. */
  readonly ranked: readonly EventCode[];
}
export type KomCode = string;

const NO_POINTS: ReadonlySet<TimePoint> = new Set();

/**
 * The events, points, splits, climbs and categories of a race, derived from its setup (RULES.md RD1). Unknown codes give
 * empty lists.
 */
export class Courses {
  readonly setup: RaceSetup;
  /** In the order of their tabs. */
  readonly events: readonly EventCode[];
  /** Its tab opens first. */
  readonly mainEvent: EventCode;
  /** In the order of `splitsMs`. */
  readonly slots: readonly Slot[];
  /** In the order in which the name of a mat lists several. */
  readonly points: readonly TimePoint[];
  /** The points that the `wayPoints` setting names, in its order. */
  readonly namedPoints: readonly TimePoint[];
  readonly climbs: readonly Climb[];
  /** Points with rules for which of several reads counts (RULES.md MB1). */
  readonly chosenPoints: readonly PointSetup[];
  readonly categories: readonly string[];
  readonly #courses: ReadonlyMap<EventCode, LaidOutCourse>;
  readonly #categories: ReadonlyMap<string, CategorySetup>;

  constructor(setup: RaceSetup) {
    this.setup = setup;
    this.events = setup.distances.map(({ code }) => code);
    this.mainEvent =
      (setup.distances.find(({ isMain }) => isMain) ?? setup.distances[0])?.code ?? '';
    this.namedPoints = setup.points.filter(({ kind }) => kind === 'checkpoint').map(({ id }) => id);
    this.slots = listSlots(setup);
    const passed = new Set(this.slots.map(({ point }) => point));
    this.points = [
      'start',
      ...passed,
      'finish',
      ...setup.points
        .map(({ id }) => id)
        .filter((id) => id !== 'start' && id !== 'finish' && !passed.has(id)),
    ];
    this.climbs = setup.segments.map(({ code, label, from, to }, index) => {
      const withSegment = setup.distances.filter(({ segments }) => segments.includes(code));
      return {
        code,
        label,
        index,
        start: from,
        end: to,
        events: withSegment.map((one) => one.code),
        ranked: withSegment.filter(({ isRanked = true }) => isRanked).map((one) => one.code),
      };
    });
    this.chosenPoints = setup.points.filter(
      ({ sources = [], pick }) => sources.length > 0 || pick !== undefined,
    );
    this.categories = setup.categories.table.map(({ code }) => code);
    this.#categories = new Map(setup.categories.table.map((row) => [row.code, row]));
    this.#courses = new Map(setup.distances.map((one) => [one.code, layOutCourse(one, this)]));
  }

  hasEvent(value: unknown): value is EventCode {
    return typeof value === 'string' && this.#courses.has(value);
  }

  hasPoint(value: unknown): value is TimePoint {
    return typeof value === 'string' && this.points.includes(value);
  }

  hasCategory(value: unknown): value is string {
    return typeof value === 'string' && this.#categories.has(value);
  }

  /** A value for each event: `byEvent(() => 0)`. */
  byEvent<T>(make: (event: EventCode) => T): Record<EventCode, T> {
    return Object.fromEntries(this.events.map((event) => [event, make(event)]));
  }

  findDistance(event: EventCode): DistanceSetup | undefined {
    return this.#courses.get(event)?.distance;
  }

  rankingOf(event: EventCode): Ranking {
    return this.#courses.get(event)?.ranking ?? USUAL_RANKING;
  }

  /** The clock of the categories, unless it is that of the distance (RULES.md RK14). */
  categoryClockOf(event: EventCode): 'gun' | 'chip' | undefined {
    const clock = this.findDistance(event)?.clock;
    return clock?.category === clock?.overall ? undefined : clock?.category;
  }

  findCourse(event: EventCode): CourseSetup | undefined {
    const id = this.findDistance(event)?.course;
    return this.setup.courses.find((course) => course.id === id);
  }

  /** The stages of an event, in order, without hidden visits (RULES.md RD4). */
  stagesOf(event: EventCode): readonly Stage[] {
    return this.#courses.get(event)?.stages ?? [];
  }

  visitsOf(event: EventCode): readonly Visit[] {
    return this.#courses.get(event)?.visits ?? [];
  }

  /** The start, checkpoints, ends of climbs, and the finish (RULES.md CP1). */
  pointsOf(event: EventCode): ReadonlySet<TimePoint> {
    return this.#courses.get(event)?.points ?? NO_POINTS;
  }

  /** The points in course order from the start to the finish, without climbs; the same list at each call. */
  routeOf(event: EventCode): readonly TimePoint[] {
    return this.#courses.get(event)?.ordered ?? [];
  }

  /** When each point of {@link routeOf} closes, from the start; empty if none does (RULES.md CU1). */
  closingsOf(event: EventCode): readonly (DurationMs | undefined)[] {
    return this.#courses.get(event)?.closings ?? NO_CLOSINGS;
  }

  /** When they close for everybody, from midnight before the gun; empty if none does (RULES.md CU1). */
  closesAtOf(event: EventCode): readonly (DurationMs | undefined)[] {
    return this.#courses.get(event)?.closesAt ?? NO_CLOSINGS;
  }

  /** The codes of the splits hidden from the public (RULES.md RD4). */
  hiddenOf(event: EventCode): ReadonlySet<string> {
    return this.#courses.get(event)?.hidden ?? NO_POINTS;
  }

  /** Whether the course repeats a point (RULES.md VS1). */
  hasLoop(event: EventCode): boolean {
    return this.#courses.get(event)?.hasLoop ?? false;
  }

  /** Whether runners start when a team-mate comes in (RULES.md ST2). */
  isLaterLeg(event: EventCode): boolean {
    return this.setup.teams.some(
      ({ by, distances = this.events }) => by === 'relay' && distances.indexOf(event) > 0,
    );
  }

  /** The first split at a point; -1 without one. */
  slotOf(point: TimePoint): number {
    return this.slots.findIndex((slot) => slot.point === point);
  }

  findClimb(code: string): Climb | undefined {
    return this.climbs.find((climb) => climb.code === code);
  }

  /** The sex of a runner for rankings: their own, else that of their category, if it has only one (RULES.md GP3). */
  sexOf({ sex, ageGroup }: SexSource): Sex | undefined {
    if (sex) return sex;
    const sexes = this.#categories.get(ageGroup)?.sexes ?? [];
    return sexes.length === 1 ? sexes[0] : undefined;
  }

  /** The keys of starts: each event, then each wave (RULES.md ST1). */
  get startKeys(): readonly string[] {
    return [...this.events, ...this.setup.waves.map(({ id }) => id)];
  }

  findWave(id: string): WaveSetup | undefined {
    return this.setup.waves.find((wave) => wave.id === id);
  }
}

/** A race without its own setup. */
export const USUAL_COURSES = new Courses(threeDistances as unknown as RaceSetup);

/** Recently parsed setups: an instance needs one, or two while it changes. */
const MOST_KNOWN = 8;
const known = new Map<string, Courses>();

/**
 * The courses of the `setup` setting; the usual ones if it is empty.
 * @throws if the setup is unreadable.
 */
export function coursesOf({ setup }: { readonly setup: string }): Courses {
  if (setup === '') return USUAL_COURSES;
  const found = known.get(setup);
  if (found) return found;
  const read = readSetup(setup);
  if (!read) throw new Error('The setup of the race cannot be read.');
  const courses = new Courses(read);
  for (const [oldest] of known) if (known.size >= MOST_KNOWN) known.delete(oldest);
  known.set(setup, courses);
  return courses;
}
