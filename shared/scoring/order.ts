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

/** Sorts scans by time, then id (RULES.md SC2). */
export function orderScans(scans: readonly Scan[]): readonly Scan[] {
  return scans.toSorted(compareScans);
}

function compareScans(a: Scan, b: Scan): number {
  return a.timeMs - b.timeMs || compareText(a.scanId, b.scanId);
}
