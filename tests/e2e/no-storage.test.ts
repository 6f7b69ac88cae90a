import type { BrowserContext, Page } from 'playwright-core';
import { expect, test } from 'vitest';

import { blockStorage } from '#tests/support/browser.ts';
import { HANGS_MS } from '#tests/support/hangs.ts';

import { addAccount } from './support/accounts.ts';
import { expectNoSidewaysScroll, expectNoViolations } from './support/axe.ts';
import { typeLogin } from './support/login.ts';
import { NARROW_PHONE } from './support/open-page.ts';
import { browser, provideRaceInBrowser, race } from './support/race-in-browser.ts';

let context: BrowserContext;

provideRaceInBrowser(async () => {
  context = await browser.newContext();
  context.setDefaultTimeout(HANGS_MS);
  await blockStorage(context);
  await race.stage([], { pageTitle: 'Ras Beca' });
});

async function open(path: string): Promise<Page> {
  const page = await context.newPage();
  await page.goto(race.url + path);
  const isBlocked = await page.evaluate(() => {
    try {
      return localStorage.length < 0;
    } catch {
      return true;
    }
  });
  expect(isBlocked).toBe(true);
  return page;
}

test('a browser that blocks cookies shows the results', async () => {
  const page = await open('/');
  await page.getByRole('heading', { name: 'Ras Beca' }).waitFor();
});

test('a browser that blocks cookies says what to allow, and nobody signs in there', async () => {
  await addAccount(race, 'heb@race.local');
  const page = await open('/conf');
  await page.getByRole('link', { name: 'Login' }).click();
  const note = page.getByRole('status').filter({ hasText: 'This browser blocks cookies' });
  await note.getByText(`cookies and site data for ${new URL(race.url).host},`).waitFor();
  await page.setViewportSize(NARROW_PHONE);
  await expectNoViolations(page);
  await expectNoSidewaysScroll(page);

  await typeLogin(page, 'heb@race.local');
  await page
    .getByRole('alert')
    .getByText(`Allow cookies for ${new URL(race.url).host}, then try again.`)
    .waitFor();
  await expect.poll(() => new URL(page.url()).pathname).toBe('/login');
  await expect.poll(() => page.locator('body').innerText()).not.toContain('localStorage');
});
