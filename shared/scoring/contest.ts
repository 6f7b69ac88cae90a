import type { Courses } from '../model/courses.ts';
import type { EventCode } from '../model/ids.ts';
import type { UnrankedResult } from '../model/result.ts';
import type { DurationMs, EpochMs } from '../model/time.ts';
import { byCategoryClock } from './rank-keys.ts';
import { type StagePoint, stagePointsOf, timeAt } from './stages.ts';

/** The contest for the lead in a race, or in a part of its field (RULES.md XP9). */
export interface Contest {
  /** The fastest finishers: several if they share the time. */
  readonly leaders: readonly UnrankedResult[];
  /** Runners on course who can still be as fast, the most likely first. */
  readonly contenders: readonly UnrankedResult[];
  /** There is a leader, and nobody on course can be as fast. */
  readonly isDecided: boolean;
}

/** The share of the fastest time so far that a runner still out may need. */
const PLAUSIBLE = 0.95;

export interface FastestToFinish {
  /** The points of the event, in the order of its course. */
  readonly points: readonly StagePoint[];
  /** The fastest time to the finish so far, from the start and from each point; infinite without a finisher. */
  readonly toFinish: readonly DurationMs[];
  /** The last read at the finish: runners still out cannot finish before it. */
  readonly lastReadMs: EpochMs;
  /** The most by which the clock of the categories has made a total shorter (RULES.md RK14). */
  readonly shorterMs: DurationMs;
}

export function findFastestToFinish(
  rows: Iterable<UnrankedResult>,
  event: EventCode,
  courses: Courses,
): FastestToFinish {
  const points = stagePointsOf(event, courses);
  const checkpoints = points.slice(0, -1);
  const toFinish = points.map(() => Infinity);
  let lastReadMs = -Infinity;
  let shorterMs = 0;
  for (const row of rows) {
    const totalMs = row.events === event ? timeAt(row, 'finish') : null;
    if (totalMs === null) continue;
    if (row.startedAtMs !== null) lastReadMs = Math.max(lastReadMs, row.startedAtMs + totalMs);
    shorterMs = Math.max(shorterMs, totalMs - (row.categoryMs ?? totalMs));
    for (const [at, point] of checkpoints.entries()) {
      const beforeMs = timeAt(row, point);
      if (beforeMs === null || beforeMs >= totalMs) continue;
      toFinish[at + 1] = Math.min(toFinish[at + 1] ?? Infinity, totalMs - beforeMs);
    }
    toFinish[0] = Math.min(toFinish[0] ?? Infinity, totalMs);
  }
  return { points, toFinish, lastReadMs, shorterMs };
}

/** Judges the contest among `rows`, such as those of one category, by its clock; `fastest` is that of the whole event. */
export function judgeContest(
  rows: Iterable<UnrankedResult>,
  event: EventCode,
  fastest: FastestToFinish,
  isCategory = false,
): Contest {
  let bestMs = Infinity;
  let leaders: UnrankedResult[] = [];
  const racing: UnrankedResult[] = [];
  for (const row of rows) {
    if (row.events !== event || row.status === 'dnf') continue;
    const totalMs = timeAt(isCategory ? byCategoryClock(row) : row, 'finish');
    if (totalMs === null) racing.push(row);
    else if (totalMs < bestMs) {
      bestMs = totalMs;
      leaders = [row];
    } else if (totalMs === bestMs) leaders.push(row);
  }
  const soonest = findSoonest(racing, fastest);
  const withinMs = bestMs + (isCategory ? fastest.shorterMs : 0);
  const contenders = soonest.filter(({ soonestMs }) => soonestMs <= withinMs).map(({ row }) => row);
  return { leaders, contenders, isDecided: leaders.length > 0 && contenders.length === 0 };
}

/** A runner on course, with the lowest total still possible. */
export interface Soonest {
  readonly row: UnrankedResult;
  readonly soonestMs: DurationMs;
}

/** The lowest possible totals of runners on course, the most likely first (RULES.md XP9). */
export function findSoonest(
  racing: Iterable<UnrankedResult>,
  fastest: FastestToFinish,
): readonly Soonest[] {
  return Array.from(racing, (row) => ({ row, soonestMs: soonestOf(row, fastest) })).toSorted(
    (a, b) => a.soonestMs - b.soonestMs,
  );
}

function soonestOf(
  row: UnrankedResult,
  { points, toFinish, lastReadMs }: FastestToFinish,
): DurationMs {
  const at = points.findLastIndex((point) => timeAt(row, point) !== null);
  const seenMs = at === -1 ? 0 : (timeAt(row, points[at] ?? 'finish') ?? 0);
  const restMs = toFinish[at + 1] ?? Infinity;
  const outMs = row.startedAtMs === null ? 0 : lastReadMs - row.startedAtMs;
  return Math.max(outMs, restMs === Infinity ? seenMs : seenMs + PLAUSIBLE * restMs);
}
