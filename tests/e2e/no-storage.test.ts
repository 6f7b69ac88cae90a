import type { BrowserContext, Page } from 'playwright-core';
import { expect, test } from 'vitest';

import { blockStorage } from '#tests/support/browser.ts';
import { HANGS_MS } from '#tests/support/hangs.ts';

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
