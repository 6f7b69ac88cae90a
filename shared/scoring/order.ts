import type { Scan } from '../model/scan.ts';

const FIRST_SURROGATE = 0xd800;
const FIRST_AFTER_SURROGATES = 0xe000;

/** Compares by Unicode code point, the same on every machine (RULES.md RK5). */
export function compareText(a: string, b: string): number {
  if (a === b) return 0;
  const shared = Math.min(a.length, b.length);
  for (let index = 0; index < shared; index += 1) {
    const unitA = a.charCodeAt(index);
    const unitB = b.charCodeAt(index);
    if (unitA !== unitB) return codePointOrder(unitA) - codePointOrder(unitB);
  }
  return a.length - b.length;
}

/** Moves surrogates above the rest of the first plane, where their characters belong. */
function codePointOrder(unit: number): number {
  if (unit < FIRST_SURROGATE) return unit;
  return unit < FIRST_AFTER_SURROGATES ? unit + 0x2000 : unit - 0x800;
}

/** Sorts scans by time, then id (RULES.md SC2). Returns the same array if already sorted, as most are. */
export function orderScans(scans: readonly Scan[]): readonly Scan[] {
  return isOrdered(scans) ? scans : scans.toSorted(compareScans);
}

function isOrdered(scans: readonly Scan[]): boolean {
  return scans.every((scan, index) => {
    const before = scans[index - 1];
    return before === undefined || compareScans(before, scan) < 0;
  });
}

function compareScans(a: Scan, b: Scan): number {
  return a.timeMs - b.timeMs || compareText(a.scanId, b.scanId);
}
