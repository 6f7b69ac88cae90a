import { locateOnCourse } from '../format/describe-result.ts';
import type { Courses } from '../model/courses.ts';
import type { UnrankedResult } from '../model/result.ts';
import { type DurationMs, type EpochMs, MINUTE_MS } from '../model/time.ts';

/** The subject of news: a checkpoint by its slot, the finish, or that a runner is out. */
export type NewsPoint = number | 'finish' | 'out';

export interface News {
  readonly runnerId: string;
  readonly point: NewsPoint;
  /** The runner's time there; null for a runner who is out. */
  readonly elapsedMs: DurationMs | null;
  /** Null without a known start, and for a runner who is out. */
  readonly atMs: EpochMs | null;
}

/** The fields of a row that determine its news. */
export type NewsState = Pick<
  UnrankedResult,
  'runnerId' | 'events' | 'status' | 'splitsMs' | 'totalMs' | 'startedAtMs'
>;

const OLD_MS = 15 * MINUTE_MS;

/** All possible news of a runner in this state. */
export function listNewsPoints(state: NewsState | undefined): readonly NewsPoint[] {
  if (!state) return [];
  const passed = state.splitsMs.flatMap((splitMs, slot) => (splitMs === null ? [] : [slot]));
  if (state.status === 'finished') return [...passed, 'finish'];
  return state.status === 'dnf' ? [...passed, 'out'] : passed;
}

/**
 * The news of a runner after what was `announced`. Only the furthest point is news, without late reads before it or other
 * times at announced points.
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

/** The same wherever and however often the news is found. */
export function identifyNews({ runnerId, point }: Pick<News, 'runnerId' | 'point'>): string {
  return `${runnerId}:${point}`;
}

/** Whether news is too old to be celebrated. */
export function isOldNews({ atMs }: Pick<News, 'atMs'>, nowMs: EpochMs): boolean {
  return atMs !== null && nowMs - atMs >= OLD_MS;
}

function passingAt(state: NewsState, point: NewsPoint, elapsedMs: DurationMs | null): News {
  const { runnerId, startedAtMs } = state;
  const atMs = startedAtMs === null || elapsedMs === null ? null : startedAtMs + elapsedMs;
  return { runnerId, point, elapsedMs, atMs };
}
