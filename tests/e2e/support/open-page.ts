import type { Browser, BrowserContextOptions, Locator, Page } from 'playwright-core';
import { expect, onTestFinished } from 'vitest';

import { HANGS_MS } from '#tests/support/hangs.ts';

export const PHONE = { width: 390, height: 844 };
export const NARROW_PHONE = { width: 320, height: 640 };
export const DESK = { width: 1440, height: 900 };

/** A page of the test's own, and everything it complained about. */
export interface OpenPage {
  readonly page: Page;
  /** Errors thrown, printed, and breaches of the content security policy. */
  readonly complaints: readonly string[];
}

export interface PageOptions extends BrowserContextOptions {
  /**
   * Whether it sees what the server rendered for the time until the page is there. Otherwise nothing is found
   * before it works: what one presses in it leads to nothing.
   */
  readonly seesServerRendered?: boolean;
}

/**
 * Opens an empty page; it is closed when the test ends. It has no service worker, behind which nothing
 * could be watched or held up, unless `options` allow one.
 */
export async function openPage(
  browser: Browser,
  { seesServerRendered = false, ...options }: PageOptions = {},
): Promise<OpenPage> {
  const context = await browser.newContext({
    viewport: PHONE,
    serviceWorkers: 'block',
    ...options,
  });
  onTestFinished(() => context.close());
  context.setDefaultTimeout(HANGS_MS);
  if (!seesServerRendered) await context.addInitScript(removeServerRendered);
  const page = await context.newPage();
  const complaints: string[] = [];
  page.on('pageerror', (error) => complaints.push(error.message));
  page.on('console', (message) => {
    if (message.type() === 'error') complaints.push(message.text());
  });
  return { page, complaints };
}

/** Sets how large letters are, of what they are by themselves, as a browser does whose user wants larger ones. */
export async function setLetters(page: Page, size: '100%' | '200%'): Promise<void> {
  await page.evaluate((fontSize) => {
    document.documentElement.style.fontSize = fontSize;
  }, size);
}

/**
 * Until what is typed goes there: much is to be seen a moment before the screen gives it the focus.
 * (`:focus` is not asked for: a page that another one covers may have none.)
 */
export async function untilFocused(target: Locator): Promise<void> {
  await expect
    .poll(() => target.evaluate((element) => element === document.activeElement))
    .toBe(true);
}

/** Whether something lies over the page, which has an entry of its own in the history. */
export function isCovered(page: Page): Promise<boolean> {
  return page.evaluate(() => 'overlay' in ((history.state ?? {}) as object));
}

/**
 * Until nothing lies over the page. Its entry in the history goes a moment after it has gone itself: a step there,
 * or another address, that came between would be taken along.
 */
export async function untilUncovered(page: Page): Promise<void> {
  await expect.poll(() => page.getByRole('dialog').count()).toBe(0);
  await expect.poll(() => isCovered(page)).toBe(false);
}

/** Until all type is there and what it takes is painted. */
export async function settled(page: Page): Promise<void> {
  await page.evaluate(async () => {
    await document.fonts.ready;
    await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
  });
}

/**
 * Lets no alarm of the page ring that it sets for so long or longer: how much of that a test takes
 * depends on the machine.
 */
export async function silenceAlarms(page: Page, fromMs: number): Promise<void> {
  await page.addInitScript((leastMs) => {
    const set = globalThis.setTimeout;
    Object.assign(globalThis, {
      setTimeout: (run: () => void, delayMs = 0, ...given: []) =>
        delayMs < leastMs ? set(run, delayMs, ...given) : 0,
    });
  }, fromMs);
}

/** Runs in the page, before all of it. */
function removeServerRendered(): void {
  const parser = new MutationObserver(() => document.querySelector('[data-drawn]')?.remove());
  parser.observe(document, { childList: true, subtree: true });
  document.addEventListener('DOMContentLoaded', () => parser.disconnect());
}
