import type { Browser, BrowserContextOptions, Page } from 'playwright-core';

import { PASSWORD } from './accounts.ts';
import { DESK, type OpenPage, openPage, untilFocused } from './open-page.ts';

/** The browser's message for an unsuccessful answer. */
export const REFUSED = /^Failed to load resource: the server responded with a status of 4\d\d/;

/** Opens the login form; `search` may have the screen to open next. */
export async function openLogin(
  browser: Browser,
  { url }: { readonly url: string },
  search = '',
  options: BrowserContextOptions = {},
): Promise<OpenPage> {
  const opened = await openPage(browser, { viewport: DESK, ...options });
  await opened.page.goto(`${url}/login${search}`);
  await opened.page.getByRole('heading', { name: 'Login' }).waitFor();
  await untilFocused(opened.page.getByLabel('Email'));
  return opened;
}

/** Fills in and submits the login form by keyboard, from its initially focused field. */
export async function typeLogin(page: Page, email: string, password = PASSWORD): Promise<void> {
  await untilFocused(page.getByLabel('Email'));
  await page.keyboard.type(email);
  await page.keyboard.press('Tab');
  await page.keyboard.type(password);
  await page.keyboard.press('Enter');
}
