import { type RefObject, useLayoutEffect, useState } from 'react';

const USUAL = 8;
const LEAST = 3;

/** How many rows fit into the list, whose letters are as large as the screen lets them be. */
export function useRowsAPage(list: RefObject<HTMLElement | null>): number {
  const [rows, setRows] = useState(USUAL);
  useLayoutEffect(() => {
    const element = list.current;
    if (!element) return undefined;
    const measure = (): void => {
      const style = getComputedStyle(element);
      // How high a row is, as a multiple of the letters in it.
      const rowEm = Number(style.getPropertyValue('--row-em'));
      const rowPx = Number.parseFloat(style.fontSize) * rowEm;
      setRows(Math.max(LEAST, Math.floor(element.clientHeight / rowPx)));
    };
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    return () => {
      observer.disconnect();
    };
  }, [list]);
  return rows;
}
