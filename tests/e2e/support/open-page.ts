import type { Browser, BrowserContextOptions, Locator, Page } from 'playwright-core';
import { expect, onTestFinished } from 'vitest';

import { HANGS_MS } from '#tests/support/hangs.ts';

export const PHONE = { width: 390, height: 844 };
export const NARROW_PHONE = { width: 320, height: 640 };
export const DESK = { width: 1440, height: 900 };

/** An open page and its errors. */
export interface OpenPage {
  readonly page: Page;
  /** Thrown errors, console errors, violations of the content security policy. */
  readonly complaints: readonly string[];
}

export interface PageOptions extends BrowserContextOptions {
  /** Whether the server's rendering is shown; by default it is removed, since pressing it has no effect. */
  readonly seesServerRendered?: boolean;
}

/** Opens an empty page, closed with the test. By default without service workers, whose requests cannot be intercepted. */
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

/** Sets the root font size, as a user may in the browser's settings. */
export async function setLetters(page: Page, size: '100%' | '200%'): Promise<void> {
  await page.evaluate((fontSize) => {
    document.documentElement.style.fontSize = fontSize;
  }, size);
}

/** Sets it from the beginning of each document: only later widths, and no font size, are evaluated again. */
export async function beginWithLetters(page: Page, size: '100%' | '200%'): Promise<void> {
  await page.addInitScript((fontSize) => {
    new MutationObserver(() => {
      document.documentElement.style.fontSize = fontSize;
    }).observe(document, { childList: true });
  }, size);
}

/** Waits for the focus, which a screen moves after it appears. (`:focus` never matches in a page in the background.) */
export async function untilFocused(target: Locator): Promise<void> {
  await expect
    .poll(() => target.evaluate((element) => element === document.activeElement))
    .toBe(true);
}

/** Presses Tab until the element has the focus. */
export async function tabTo(page: Page, target: Locator): Promise<void> {
  for (let step = 0; step < 80; step += 1) {
    if (await target.evaluate((element) => element === document.activeElement)) return;
    await page.keyboard.press('Tab');
  }
  throw new Error('Tab does not reach it.');
}

/** Whether the current history entry is that of an overlay. */
export function isCovered(page: Page): Promise<boolean> {
  return page.evaluate(() => 'overlay' in ((history.state ?? {}) as object));
}

/** Waits until overlays and their history entries are gone: the entries are removed a moment later. */
export async function untilUncovered(page: Page): Promise<void> {
  await expect.poll(() => page.getByRole('dialog').count()).toBe(0);
  await expect.poll(() => isCovered(page)).toBe(false);
}

/** Waits for the fonts and a paint. */
export async function settled(page: Page): Promise<void> {
  await page.evaluate(async () => {
    await document.fonts.ready;
    await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
  });
}

/** Disables timers of this delay or longer, which a slow machine could reach during a test. */
export async function disableTimers(page: Page, fromMs: number): Promise<void> {
  await page.addInitScript((leastMs) => {
    const set = globalThis.setTimeout;
    Object.assign(globalThis, {
      setTimeout: (run: () => void, delayMs = 0, ...given: []) =>
        delayMs < leastMs ? set(run, delayMs, ...given) : 0,
    });
  }, fromMs);
}

/** Runs in the page, before its own scripts. */
function removeServerRendered(): void {
  const parser = new MutationObserver(() => document.querySelector('[data-drawn]')?.remove());
  parser.observe(document, { childList: true, subtree: true });
  document.addEventListener('DOMContentLoaded', () => parser.disconnect());
}
