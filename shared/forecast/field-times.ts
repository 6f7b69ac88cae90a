import type { Courses } from '../model/courses.ts';
import type { EventCode } from '../model/ids.ts';
import type { UnrankedResult } from '../model/result.ts';
import type { EpochMs } from '../model/time.ts';
import { type StagePoint, stagePointsOf, timeAt } from '../scoring/stages.ts';

/** The times of a field as columns: a row per runner racing or finished, a column per point; NaN without a time. */
export interface FieldTimes {
  readonly points: readonly StagePoint[];
  readonly count: number;
  /** NaN if unknown. */
  readonly starts: Float64Array;
  readonly elapsed: readonly Float64Array[];
  /** The index of the last point of each; -1 for none. */
  readonly lastSeen: Int8Array;
  /** The last read of anybody at each point: a mat may be silent for a while. */
  readonly heardMs: readonly EpochMs[];
}

/** Extracts the times of an event. DNFs are no evidence for those who go on. */
export function readFieldTimes(
  rows: Iterable<UnrankedResult>,
  event: EventCode,
  courses: Courses,
): FieldTimes {
  const racing = Array.from(rows).filter((row) => row.events === event && row.status !== 'dnf');
  const points = stagePointsOf(event, courses);
  const count = racing.length;
  const starts = new Float64Array(count).fill(Number.NaN);
  const elapsed = points.map(() => new Float64Array(count).fill(Number.NaN));
  const lastSeen = new Int8Array(count).fill(-1);
  const heardMs = points.map(() => -Infinity);
  for (const [row, result] of racing.entries()) {
    const startedAtMs = result.startedAtMs ?? Number.NaN;
    starts[row] = startedAtMs;
    for (const [index, point] of points.entries()) {
      const timeMs = timeAt(result, point);
      const column = elapsed[index];
      if (timeMs === null || timeMs <= 0 || !column) continue;
      column[row] = timeMs;
      lastSeen[row] = index;
      const readMs = startedAtMs + timeMs;
      if (readMs > (heardMs[index] ?? -Infinity)) heardMs[index] = readMs;
    }
  }
  return { points, count, starts, elapsed, lastSeen, heardMs };
}
