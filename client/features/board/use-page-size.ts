import { type RefObject, useLayoutEffect, useState } from 'react';

/** On a phone with large letters three rows would not fit. */
const LEAST_ROWS = 2;

export interface PageSize {
  readonly rows: number;
  readonly columns: number;
}

/** The number of rows and columns that fit into the list; the letters grow with the screen. */
export function usePageSize(list: RefObject<HTMLElement | null>): PageSize {
  const [size, setSize] = useState<PageSize>({ rows: 7, columns: 1 });
  useLayoutEffect(() => {
    const element = list.current;
    if (!element) return undefined;
    const measure = (): void => {
      const style = getComputedStyle(element);
      const rowEm = Number(style.getPropertyValue('--row-em'));
      const rowPx = Number.parseFloat(style.fontSize) * rowEm;
      const rows = Math.max(LEAST_ROWS, Math.floor(element.clientHeight / rowPx));
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
