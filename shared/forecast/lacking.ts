import type { UnrankedResult } from '../model/result.ts';
import { type DurationMs, type EpochMs, MINUTE_MS } from '../model/time.ts';
import { type StagePoint, timeAt } from '../scoring/stages.ts';
import type { Forecast } from './forecast.ts';

/** A runner who should have been read at a point after its last read, and was not (SCREENS.md PG2). */
export interface Lacking {
  /** Since when it is certain: the end of their range, or the moment they were seen further on. */
  readonly fromMs: EpochMs;
  readonly isSeenBeyond: boolean;
}

/** A point, and the moment of its last read; undefined without any. */
export interface LastRead {
  readonly point: StagePoint;
  readonly lastMs: EpochMs | undefined;
}

/** A point counts as silent when its last read is older than this. */
export const SILENT_MS: DurationMs = 10 * MINUTE_MS;
/** One or two give up anywhere unreported. */
export const LEAST_LACKING = 3;
/**
 * Of those who were due at a point: more than twice as many as the one in 50 who gives up unreported (RULES.md XP4).
 */
export const LEAST_SHARE = 1 / 20;

/** The number of lacking runners from which a point with `count` reads is called silent. */
export function leastLacking(count: number): number {
  return Math.max(LEAST_LACKING, Math.ceil(count / (1 / LEAST_SHARE - 1)));
}

/** The runners lacking at each point of an event, in order (SCREENS.md PG2). */
export function findLacking(
  rows: Iterable<UnrankedResult>,
  points: readonly LastRead[],
  expect: Forecast['expect'],
): readonly (readonly Lacking[])[] {
  const lacking = points.map((): Lacking[] => []);
  for (const row of rows) {
    const { startedAtMs } = row;
    if (startedAtMs === null) continue;
    const times = points.map(({ point }) => timeAt(row, point));
    const seen = times.findLastIndex((timeMs) => timeMs !== null);
    let beforeMs = startedAtMs;
    for (let at = 0; at < seen; at += 1) {
      const timeMs = times[at] ?? null;
      if (timeMs !== null) beforeMs = startedAtMs + timeMs;
      // Seen before this point after its last read, so they passed it later.
      else if (beforeMs > (points[at]?.lastMs ?? -Infinity)) {
        const laterMs = times.slice(at).find((later) => later !== null) ?? 0;
        lacking[at]?.push({ fromMs: startedAtMs + laterMs, isSeenBeyond: true });
      }
    }
    const [stage] = row.status === 'racing' ? expect(row, 1) : [];
    const at = stage ? points.findIndex(({ point }) => point === stage.stage) : -1;
    if (!stage || at <= seen) continue;
    // A runner who was due while the point still read says nothing about the point.
    if (startedAtMs + stage.elapsedMs <= (points[at]?.lastMs ?? -Infinity)) continue;
    const fromMs = startedAtMs + stage.latestMs;
    lacking[at]?.push({ fromMs, isSeenBeyond: false });
  }
  return lacking;
}
