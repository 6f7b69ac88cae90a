import type { Courses } from '#shared/model/courses.ts';
import type { EventCode } from '#shared/model/event.ts';
import type { UnrankedResult } from '#shared/model/result.ts';
import type { DurationMs, EpochMs } from '#shared/model/time.ts';
import type { Follower } from '#shared/scoring/incremental-view.ts';
import { type StartSettings, isStartedByGun } from '#shared/scoring/mass-start.ts';
import { isYetToCome } from '#shared/scoring/future-moment.ts';
import { type StagePoint, stagePointsOf, timeAt } from '#shared/scoring/stage-point.ts';
import type { Standings } from '#shared/scoring/standings.ts';

export interface PointProgress {
  readonly point: StagePoint;
  readonly count: number;
  /** The moment of the last read there; undefined before the first. */
  readonly lastMs: EpochMs | undefined;
}

export interface RaceProgress {
  readonly event: EventCode;
  readonly finished: number;
  readonly onCourse: number;
  /** How many of those started with the gun alone (RULES.md ST11). */
  readonly byGun: number;
  readonly out: number;
  /** Registered, and seen nowhere. */
  readonly awaited: number;
  /** The checkpoints and the finish, in the order of the course. */
  readonly points: readonly PointProgress[];
}

class PointCounts {
  readonly points: readonly StagePoint[];
  readonly counts: number[];
  readonly lastMs: (EpochMs | undefined)[];
  /** By the server's clock, at the last read. */
  nowMs: EpochMs;
  /** The earliest moment that was in the future. */
  nextMs: EpochMs = Infinity;

  constructor(event: EventCode, courses: Courses, nowMs: EpochMs) {
    this.nowMs = nowMs;
    this.points = stagePointsOf(event, courses);
    this.counts = this.points.map(() => 0);
    this.lastMs = this.points.map(() => undefined);
  }

  /** Returns false when the last read of a point is gone: the one before it is unknown. */
  replace(before: UnrankedResult | undefined, after: UnrankedResult | undefined): boolean {
    let isKnown = true;
    // By index: for a large field a pair for each point would cost more than the count.
    for (let index = 0; index < this.points.length; index += 1) {
      const point = this.points[index] ?? 'finish';
      const was = before ? timeAt(before, point) : null;
      const is = after ? timeAt(after, point) : null;
      this.counts[index] = (this.counts[index] ?? 0) + Number(is !== null) - Number(was !== null);
      const wasMs = this.#heardOf(momentOf(before, was));
      const isMs = this.#heardOf(momentOf(after, is));
      const lastMs = this.lastMs[index];
      if (isMs !== undefined && isMs >= (lastMs ?? -Infinity)) this.lastMs[index] = isMs;
      else if (wasMs !== undefined && wasMs === lastMs && isMs !== wasMs) isKnown = false;
    }
    return isKnown;
  }

  /** Undefined for a moment in the future, for example by an override that is too long: it is no read (PG6). */
  #heardOf(atMs: EpochMs | undefined): EpochMs | undefined {
    if (atMs === undefined || !isYetToCome(atMs, this.nowMs)) return atMs;
    this.nextMs = Math.min(this.nextMs, atMs);
    return undefined;
  }
}

/** Where the races are, from the results alone (SCREENS.md PG1). */
export class RaceTracker implements Follower {
  readonly #standings: Standings;
  readonly #races = new Map<EventCode, PointCounts>();

  constructor(standings: Standings, events: readonly EventCode[]) {
    this.#standings = standings;
    for (const event of events) this.#count(event, Infinity);
  }

  #count(event: EventCode, nowMs: EpochMs): PointCounts {
    const race = new PointCounts(event, this.#standings.courses, nowMs);
    for (const row of this.#standings.listed(event)) race.replace(undefined, row);
    this.#races.set(event, race);
    return race;
  }

  /** The counts of a race at a moment: counted again when a future moment has come. */
  #countAt(event: EventCode, nowMs: EpochMs, race: PointCounts): PointCounts {
    const isAhead = race.lastMs.some((atMs) => isYetToCome(atMs ?? -Infinity, nowMs));
    race.nowMs = nowMs;
    const hasCome = race.nextMs < Infinity && !isYetToCome(race.nextMs, nowMs);
    return isAhead || hasCome ? this.#count(event, nowMs) : race;
  }

  replace(before: UnrankedResult | undefined, after: UnrankedResult | undefined): boolean {
    const was = before && this.#races.get(before.events);
    const is = after && this.#races.get(after.events);
    if (was === is) return was?.replace(before, after) ?? true;
    const isKnown = was?.replace(before, undefined) ?? true;
    return (is?.replace(undefined, after) ?? true) && isKnown;
  }

  /** The progress at `nowMs`, by the server's clock. */
  list(nowMs: EpochMs, config?: StartSettings): readonly RaceProgress[] {
    const standings = this.#standings;
    return [...this.#races].map(([event, race]) => {
      const { points, counts, lastMs } = this.#countAt(event, nowMs, race);
      const finished = standings.finishers(event).length;
      const seen = standings.onCourse(event).length;
      const out = standings.dnfs(event).length;
      const unread = Math.max(0, (standings.totals[event] ?? 0) - finished - seen - out);
      const byGun = config && isStartedByGun(event, config, nowMs) ? unread : 0;
      return {
        event,
        finished,
        onCourse: seen + byGun,
        byGun,
        out,
        awaited: unread - byGun,
        points: points.map((point, index) => ({
          point,
          count: counts[index] ?? 0,
          lastMs: lastMs[index],
        })),
      };
    });
  }
}

function momentOf(
  row: UnrankedResult | undefined,
  elapsedMs: DurationMs | null,
): EpochMs | undefined {
  const startedAtMs = row?.startedAtMs ?? null;
  return startedAtMs === null || elapsedMs === null ? undefined : startedAtMs + elapsedMs;
}
