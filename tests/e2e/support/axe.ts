import { AxeBuilder } from '@axe-core/playwright';
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

/**
 * Fails unless axe finds nothing on the page as it stands. In its older mode it
 * needs no second page for its sums, which pages without frames can do without.
 */
export async function expectNoViolations(page: Page): Promise<void> {
  const { violations } = await new AxeBuilder({ page }).setLegacyMode().analyze();
  expect(violations).toEqual([]);
}

/** Fails when the page has to be pushed sideways to be read. */
export async function expectNoSidewaysScroll(page: Page): Promise<void> {
  const [needed, there] = await page.evaluate(() => {
    const { scrollWidth, clientWidth } = document.documentElement;
    return [scrollWidth, clientWidth] as const;
  });
  expect(needed).toBeLessThanOrEqual(there);
}
