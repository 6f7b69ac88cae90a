import axeCore from 'axe-core';
import type { Page } from 'playwright-core';
import { expect } from 'vitest';

import { eventually } from '#tests/support/eventually.ts';

declare global {
  /** There once it was brought into the page. */
  var axe: typeof axeCore | undefined;
}

/** Waits until axe finds nothing on the page, or in one of its frames, light and dark. */
export async function expectNoViolations(
  page: Page,
  part: Pick<Page, 'evaluate'> = page,
): Promise<void> {
  if (!(await part.evaluate(() => globalThis.axe !== undefined)))
    await part.evaluate(axeCore.source);
  for (const colorScheme of ['light', 'dark'] as const) {
    // A colour on its way to another would be judged as it is just then.
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
    // Nothing but colours differs by the scheme.
    const only = colorScheme === 'dark' ? { runOnly: ['color-contrast'] } : {};
    await eventually(async () => {
      const results = await part.evaluate(
        (options) => globalThis.axe?.run(document, { resultTypes: ['violations'], ...options }),
        only,
      );
      expect(results && results.passes.length + results.incomplete.length).toBeGreaterThan(0);
      expect({ colorScheme, violations: results?.violations }).toEqual({
        colorScheme,
        violations: [],
      });
    });
  }
}

/** Runs in the page. */
function listTooWide(): string[] {
  return [document.documentElement, ...document.querySelectorAll('dialog[open]')]
    .filter(({ scrollWidth, clientWidth }) => scrollWidth > clientWidth)
    .map(({ tagName, scrollWidth, clientWidth }) => `${tagName}: ${scrollWidth} of ${clientWidth}`);
}

/** Waits until neither the page nor what lies over it has to be pushed sideways to be read. */
export async function expectNoSidewaysScroll(page: Pick<Page, 'evaluate'>): Promise<void> {
  await expect.poll(() => page.evaluate(listTooWide)).toEqual([]);
}
