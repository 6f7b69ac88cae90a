import type { Locator, Page } from 'playwright-core';
import { beforeAll, expect, test } from 'vitest';

import { buildRunner } from '#tests/support/builders.ts';

import { settled } from './support/open-page.ts';
import { openScreen } from './support/open-screen.ts';
import { browser, provideRaceInBrowser, race } from './support/race-in-browser.ts';

const GUN_MS = Date.UTC(2026, 5, 20, 9);
/** The number of bands read on a morning before the import. */
const BANDS = 1_000;
const FIRST_BAND = 5_000;
const LAST_BAND = FIRST_BAND + BANDS - 1;

let readSoFar = 0;

provideRaceInBrowser();
beforeAll(async () => {
  const entered = [
    buildRunner({ runnerId: 'in', firstName: 'Ann', lastName: 'Home', bandId: '201' }),
    buildRunner({ runnerId: 'out', firstName: 'Siân', lastName: 'Prydderch', bandId: '202' }),
  ];
  await race.stage(entered, { raceStart: '2026-06-20-10-00-00', timeZone: 'Europe/London' });
  for (let band = FIRST_BAND; band <= LAST_BAND; band += 1) await read(String(band));
});

/** A read of the band at the finish, later than all before. */
async function read(bandID: string): Promise<void> {
  readSoFar += 1;
  await race.publish({ bandID, point: 'finish', timeMs: GUN_MS + 3_600_000 + readSoFar * 1_000 });
}

const bandOf = (page: Page, band: number): Locator => page.locator(`[data-band="${band}"]`);
const countOf = (page: Page): Promise<string> =>
  page.getByRole('heading', { name: 'Scanned numbers' }).locator('span').innerText();

async function openMissing(options: Parameters<typeof openScreen>[3] = {}): Promise<Page> {
  const { page } = await openScreen(browser, race, '/missing', options);
  await page.getByTestId('connection').getByText('Live').waitFor();
  await bandOf(page, FIRST_BAND).waitFor();
  await expect.poll(async () => Number(await countOf(page))).toBeGreaterThanOrEqual(BANDS);
  return page;
}

test('nothing moves under the pointer when bands and finishers come in', async () => {
  const page = await openMissing();
  const aimed = bandOf(page, FIRST_BAND + 7);
  // In the letters that the page has from then on: others are not as wide.
  await settled(page);
  await aimed.hover();
  const before = await aimed.boundingBox();
  const listed = Number(await countOf(page));
  // The finisher's row above would go, and the band's number is before all others; once that is there, both are known.
  await read('201');
  await read('4999');
  await expect.poll(async () => Number(await countOf(page))).toBe(listed + 1);
  await expect.poll(() => aimed.boundingBox()).toEqual(before);
  await page.getByText('1 new band will come in when you leave the list.').waitFor();
  await page.mouse.move(0, 0);
  await bandOf(page, 4_999).waitFor();
  await page.getByRole('cell', { name: 'Home', exact: true }).waitFor({ state: 'detached' });
});
