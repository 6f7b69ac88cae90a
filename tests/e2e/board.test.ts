import type { Browser, Page } from 'playwright-core';
import { beforeAll, expect, onTestFinished, test } from 'vitest';

import { HOUR_MS, MINUTE_MS, SECOND_MS } from '#shared/model/time.ts';
import { formatWallClock } from '#shared/model/wall-clock.ts';
import { connectBrowser } from '#tests/support/browser.ts';
import { buildConfig, buildRunner, buildScan } from '#tests/support/builders.ts';
import { changeSettings } from '#tests/support/change-settings.ts';
import { eventually } from '#tests/support/eventually.ts';
import { provideFileRedis } from '#tests/support/file-redis.ts';
import { reservePort } from '#tests/support/free-port.ts';
import { ingestScans } from '#tests/support/ingest-scans.ts';
import { startWeb, type TestWeb } from '#tests/support/start-web.ts';

import { expectNoSidewaysScroll, expectNoViolations } from './support/axe.ts';
import { expectNoCutTexts, expectWholeWords } from './support/cut-texts.ts';
import { openPage } from './support/open-page.ts';
import { BUILT_PAGE } from './support/releases.ts';

const SCREEN = { width: 1920, height: 1080 };
const LAST_BAND = '40';

const { openRace } = provideFileRedis();
let browser: Browser;
beforeAll(async () => {
  browser = await connectBrowser();
  return () => browser.close();
});

interface ServedRace {
  readonly url: string;
  /** Serves the race, always at the same address. */
  readonly serve: () => Promise<TestWeb>;
  /** Lets the last runner on course finish now. */
  readonly finishLast: () => Promise<void>;
}

/** A race that began two hours ago: thirty have finished, ten are on course, the last of them a woman. */
async function openServed(): Promise<ServedRace> {
  const race = await openRace();
  const gunMs = Date.now() - 2 * HOUR_MS;
  const runners = Array.from({ length: Number(LAST_BAND) }, (_, index) => {
    const isIn = index < 30;
    return buildRunner({
      runnerId: `r${index + 1}`,
      bandId: String(index + 1),
      event: index % 4 === 1 ? 'BB' : 'PB',
      ageGroup: index === 39 ? 'F40' : 'M-SNR',
      firstName: 'Gwenllïan',
      lastName: index === 2 ? 'Featherstonehaugh-Cholmondeley ap Llywelyn' : `Ŵyn-${index + 1}`,
      runClub: 'The Wye, Usk and Towy Orienteers and Fell Runners',
      overrideTime: isIn ? `01:${String(10 + index)}:00` : '',
    });
  });
  await race.store.replaceRunners(runners, { by: 'test' });
  const settings = {
    ...buildConfig(),
    pageTitle: 'Ras Copaon y Preseli a Mynyddoedd y Gogledd',
    // Without repeated hours at the end of summer time.
    raceStart: formatWallClock(gunMs, 'UTC'),
    timeZone: 'UTC',
  };
  await changeSettings(race.store, () => settings, 'test');
  const scan = (bandId: string, point: 'cp1' | 'finish', timeMs: number) =>
    ingestScans(race.redis, race.keys, [buildScan({ bandId, points: [point], timeMs })]);
  // Times of finishers at that point make a forecast for the others.
  for (let band = 1; band <= 12; band += 1) {
    await scan(String(band), 'cp1', gunMs + (34 + band / 2) * MINUTE_MS);
  }
  for (const band of ['37', '38', LAST_BAND]) await scan(band, 'cp1', gunMs + 100 * MINUTE_MS);
  const port = await reservePort();
  return {
    url: `http://127.0.0.1:${port}`,
    serve: () => startWeb({ ...race, pageRoot: BUILT_PAGE, settings: { PORT: String(port) } }),
    finishLast: async () => {
      await scan(LAST_BAND, 'finish', Date.now() - SECOND_MS);
    },
  };
}

async function openBoard(url: string): Promise<Page> {
  const { page } = await openPage(browser, { viewport: SCREEN });
  await page.goto(url);
  await page.locator('[data-runner-id]').first().waitFor();
  return page;
}

/** The content and its title at one moment: the board may turn at any time. */
const readBoard = (page: Page) =>
  page.evaluate(() => ({
    step: document.querySelector('[aria-current]')?.textContent ?? '',
    ids: [...document.querySelectorAll('[data-runner-id]')].map((row) =>
      row.getAttribute('data-runner-id'),
    ),
  }));

