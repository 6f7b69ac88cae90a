import { type RefObject, useLayoutEffect, useState } from 'react';

/** On a phone with letters twice as large three would not fit. */
const LEAST = 2;

export interface PageSize {
  readonly rows: number;
  readonly columns: number;
}

/** How many rows fit into the list, at the largest letters that the screen allows. */
export function usePageSize(list: RefObject<HTMLElement | null>): PageSize {
  const [size, setSize] = useState<PageSize>({ rows: 7, columns: 1 });
  useLayoutEffect(() => {
    const element = list.current;
    if (!element) return undefined;
    const measure = (): void => {
      const style = getComputedStyle(element);
      // The height of a row, as a multiple of its letters.
      const rowEm = Number(style.getPropertyValue('--row-em'));
      const rowPx = Number.parseFloat(style.fontSize) * rowEm;
      const rows = Math.max(LEAST, Math.floor(element.clientHeight / rowPx));
      const columns = Number(style.getPropertyValue('--columns'));
      setSize((was) => (was.rows === rows && was.columns === columns ? was : { rows, columns }));
    };
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    return () => observer.disconnect();
  }, [list]);
  return size;
}
