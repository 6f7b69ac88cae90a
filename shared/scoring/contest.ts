import type { Courses } from '../model/courses.ts';
import type { EventCode } from '../model/ids.ts';
import type { UnrankedResult } from '../model/result.ts';
import type { DurationMs, EpochMs } from '../model/time.ts';
import { type StagePoint, stagePointsOf, timeAt } from './stages.ts';

/** The leader of a race, or of a part of its field, and who on course can still overtake (RULES.md XP9). */
export interface Contest {
  /** The fastest finishers: several if they share the time. */
  readonly leaders: readonly UnrankedResult[];
  /** Runners on course who can still be as fast, the most likely first. */
  readonly contenders: readonly UnrankedResult[];
  /** There is a leader, and nobody on course can be as fast. */
  readonly isDecided: boolean;
}

/** A runner still out may run a leg in this share of the fastest time seen on it. */
const PLAUSIBLE = 0.95;

/** The fastest times of an event's finishers from each point to the finish. */
export interface FastestToFinish {
  /** The points of the event, in the order of its course. */
  readonly points: readonly StagePoint[];
  /** The fastest time anybody needed to the finish, from the start and from each point; infinite if nobody did. */
  readonly toFinish: readonly DurationMs[];
  /** The last read at the finish: anyone who could have been through by then was not. */
  readonly heardMs: EpochMs;
}

/** The fastest times so far over the rest of the course, from the start and from each point. */
export function findFastestToFinish(
  rows: Iterable<UnrankedResult>,
  event: EventCode,
  courses: Courses,
): FastestToFinish {
  const points = stagePointsOf(event, courses);
  const checkpoints = points.slice(0, -1);
  const toFinish = points.map(() => Infinity);
  let heardMs = -Infinity;
  for (const row of rows) {
    const totalMs = row.events === event ? timeAt(row, 'finish') : null;
    if (totalMs === null) continue;
    if (row.startedAtMs !== null) heardMs = Math.max(heardMs, row.startedAtMs + totalMs);
    for (const [at, point] of checkpoints.entries()) {
      const beforeMs = timeAt(row, point);
      if (beforeMs === null || beforeMs >= totalMs) continue;
      toFinish[at + 1] = Math.min(toFinish[at + 1] ?? Infinity, totalMs - beforeMs);
    }
    toFinish[0] = Math.min(toFinish[0] ?? Infinity, totalMs);
  }
  return { points, toFinish, heardMs };
}

/** Judges a contest among `rows`, such as those of one category; `fastest` are those of the whole event. */
export function judgeContest(
  rows: Iterable<UnrankedResult>,
  event: EventCode,
  fastest: FastestToFinish,
): Contest {
  let bestMs = Infinity;
  let leaders: UnrankedResult[] = [];
  const racing: UnrankedResult[] = [];
  for (const row of rows) {
    if (row.events !== event || row.status === 'dnf') continue;
    const totalMs = timeAt(row, 'finish');
    if (totalMs === null) racing.push(row);
    else if (totalMs < bestMs) {
      bestMs = totalMs;
      leaders = [row];
    } else if (totalMs === bestMs) leaders.push(row);
  }
  const soonest = findSoonest(racing, event, fastest);
  const contenders = soonest.filter(({ soonestMs }) => soonestMs <= bestMs).map(({ row }) => row);
  return { leaders, contenders, isDecided: leaders.length > 0 && contenders.length === 0 };
}

/** Somebody on course, and the least total that they can still have. */
export interface Soonest {
  readonly row: UnrankedResult;
  readonly soonestMs: DurationMs;
}

/** The least totals of those of an event on course, the most likely first (RULES.md XP9). */
export function findSoonest(
  racing: Iterable<UnrankedResult>,
  event: EventCode,
  fastest: FastestToFinish,
): readonly Soonest[] {
  const found: Soonest[] = [];
  for (const row of racing) {
    found.push({ row, soonestMs: soonestOf(row, fastest) });
  }
  return found.toSorted((a, b) => a.soonestMs - b.soonestMs);
}

/**
 * The soonest a runner can finish: from where they were last seen, a little faster than anybody yet, and not before now.
 */
function soonestOf(
  row: UnrankedResult,
  { points, toFinish, heardMs }: FastestToFinish,
): DurationMs {
  const at = points.findLastIndex((point) => timeAt(row, point) !== null);
  const seenMs = at === -1 ? 0 : (timeAt(row, points[at] ?? 'finish') ?? 0);
  const restMs = toFinish[at + 1] ?? Infinity;
  const outMs = row.startedAtMs === null ? 0 : heardMs - row.startedAtMs;
  return Math.max(outMs, restMs === Infinity ? seenMs : seenMs + PLAUSIBLE * restMs);
}
