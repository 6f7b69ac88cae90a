import type { Courses } from '../model/courses.ts';
import type { UnrankedResult } from '../model/result.ts';
import { GroupCounts, type GroupPlaces } from './group-places.ts';
import type { Follower } from './incremental-view.ts';
import { RunTrace, type StageRun } from './legs.ts';
import { type StagePoint, stagePointsOf, timeAt } from './stage-point.ts';
import type { Standings } from './standings.ts';

/** The places of a runner in the field (RULES.md GP). */
export interface Placed {
  readonly runs: readonly StageRun[];
  /** The places at the last stage passed; undefined before the first. */
  readonly places: GroupPlaces | undefined;
}

/** The race of a runner stage by stage, and the places where they were last seen. */
export class PlacedRunner implements Follower {
  readonly #trace: RunTrace;
  readonly #counts: GroupCounts | undefined;

  constructor(standings: Standings, result: UnrankedResult) {
    const listed = standings.listed(result.events);
    const { courses } = standings;
    this.#trace = new RunTrace(result, listed, courses);
    const last = findLastPoint(result, courses);
    this.#counts = last === undefined ? undefined : new GroupCounts(result, listed, last, courses);
  }

  replace(before: UnrankedResult | undefined, after: UnrankedResult | undefined): boolean {
    this.#counts?.replace(before, after);
    return this.#trace.replace(before, after);
  }

  tell(): Placed {
    return { runs: this.#trace.list(), places: this.#counts?.places() };
  }
}

/** The last stage a runner has passed, in the order of the course; undefined before the first. */
export function findLastPoint(result: UnrankedResult, courses: Courses): StagePoint | undefined {
  if (timeAt(result, 'finish') !== null) return 'finish';
  return stagePointsOf(result.events, courses).findLast((point) => timeAt(result, point) !== null);
}
