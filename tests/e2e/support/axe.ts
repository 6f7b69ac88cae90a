import axeCore from 'axe-core';
import type { Page } from 'playwright-core';
import { expect } from 'vitest';

import { DESK, PHONE } from './open-page.ts';

/** The sizes and colours in which every screen is looked at. */
export const LOOKS = [
  ['phone, light', PHONE, 'light'],
  ['phone, dark', PHONE, 'dark'],
  ['desk, light', DESK, 'light'],
  ['desk, dark', DESK, 'dark'],
] as const;

declare global {
  /** There once it was brought into the page. */
  var axe: typeof axeCore | undefined;
}

/** Fails unless axe finds nothing on the page as it stands, which has no frames to look into. */
export async function expectNoViolations(page: Pick<Page, 'evaluate'>): Promise<void> {
  if (!(await page.evaluate(() => globalThis.axe !== undefined)))
    await page.evaluate(axeCore.source);
  const results = await page.evaluate(() =>
    globalThis.axe?.run(document, { resultTypes: ['violations'] }),
  );
  expect(results?.passes.length).toBeGreaterThan(0);
  expect(results?.violations).toEqual([]);
}

/** Fails when the page has to be pushed sideways to be read. */
export async function expectNoSidewaysScroll(page: Pick<Page, 'evaluate'>): Promise<void> {
  const [needed, there] = await page.evaluate(() => {
    const { scrollWidth, clientWidth } = document.documentElement;
    return [scrollWidth, clientWidth] as const;
  });
  expect(needed).toBeLessThanOrEqual(there);
}
