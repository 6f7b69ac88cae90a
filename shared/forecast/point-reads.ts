import type { Courses } from '../model/courses.ts';
import type { EventCode } from '../model/event.ts';
import type { UnrankedResult } from '../model/result.ts';
import type { DurationMs, EpochMs } from '../model/time.ts';
import { isYetToCome } from '../scoring/future-moment.ts';
import { countWhile } from '../scoring/ordered-values.ts';
import { type StagePoint, stagePointsOf, timeAt } from '../scoring/stage-point.ts';
import type { Forecast } from './forecast.ts';
import { type Lacking, SILENT_MS, findLacking, leastLacking } from './lacking.ts';

/** When anybody was read at a point of a course, and who should have been since (RULES.md XP10). */
export interface PointReads {
  readonly point: StagePoint;
  /** The moments of the reads, the earliest first; none in the future. */
  readonly moments: Float64Array;
  /** The soonest first. */
  readonly lacking: readonly Lacking[];
}

/** The number of pauses that show the present density of a field, which thins out towards its end. */
const LAST_PAUSES = 20;
/** Clearly longer than any of them. */
const CLEARLY_LONGER = 2;

/** The reads at each point of an event, in the order of its course. */
export function readPoints(
  rows: Iterable<UnrankedResult>,
  event: EventCode,
  expect: Forecast['expect'],
  nowMs: EpochMs,
  courses: Courses,
): readonly PointReads[] {
  const points = stagePointsOf(event, courses);
  const listed = Array.from(rows).filter((row) => row.events === event);
  const found = points.map((): EpochMs[] => []);
  for (const row of listed) {
    for (const [at, point] of points.entries()) {
      const timeMs = timeAt(row, point);
      if (timeMs === null || row.startedAtMs === null) continue;
      const atMs = row.startedAtMs + timeMs;
      if (!isYetToCome(atMs, nowMs)) found[at]?.push(atMs);
    }
  }
  const moments = found.map((some) => Float64Array.from(some).toSorted());
  const lastReads = points.map((point, at) => ({ point, lastMs: moments[at]?.at(-1) }));
  const lacking = findLacking(listed, lastReads, expect);
  return points.map((point, at) => ({
    point,
    moments: moments[at] ?? new Float64Array(),
    lacking: (lacking[at] ?? []).toSorted((a, b) => a.fromMs - b.fromMs),
  }));
}

/** How many were read there after a moment. */
export function countReadAfter({ moments }: PointReads, afterMs: EpochMs): number {
  return moments.length - countWhile(moments.length, (at) => (moments[at] ?? 0) <= afterMs);
}

/**
 * From when on a point may be silent for a runner who is awaited there, if nobody is read meanwhile (RULES.md XP10);
 * null while too few others lack. The runner's own absence does not count.
 */
export function findSilentFrom(reads: PointReads, runnerId: string): EpochMs | null {
  const { moments, lacking } = reads;
  const least = leastLacking(moments.length);
  // With the runner among them, one more is needed.
  const isOneOfThem = lacking.slice(0, least).some((one) => one.runnerId === runnerId);
  const last = lacking[isOneOfThem ? least : least - 1];
  if (!last) return null;
  const lastMs = moments.at(-1) ?? -Infinity;
  const pauseMs = Math.max(SILENT_MS, CLEARLY_LONGER * findUsualPause(reads));
  return Math.max(last.fromMs, lastMs + pauseMs);
}

/** The longest of the last pauses between reads; 0 where there is none. */
function findUsualPause({ moments }: Pick<PointReads, 'moments'>): DurationMs {
  const latest = moments.slice(-(LAST_PAUSES + 1));
  return latest.reduce((most, atMs, at) => Math.max(most, atMs - (latest[at - 1] ?? atMs)), 0);
}
