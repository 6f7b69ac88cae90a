import axeCore from 'axe-core';
import type { Page } from 'playwright-core';
import { expect } from 'vitest';

import { DESK, PHONE } from './open-page.ts';

/** The sizes in which every screen is looked at, and the colours it is opened in; axe looks at both. */
export const LOOKS = [
  ['phone', PHONE, 'dark'],
  ['desk', DESK, 'light'],
] as const;

declare global {
  /** There once it was brought into the page. */
  var axe: typeof axeCore | undefined;
}

/** Fails unless axe finds nothing on the page as it stands, or in one of its frames, light and dark. */
export async function expectNoViolations(
  page: Page,
  part: Pick<Page, 'evaluate'> = page,
): Promise<void> {
  if (!(await part.evaluate(() => globalThis.axe !== undefined)))
    await part.evaluate(axeCore.source);
  for (const colorScheme of ['light', 'dark'] as const) {
    // A colour on its way to another would be judged as it is just then.
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
    const results = await part.evaluate(() =>
      globalThis.axe?.run(document, { resultTypes: ['violations'] }),
    );
    expect(results?.passes.length).toBeGreaterThan(0);
    expect({ colorScheme, violations: results?.violations }).toEqual({
      colorScheme,
      violations: [],
    });
  }
}

/** Fails when the page has to be pushed sideways to be read. */
export async function expectNoSidewaysScroll(page: Pick<Page, 'evaluate'>): Promise<void> {
  const [needed, there] = await page.evaluate(() => {
    const { scrollWidth, clientWidth } = document.documentElement;
    return [scrollWidth, clientWidth] as const;
  });
  expect(needed).toBeLessThanOrEqual(there);
}
