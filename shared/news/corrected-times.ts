import type { Courses } from '../model/courses.ts';
import type { UnrankedResult } from '../model/result.ts';
import { type DurationMs, showSpan } from '../model/time.ts';
import { type StagePoint, stagePointsOf, timeAt } from '../scoring/stages.ts';
import type { CorrectionReason } from './corrections.ts';

/** A runner whose published result changed. */
export interface Corrected {
  readonly before: UnrankedResult;
  readonly after: UnrankedResult | undefined;
  readonly points: readonly StagePoint[];
}

/** The points at which a published time now differs, as times are shown, if any. */
export function listCorrectedPoints(
  before: UnrankedResult,
  after: UnrankedResult | undefined,
  courses: Courses,
): readonly StagePoint[] {
  const { rounding } = courses.rankingOf(before.events);
  return stagePointsOf(before.events, courses).filter((point) => {
    const wasMs = timeAt(before, point);
    const isMs = after && after.events === before.events ? timeAt(after, point) : null;
    if (wasMs === null) return false;
    return isMs === null || showSpan(wasMs, rounding) !== showSpan(isMs, rounding);
  });
}

/** The same for runners whose times all changed by the same; undefined where {@link findShift} is. */
export function keyOfShift(
  one: Corrected,
  reason: CorrectionReason,
  courses: Courses,
): string | undefined {
  const found = findShift(one, reason, courses);
  return found && `${one.before.events} ${found.point} ${found.byMs}`;
}

/** By how much the times of a runner changed, if by one span for all that changed. */
export function findShift(
  { before, after, points }: Corrected,
  reason: CorrectionReason,
  courses: Courses,
): { readonly byMs: DurationMs; readonly point: StagePoint | null } | undefined {
  if (!after || after.status !== before.status || after.events !== before.events) return undefined;
  const spans = new Set(points.map((point) => spanAt(before, after, point)));
  const [byMs] = spans;
  if (spans.size !== 1 || byMs === undefined || byMs === null) return undefined;
  const [only = null] = points;
  if (reason !== 'start') return points.length === 1 ? { byMs, point: only } : undefined;
  const all = stagePointsOf(before.events, courses);
  const published = all.filter((point) => timeAt(before, point) !== null);
  return published.length === points.length ? { byMs, point: null } : undefined;
}

function spanAt(
  before: UnrankedResult,
  after: UnrankedResult,
  point: StagePoint,
): DurationMs | null {
  const wasMs = timeAt(before, point);
  const isMs = timeAt(after, point);
  return wasMs === null || isMs === null ? null : isMs - wasMs;
}
