import type { Locator, Page } from 'playwright-core';
import sharp from 'sharp';
import { expect, test } from 'vitest';

import { MINUTE_MS } from '#shared/model/time.ts';
import { eventually } from '#tests/support/eventually.ts';

import { chooseByKeyboard } from './support/choose-file.ts';
import { openPage, untilFocused } from './support/open-page.ts';
import { openScreen } from './support/open-screen.ts';
import { browser, provideRaceInBrowser, race } from './support/race-in-browser.ts';

provideRaceInBrowser(async () => {
  await race.stage([]);
});

const uploadButton = (page: Page): Locator =>
  page.getByRole('button', { name: 'Upload', exact: true });

async function choosePicture(page: Page, width: number, height: number): Promise<void> {
  const blank = sharp({ create: { width, height, channels: 3, background: '#c2410c' } });
  const buffer = await blank.png().toBuffer();
  const input = page.getByLabel('Upload to overwrite logo file (png)', { exact: true });
  await chooseByKeyboard(page, input, { name: 'draig.png', mimeType: 'image/png', buffer });
  await page.getByText(new RegExp(`^Chosen ${width} × ${height} pixels · \\d`)).waitFor();
}

test('a picture chosen and uploaded by keyboard alone appears on every open page at once', async () => {
  const { page: spectator } = await openPage(browser);
  await spectator.goto(race.url);
  await spectator.getByTestId('connection').getByText('Live').waitFor();
  await spectator.evaluate(() => Object.assign(globalThis, { isSamePage: true }));
  const { page: other } = await openScreen(browser, race, '/imageuploadlogo');
  const { page, complaints } = await openScreen(browser, race, '/imageuploadlogo');
  await expect.poll(() => uploadButton(page).isDisabled()).toBe(true);
  await choosePicture(page, 321, 200);
  await page.getByText(/^Now \d+ × \d+ pixels$/).waitFor();
  await page.keyboard.press('Tab');
  await untilFocused(uploadButton(page));
  await page.keyboard.press('Enter');
  await page.waitForURL(`${race.url}/admin`);
  await page.getByRole('status').getByText('Upload successful!', { exact: true }).waitFor();
  const logo = spectator.locator('img[src^="/logo.png"]').first();
  await expect
    .poll(() => logo.evaluate((image: HTMLImageElement) => image.complete && image.naturalWidth))
    .toBe(321);
  await expect.poll(() => spectator.evaluate(() => 'isSamePage' in globalThis)).toBe(true);
  await other.getByText('Now 321 × 200 pixels').waitFor();
  expect(complaints).toEqual([]);
});

test('a stalled upload fails, and can be tried again', async () => {
  const { page } = await openScreen(browser, race, '/imageuploadlogo');
  await choosePicture(page, 60, 40);
  // Stops the clock, so that the machine's own time does not count.
  await page.clock.install();
  await page.clock.pauseAt(Date.now() + MINUTE_MS);
  /** Advances the page's clock only until this is rendered. */
  const runUntilShown = (shown: Locator): Promise<void> =>
    eventually(async () => {
      await page.clock.runFor(10);
      expect(await shown.isVisible()).toBe(true);
    });
  const call = '**/upload-image';
  await page.route(call, () => undefined);
  await uploadButton(page).press('Enter');
  await runUntilShown(page.getByRole('progressbar'));
  await page.clock.fastForward(50_000);
  await page.clock.runFor(100);
  await expect.poll(() => page.getByRole('alert').count()).toBe(0);
  await page.clock.fastForward(30_000);
  await runUntilShown(page.getByRole('alert').getByText('The upload stalled.'));
  await page.clock.resume();
  await page.unroute(call);
  await uploadButton(page).press('Enter');
  await page.waitForURL('**/admin');
});
