import type { EpochMs } from '#shared/model/time.ts';
import type { Texts } from '#shared/texts/en.ts';
import type { Range } from '@tanstack/react-virtual';
import { useEffect, useState } from 'react';
import { flushSync } from 'react-dom';

/** More rows would block the browser for seconds, and nobody wants that much paper. */
const MOST_PRINTED = 5_000;

/** Known to what is first rendered for the paper, which hears no `beforeprint`. */
let begunMs: EpochMs | undefined;

/** The start of printing, while the page is printed. Committed before the browser lays out the paper. */
export function usePrintedMs(): EpochMs | undefined {
  const [printedMs, setPrintedMs] = useState(begunMs);
  useEffect(() => {
    const begin = (): void => {
      begunMs ??= Date.now();
      flushSync(() => setPrintedMs(begunMs));
    };
    const end = (): void => {
      begunMs = undefined;
      setPrintedMs(undefined);
    };
    window.addEventListener('beforeprint', begin);
    window.addEventListener('afterprint', end);
    return () => {
      window.removeEventListener('beforeprint', begin);
      window.removeEventListener('afterprint', end);
    };
  }, []);
  return printedMs;
}

/** Renders the whole list while the page is printed, not only the rows near the screen. */
export function usePrintedRange(): { rangeExtractor?: (range: Range) => number[] } {
  return usePrintedMs() === undefined ? {} : { rangeExtractor: listAll };
}

/** The note below a printed list that is incomplete. */
export function describeUnprinted(count: number, words: Texts['printed']): string | undefined {
  return count <= MOST_PRINTED ? undefined : words.unprinted(MOST_PRINTED, count);
}

function listAll({ count }: Range): number[] {
  return Array.from({ length: Math.min(count, MOST_PRINTED) }, (_, index) => index);
}
