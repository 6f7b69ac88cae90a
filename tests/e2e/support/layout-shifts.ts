import type { Page } from 'playwright-core';

declare global {
  /** The sum of the layout shifts so far. */
  var moved: number | undefined;
}

/** Records layout shifts from the beginning of the page; returns a function that reads their sum. */
export async function watchShifts(page: Page): Promise<() => Promise<number>> {
  await page.addInitScript(() => {
    globalThis.moved = 0;
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries() as (PerformanceEntry & { value: number })[]) {
        globalThis.moved = (globalThis.moved ?? 0) + entry.value;
      }
    }).observe({ type: 'layout-shift', buffered: true });
  });
  return () => page.evaluate(() => globalThis.moved ?? 1);
}
