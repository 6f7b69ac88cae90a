import type { Locator, Page } from 'playwright-core';
import sharp from 'sharp';
import { expect, test } from 'vitest';

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
  await expect.poll(() => uploadButton(page).isEnabled()).toBe(true);
}

/** The pixels of a loaded picture in a line; false before it is loaded. */
function readWidth(picture: Locator): Promise<number | false> {
  return picture.evaluate((image: HTMLImageElement) => image.complete && image.naturalWidth);
}

test('a picture chosen and uploaded by keyboard alone appears on every open page at once', async () => {
  const { page: spectator } = await openPage(browser);
  await spectator.goto(race.url);
  await spectator.getByTestId('connection').getByText('Live').waitFor();
  await spectator.evaluate(() => Object.assign(globalThis, { isSamePage: true }));
  const { page, complaints } = await openScreen(browser, race, '/imageuploadlogo');
  await expect.poll(() => uploadButton(page).isDisabled()).toBe(true);
  await choosePicture(page, 321, 200);
  await page.keyboard.press('Tab');
  await untilFocused(uploadButton(page));
  await page.keyboard.press('Enter');
  await page.waitForURL(`${race.url}/admin`);
  await page.getByRole('status').getByText('Upload successful!', { exact: true }).waitFor();
  const logo = spectator.locator('img[src^="/logo.png"]').first();
  await expect.poll(() => readWidth(logo)).toBe(321);
  await expect.poll(() => spectator.evaluate(() => 'isSamePage' in globalThis)).toBe(true);
  expect(complaints).toEqual([]);
});
