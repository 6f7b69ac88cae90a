import { describe, expect, test } from 'vitest';

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

describe('tabs', () => {
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
});

describe('splits', () => {
  test('a dialog of 300 px, closed by Escape, button, backdrop or a second click', async () => {
    const { page, complaints } = await openPage(browser);
    await page.goto(race.url);
    const row = page.locator('[data-runner-id=PB]');
    const dialog = page.getByRole('dialog');

    await row.click();
    await dialog.waitFor();
    await dialog.getByRole('rowheader', { name: 'Overall' }).waitFor();
    await expect.poll(async () => (await dialog.boundingBox())?.width).toBe(300);
    await expect.poll(async () => (await dialog.boundingBox())?.height).toBeLessThanOrEqual(305);

    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'hidden' });
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

  test.each([
    ['UB', 390],
    ['BB', 192],
  ])('of %s at most %i px high, opened and closed by keyboard', async (tab, highestPx) => {
    const { page } = await openPage(browser);
    await page.goto(`${race.url}/?tab=${tab}`);
    const name = page.locator(`[data-runner-id=${tab}]`).getByRole('link');
    await name.press('Enter');
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('rowheader', { name: 'Overall' }).waitFor();
    const height = async () => (await dialog.boundingBox())?.height;
    await expect.poll(height).toBeLessThanOrEqual(highestPx);
    await page.keyboard.press('Escape');
    await untilUncovered(page);
    await expect.poll(() => name.evaluate((link) => link === document.activeElement)).toBe(true);
  });
});

describe('for everyone', () => {
  test('[SO13] the Tools menu has its links, and nothing covers it', async () => {
    const { page } = await openPage(browser, { viewport: DESK });
    await page.goto(race.url);
    await page.getByRole('button', { name: 'Tools' }).click();
    const links = page.getByRole('menuitem');
    await links.first().waitFor();
    await expect
      .poll(() =>
        links.evaluateAll((items) =>
          items.map((item) => [item.textContent, item.getAttribute('href')]),
        ),
      )
      .toEqual([
        ['Admin Home', '/admin'],
        ['MIA', '/missing'],
        ['Config', '/conf'],
        ['Import', '/import'],
        ['Files', '/files'],
        ['Upload Logo', '/imageuploadlogo'],
        ['Upload Background', '/imageuploadbg'],
      ]);
    // Links with another name than the navigation bar have both.
    await expect
      .poll(() =>
        links.evaluateAll((items) =>
          items.map((item) => /^"(.+?)"/.exec(getComputedStyle(item, '::before').content)?.[1]),
        ),
      )
      .toEqual(expect.arrayContaining(['Registration', 'Missing']));
    await expect
      .poll(() =>
        links.evaluateAll((items) =>
          items.every((item) => {
            const { x, y, width, height } = item.getBoundingClientRect();
            return item.contains(document.elementFromPoint(x + width / 2, y + height / 2));
          }),
        ),
      )
      .toBe(true);
  });

  test('a render failure and an unknown address offer a way back', async () => {
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
  });
});
