import type { Courses } from '../model/courses.ts';
import type { UnrankedResult } from '../model/result.ts';
import {
  type GroupPlaces,
  legTime,
  type StagePoint,
  stagePointsOf,
  type StageRun,
  timeAt,
} from './stages.ts';
import { EVERYBODY } from './event-standings.ts';
import type { Standings } from './standings.ts';

/** The places of a runner in the field (RULES.md GP). */
export interface Placed {
  /** In the order of the course, the finish last. */
  readonly runs: readonly StageRun[];
  /** The places at the last stage passed; undefined before the first. */
  readonly places: GroupPlaces | undefined;
}

/** The race of a runner stage by stage, and the places where they were last seen. */
export function placeRunner(standings: Standings, result: UnrankedResult): Placed {
  const { courses } = standings;
  const points = stagePointsOf(result.events, courses);
  let before: number | null = null;
  const runs = points.map((point, index) => {
    const run = traceStage(standings, result, { from: points[index - 1], point, before });
    before = run.place ?? before;
    return run;
  });
  const last = findLastPoint(result, courses);
  const places = last === undefined ? undefined : standings.groupPlacesAt(result, last);
  return { runs, places };
}

interface Stage {
  readonly from: StagePoint | undefined;
  readonly point: StagePoint;
  /** The place at the last stage with one. */
  readonly before: number | null;
}

function traceStage(
  standings: Standings,
  result: UnrankedResult,
  { from, point, before }: Stage,
): StageRun {
  const elapsedMs = timeAt(result, point);
  if (elapsedMs === null) return { ...UNTIMED, point };
  const { isRanked, valueOf } = standings.courses.rankingOf(result.events);
  const times = standings.eventOf(result.events).timesAt(point);
  // Stages end at a time, whatever ranks at the end of the race.
  const place = isRanked ? times.placeIn(EVERYBODY, valueOf(elapsedMs)) : null;
  const legMs = legTime(result, from, point);
  return {
    point,
    elapsedMs,
    place,
    gained: before === null || place === null ? null : before - place,
    legMs,
    legPlace: legMs === null || !isRanked ? null : times.legPlaceOf(legMs),
    ...times.surround(elapsedMs),
  };
}

const UNTIMED: Omit<StageRun, 'point'> = {
  elapsedMs: null,
  place: null,
  gained: null,
  legMs: null,
  legPlace: null,
  leaderGapMs: null,
  ahead: null,
  behind: null,
};

/** The last stage a runner has passed, in the order of the course; undefined before the first. */
export function findLastPoint(result: UnrankedResult, courses: Courses): StagePoint | undefined {
  if (timeAt(result, 'finish') !== null) return 'finish';
  return stagePointsOf(result.events, courses).findLast((point) => timeAt(result, point) !== null);
}
