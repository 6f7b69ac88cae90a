import { type RefObject, useLayoutEffect, useRef } from 'react';

interface Layout {
  /** From the top of the list. */
  readonly tops: ReadonlyMap<Element, number>;
  readonly heightPx: number;
}

/**
 * Scrolls the page by the distance that the rows in view moved, when rows are added or removed above them; below the
 * list, by its growth in Safari, which has no scroll anchoring. The median counts, so that a single row's change of
 * place has no effect. Not above the list's top, where new rows should be visible.
 */
export function useSteadyScroll(list: RefObject<HTMLElement | null>): void {
  const view = useRef<Layout>(undefined);
  useLayoutEffect(() => {
    const element = list.current;
    if (!element) return;
    const before = view.current;
    const { top, height } = element.getBoundingClientRect();
    const now = { heightPx: height, tops: listTops(element, top) };
    view.current = now;
    if (!before || top >= 0) return;
    const movedPx = findMove(before, now, -top);
    if (movedPx !== 0) window.scrollBy({ top: movedPx, behavior: 'instant' });
  });
}

function listTops({ children }: HTMLElement, listPx: number): ReadonlyMap<Element, number> {
  return new Map([...children].map((row) => [row, row.getBoundingClientRect().top - listPx]));
}

/** `fromPx` is where the screen begins in the list. */
function findMove(before: Layout, now: Layout, fromPx: number): number {
  if (fromPx >= before.heightPx) {
    return CSS.supports('overflow-anchor', 'none') ? 0 : now.heightPx - before.heightPx;
  }
  const movesPx: number[] = [];
  for (const [row, topPx] of before.tops) {
    const nowPx = now.tops.get(row);
    const isSeen = topPx >= fromPx && topPx < fromPx + window.innerHeight;
    if (isSeen && nowPx !== undefined) movesPx.push(nowPx - topPx);
  }
  return movesPx.toSorted((a, b) => a - b)[Math.floor(movesPx.length / 2)] ?? 0;
}
