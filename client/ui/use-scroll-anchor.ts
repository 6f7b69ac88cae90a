import type { Virtualizer } from '@tanstack/react-virtual';
import { useLayoutEffect, useRef } from 'react';

/** The rows of a list as they stand. A row is the same object for as long as it does not change. */
export interface ListedRows {
  readonly count: number;
  readonly at: (index: number) => object | undefined;
}

/** A row that was on the screen, and where it began on the page. */
interface SeenRow {
  readonly row: object;
  readonly index: number;
  readonly startPx: number;
}

/** What was on the screen after a render. */
interface Sight {
  readonly rows: ListedRows;
  readonly listKey: string;
  readonly seen: readonly SeenRow[];
}

/**
 * Keeps what one is reading in its place when rows come and go above it. What
 * counts is how far most of the rows on the screen would move: a row that
 * itself changed places takes none of the others along. At the very top
 * nothing is held: there one wants to see the new row push in. Nor while the
 * page scrolls, which a correction would stop.
 */
export function useScrollAnchor(
  virtualizer: Virtualizer<Window, Element>,
  rows: ListedRows,
  listKey: string,
): void {
  const sight = useRef<Sight>(undefined);

  useLayoutEffect(() => {
    const before = sight.current;
    const isSameList = before?.listKey === listKey && before.rows !== rows;
    if (isSameList && isReading(virtualizer) && !virtualizer.isScrolling) {
      const movedPx = findMove(before.seen, rows, virtualizer);
      if (movedPx !== 0) window.scrollBy({ top: movedPx, behavior: 'instant' });
    }
    sight.current = { rows, listKey, seen: listSeen(virtualizer, rows) };
  });
}

/** Whether the page is scrolled into the list. */
function isReading({ options }: Virtualizer<Window, Element>): boolean {
  return window.scrollY > options.scrollMargin;
}

function listSeen(virtualizer: Virtualizer<Window, Element>, rows: ListedRows): SeenRow[] {
  const seen: SeenRow[] = [];
  const topPx = window.scrollY;
  const bottomPx = topPx + window.innerHeight;
  for (const { index, start, end } of virtualizer.getVirtualItems()) {
    const row = rows.at(index);
    if (row && end > topPx && start < bottomPx) seen.push({ row, index, startPx: start });
  }
  return seen;
}

/** How far the seen rows have moved down the page: the median of those that are still the same. */
function findMove(
  seen: readonly SeenRow[],
  rows: ListedRows,
  { measurementsCache }: Virtualizer<Window, Element>,
): number {
  const movesPx: number[] = [];
  for (const { row, index, startPx } of seen) {
    const nowIndex = findNear(rows, row, index);
    const startNowPx = nowIndex === undefined ? undefined : measurementsCache[nowIndex]?.start;
    if (startNowPx !== undefined) movesPx.push(startNowPx - startPx);
  }
  return movesPx.toSorted((a, b) => a - b)[Math.floor(movesPx.length / 2)] ?? 0;
}

/** The index of a row, sought from where it was; rows seldom move far at once. */
function findNear(rows: ListedRows, row: object, from: number): number | undefined {
  for (let step = 0; step < rows.count; step += 1) {
    if (rows.at(from + step) === row) return from + step;
    if (step <= from && rows.at(from - step) === row) return from - step;
  }
  return undefined;
}
