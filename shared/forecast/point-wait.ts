import type { Courses } from '../model/courses.ts';
import type { UnrankedResult } from '../model/result.ts';
import type { DurationMs, EpochMs } from '../model/time.ts';
import { type StagePoint, stagePointsOf, timeAt } from '../scoring/stage-point.ts';
import type { ExpectedStage } from './forecast.ts';
import { LONGEST_OVERDUE_MS } from './look-ahead.ts';
import { type PointReads, countReadAfter, findSilentFrom } from './point-reads.ts';

/** The point at which a runner on course is awaited. */
interface AwaitedAt {
  readonly point: StagePoint;
  /** When they were expected there; null where nothing is known. */
  readonly expectedMs: EpochMs | null;
  /** After this there is something to explain: the end of their range, else the moment they were last seen. */
  readonly fromMs: EpochMs;
}

/** The same with the state of that point: enough to say why there is no news (RULES.md XP11). */
export interface PointWait extends AwaitedAt {
  /** How many others were read there, and how many of these after `expectedMs`. */
  readonly count: number;
  readonly after: number;
  /** The moment of the last read there; null without any. */
  readonly lastMs: EpochMs | null;
  /** From when on it may be silent, if nobody is read there meanwhile; null where that explains nothing. */
  readonly silentFromMs: EpochMs | null;
}

/** Why there is no news of somebody; it says nothing of their safety. */
export type WaitReason = Pick<PointWait, 'point' | 'fromMs'> &
  (
    | { readonly kind: 'silent'; readonly forMs: DurationMs | null }
    | { readonly kind: 'few'; readonly count: number }
    | { readonly kind: 'passed'; readonly count: number; readonly expectedMs: EpochMs }
    | { readonly kind: 'quiet'; readonly expectedMs: EpochMs }
  );

/** With fewer reads nobody can say when somebody should be there. */
const ENOUGH_READS = 5;

/** Where a runner is awaited: where they are expected first, else at the next point of the course. */
function findAwaitedAt(
  { status, startedAtMs, events, ...times }: UnrankedResult,
  [first]: readonly ExpectedStage[],
  courses: Courses,
): AwaitedAt | undefined {
  if (status !== 'racing' || startedAtMs === null) return undefined;
  if (first) {
    const { stage, elapsedMs, latestMs } = first;
    const fromMs = startedAtMs + latestMs;
    return { point: stage, expectedMs: startedAtMs + elapsedMs, fromMs };
  }
  const points = stagePointsOf(events, courses);
  const seenMs = points.map((point) => timeAt({ status, ...times }, point));
  const seen = seenMs.findLastIndex((timeMs) => timeMs !== null);
  const next = points[seen + 1];
  if (next === undefined) return undefined;
  return { point: next, expectedMs: null, fromMs: startedAtMs + (seenMs[seen] ?? 0) };
}

/** Whether there may be something to explain about a runner at a moment, which takes a look at the field. */
export function isAwaited(
  result: UnrankedResult,
  expected: readonly ExpectedStage[],
  nowMs: EpochMs,
  courses: Courses,
): boolean {
  const wait = findAwaitedAt(result, expected, courses);
  return wait !== undefined && isOpen(wait, nowMs);
}

/** Where a runner is awaited, with the state of that point; undefined if nobody awaits the runner. */
export function findWait(
  result: UnrankedResult,
  expected: readonly ExpectedStage[],
  points: readonly PointReads[],
  courses: Courses,
): PointWait | undefined {
  const wait = findAwaitedAt(result, expected, courses);
  const reads = points.find(({ point }) => point === wait?.point);
  if (!wait || !reads) return undefined;
  const { expectedMs, fromMs } = wait;
  const lastMs = reads.moments.at(-1) ?? null;
  // A runner whose time was over while the point still read is not late because of its silence.
  const isOver = expectedMs !== null && lastMs !== null && lastMs >= fromMs;
  return {
    ...wait,
    count: reads.moments.length,
    after: expectedMs === null ? 0 : countReadAfter(reads, expectedMs),
    lastMs,
    silentFromMs: isOver ? null : findSilentFrom(reads, result.runnerId),
  };
}

function isOpen({ fromMs }: AwaitedAt, nowMs: EpochMs): boolean {
  return nowMs > fromMs && nowMs <= fromMs + LONGEST_OVERDUE_MS;
}

/** Why there is no news of a runner at a moment (RULES.md XP11); undefined while nothing is to be explained. */
export function explainWait(wait: PointWait, nowMs: EpochMs): WaitReason | undefined {
  if (!isOpen(wait, nowMs)) return undefined;
  const { point, fromMs, expectedMs, count, after, lastMs, silentFromMs } = wait;
  const at = { point, fromMs };
  if (silentFromMs !== null && nowMs >= silentFromMs) {
    return { ...at, kind: 'silent', forMs: lastMs === null ? null : nowMs - lastMs };
  }
  if (count < ENOUGH_READS) return { ...at, kind: 'few', count };
  if (expectedMs === null) return undefined;
  if (after > 0) return { ...at, kind: 'passed', count: after, expectedMs };
  return { ...at, kind: 'quiet', expectedMs };
}
