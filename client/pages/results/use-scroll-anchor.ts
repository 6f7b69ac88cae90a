import type { UnrankedResult } from '#shared/model/result.ts';
import type { Virtualizer } from '@tanstack/react-virtual';
import { useLayoutEffect, useRef } from 'react';

import type { TabRows } from './list-rows.ts';
import { findRowAt } from './list-rows.ts';

/** A row that was on the screen, and where it began on the page. */
interface SeenRow {
  readonly row: UnrankedResult;
  readonly index: number;
  readonly startPx: number;
}

/** What was on the screen after a render. */
interface Sight {
  readonly rows: TabRows;
  readonly listKey: string;
  readonly seen: readonly SeenRow[];
}

/**
 * Keeps what one is reading in its place when rows come and go above it. Held
 * on to is the topmost row on the screen that did not change itself. At the
 * very top nothing is held: there one wants to see the new row push in. Nor
 * while the page scrolls, which a correction would stop.
 */
export function useScrollAnchor(
  virtualizer: Virtualizer<Window, Element>,
  rows: TabRows,
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

function listSeen(virtualizer: Virtualizer<Window, Element>, rows: TabRows): SeenRow[] {
  const seen: SeenRow[] = [];
  for (const { index, start, end } of virtualizer.getVirtualItems()) {
    const row = findRowAt(rows, index);
    if (row && end > window.scrollY) seen.push({ row, index, startPx: start });
  }
  return seen;
}

/** How far the first seen row that is still the same has moved down the page. */
function findMove(
  seen: readonly SeenRow[],
  rows: TabRows,
  { measurementsCache }: Virtualizer<Window, Element>,
): number {
  for (const { row, index, startPx } of seen) {
    const nowIndex = findNear(rows, row, index);
    const startNowPx = nowIndex === undefined ? undefined : measurementsCache[nowIndex]?.start;
    if (startNowPx !== undefined) return startNowPx - startPx;
  }
  return 0;
}

/** The index of a row, sought from where it was; rows seldom move far at once. */
function findNear(rows: TabRows, row: UnrankedResult, from: number): number | undefined {
  const count = rows.ranked.length + rows.onCourse.length + 1;
  for (let step = 0; step < count; step += 1) {
    if (findRowAt(rows, from + step) === row) return from + step;
    if (step <= from && findRowAt(rows, from - step) === row) return from - step;
  }
  return undefined;
}
