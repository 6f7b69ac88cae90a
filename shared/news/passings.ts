import { locateOnCourse } from '../format/describe-result.ts';
import type { Courses } from '../model/courses.ts';
import type { UnrankedResult } from '../model/result.ts';
import { type DurationMs, type EpochMs, MINUTE_MS } from '../model/time.ts';

/** The subject of news about a runner: a checkpoint by its slot, the finish, or that they are out. */
export type NewsPoint = number | 'finish' | 'out';

/** Something about a runner that was not announced before. */
export interface News {
  readonly runnerId: string;
  readonly point: NewsPoint;
  /** The runner's time there; null for a runner who is out. */
  readonly elapsedMs: DurationMs | null;
  /** When they were there; null without a known start, and for a runner who is out. */
  readonly atMs: EpochMs | null;
}

/** The fields of a row that determine its news: enough to know later what is new. */
export type NewsState = Pick<
  UnrankedResult,
  'runnerId' | 'events' | 'status' | 'splitsMs' | 'totalMs' | 'startedAtMs'
>;

/** From this age on passings are announced together in one line, if there are several. */
export const OLD_MS = 15 * MINUTE_MS;
/** News announced one by one; more at a time go into one line. */
const MOST_AT_ONCE = 3;

/** All possible news of a runner in this state. Empty for a runner who was not seen yet. */
export function listNewsPoints(state: NewsState | undefined): readonly NewsPoint[] {
  if (!state) return [];
  const passed = state.splitsMs.flatMap((splitMs, slot) => (splitMs === null ? [] : [slot]));
  if (state.status === 'finished') return [...passed, 'finish'];
  return state.status === 'dnf' ? [...passed, 'out'] : passed;
}

/**
 * What is new about a runner, given all that was `announced` or known before. Only the furthest point is
 * news: late reads from before it are not, and neither is another time at an announced point.
 */
export function findNews(
  announced: Iterable<NewsPoint>,
  state: NewsState,
  courses: Pick<Courses, 'stagesOf'>,
): News | undefined {
  const known = new Set(announced);
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

/** The id of a piece of news, the same wherever and however often it is found. */
export function identifyNews({ runnerId, point }: Pick<News, 'runnerId' | 'point'>): string {
  return `${runnerId}:${point}`;
}

/** Whether it is too old to be announced alone. Without a moment it counts as new. */
export function isOldNews({ atMs }: Pick<News, 'atMs'>, nowMs: EpochMs): boolean {
  return atMs !== null && nowMs - atMs >= OLD_MS;
}

export interface SortedNews {
  /** To be announced one by one, the earliest first. */
  readonly single: readonly News[];
  /** To be announced in one line. */
  readonly together: readonly News[];
}

/** Sorts the news of one time: after an hour away nobody wants forty messages. */
export function sortNews(news: readonly News[], nowMs: EpochMs): SortedNews {
  const inOrder = news.toSorted((a, b) => (a.atMs ?? nowMs) - (b.atMs ?? nowMs));
  const fresh = inOrder.filter((one) => !isOldNews(one, nowMs));
  if (fresh.length > MOST_AT_ONCE) return { single: [], together: inOrder };
  const old = inOrder.filter((one) => isOldNews(one, nowMs));
  // A single one is more informative alone.
  return old.length === 1 ? { single: inOrder, together: [] } : { single: fresh, together: old };
}

function passingAt(state: NewsState, point: NewsPoint, elapsedMs: DurationMs | null): News {
  const { runnerId, startedAtMs } = state;
  const atMs = startedAtMs === null || elapsedMs === null ? null : startedAtMs + elapsedMs;
  return { runnerId, point, elapsedMs, atMs };
}
