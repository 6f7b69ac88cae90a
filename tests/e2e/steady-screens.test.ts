import { expect, test } from 'vitest';

import { MINUTE_MS } from '#shared/model/time.ts';
import { formatWallClock } from '#shared/model/wall-clock.ts';
import { buildRunner, enter } from '#tests/support/builders.ts';

import { holdBack } from './support/choose-file.ts';
import { DESK, PHONE, settled } from './support/open-page.ts';
import { openScreen } from './support/open-screen.ts';
import { browser, provideRaceInBrowser, race } from './support/race-in-browser.ts';

const GUN_MS = Date.UTC(2026, 5, 20, 9);

provideRaceInBrowser();

const publish = (bandID: string, minutes: number): Promise<void> =>
  race.publish({ bandID, point: 'finish', timeMs: GUN_MS + minutes * MINUTE_MS });

test('[SE8] on a phone the loaded result moves no button, and only the slip is printed', async () => {
  const nia = { runnerId: 'nia', bandId: '201', bibNumber: '12', firstName: 'Nia' };
  await race.stage([buildRunner({ ...nia, lastName: 'Rees', event: 'PB' })]);
  await publish('201', 62);
  const { page } = await openScreen(browser, race, '/desk', { viewport: PHONE });
  const letThrough = await holdBack(page, '**/scans');
  await page.getByLabel('Find a bib, band or name').fill('12');
  await page.getByRole('list', { name: 'Found' }).getByRole('button').waitFor();
  await page.keyboard.press('Enter');
  const retired = page.getByRole('button', { name: 'Retired…' });
  await retired.waitFor();
  await settled(page);
  const findTop = async () => (await retired.boundingBox())?.y ?? 0;
  const before = await findTop();
  letThrough();
  await page.getByRole('region', { name: 'Result' }).getByText('1st of 1 overall').waitFor();
  // The height of a line depends on its largest letters.
  await expect.poll(async () => Math.abs((await findTop()) - before)).toBeLessThan(4);
  await page.emulateMedia({ media: 'print' });
  await page.getByTestId('slip').waitFor();
  await page.getByRole('heading', { name: 'Results desk' }).waitFor({ state: 'hidden' });
});

test('[SE8] the effect of a gun moves no button when it is shown', async () => {
  const gunMs = Math.floor(Date.now() / 1_000 - 2 * 3_600) * 1_000;
  const start = { raceStart: formatWallClock(gunMs, 'UTC'), timeZone: 'UTC' };
  await race.stage([buildRunner({ bandId: '403' })], start);
  await race.publish({ bandID: '403', point: 'finish', timeMs: gunMs + 60 * MINUTE_MS });
  const { page } = await openScreen(browser, race, '/control');
  const dialog = page.getByRole('dialog');
  const letThrough = await holdBack(page, '**/webconfig/preview');
  await page
    .getByRole('button', { name: /^Start .*now/ })
    .first()
    .press('Enter');
  await dialog.getByText('Checking the effect on the results').waitFor();
  await settled(page);
  const record = dialog.getByRole('button', { name: 'Record this start' });
  const findTop = async () => (await record.boundingBox())?.y;
  const before = await findTop();
  letThrough();
  await dialog.getByText(/^This changes results/).waitFor();
  await expect.poll(findTop).toBe(before);
});

test('[SE8] nothing moves under the pointer on Missing when bands and finishers come in', async () => {
  await race.stage([enter('in', 'Ann', 'Home', { bandId: '201' }), enter('out', 'Siân', 'Prys')]);
  for (let band = 5_000; band < 5_006; band += 1) await publish(String(band), 60);
  const { page } = await openScreen(browser, race, '/missing');
  const aimed = page.locator('[data-band="5003"]');
  const bands = page.locator('[data-band]');
  await expect.poll(() => bands.count()).toBe(6);
  const finisher = page.getByRole('cell', { name: 'Home', exact: true });
  await finisher.waitFor();
  // In the letters that the page has from then on: others are not as wide.
  await settled(page);
  await aimed.hover();
  const before = await aimed.boundingBox();
  // The finisher's row above would go, and the band's number is before all others; once that is there, both are known.
  await publish('201', 70);
  await publish('4999', 71);
  await page.getByRole('button', { name: 'Unassigned 7' }).waitFor();
  await expect.poll(() => aimed.boundingBox()).toEqual(before);
  await page.mouse.move(0, 0);
  await page.locator('[data-band="4999"]').waitFor();
  await finisher.waitFor({ state: 'detached' });
});

test('messages about saves move no row, and are visible wherever the table is scrolled', async () => {
  await race.stage(Array.from({ length: 150 }, () => buildRunner()));
  const { page } = await openScreen(browser, race, '/admin');
  const cell = page.getByRole('cell', { name: 'Siân', exact: true });
  const findTop = (): Promise<number> =>
    page
      .getByRole('table', { name: 'Runners' })
      .evaluate((table) => Math.round(table.getBoundingClientRect().top + window.scrollY));
  for (const size of [DESK, PHONE]) {
    await page.setViewportSize(size);
    await cell.first().waitFor();
    await settled(page);
    const before = await findTop();
    await cell.first().click();
    await page.getByLabel('Team').fill(`Club ${size.width}`);
    await page.getByLabel('Team').press('Enter');
    const news = page.getByTestId('news');
    await news.getByRole('button', { name: 'Undo' }).waitFor();
    await expect.poll(findTop).toBe(before);
    await page.evaluate(() => window.scrollTo(0, 3_000));
    await expect.poll(async () => (await news.boundingBox())?.y).toBeGreaterThanOrEqual(0);
    await expect.poll(async () => (await news.boundingBox())?.y).toBeLessThan(size.height - 44);
    await page.evaluate(() => window.scrollTo(0, 0));
  }
});
