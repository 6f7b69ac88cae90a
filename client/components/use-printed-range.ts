import type { Range } from '@tanstack/react-virtual';
import { useEffect, useState } from 'react';
import { flushSync } from 'react-dom';

/** More rows than this fill more paper than anyone wants, and stop the browser for seconds. */
const MOST_PRINTED = 5_000;

/** While the page is printed the whole list is on it, not only what is near the screen. */
export function usePrintedRange(): { rangeExtractor?: (range: Range) => number[] } {
  const [isPrinting, setIsPrinting] = useState(false);
  useEffect(() => {
    const begin = (): void => {
      flushSync(() => {
        setIsPrinting(true);
      });
    };
    const end = (): void => {
      setIsPrinting(false);
    };
    window.addEventListener('beforeprint', begin);
    window.addEventListener('afterprint', end);
    return () => {
      window.removeEventListener('beforeprint', begin);
      window.removeEventListener('afterprint', end);
    };
  }, []);
  return isPrinting ? { rangeExtractor: listAll } : {};
}

function listAll({ count }: Range): number[] {
  return Array.from({ length: Math.min(count, MOST_PRINTED) }, (_, index) => index);
}
