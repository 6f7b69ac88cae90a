import type { Courses } from '../model/courses.ts';
import type { EventCode } from '../model/ids.ts';
import type { UnrankedResult } from '../model/result.ts';
import type { DurationMs, EpochMs } from '../model/time.ts';
import { type StagePoint, stagePointsOf, timeAt } from '../scoring/stages.ts';

/** The times of a runner racing or finished. */
interface RunnerTimes {
  /** NaN if unknown. */
  readonly startedAtMs: EpochMs;
  /** By point; undefined without a time. */
  readonly elapsed: readonly (DurationMs | undefined)[];
  /** The index of the last point; -1 for none. */
  readonly lastSeen: number;
}

export interface FieldTimes {
  readonly points: readonly StagePoint[];
  readonly runners: readonly RunnerTimes[];
  /** The last read of anybody at each point: a mat may be silent for a while. */
  readonly heardMs: readonly EpochMs[];
}

/** Extracts the times of an event. DNFs are no evidence for those who go on. */
export function readFieldTimes(
  rows: Iterable<UnrankedResult>,
  event: EventCode,
  courses: Courses,
): FieldTimes {
  const points = stagePointsOf(event, courses);
  const racing = Array.from(rows).filter((row) => row.events === event && row.status !== 'dnf');
  const runners = racing.map((row): RunnerTimes => {
    const elapsed = points.map((point) => {
      const timeMs = timeAt(row, point) ?? 0;
      return timeMs > 0 ? timeMs : undefined;
    });
    const lastSeen = elapsed.findLastIndex((timeMs) => timeMs !== undefined);
    return { startedAtMs: row.startedAtMs ?? Number.NaN, elapsed, lastSeen };
  });
  const heardMs = points.map((_, at) =>
    runners.reduce((lastMs, { startedAtMs, elapsed }) => {
      const readMs = startedAtMs + (elapsed[at] ?? Number.NaN);
      return readMs > lastMs ? readMs : lastMs;
    }, -Infinity),
  );
  return { points, runners, heardMs };
}
