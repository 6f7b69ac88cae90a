import type { Courses } from '../model/courses.ts';
import type { Ranking } from '../model/ranking.ts';
import type { UnrankedResult } from '../model/result.ts';
import type { DurationMs } from '../model/time.ts';
import type { EventStandings } from './event-standings.ts';
import { countPlaces } from './rank-keys.ts';
import {
  type GroupPlaces,
  legTime,
  type Neighbour,
  type StagePoint,
  stagePointsOf,
  type StageRun,
  timeAt,
} from './stages.ts';
import type { Standings } from './standings.ts';

/** The race of a runner stage by stage (RULES.md GP). */
export interface Placed {
  /** In the order of the course, the finish last. */
  readonly runs: readonly StageRun[];
  /** The places at the last stage passed, if any. */
  readonly places: GroupPlaces | undefined;
}

export function placeRunner(standings: Standings, result: UnrankedResult): Placed {
  const { courses } = standings;
  const ranking = courses.rankingOf(result.events);
  const points = stagePointsOf(result.events, courses);
  const field = standings.eventOf(result.events);
  let before: number | null = null;
  const runs = points.map((point, index) => {
    const run = traceStage(field, points[index - 1], point, result, ranking);
    const { place } = run;
    const gained = before === null || place === null ? null : before - place;
    before = place ?? before;
    return Object.assign(run, { gained });
  });
  const last = findLastPoint(result, courses);
  const places = last === undefined ? undefined : standings.groupPlacesAt(result, last);
  return { runs, places };
}

function traceStage(
  field: EventStandings,
  from: StagePoint | undefined,
  point: StagePoint,
  runner: UnrankedResult,
  ranking: Ranking,
): Omit<StageRun, 'gained'> {
  const elapsedMs = timeAt(runner, point);
  if (elapsedMs === null) return { ...UNTIMED, point };
  const { isRanked, valueOf } = ranking;
  const legMs = legTime(runner, from, point);
  // Stages rank by time, even if laps rank at the finish.
  const [value, legValue] = [valueOf(elapsedMs), valueOf(legMs ?? 0)];
  const better: number[] = [];
  const betterLegs: number[] = [];
  const times = field.timesAt(point);
  const starts = from === undefined ? undefined : field.timesAt(from);
  let leaderMs = elapsedMs;
  let [aheadAt, aheadMs] = [-1, -Infinity];
  let [behindAt, behindMs] = [-1, Infinity];
  for (let at = 0; at < times.length; at += 1) {
    // Comparisons with NaN, an unknown time, are false.
    const timeMs = times[at] ?? NaN;
    const otherLegMs = starts ? timeMs - (starts[at] ?? NaN) : timeMs;
    if (valueOf(timeMs) < value) better.push(valueOf(timeMs));
    if (otherLegMs > 0 && valueOf(otherLegMs) < legValue) betterLegs.push(valueOf(otherLegMs));
    leaderMs = timeMs < leaderMs ? timeMs : leaderMs;
    // Of equals, keep the one listed first (RULES.md GP6).
    if (timeMs < elapsedMs && timeMs > aheadMs) {
      aheadAt = at;
      aheadMs = timeMs;
    } else if (timeMs > elapsedMs && timeMs < behindMs) {
      behindAt = at;
      behindMs = timeMs;
    }
  }
  const measure = (at: number, timeMs: DurationMs): Neighbour | null => {
    const result = field.all()[at];
    return result ? { result, gapMs: Math.abs(elapsedMs - timeMs) } : null;
  };
  return {
    point,
    elapsedMs,
    place: isRanked ? countPlaces(better, ranking) + 1 : null,
    legMs,
    legPlace: isRanked && legMs !== null ? countPlaces(betterLegs, ranking) + 1 : null,
    leaderGapMs: elapsedMs - leaderMs,
    ahead: measure(aheadAt, aheadMs),
    behind: measure(behindAt, behindMs),
  };
}

const UNTIMED = {
  elapsedMs: null,
  place: null,
  legMs: null,
  legPlace: null,
  leaderGapMs: null,
  ahead: null,
  behind: null,
};

/** The last stage that a runner has passed, if any. */
export function findLastPoint(result: UnrankedResult, courses: Courses): StagePoint | undefined {
  if (timeAt(result, 'finish') !== null) return 'finish';
  return stagePointsOf(result.events, courses).findLast((point) => timeAt(result, point) !== null);
}
