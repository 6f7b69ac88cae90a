import type { Courses } from '../model/courses.ts';
import { THE_DESK } from '../model/decisions.ts';
import type { EventCode } from '../model/ids.ts';
import type { Scan } from '../model/scan.ts';
import { type DurationMs, type EpochMs, MINUTE_MS } from '../model/time.ts';
import { parseOverride } from '../model/typed-words.ts';
import { HAND_REACH_MS } from '../scoring/replaced-reads.ts';
import type { Contradiction } from '../wire/missing-api.ts';

/** A typed total may differ from the finish by this, for instance by a penalty (RULES.md OV11). */
const FINISH_REACH_MS: DurationMs = 10 * MINUTE_MS;

type TypedMoment = Pick<Contradiction, 'point' | 'atMs'>;

interface Read extends Pick<Scan, 'points' | 'timeMs' | 'source'> {
  readonly isByHand?: true | undefined;
}

/** Whether a read is by hand or added, not by a mat (RULES.md HT1, CR7). */
export function isHandMade({ source, isByHand }: Pick<Read, 'source' | 'isByHand'>): boolean {
  return isByHand === true || source === THE_DESK;
}

export interface OwnReads {
  readonly event: EventCode;
  readonly startMs: EpochMs | undefined;
  readonly scans: readonly Read[];
  /** By a mat. */
  readonly finishMs: EpochMs | undefined;
}

/** The read that contradicts a typed total, if any (RULES.md OV11). */
export function contradictTotal(
  overrideTime: string,
  own: OwnReads,
  courses: Courses,
): Contradiction | undefined {
  const override = parseOverride(overrideTime);
  const { startMs, finishMs } = own;
  if (override?.kind !== 'total' || startMs === undefined) return undefined;
  const typed = { point: 'finish', atMs: startMs + override.totalMs } as const;
  const found = contradictMoment(typed, own, courses);
  if (found || finishMs === undefined) return found;
  const isFar = Math.abs(finishMs - typed.atMs) > FINISH_REACH_MS;
  return isFar ? { ...typed, readAt: 'finish', readMs: finishMs } : undefined;
}

/**
 * The read of a mat that contradicts a typed moment: later but before the point on the course, or earlier but beyond it;
 * of several the last.
 */
export function contradictMoment(
  typed: TypedMoment,
  { event, startMs = -Infinity, scans }: OwnReads,
  courses: Courses,
): Contradiction | undefined {
  const route = courses.routeOf(event);
  const [first, last] = [route.indexOf(typed.point), route.lastIndexOf(typed.point)];
  let found: Contradiction | undefined;
  for (const scan of scans) {
    const { points, timeMs } = scan;
    if (isHandMade(scan) || timeMs <= startMs || points.includes('start')) continue;
    const places = route.flatMap((point, at) => (points.includes(point) ? [at] : []));
    const [nearest = -1, farthest = -1] = [places[0], places.at(-1)];
    const readAt = route[nearest];
    if (first === -1 || readAt === undefined) continue;
    const isBefore = farthest < first && timeMs > typed.atMs + HAND_REACH_MS;
    const isBeyond = nearest > last && timeMs < typed.atMs - HAND_REACH_MS;
    if (!isBefore && !isBeyond) continue;
    if (!found || timeMs > found.readMs) found = { ...typed, readAt, readMs: timeMs };
  }
  return found;
}
