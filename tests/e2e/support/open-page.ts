import type { Browser, BrowserContextOptions, Page } from 'playwright-core';
import { onTestFinished } from 'vitest';

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

/**
 * Opens an empty page; it is closed when the test ends. It has no service worker, behind which nothing
 * could be watched or held up, unless `options` allow one.
 */
export async function openPage(
  browser: Browser,
  options: BrowserContextOptions = {},
): Promise<OpenPage> {
  const context = await browser.newContext({
    viewport: PHONE,
    serviceWorkers: 'block',
    ...options,
  });
  onTestFinished(() => context.close());
  context.setDefaultTimeout(HANGS_MS);
  const page = await context.newPage();
  const complaints: string[] = [];
  page.on('pageerror', (error) => complaints.push(error.message));
  page.on('console', (message) => {
    if (message.type() === 'error') complaints.push(message.text());
  });
  return { page, complaints };
}
