import type { Page } from 'playwright-core';
import { beforeEach, expect, test } from 'vitest';

import { HOUR_MS, MINUTE_MS, SECOND_MS } from '#shared/model/time.ts';
import { formatWallClock } from '#shared/model/wall-clock.ts';
import { buildRunner } from '#tests/support/builders.ts';
import { eventually } from '#tests/support/eventually.ts';

import { expectNoSidewaysScroll } from './support/axe.ts';
import { expectNoCutTexts, expectWholeWords } from './support/cut-texts.ts';
import { openPage } from './support/open-page.ts';
import { browser, provideRaceInBrowser, race } from './support/race-in-browser.ts';

const SCREEN = { width: 1920, height: 1080 };
const LAST_BAND = '40';

provideRaceInBrowser();

/** A race that began two hours ago: thirty have finished, ten are on course, the last of them a woman. */
beforeEach(async () => {
  const gunMs = Date.now() - 2 * HOUR_MS;
  const runners = Array.from({ length: Number(LAST_BAND) }, (_, index) =>
    buildRunner({
      runnerId: `r${index + 1}`,
      bandId: String(index + 1),
      event: index % 4 === 1 ? 'BB' : 'PB',
      ageGroup: index === 39 ? 'F40' : 'M-SNR',
      firstName: 'Gwenllïan',
      lastName: index === 2 ? 'Featherstonehaugh-Cholmondeley ap Llywelyn' : `Ŵyn-${index + 1}`,
      runClub: 'The Wye, Usk and Towy Orienteers and Fell Runners',
      overrideTime: index < 30 ? `01:${String(10 + index)}:00` : '',
    }),
  );
  await race.stage(runners, {
    pageTitle: 'Ras Copaon y Preseli a Mynyddoedd y Gogledd',
    // Without repeated hours at the end of summer time.
    raceStart: formatWallClock(gunMs, 'UTC'),
    timeZone: 'UTC',
  });
  // Times of finishers at that point make a forecast for the others.
  for (let band = 1; band <= 12; band += 1) await pass(String(band), gunMs + 34.5 * MINUTE_MS);
  for (const band of ['37', '38', LAST_BAND]) await pass(band, gunMs + 100 * MINUTE_MS);
});

const pass = (bandID: string, timeMs: number): Promise<void> =>
  race.publish({ bandID, point: 'cp1', timeMs });
const finishLast = (): Promise<void> =>
  race.publish({ bandID: LAST_BAND, point: 'finish', timeMs: Date.now() - SECOND_MS });

async function openBoard(query: string): Promise<Page> {
  const { page } = await openPage(browser, { viewport: SCREEN });
  await page.goto(`${race.url}/board?${query}`);
  await page.locator('[data-runner-id]').first().waitFor();
  return page;
}

test('without a network the board turns on, and afterwards shows what came in', async () => {
  const page = await openBoard('tabs=PB&seconds=4');
  await page.evaluate(() => Object.assign(globalThis, { isSamePage: true }));
  await page.context().setOffline(true);
  await page.getByTestId('connection').getByText('Offline').waitFor();
  const readStep = (): Promise<string | null> => page.locator('[aria-current]').textContent();
  const before = await readStep();
  await expect.poll(readStep).not.toBe(before);
  await finishLast();
  await page.context().setOffline(false);
  await page.getByTestId('connection').getByText('Live').waitFor();
  await page.getByText('1st woman', { exact: true }).waitFor();
  await expect.poll(() => page.evaluate(() => 'isSamePage' in globalThis)).toBe(true);
});

test('Hold pauses the board for at most ten minutes', async () => {
  const { page } = await openPage(browser, { viewport: SCREEN });
  await page.clock.install();
  await page.goto(`${race.url}/board?tabs=PB&seconds=4`);
  await page.locator('[data-runner-id]').first().waitFor();
  const readStep = (): Promise<string | null> => page.locator('[aria-current]').textContent();
  await page.getByRole('button', { name: 'Hold' }).press('Space');
  const hold = page.getByRole('button', { name: 'Hold', pressed: true });
  await hold.waitFor();
  const held = await readStep();
  await page.clock.fastForward(9 * MINUTE_MS);
  expect(await readStep()).toBe(held);
  await page.getByRole('button', { name: 'Previous page' }).press('Enter');
  await expect.poll(readStep).not.toBe(held);
  await page.clock.fastForward(9 * MINUTE_MS);
  expect(await hold.count()).toBe(1);
  await page.clock.fastForward(MINUTE_MS + SECOND_MS);
  await hold.waitFor({ state: 'detached' });
});

test('[LK1 LK2] the board is readable from afar and nothing is cut off, on any screen', async () => {
  await finishLast();
  const page = await openBoard('seconds=600');
  const rowFont = (): Promise<number> =>
    page
      .locator('[data-runner-id]')
      .first()
      .evaluate((row) => Number.parseFloat(getComputedStyle(row).fontSize));
  // A twentieth of the screen.
  await expect.poll(rowFont).toBeGreaterThanOrEqual(SCREEN.height / 20);
  // Rows that do not fit below each other continue in the next column.
  await expect.poll(() => page.locator('[data-column="2"]').count()).toBeGreaterThan(0);
  for (const [width, height] of [
    [3840, 2160],
    [1280, 720],
    [1080, 1920],
    [320, 640],
  ] as const) {
    await page.setViewportSize({ width, height });
    for (let turn = 0; turn < 4; turn += 1) {
      await eventually(async () => {
        await expectNoSidewaysScroll(page);
        await expectNoCutTexts(page);
        await expectWholeWords(page);
      });
      await page.getByRole('button', { name: 'Previous page' }).press('Enter');
    }
  }
});

test('the controls are hidden, appear over the title for the pointer and for the keyboard, and lead back; with reduced motion nothing is animated', async () => {
  const page = await openBoard('lang=cy');
  const readAnimation = (): Promise<string> =>
    page
      .getByRole('list')
      .last()
      .evaluate((rows) => getComputedStyle(rows).animationName);
  await expect.poll(readAnimation).toContain('appear');
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await expect.poll(readAnimation).toBe('none');
  const controls = page.getByRole('navigation', { name: 'Bwrdd' });
  const readOpacity = (): Promise<string> =>
    controls.evaluate((element) => getComputedStyle(element).opacity);
  await expect.poll(readOpacity).toBe('0');
  await page.getByRole('heading', { level: 1 }).hover({ force: true });
  await expect.poll(readOpacity).toBe('1');
  await page.getByTestId('connection').hover();
  await expect.poll(readOpacity).toBe('0');
  await page.keyboard.press('Tab');
  await expect.poll(readOpacity).toBe('1');
  const findSmallest = (): Promise<number> =>
    controls
      .locator('a, button')
      .evaluateAll((all) =>
        Math.min(
          ...all.map((one) => one.getBoundingClientRect()).flatMap((it) => [it.width, it.height]),
        ),
      );
  await expect.poll(findSmallest).toBeGreaterThanOrEqual(44);
  await page.getByRole('link', { name: 'Yn ôl i’r canlyniadau' }).press('Enter');
  await page.getByRole('tab').first().waitFor();
  await expect.poll(() => page.url()).toBe(`${race.url}/?lang=cy`);
});
