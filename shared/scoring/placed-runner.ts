import type { Courses } from '../model/courses.ts';
import type { Ranking } from '../model/ranking.ts';
import type { UnrankedResult } from '../model/result.ts';
import { countPlaces } from './rank-keys.ts';
import {
  type GroupPlaces,
  legTime,
  type StagePoint,
  stagePointsOf,
  type StageRun,
  timeAt,
} from './stages.ts';
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
  const ranking = courses.rankingOf(result.events);
  const points = stagePointsOf(result.events, courses);
  const rows = standings.listed(result.events);
  let before: number | null = null;
  const runs = points.map((point, index): StageRun => {
    const run = traceStage(rows, { from: points[index - 1], point, before }, result, ranking);
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
  rows: readonly UnrankedResult[],
  { from, point, before }: Stage,
  runner: UnrankedResult,
  ranking: Ranking,
): StageRun {
  const elapsedMs = timeAt(runner, point);
  if (elapsedMs === null) return { ...UNTIMED, point };
  const { isRanked, valueOf } = ranking;
  const legMs = legTime(runner, from, point);
  // Stages end at a time, whatever ranks at the end of the race.
  const [value, legValue] = [valueOf(elapsedMs), valueOf(legMs ?? 0)];
  const better: number[] = [];
  const betterLegs: number[] = [];
  let leaderMs = elapsedMs;
  let ahead: StageRun['ahead'] = null;
  let behind: StageRun['behind'] = null;
  for (const result of rows) {
    const timeMs = timeAt(result, point);
    if (timeMs === null) continue;
    if (valueOf(timeMs) < value) better.push(valueOf(timeMs));
    const otherLegMs = legTime(result, from, point);
    if (otherLegMs !== null && valueOf(otherLegMs) < legValue) betterLegs.push(valueOf(otherLegMs));
    leaderMs = Math.min(leaderMs, timeMs);
    // Of equals the one listed first (RULES.md GP6).
    const gapMs = Math.abs(elapsedMs - timeMs);
    if (timeMs < elapsedMs && gapMs < (ahead?.gapMs ?? Infinity)) ahead = { result, gapMs };
    if (timeMs > elapsedMs && gapMs < (behind?.gapMs ?? Infinity)) behind = { result, gapMs };
  }
  const place = isRanked ? countPlaces(better, ranking) + 1 : null;
  return {
    point,
    elapsedMs,
    place,
    gained: before === null || place === null ? null : before - place,
    legMs,
    legPlace: isRanked && legMs !== null ? countPlaces(betterLegs, ranking) + 1 : null,
    leaderGapMs: elapsedMs - leaderMs,
    ahead,
    behind,
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
