import type { Scan } from '../model/scan.ts';
import { compareText } from './compare-text.ts';

/**
 * The scans in the order of all decisions: by time, ties by id, each id once (RULES.md SC2). Arrival affects nothing
 * that follows.
 */
export function orderScans(scans: readonly Scan[]): readonly Scan[] {
  if (isOrdered(scans)) return scans;
  const ordered = scans.toSorted(compareScans);
  return ordered.filter((scan, index) => scan.scanId !== ordered[index - 1]?.scanId);
}

/** Most scans arrive in order: then there is nothing to sort or to copy. */
function isOrdered(scans: readonly Scan[]): boolean {
  return scans.every((scan, index) => {
    const before = scans[index - 1];
    return before === undefined || compareScans(before, scan) < 0;
  });
}

function compareScans(a: Scan, b: Scan): number {
  return a.timeMs - b.timeMs || compareText(a.scanId, b.scanId);
}
