import { CHECKPOINTS, type TimePoint } from './time-point.ts';

/** Who reports with a pass, as the record has it: `Dai, marshal at CP3` (RULES.md MA). */
export function nameMarshal(name: string, point: TimePoint): string {
  const isCheckpoint = CHECKPOINTS.some((checkpoint) => checkpoint === point);
  return `${name}, marshal at ${isCheckpoint ? point.toUpperCase() : point}`;
}
