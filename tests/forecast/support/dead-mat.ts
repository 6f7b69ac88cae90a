import type { UnrankedResult } from '#shared/model/result.ts';
import type { EpochMs } from '#shared/model/time.ts';
import { type StagePoint, timeAt } from '#shared/scoring/stages.ts';

/** The race as a mat tells it that read nothing from a moment on. */
export function withDeadMat(
  field: readonly UnrankedResult[],
  point: StagePoint,
  fromMs: EpochMs,
): UnrankedResult[] {
  return field.map((row): UnrankedResult => {
    const timeMs = timeAt(row, point);
    if (timeMs === null || (row.startedAtMs ?? 0) + timeMs < fromMs) return row;
    if (point === 'finish') return { ...row, status: 'racing', totalMs: null };
    return { ...row, splitsMs: row.splitsMs.map((ms, slot) => (slot === point ? null : ms)) };
  });
}
