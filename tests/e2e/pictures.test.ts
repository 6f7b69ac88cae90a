import type { Locator, Page } from 'playwright-core';
import sharp from 'sharp';
import { describe, expect, test } from 'vitest';

import { buildRunner } from '#tests/support/builders.ts';
import { eventually } from '#tests/support/eventually.ts';

import { chooseByKeyboard, type FileInHand } from './support/choose-file.ts';
import { openPage } from './support/open-page.ts';
import { openScreen } from './support/open-screen.ts';
import { browser, provideRaceInBrowser, race } from './support/race-in-browser.ts';

provideRaceInBrowser(async () => {
  await race.stage([buildRunner()]);
});

async function paint(
  kind: 'png' | 'jpeg' | 'gif',
  width: number,
  height: number,
  name: string,
): Promise<FileInHand> {
  const blank = sharp({ create: { width, height, channels: 3, background: '#c2410c' } });
  const mimeType = name.endsWith('.png') ? 'image/png' : 'image/jpeg';
  return { name, mimeType, buffer: await blank.toFormat(kind).toBuffer() };
}

const SCREENS = [
  {
    path: '/imageuploadlogo',
    heading: 'Logo',
    label: 'Upload to overwrite logo file (png)',
    accept: 'image/png',
    kind: 'png',
    name: 'draig.png',
    address: '/logo.png',
  },
  {
    path: '/imageuploadbg',
    heading: 'Background',
    label: 'Upload to background image',
    accept: 'image/jpeg',
    kind: 'jpeg',
    name: 'mynydd.jpg',
    address: '/background.jpg',
  },
] as const;

const [LOGO] = SCREENS;

const uploadButton = (page: Page): Locator =>
  page.getByRole('button', { name: 'Upload', exact: true });

async function widthShown(page: Page, address: string): Promise<number | undefined> {
  return page
    .locator(`img[src^="${address}"]`)
    .first()
    .evaluate((image: HTMLImageElement) => (image.complete ? image.naturalWidth : undefined));
}

describe.each(SCREENS)('$path', ({ path, heading, label, accept, kind, name }) => {
  const input = (page: Page): Locator => page.getByLabel(label, { exact: true });

  test('a picture is previewed and uploaded by keyboard alone, which leads to Registration', async () => {
    const { page, complaints } = await openScreen(browser, race, path);
    await page.getByRole('heading', { name: heading, level: 1 }).waitFor();
    await page.getByRole('button', { name: 'Tools' }).waitFor();
    await expect.poll(() => input(page).getAttribute('accept')).toBe(accept);
    await expect.poll(() => uploadButton(page).isDisabled()).toBe(true);

    const file = await paint(kind, 321, 200, name);
    await chooseByKeyboard(page, input(page), file);
    await page.getByText(/^Chosen 321 × 200 pixels · \d/).waitFor();
    await page.getByText(/^Now \d+ × \d+ pixels$/).waitFor();
    await page.keyboard.press('Tab');
    await expect
      .poll(() => uploadButton(page).evaluate((it) => it === document.activeElement))
      .toBe(true);
    await page.keyboard.press('Enter');
    await page.waitForURL(`${race.url}/admin`);
    await page.getByRole('status').getByText('Upload successful!', { exact: true }).waitFor();
    expect(complaints).toEqual([]);
  });
});

test('a new picture appears on every open page at once, also at other instances', async () => {
  const other = await race.startAnother();
  const spectators = await Promise.all(
    [race.url, other].map(async (url) => {
      const { page } = await openPage(browser);
      await page.goto(url);
      await page.getByTestId('connection').getByText('Live').waitFor();
      return page;
    }),
  );
  const beside = await openScreen(browser, race, LOGO.path, { email: 'ann@race.local' });
  await beside.page.getByText(/^Now \d+ × \d+ pixels$/).waitFor();
  for (const page of spectators) {
    await page.evaluate(() => Object.assign(globalThis, { isSamePage: true }));
  }

  const { page } = await openScreen(browser, race, LOGO.path);
  await page
    .getByLabel(LOGO.label, { exact: true })
    .setInputFiles(await paint(LOGO.kind, 123, 77, LOGO.name));
  await uploadButton(page).click();
  await page.waitForURL(`${race.url}/admin`);
  for (const spectator of spectators) {
    await eventually(async () => expect(await widthShown(spectator, LOGO.address)).toBe(123));
    await expect.poll(() => spectator.evaluate(() => 'isSamePage' in globalThis)).toBe(true);
  }
  await beside.page.getByText('Now 123 × 77 pixels').waitFor();
  await page.goto(race.url + LOGO.path);
  await page.getByText('Now 123 × 77 pixels').waitFor();
});
