import {
  type Range,
  type VirtualItem,
  type Virtualizer,
  useWindowVirtualizer,
} from '@tanstack/react-virtual';
import { type RefObject, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { useIsServerRendered } from '#client/live/use-is-server-rendered.ts';
import { useMedia } from './use-media.ts';
import { usePrintedRange } from './use-printed-range.ts';

/** The rows of a list. An unchanged row is the same object. */
export interface ListedRows {
  readonly count: number;
  readonly at: (index: number) => object | undefined;
}

/** The most rows that the server renders. */
const SERVER_RENDERED_ROWS = 100;

export interface VirtualRowsOptions {
  /** The element with the rows, which begin at its `data-list-start`. */
  readonly list: RefObject<HTMLElement | null>;
  /** A new object after each change, and only then. */
  readonly rows: ListedRows;
  readonly keyOf: (index: number) => string | number;
  /** The search text: another search is another list, without the scroll position of the last one. */
  readonly listKey: string;
  /** The media query for rows of two lines. */
  readonly narrow: string;
  /** The estimated height of a row, in `rem`, until it is measured in view. */
  readonly rowRem: { readonly wide: number; readonly narrow: number };
  /** Returns the indices of the rendered rows. */
  readonly rangeExtractor: (range: Range) => number[];
}

export interface VirtualRows {
  readonly items: readonly VirtualItem[];
  readonly all: readonly VirtualItem[];
  /** The `ref` of each rendered row, which has its index in `data-index`. */
  readonly measureRow: (row: Element | null) => void;
  /** The top of the first row on the page, and the bottom of the last. */
  readonly topPx: number;
  readonly bottomPx: number;
}

/**
 * Virtualizes a long list in the page's own scroll; all of it is rendered while it is printed. Rows in view keep their
 * place when others are added or removed above them.
 */
export function useVirtualRows(options: VirtualRowsOptions): VirtualRows {
  const { list, rows, keyOf, listKey, narrow, rowRem, rangeExtractor } = options;
  const topPx = useDistanceFromTop(list);
  const isNarrow = useMedia(narrow);
  const estimateRem = isNarrow ? rowRem.narrow : rowRem.wide;
  // Once for all rows: reading the page's style is costly.
  const isServerRendered = useIsServerRendered();
  const estimatePx = Math.round(estimateRem * (isServerRendered ? USUAL_REM_PX : findRemPx()));
  // oxlint-disable-next-line react/incompatible-library -- the page is built without the compiler
  const virtualizer = useWindowVirtualizer({
    count: rows.count,
    estimateSize: () => estimatePx,
    getItemKey: keyOf,
    overscan: 8,
    ...(isServerRendered
      ? { initialRect: { width: 0, height: SERVER_RENDERED_ROWS * estimatePx } }
      : {}),
    scrollMargin: topPx,
    rangeExtractor,
    ...usePrintedRange(),
  });
  useScrollAnchor(virtualizer, rows, listKey);
  const measuredRem = useRef(estimateRem);
  useEffect(() => {
    // Effects also run when a hidden screen is shown again, whose rows keep their heights.
    if (measuredRem.current !== estimateRem) virtualizer.measure();
    measuredRem.current = estimateRem;
  }, [virtualizer, estimateRem]);
  return {
    items: virtualizer.getVirtualItems(),
    all: virtualizer.measurementsCache,
    measureRow: virtualizer.measureElement,
    topPx,
    bottomPx: topPx + virtualizer.getTotalSize(),
  };
}

/** The distance from the top of the page to the list. Measured after layout: during render it would force another one. */
function useDistanceFromTop(list: RefObject<HTMLElement | null>): number {
  const [topPx, setTopPx] = useState(0);
  useLayoutEffect(() => {
    const measure = (): void => {
      const start = list.current?.querySelector('[data-list-start]');
      setTopPx(start ? Math.round(start.getBoundingClientRect().top + window.scrollY) : 0);
    };
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(document.body);
    if (list.current) observer.observe(list.current);
    return () => observer.disconnect();
  }, [list]);
  return topPx;
}

const USUAL_REM_PX = 16;

/** The browser's font size in pixels, by default 16. */
function findRemPx(): number {
  return Number.parseFloat(getComputedStyle(document.documentElement).fontSize);
}

/** A row that was on the screen, and its position on the page. */
interface SeenRow {
  readonly row: object;
  readonly index: number;
  readonly startPx: number;
}

interface View {
  readonly rows: ListedRows;
  readonly listKey: string;
  readonly seen: readonly SeenRow[];
}

/**
 * Scrolls the page by the distance that the rows in view moved, when rows are added or removed above them. The median
 * counts, so that a single row's change of place has no effect. Not at the very top, where new rows should be visible,
 * and not while the page scrolls, which a correction would stop.
 */
function useScrollAnchor(
  virtualizer: Virtualizer<Window, Element>,
  rows: ListedRows,
  listKey: string,
): void {
  const view = useRef<View>(undefined);

  useLayoutEffect(() => {
    const before = view.current;
    const isSameList = before?.listKey === listKey && before.rows !== rows;
    if (isSameList && isReading(virtualizer) && !virtualizer.isScrolling) {
      const movedPx = findMove(before.seen, rows, virtualizer);
      if (movedPx !== 0) window.scrollBy({ top: movedPx, behavior: 'instant' });
    }
    view.current = { rows, listKey, seen: listSeen(virtualizer, rows) };
  });
}

/** How far the page is scrolled, without forcing a layout. */
function readScrollPx({ scrollOffset }: Virtualizer<Window, Element>): number {
  return scrollOffset ?? 0;
}

/** Whether the page is scrolled into the list. */
function isReading(virtualizer: Virtualizer<Window, Element>): boolean {
  return readScrollPx(virtualizer) > virtualizer.options.scrollMargin;
}

function listSeen(virtualizer: Virtualizer<Window, Element>, rows: ListedRows): SeenRow[] {
  const seen: SeenRow[] = [];
  const topPx = readScrollPx(virtualizer);
  const bottomPx = topPx + window.innerHeight;
  for (const { index, start, end } of virtualizer.getVirtualItems()) {
    const row = rows.at(index);
    if (row && end > topPx && start < bottomPx) seen.push({ row, index, startPx: start });
  }
  return seen;
}

/** The median distance by which the unchanged rows have moved down the page. */
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

/** The index of a row, searched outwards from its old index: rows seldom move far at once. */
function findNear(rows: ListedRows, row: object, from: number): number | undefined {
  for (let step = 0; step < rows.count; step += 1) {
    if (rows.at(from + step) === row) return from + step;
    if (step <= from && rows.at(from - step) === row) return from - step;
  }
  return undefined;
}
