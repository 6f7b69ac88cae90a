import { type DurationMs, SECOND_MS } from '../model/time.ts';

/** Minutes and seconds a kilometre: `6:12 /km`. */
export function formatPace(spanMs: DurationMs, metres: number): string {
  const seconds = Math.round(spanMs / SECOND_MS / (metres / 1_000));
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')} /km`;
}
