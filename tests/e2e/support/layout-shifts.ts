import type { Page } from 'playwright-core';

declare global {
  /** How much has moved without anybody asking for it, as browsers reckon it. */
  var moved: number | undefined;
}

/** Counts what moves on the page from its beginning; the answer is asked for the sum. */
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
