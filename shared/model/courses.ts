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

/** A timed climb or other segment: from the read at `start` to the next one at `end`. */
export interface Climb {
  /** The code of its tab, too. */
  readonly code: string;
  readonly label: string;
  /** Its index in `komsMs`. */
  readonly index: number;
  readonly start: TimePoint;
  readonly end: TimePoint;
  /** Those that run it. */
  readonly events: readonly EventCode[];
  /** Those of them that have places on it. */
  readonly ranked: readonly EventCode[];
}
export type KomCode = string;

const NO_POINTS: ReadonlySet<TimePoint> = new Set();

/**
 * What follows from the setup of a race (RULES.md RD1): its events, points, splits, climbs and categories, as scoring,
 * tabs, forms and files need them. Unknown codes give empty lists.
 */
export class Courses {
  readonly setup: RaceSetup;
  /** The codes of the distances, in the order of their tabs. */
  readonly events: readonly EventCode[];
  /** The event whose tab opens first; also the default of a file without an event. */
  readonly mainEvent: EventCode;
  /** The splits of all courses, in the order of `splitsMs`. */
  readonly slots: readonly Slot[];
  /** All points, in the order in which a mat for several of them is spelled. */
  readonly points: readonly TimePoint[];
  /** The points that the names in the `wayPoints` setting belong to, one by one. */
  readonly namedPoints: readonly TimePoint[];
  readonly climbs: readonly Climb[];
  /** Points that say which of several reads counts (RULES.md MB1). */
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
      const its = setup.distances.filter(({ segments }) => segments.includes(code));
      return {
        code,
        label,
        index,
        start: from,
        end: to,
        events: its.map((one) => one.code),
        ranked: its.filter(({ isRanked = true }) => isRanked).map((one) => one.code),
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

  /** Something for each event: `byEvent(() => 0)`. */
  byEvent<T>(make: (event: EventCode) => T): Record<EventCode, T> {
    return Object.fromEntries(this.events.map((event) => [event, make(event)]));
  }

  findDistance(event: EventCode): DistanceSetup | undefined {
    return this.#courses.get(event)?.distance;
  }

  /** How its runners rank; the usual way for an unknown code. */
  rankingOf(event: EventCode): Ranking {
    return this.#courses.get(event)?.ranking ?? USUAL_RANKING;
  }

  /** The course of an event; several may share one. */
  findCourse(event: EventCode): CourseSetup | undefined {
    const id = this.findDistance(event)?.course;
    return this.setup.courses.find((course) => course.id === id);
  }

  /** The splits of an event that are shown, in their order (RULES.md RD4). */
  stagesOf(event: EventCode): readonly Stage[] {
    return this.#courses.get(event)?.stages ?? [];
  }

  /** Its checkpoints, in order. */
  visitsOf(event: EventCode): readonly Visit[] {
    return this.#courses.get(event)?.visits ?? [];
  }

  /** Every time point of an event: start, its checkpoints, its climbs, finish (RULES.md CP1). */
  pointsOf(event: EventCode): ReadonlySet<TimePoint> {
    return this.#courses.get(event)?.points ?? NO_POINTS;
  }

  /** In the order of its course, the start first and the climbs left out; the same list at each call. */
  routeOf(event: EventCode): readonly TimePoint[] {
    return this.#courses.get(event)?.ordered ?? [];
  }

  /** How long after the start each point of {@link routeOf} closes, undefined for one that does not; empty where none does (RULES.md CU1). */
  closingsOf(event: EventCode): readonly (DurationMs | undefined)[] {
    return this.#courses.get(event)?.closings ?? NO_CLOSINGS;
  }

  /** The times of day at which they close for everybody, counted from midnight before the gun; empty where no point closes (RULES.md CU1). */
  closesAtOf(event: EventCode): readonly (DurationMs | undefined)[] {
    return this.#courses.get(event)?.closesAt ?? NO_CLOSINGS;
  }

  /** The codes of the splits that are for organisers alone (RULES.md RD4). */
  hiddenOf(event: EventCode): ReadonlySet<string> {
    return this.#courses.get(event)?.hidden ?? NO_POINTS;
  }

  /** Whether a point comes more than once on it (RULES.md VS1). */
  hasLoop(event: EventCode): boolean {
    return this.#courses.get(event)?.hasLoop ?? false;
  }

  /** Whether it is a leg of a relay whose runners start as those of the leg before come in (RULES.md ST2). */
  isLaterLeg(event: EventCode): boolean {
    return this.setup.teams.some(
      ({ by, distances = this.events }) => by === 'relay' && distances.indexOf(event) > 0,
    );
  }

  /** The first split at a point; -1 where none is taken. */
  slotOf(point: TimePoint): number {
    return this.slots.findIndex((slot) => slot.point === point);
  }

  findClimb(code: string): Climb | undefined {
    return this.climbs.find((climb) => climb.code === code);
  }

  /**
   * The sex that somebody is placed among: their own where they have one, else that of all in their category; undefined
   * where that category is for several, and without either (RULES.md GP3).
   */
  sexOf({ sex, ageGroup }: SexSource): Sex | undefined {
    if (sex) return sex;
    const sexes = this.#categories.get(ageGroup)?.sexes ?? [];
    return sexes.length === 1 ? sexes[0] : undefined;
  }

  /** What can have a gun of its own: each event, then each wave (RULES.md ST1). */
  get startKeys(): readonly string[] {
    return [...this.events, ...this.setup.waves.map(({ id }) => id)];
  }

  findWave(id: string): WaveSetup | undefined {
    return this.setup.waves.find((wave) => wave.id === id);
  }
}

/** The race without a setup of its own. */
export const USUAL_COURSES = new Courses(threeDistances as unknown as RaceSetup);

/** Recently parsed setups: an instance has one race, a test several, and each change is another text. */
const MOST_KNOWN = 8;
const known = new Map<string, Courses>();

/**
 * The courses of the `setup` setting; the usual ones if it is empty.
 * @throws for a text that {@link readSetup} cannot read.
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
