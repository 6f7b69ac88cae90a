import type { Scan } from '../model/scan.ts';
import { compareText } from './compare-text.ts';

/**
 * The scans in the one order everything is decided in: by time, equal times
 * by id, each id once (RULES.md SC2). Neither the order in which they came
 * nor how often can show in what follows.
 */
export function orderScans(scans: readonly Scan[]): readonly Scan[] {
  const ordered = scans.toSorted((a, b) => a.timeMs - b.timeMs || compareText(a.scanId, b.scanId));
  return ordered.filter((scan, index) => scan.scanId !== ordered[index - 1]?.scanId);
}
