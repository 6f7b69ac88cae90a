import type { Courses } from '../model/courses.ts';
import type { Ranking } from '../model/ranking.ts';
import type { Starter, UnrankedResult } from '../model/result.ts';
import type { EventCode } from '../model/event.ts';
import type { DurationMs } from '../model/time.ts';
import type { Follower } from './incremental-view.ts';
import { BeforeCount } from './place-counter.ts';
import { compareListed } from './rank-keys.ts';
import { type StagePoint, stagePointsOf, timeAt } from './stage-point.ts';

/** Another runner at the same point, and the gap between them there. */
export interface Neighbour {
  readonly result: Starter;
  readonly gapMs: DurationMs;
}

/** The same while others may still come nearer. */
interface Nearest extends Neighbour {
  readonly result: UnrankedResult;
}

/** One stage of a runner's race, as known at its end (RULES.md GP5 to GP8). */
export interface StageRun {
  readonly point: StagePoint;
  /** From the start to here; null where no time is known, as for all that follows from it. */
  readonly elapsedMs: DurationMs | null;
  /** Among all of the event who have a time here. */
  readonly place: number | null;
  /** Places won since the last stage with one, negative for lost. */
  readonly gained: number | null;
  /** From the end of the stage before, for the first from the start. */
  readonly legMs: DurationMs | null;
  /** Among all of the event who have a time for this leg. */
  readonly legPlace: number | null;
  /** Behind the fastest here; zero for the leader. */
  readonly leaderGapMs: DurationMs | null;
  /** The nearest runner who was faster up to here, and the nearest who was slower. */
  readonly ahead: Neighbour | null;
  readonly behind: Neighbour | null;
}

/** The time from the end of one stage to that of the next; null unless it is positive. */
export function legTime(
  result: Pick<UnrankedResult, 'status' | 'totalMs' | 'splitsMs'>,
  from: StagePoint | undefined,
  to: StagePoint,
): DurationMs | null {
  const fromMs = from === undefined ? 0 : timeAt(result, from);
  const toMs = timeAt(result, to);
  return fromMs === null || toMs === null || toMs <= fromMs ? null : toMs - fromMs;
}

class StageCount {
  readonly point: StagePoint;
  readonly #courses: Courses;
  readonly #from: StagePoint | undefined;
  readonly #elapsedMs: DurationMs | null;
  readonly #legMs: DurationMs | null;
  readonly #ranking: Ranking;
  readonly #faster: BeforeCount;
  readonly #fasterLegs: BeforeCount;
  #leaderMs = Infinity;
  #ahead: Nearest | null = null;
  #behind: Nearest | null = null;

  constructor(
    result: UnrankedResult,
    from: StagePoint | undefined,
    point: StagePoint,
    courses: Courses,
  ) {
    this.#courses = courses;
    this.point = point;
    this.#from = from;
    this.#elapsedMs = timeAt(result, point);
    this.#legMs = legTime(result, from, point);
    this.#ranking = courses.rankingOf(result.events);
    this.#faster = new BeforeCount(this.#valueOf(this.#elapsedMs), this.#ranking);
    this.#fasterLegs = new BeforeCount(this.#valueOf(this.#legMs), this.#ranking);
  }

  /** False when the leader or a neighbour is gone: their successor is unknown. */
  replace(before: UnrankedResult | undefined, after: UnrankedResult | undefined): boolean {
    if (this.#elapsedMs === null) return true;
    if (before) {
      const { runnerId } = before;
      if (this.#ahead?.result.runnerId === runnerId) return false;
      if (this.#behind?.result.runnerId === runnerId) return false;
      const beforeMs = timeAt(before, this.point);
      const afterMs = after ? timeAt(after, this.point) : null;
      if (beforeMs === this.#leaderMs && (afterMs ?? Infinity) > beforeMs) return false;
      this.#drop(before, beforeMs);
    }
    if (after) this.#take(after);
    return true;
  }

  #take(other: UnrankedResult): void {
    const otherMs = timeAt(other, this.point);
    if (this.#elapsedMs === null || otherMs === null) return;
    if (otherMs < this.#leaderMs) this.#leaderMs = otherMs;
    const gapMs = Math.abs(this.#elapsedMs - otherMs);
    this.#count(other, otherMs, 1);
    if (otherMs < this.#elapsedMs) {
      if (this.#isNearer(other, gapMs, this.#ahead)) this.#ahead = { result: other, gapMs };
    } else if (otherMs > this.#elapsedMs && this.#isNearer(other, gapMs, this.#behind)) {
      this.#behind = { result: other, gapMs };
    }
  }

  #drop(other: UnrankedResult, otherMs: DurationMs | null): void {
    if (this.#elapsedMs === null || otherMs === null) return;
    this.#count(other, otherMs, -1);
  }

  #count(other: UnrankedResult, otherMs: DurationMs, by: 1 | -1): void {
    this.#faster.change(this.#valueOf(otherMs), by);
    if (this.#legMs === null) return;
    this.#fasterLegs.change(this.#valueOf(legTime(other, this.#from, this.point)), by);
  }

  /** Stages end at a time, whatever ranks at the end of the race. */
  #valueOf(timeMs: DurationMs | null): number | null {
    return timeMs === null ? null : this.#ranking.valueOf(timeMs);
  }

  /** Whether somebody is nearer than the neighbour so far; of equal ones it is the one listed first (RULES.md GP8). */
  #isNearer(other: UnrankedResult, gapMs: DurationMs, known: Nearest | null): boolean {
    if (!known || gapMs !== known.gapMs) return !known || gapMs < known.gapMs;
    return compareListed(this.#courses, other, known.result) < 0;
  }

  /** `before` is the last place before this stage. */
  finish(before: number | null): StageRun {
    const elapsedMs = this.#elapsedMs;
    const { isRanked } = this.#ranking;
    const place = elapsedMs === null || !isRanked ? null : this.#faster.place;
    return {
      point: this.point,
      elapsedMs,
      place,
      gained: place === null || before === null ? null : before - place,
      legMs: this.#legMs,
      legPlace: this.#legMs === null || !isRanked ? null : this.#fasterLegs.place,
      leaderGapMs: elapsedMs === null ? null : elapsedMs - Math.min(elapsedMs, this.#leaderMs),
      ahead: this.#ahead,
      behind: this.#behind,
    };
  }
}

/** A runner's race stage by stage, in the order of the course, the finish last. */
export class RunTrace implements Follower {
  readonly #event: EventCode;
  readonly #stages: readonly StageCount[];

  /** `listed` is the present event; it is walked once. */
  constructor(result: UnrankedResult, listed: Iterable<UnrankedResult>, courses: Courses) {
    this.#event = result.events;
    const points = stagePointsOf(result.events, courses);
    this.#stages = points.map(
      (point, index) => new StageCount(result, points[index - 1], point, courses),
    );
    for (const other of listed) {
      for (const stage of this.#stages) stage.replace(undefined, other);
    }
  }

  replace(before: UnrankedResult | undefined, after: UnrankedResult | undefined): boolean {
    const was = before?.events === this.#event ? before : undefined;
    const is = after?.events === this.#event ? after : undefined;
    return this.#stages.every((stage) => stage.replace(was, is));
  }

  list(): readonly StageRun[] {
    let before: number | null = null;
    return this.#stages.map((stage) => {
      const run = stage.finish(before);
      before = run.place ?? before;
      return run;
    });
  }
}
