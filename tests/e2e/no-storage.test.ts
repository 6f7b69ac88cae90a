import { expect, test } from 'vitest';

import { openPage } from './support/open-page.ts';
import { browser, provideRaceInBrowser, race } from './support/race-in-browser.ts';

provideRaceInBrowser(() => race.stage([], { pageTitle: 'Ras Beca' }));

/** Runs in the page: storage throws, as in Chromium with blocked site data, a setting that the headless browser lacks. */
function blockStorage(): void {
  for (const name of ['localStorage', 'sessionStorage', 'indexedDB', 'caches']) {
    Object.defineProperty(globalThis, name, {
      get() {
        throw new DOMException('Access is denied for this document.', 'SecurityError');
      },
    });
  }
  Object.defineProperty(navigator, 'cookieEnabled', { get: () => false });
}

test('a browser that blocks site data shows the results', async () => {
  const { page, complaints } = await openPage(browser);
  await page.addInitScript(blockStorage);
  await page.goto(race.url);
  await page.getByRole('heading', { name: 'Ras Beca' }).waitFor();
  expect(complaints).toEqual([]);
});
