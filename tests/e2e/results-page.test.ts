import { expect, test } from 'vitest';

import { buildRunner } from '#tests/support/builders.ts';

import { DESK, openPage, untilUncovered } from './support/open-page.ts';
import { browser, provideRaceInBrowser, race } from './support/race-in-browser.ts';

const GUN_MS = Date.UTC(2026, 5, 20, 9);

provideRaceInBrowser(async () => {
  const bands = { PB: '201', BB: '301', UB: '401' };
  await race.stage(
    Object.entries(bands).map(([event, bandId]) => buildRunner({ runnerId: event, bandId, event })),
  );
  for (const bandID of Object.values(bands)) {
    await race.publish({ bandID, point: 'finish', timeMs: GUN_MS + 164 * 60_000 });
  }
});

test('arrow keys move between tabs, and the address has the tab', async () => {
  const { page } = await openPage(browser, { viewport: DESK });
  await page.goto(race.url);
  await page.getByRole('tab', { name: /Carn Ingli/ }).waitFor();
  await page.getByRole('tab', { name: /Full/ }).focus();
  await page.keyboard.press('ArrowRight');
  await page.getByRole('tab', { name: /Ultra/, selected: true }).waitFor();
  await expect.poll(() => page.url()).toContain('tab=UB');
  await page.keyboard.press('End');
  await page.getByRole('tab', { name: /Carn Ingli/, selected: true }).waitFor();
  await page.reload();
  await page.getByRole('tab', { name: /Carn Ingli/, selected: true }).waitFor();
});

test('the splits are 300 px wide and as high as their rows, and close by Escape, button, backdrop or a second click', async () => {
  const { page, complaints } = await openPage(browser);
  const dialog = page.getByRole('dialog');
  for (const [tab, highestPx] of [
    ['UB', 390],
    ['BB', 192],
    ['PB', 305],
  ] as const) {
    await page.goto(`${race.url}/?tab=${tab}`);
    const name = page.locator(`[data-runner-id=${tab}]`).getByRole('link');
    await name.press('Enter');
    await dialog.getByRole('rowheader', { name: 'Overall' }).waitFor();
    await expect.poll(async () => (await dialog.boundingBox())?.width).toBe(300);
    await expect
      .poll(async () => (await dialog.boundingBox())?.height)
      .toBeLessThanOrEqual(highestPx);
    await page.keyboard.press('Escape');
    await untilUncovered(page);
    await expect.poll(() => name.evaluate((link) => link === document.activeElement)).toBe(true);
  }
  const row = page.locator('[data-runner-id=PB]');
  await row.click();
  await dialog.getByRole('button', { name: 'Close' }).click();
  await dialog.waitFor({ state: 'hidden' });
  await row.click();
  await dialog.waitFor();
  await page.mouse.click(5, 5);
  await dialog.waitFor({ state: 'hidden' });
  await row.click();
  await dialog.waitFor();
  const place = await row.boundingBox();
  await page.mouse.click((place?.x ?? 0) + 12, (place?.y ?? 0) + 12);
  await dialog.waitFor({ state: 'hidden' });
  expect(complaints).toEqual([]);
});

test('a render failure, an unknown address and a browser that blocks site data leave a usable page', async () => {
  const { page } = await openPage(browser);
  await page.addInitScript(() => {
    if (sessionStorage.getItem('repaired')) return;
    window.matchMedia = () => {
      throw new Error('broken on purpose');
    };
  });
  await page.goto(race.url);
  await page.getByText('Unexpected Application Error!').waitFor();
  await page.evaluate(() => sessionStorage.setItem('repaired', 'yes'));
  await page.getByRole('link').or(page.getByRole('button')).first().click();
  await page.locator('[data-runner-id=PB]').waitFor();

  const answer = await page.goto(`${race.url}/nowhere`);
  expect(answer?.status()).toBe(404);
  await page.getByText('There is no such page').waitFor();

  const { page: blocked, complaints } = await openPage(browser);
  await blocked.addInitScript(blockStorage);
  await blocked.goto(race.url);
  await blocked.locator('[data-runner-id=PB]').waitFor();
  expect(complaints).toEqual([]);
});

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
