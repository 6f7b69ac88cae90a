import { locateOnCourse } from '../format/describe-result.ts';
import type { Courses } from '../model/courses.ts';
import type { UnrankedResult } from '../model/result.ts';
import { type DurationMs, type EpochMs, MINUTE_MS } from '../model/time.ts';

/** What can be told of a runner: a checkpoint by its slot, the finish, or that they are out. */
export type NewsPoint = number | 'finish' | 'out';

/** Something about a runner that nobody was told before. */
export interface News {
  readonly runnerId: string;
  readonly point: NewsPoint;
  /** The runner's time there; null for who is out. */
  readonly elapsedMs: DurationMs | null;
  /** When they were there; null where their start is not known, and for who is out. */
  readonly atMs: EpochMs | null;
}

/** What follows from a state of a runner: enough to know later what is new. */
export type NewsState = Pick<
  UnrankedResult,
  'runnerId' | 'events' | 'status' | 'splitsMs' | 'totalMs' | 'startedAtMs'
>;

/** From this age on a passing is told with others of that age in one line, if there are any. */
export const OLD_MS = 15 * MINUTE_MS;
/** So many are told one by one; more at a time are told in one line. */
const MOST_AT_ONCE = 3;

/** All there is to tell of a runner in this state. Empty for somebody who was not seen yet. */
export function listNewsPoints(state: NewsState | undefined): readonly NewsPoint[] {
  if (!state) return [];
  const passed = state.splitsMs.flatMap((splitMs, slot) => (splitMs === null ? [] : [slot]));
  if (state.status === 'finished') return [...passed, 'finish'];
  return state.status === 'dnf' ? [...passed, 'out'] : passed;
}

/**
 * What is new about a runner, given all that was `told` or known before
 * (SCREENS.md FW1). Only the furthest they came is news: what comes in late of
 * the way there is not, and neither is another time at a point that was told.
 */
export function findNews(
  told: Iterable<NewsPoint>,
  state: NewsState,
  courses: Pick<Courses, 'stagesOf'>,
): News | undefined {
  const known = new Set(told);
  const { runnerId, status } = state;
  if (status === 'dnf') {
    return known.has('out') || known.has('finish')
      ? undefined
      : { runnerId, point: 'out', elapsedMs: null, atMs: null };
  }
  if (known.has('finish')) return undefined;
  if (status === 'finished') return passingAt(state, 'finish', state.totalMs);
  const seen = locateOnCourse(state, courses);
  if (!seen || known.has(seen.slot)) return undefined;
  return passingAt(state, seen.slot, seen.elapsedMs);
}

/** The one name of a piece of news, wherever and however often it is found. */
export function identifyNews({ runnerId, point }: Pick<News, 'runnerId' | 'point'>): string {
  return `${runnerId}:${point}`;
}

/** Whether it is too long ago to be told by itself. What has no moment is of now. */
export function isOldNews({ atMs }: Pick<News, 'atMs'>, nowMs: EpochMs): boolean {
  return atMs !== null && nowMs - atMs >= OLD_MS;
}

export interface SortedNews {
  /** To be told one by one, the earliest first. */
  readonly single: readonly News[];
  /** To be told in one line. */
  readonly together: readonly News[];
}

/** Sorts what came at one time: after an hour away nobody wants forty messages. */
export function sortNews(news: readonly News[], nowMs: EpochMs): SortedNews {
  const inOrder = news.toSorted((a, b) => (a.atMs ?? nowMs) - (b.atMs ?? nowMs));
  const fresh = inOrder.filter((one) => !isOldNews(one, nowMs));
  if (fresh.length > MOST_AT_ONCE) return { single: [], together: inOrder };
  const old = inOrder.filter((one) => isOldNews(one, nowMs));
  // A line about one says more when it says what.
  return old.length === 1 ? { single: inOrder, together: [] } : { single: fresh, together: old };
}

function passingAt(state: NewsState, point: NewsPoint, elapsedMs: DurationMs | null): News {
  const { runnerId, startedAtMs } = state;
  const atMs = startedAtMs === null || elapsedMs === null ? null : startedAtMs + elapsedMs;
  return { runnerId, point, elapsedMs, atMs };
}
