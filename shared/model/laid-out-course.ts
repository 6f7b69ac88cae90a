import type { Courses } from './courses.ts';
import type { DistanceSetup, RaceSetup, VisitSetup } from './race-setup.ts';
import { type Ranking, rankingOf } from './ranking.ts';
import { type DurationMs, parseDuration } from './time.ts';
import type { TimePoint } from './time-point.ts';

/** A split: a point, and the number of the visit to it. */
export interface Slot {
  /** In addresses, and the default name: the point, from the second visit on numbered, `lap.2`. */
  readonly code: string;
  readonly point: TimePoint;
  /** From 1. */
  readonly visit: number;
}

/** A stage of a course, by its end. */
export interface Stage {
  /** The index in {@link Courses.slots} and in `splitsMs`. */
  readonly slot: number;
  /** The index in the `wayPoints` setting. */
  readonly wayPointIndex: number;
  /** Of this visit; empty if its point is not repeated. */
  readonly label: string;
}

export interface Visit extends Slot {
  /** The shortest time since the visit before (RULES.md VS2). */
  readonly leastLegMs: DurationMs;
  /** RULES.md RD4. */
  readonly isShown: boolean;
}

/** The derived data of a distance; see {@link Courses}. */
export interface LaidOutCourse {
  readonly distance: DistanceSetup;
  readonly stages: readonly Stage[];
  readonly visits: readonly Visit[];
  readonly points: ReadonlySet<TimePoint>;
  /** In order, the start first and the segments left out. */
  readonly ordered: readonly TimePoint[];
  readonly closings: readonly (DurationMs | undefined)[];
  readonly closesAt: readonly (DurationMs | undefined)[];
  readonly hidden: ReadonlySet<string>;
  readonly hasLoop: boolean;
  readonly ranking: Ranking;
}

export const NO_CLOSINGS: readonly undefined[] = [];

export function layOutCourse(
  distance: DistanceSetup,
  race: Pick<Courses, 'setup' | 'slots' | 'namedPoints' | 'climbs'>,
): LaidOutCourse {
  const visits = race.setup.courses.find(({ id }) => id === distance.course)?.visits ?? [];
  const numbered = numberVisits(visits);
  const shown = numbered.filter(isShown);
  const stages = shown.map(({ code, point, label = '' }) => ({
    slot: race.slots.findIndex((slot) => slot.code === code),
    wayPointIndex: race.namedPoints.indexOf(point),
    label,
  }));
  const ordered = ['start', ...visits.map(({ point }) => point), 'finish'];
  const climbs = race.climbs.filter(({ events }) => events.includes(distance.code));
  const ofClimbs = climbs.flatMap(({ start, end }) => [start, end]);
  const ranking = rankingOf(distance);
  const lapMs = parseDuration(distance.lapEvery ?? '');
  const closings = [
    undefined,
    ...visits.map(({ cutOff = '' }, lap) =>
      lapMs === undefined ? parseDuration(cutOff) : (lap + 1) * lapMs,
    ),
    ranking.isByLaps ? undefined : parseDuration(distance.limit ?? ''),
  ];
  const closesAt = [
    undefined,
    ...[...visits, distance].map((one) => parseDuration(one.closesAt ?? '')),
  ];
  const hasClosings = [...closings, ...closesAt].some((ms) => ms !== undefined);
  return {
    distance,
    stages,
    visits: numbered.map((one) => ({
      code: one.code,
      point: one.point,
      visit: one.visit,
      leastLegMs: parseDuration(one.leastLeg ?? '') ?? 0,
      isShown: isShown(one),
    })),
    points: new Set([...ordered.slice(0, -1), ...ofClimbs, 'finish']),
    ordered,
    closings: hasClosings ? closings : NO_CLOSINGS,
    closesAt: hasClosings ? closesAt : NO_CLOSINGS,
    hidden: new Set(
      numbered.flatMap((one) => (isShown(one) || ofClimbs.includes(one.code) ? [] : [one.code])),
    ),
    hasLoop: numbered.some(({ visit }) => visit > 1),
    ranking,
  };
}

function isShown({ isPublic = true }: VisitSetup): boolean {
  return isPublic;
}

function numberVisits<V extends { readonly point: TimePoint }>(visits: readonly V[]): (V & Slot)[] {
  const counts = new Map<TimePoint, number>();
  return visits.map((one) => {
    const visit = (counts.get(one.point) ?? 0) + 1;
    counts.set(one.point, visit);
    return { ...one, code: visit === 1 ? one.point : `${one.point}.${visit}`, visit };
  });
}

/** All splits, in the order in which the courses of the distances first come to them. */
export function listSlots({ courses, distances }: RaceSetup): readonly Slot[] {
  const slots = new Map<string, Slot>();
  for (const distance of distances) {
    const visits = courses.find(({ id }) => id === distance.course)?.visits ?? [];
    for (const { code, point, visit } of numberVisits(visits)) {
      if (!slots.has(code)) slots.set(code, { code, point, visit });
    }
  }
  return [...slots.values()];
}