test('the board survives a restart of the server', async () => {
  const race = await openServed();
  const web = await race.serve();
  const page = await openBoard(`${web.url}/board?tabs=PB&seconds=4`);
  const dialogs: string[] = [];
  page.on('dialog', (dialog) => {
    dialogs.push(dialog.message());
    void dialog.dismiss();
  });
  await page.evaluate(() => Object.assign(globalThis, { isSamePage: true }));

  await web.stop();
  await page.getByTestId('connection').getByText('Offline').waitFor();
  // It keeps turning without a server.
  const held = (await readBoard(page)).step;
  await eventually(async () => expect((await readBoard(page)).step).not.toEqual(held));
  await race.finishLast();
  await race.serve();
  await page.getByTestId('connection').getByText('Live').waitFor();
  await page.getByText('First woman', { exact: true }).waitFor();
  await expect.poll(() => page.evaluate(() => 'isSamePage' in globalThis)).toBe(true);

  expect(dialogs).toEqual([]);
});

test('[LK1 LK2] the board is readable from afar and nothing is cut off, on any screen', async () => {
  const race = await openServed();
  const web = await race.serve();
  await race.finishLast();
  const page = await openBoard(`${web.url}/board?seconds=600`);
  onTestFinished(() => page.close());
  const sizeOf = (selector: string): Promise<number> =>
    page
      .locator(selector)
      .first()
      .evaluate((element) => Number.parseFloat(getComputedStyle(element).fontSize));
  // A twentieth of the screen.
  await expect.poll(() => sizeOf('[data-runner-id]')).toBeGreaterThanOrEqual(SCREEN.height / 20);
  // Rows that do not fit below each other continue in the next column.
  await expect.poll(() => page.locator('[data-column="2"]').count()).toBeGreaterThan(0);
  await page.keyboard.press('Space');
  for (const lang of ['en', 'cy']) {
    await page.goto(`${web.url}/board?seconds=600&lang=${lang}`);
    await page.locator('[data-runner-id]').first().waitFor();
    await expectNoViolations(page);
    for (const [width, height] of [
      [1920, 1080],
      [1280, 720],
      [3840, 2160],
      [1080, 1920],
      [390, 844],
      [320, 640],
    ] as const) {
      await page.setViewportSize({ width, height });
      for (let turn = 0; turn < 4; turn += 1) {
        await eventually(async () => {
          await expectNoSidewaysScroll(page);
          await expectNoCutTexts(page);
          await expectWholeWords(page);
        });
        await page.keyboard.press('ArrowLeft');
      }
    }
    await page.setViewportSize(SCREEN);
  }
});

test('the controls hide without a user, appear for the keyboard, and lead back to the results', async () => {
  const race = await openServed();
  const web = await race.serve();
  const page = await openBoard(`${web.url}/board?lang=cy`);
  const controls = page.getByRole('navigation', { name: 'Bwrdd' });
  await eventually(async () => expect(await controls.getAttribute('data-awake')).toBe('false'));
  await expect
    .poll(() => controls.evaluate((element) => getComputedStyle(element).opacity))
    .toBe('0');
  await page.keyboard.press('Tab');
  await expect
    .poll(() => controls.evaluate((element) => getComputedStyle(element).opacity))
    .toBe('1');
  for (const link of await controls.locator('a, button').all()) {
    await expect
      .poll(async () => {
        const box = await link.boundingBox();
        return Math.min(box?.width ?? 0, box?.height ?? 0);
      })
      .toBeGreaterThanOrEqual(44);
  }
  await page.getByRole('link', { name: 'Yn ôl i’r canlyniadau' }).press('Enter');
  await page.getByRole('tab').first().waitFor();
  await expect
    .poll(() => new URL(page.url()).pathname + new URL(page.url()).search)
    .toBe('/?lang=cy');
});

test('nothing on the board is animated if the user prefers reduced motion', async () => {
  const race = await openServed();
  const web = await race.serve();
  const page = await openBoard(`${web.url}/board`);
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await expect.poll(() => page.evaluate(() => document.getAnimations().length)).toBe(0);
  await page.emulateMedia({ reducedMotion: 'no-preference' });
  await expect.poll(() => page.evaluate(() => document.getAnimations().length)).toBeGreaterThan(0);
});
