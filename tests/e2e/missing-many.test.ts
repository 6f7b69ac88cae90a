import type { Locator, Page } from 'playwright-core';
import { beforeAll, expect, test } from 'vitest';

import { buildRunner } from '#tests/support/builders.ts';

import { expectNoSidewaysScroll, expectNoViolations } from './support/axe.ts';
import { DESK, NARROW_PHONE, settled } from './support/open-page.ts';
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
const chipOf = (page: Page, part: string): Locator => page.locator(`[data-part="${part}"]`);
const countOf = (page: Page): Promise<string> =>
  page.getByRole('heading', { name: 'Scanned numbers' }).locator('span').innerText();

async function openMissing(options: Parameters<typeof openScreen>[3] = {}): Promise<Page> {
  const { page } = await openScreen(browser, race, '/missing', options);
  await page.getByTestId('connection').getByText('Live').waitFor();
  await bandOf(page, FIRST_BAND).waitFor();
  await expect.poll(async () => Number(await countOf(page))).toBeGreaterThanOrEqual(BANDS);
  return page;
}

test('[MS2] before the import all bands are counted, some shown, and more when asked', async () => {
  const page = await openMissing();
  const buttons = page.locator('[data-band]');
  // Only a few next to the runners, so that both are on the first screen.
  await expect.poll(() => buttons.count()).toBe(8);
  await page.getByRole('cell', { name: 'Prydderch', exact: true }).waitFor();
  await page.getByRole('button', { name: /^Show all \d+ bands$/ }).press('Enter');
  await expect.poll(() => buttons.count()).toBe(100);
  await expect.poll(() => chipOf(page, 'bands').getAttribute('aria-pressed')).toBe('true');
  await page.getByRole('button', { name: 'Show more bands' }).press('Enter');
  await expect.poll(() => buttons.count()).toBe(200);
});

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

test('[MS2] a button says at once that its band was seen again, and no other changes', async () => {
  const page = await openMissing();
  await page.evaluate(() => {
    const touched = new Set<string | undefined>();
    const observer = new MutationObserver((records) => {
      for (const { target } of records) {
        const element = target instanceof Element ? target : target.parentElement;
        const button = element?.closest<HTMLElement>('[data-band]');
        if (button) touched.add(button.dataset['band']);
      }
    });
    observer.observe(document.body, { subtree: true, childList: true, characterData: true });
    Object.assign(globalThis, { touched });
  });
  await read(String(FIRST_BAND + 3));
  await bandOf(page, FIRST_BAND + 3)
    .getByText('2 scans')
    .waitFor();
  await expect
    .poll(() =>
      page.evaluate(() => Array.from((globalThis as { touched?: Set<string> }).touched ?? [])),
    )
    .toEqual([String(FIRST_BAND + 3)]);
});

test.each([
  ['desk', DESK, 'light'],
  ['narrow phone', NARROW_PHONE, 'dark'],
] as const)(
  '[LK1 LK2] with a thousand bands the screen is in order: %s',
  async (_, viewport, colorScheme) => {
    const page = await openMissing({ viewport, colorScheme });
    await expectNoViolations(page);
    await expectNoSidewaysScroll(page);
    // Every chip is in sight, that of what was dismissed too.
    await page
      .getByRole('button', { name: /^Dismiss band/ })
      .first()
      .click();
    await chipOf(page, 'dismissed').waitFor();
    const chips = page.getByRole('group', { name: 'Show' });
    await expect.poll(() => chips.evaluate((each) => each.scrollWidth - each.clientWidth)).toBe(0);
  },
);
