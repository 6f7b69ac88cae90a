import type { Locator, Page } from 'playwright-core';
import { beforeEach, expect, test } from 'vitest';

import type { Runner } from '#shared/model/runner.ts';
import { buildRunner } from '#tests/support/builders.ts';

import { PHONE } from '#tests/e2e/support/open-page.ts';
import { openScreen } from '#tests/e2e/support/open-screen.ts';
import { browser, provideRaceInBrowser, race } from '#tests/e2e/support/race-in-browser.ts';

const GUN_MS = Date.UTC(2026, 5, 20, 9);

provideRaceInBrowser();

function enter(runnerId: string, firstName: string, lastName: string, band: string): Runner {
  return buildRunner({ runnerId, firstName, lastName, bibNumber: `1${band}`, bandId: band });
}

const bandOf = (page: Page, band: string): Locator => page.locator(`[data-band="${band}"]`);
const chipOf = (page: Page, part: string): Locator => page.locator(`[data-part="${part}"]`);
const topOf = async (element: Locator): Promise<number> =>
  (await element.first().boundingBox())?.y ?? Number.NaN;
const lastNames = (page: Page): Promise<string[]> =>
  page.locator('tbody tr td:nth-child(2)').allInnerTexts();

/** Enough of each to scroll through. */
beforeEach(async () => {
  const field = Array.from({ length: 40 }, (_, index) =>
    enter(`r${index}`, 'Ann', `Runner${String(index).padStart(2, '0')}`, String(300 + index)),
  );
  const called = { ...enter('call', 'Dai', 'Phone', '400'), mobileNumber: '07700 900123' };
  await race.stage([...field, called], {
    raceStart: '2026-06-20-10-00-00',
    timeZone: 'Europe/London',
  });
  for (let band = 600; band < 630; band += 1) {
    await race.publish({ bandID: String(band), point: 'cp2', timeMs: GUN_MS + band * 1_000 });
  }
  // With a mat at the start nobody counts as gone with the gun.
  await race.publish({ bandID: '305', point: 'start', timeMs: GUN_MS });
  await race.publish({ bandID: '305', point: 'cp1', timeMs: GUN_MS + 20 * 60_000 });
  await race.publish({ bandID: '400', point: 'cp2', timeMs: GUN_MS + 30 * 60_000 });
});

test('[MS2 MS4 MS6] chips filter the list, and giving or dismissing a band keeps the scroll position', async () => {
  const { page, complaints } = await openScreen(browser, race, '/missing', {
    role: 'registration',
    viewport: PHONE,
  });
  await bandOf(page, '600').waitFor();
  await chipOf(page, 'no-finish').getByText('41', { exact: true }).waitFor();
  // Longest unseen first, the never seen after them.
  await expect.poll(async () => (await lastNames(page)).slice(0, 2)).toEqual(['Runner05', 'Phone']);
  const phone = page.getByRole('row').filter({ hasText: 'Phone' });
  await phone.getByText('Full · Rhedwyr Preseli').waitFor();
  await phone.getByText('Carn Ingli, 20/06/2026 10:30').waitFor();
  await expect.poll(() => phone.getByRole('link').getAttribute('href')).toBe('tel:07700900123');
  await chipOf(page, 'no-finish').click();
  await expect.poll(() => page.locator('[data-band]').count()).toBe(0);

  await chipOf(page, 'bands').click();
  await bandOf(page, '629').scrollIntoViewIfNeeded();
  const scrolled = () => page.evaluate(() => Math.round(window.scrollY));
  const placeOf = (band: string) => topOf(bandOf(page, band));
  await expect.poll(() => scrolled()).toBeGreaterThan(100);
  const before = await placeOf('619');
  await bandOf(page, '620').click();
  await page.getByLabel('Give it to an existing runner instead').fill('runner07');
  await page.keyboard.press('Enter');
  const dialog = page.getByRole('dialog', { name: 'Give band 620' });
  await dialog.getByLabel('Wristband').waitFor();
  await page.keyboard.press('Enter');
  await page.getByRole('button', { name: 'Replace 307 with 620' }).click();
  await dialog.waitFor({ state: 'detached' });
  await bandOf(page, '620').waitFor({ state: 'detached' });
  // The message about the last action is above the list, and may take a line there.
  await expect.poll(async () => Math.abs((await placeOf('619')) - before)).toBeLessThan(130);
  await expect
    .poll(() => page.evaluate(() => document.activeElement?.getAttribute('data-band')))
    .toBe('621');

  await page.getByRole('button', { name: 'Dismiss band 615' }).click();
  await page.getByTestId('news').getByText('Dismissed: band 615').waitFor();
  await page.getByRole('button', { name: 'Bring back band 615' }).waitFor();
  await page.mouse.move(0, 0);
  await page.getByLabel('Find a name, bib or band').focus();
  await bandOf(page, '615').waitFor({ state: 'detached' });
  await chipOf(page, 'dismissed').click();
  await bandOf(page, '615').getByText('dismissed by sian').waitFor();
  await race.publish({ bandID: '615', point: 'finish', timeMs: GUN_MS + 3_600_000 });
  await page.mouse.move(0, 0);
  await chipOf(page, 'bands').click();
  await bandOf(page, '615').getByText('scanned again: was dismissed by sian').waitFor();
  expect(complaints).toEqual([]);
});
