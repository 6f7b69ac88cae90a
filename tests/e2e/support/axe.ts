import axeCore from 'axe-core';
import type { Page } from 'playwright-core';
import { expect } from 'vitest';

import { eventually } from '#tests/support/eventually.ts';

declare global {
  /** Undefined until it is injected. */
  var axe: typeof axeCore | undefined;
}

/** Waits until axe finds no violations on the page, or in a frame of it, light and dark. */
export async function expectNoViolations(
  page: Page,
  part: Pick<Page, 'evaluate'> = page,
): Promise<void> {
  if (!(await part.evaluate(() => globalThis.axe !== undefined)))
    await part.evaluate(axeCore.source);
  for (const colorScheme of ['light', 'dark'] as const) {
    // Without transitions, whose intermediate colours would fail.
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
    const options: axeCore.RunOptions = {
      resultTypes: ['violations'],
      // Fetching style sheets is slow, and only css-orientation-lock needs them.
      preload: false,
      // The scheme only changes colours.
      ...(colorScheme === 'dark' ? { runOnly: ['color-contrast'] } : {}),
    };
    await eventually(async () => {
      const results = await part.evaluate((given) => globalThis.axe?.run(document, given), options);
      expect(results && results.passes.length + results.incomplete.length).toBeGreaterThan(0);
      expect({ colorScheme, violations: results?.violations }).toEqual({
        colorScheme,
        violations: [],
      });
    });
  }
}

/** Runs in the page: lists elements that overflow sideways, and hidden ones that take up room. */
function listTooWide(): string[] {
  const boxes = [document.documentElement, ...document.querySelectorAll('dialog[open]')];
  const wide = boxes.filter(({ scrollWidth, clientWidth }) => scrollWidth > clientWidth);
  // By style and not by size: many are empty at first.
  const hiddenWithRoom = [...document.querySelectorAll('.visually-hidden')].filter((part) => {
    const { position, width, minWidth } = getComputedStyle(part);
    return part.checkVisibility() && `${position} ${width} ${minWidth}` !== 'absolute 1px 0px';
  });
  const standingOut = wide.flatMap((box) => {
    const edge = box.getBoundingClientRect().left + box.clientWidth;
    const standsOut = (part: Element): boolean => part.getBoundingClientRect().right > edge;
    const all = [...box.querySelectorAll(':not(.scroll-strip *)')].filter(standsOut);
    return all.filter((part) => ![...part.children].some(standsOut));
  });
  return [...wide, ...standingOut, ...hiddenWithRoom].map(
    ({ tagName, className, scrollWidth, clientWidth, textContent }) =>
      `${tagName}.${className}: ${scrollWidth} of ${clientWidth}, “${textContent.slice(0, 40)}”`,
  );
}

/** Waits until neither the page nor an open dialog scrolls sideways. */
export async function expectNoSidewaysScroll(page: Pick<Page, 'evaluate'>): Promise<void> {
  await expect.poll(() => page.evaluate(listTooWide)).toEqual([]);
}
