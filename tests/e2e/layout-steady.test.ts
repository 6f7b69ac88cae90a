import type { Page } from 'playwright-core';
import sharp from 'sharp';
import { expect, test } from 'vitest';

import { buildRunner } from '#tests/support/builders.ts';

import { expectNoCutTexts, expectWholeWords } from './support/cut-texts.ts';
import { watchShifts } from './support/layout-shifts.ts';
import { beginWithLetters, DESK, NARROW_PHONE, openPage, PHONE } from './support/open-page.ts';
import { openScreen } from './support/open-screen.ts';
import { browser, provideRaceInBrowser, race } from './support/race-in-browser.ts';

/** More than fit on any screen. */
const FIELD = 150;
/** Cumulative layout shift, as in Web Vitals. */
const MOST_SHIFT = 0.02;

provideRaceInBrowser(async () => {
  const logo = sharp({
    create: { width: 1_200, height: 160, channels: 3, background: '#c2410c' },
  });
  await race.store.pictures.put('logo', await logo.png().toBuffer(), 'test');
  await race.stage(
    Array.from({ length: FIELD }, (_, index) =>
      buildRunner({
        runnerId: `r${index}`,
        bandId: String(500 + index),
        overrideTime: `1:${String(10 + Math.floor(index / 60))}:${String(index % 60).padStart(2, '0')}`,
      }),
    ),
  );
});

/** The file of the typeface. */
const FACE = String.raw`assets/latin-(?!ext)[^/]*\.woff2`;

/** An address without a server's rendering (PROTOCOL.md FS1). */
const BARE = '/?find=';

/** Opens the page with all resources held back; each is released by its name. */
async function openHeld(
  viewport: typeof PHONE,
  path: string,
): Promise<{
  page: Page;
  release: (name: string) => void;
  readShifts: () => Promise<number>;
}> {
  const { page } = await openPage(browser, { viewport });
  const gates = new Map<string, () => void>();
  for (const name of ['config', 'api/compact', 'logo.png', 'background.jpg', FACE]) {
    const gate = new Promise<void>((resolve) => gates.set(name, resolve));
    await page.route(new RegExp(`/${name}(\\?.*)?$`), async (route) => {
      await gate;
      await route.continue();
    });
  }
  const readShifts = await watchShifts(page);
  // The load event waits for the typeface.
  await page.goto(race.url + path, { waitUntil: 'commit' });
  return { page, readShifts, release: (name) => gates.get(name)?.() };
}

/** Waits for a paint. */
async function painted(page: Page): Promise<void> {
  await page.evaluate(
    () => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))),
  );
}

const TITLES = [
  ['Ras y Bwystfil', ''],
  [
    'The twenty-seventh Preseli Beast and Ras y Bwystfil over all of the hills, with the schools’ race',
    '10K starts at 11:15 from the lower field, behind the hall',
  ],
] as const;

test('[LK6] nothing on the page jumps while title, start text, results, pictures and typeface arrive', async () => {
  for (const [pageTitle, startText] of TITLES) {
    await race.configure({ pageTitle, startText });
    for (const viewport of [PHONE, DESK]) {
      const { page, release, readShifts } = await openHeld(viewport, BARE);
      await page.getByText('Loading the results').waitFor();
      await painted(page);
      release('config');
      await page.getByText(pageTitle).waitFor();
      await painted(page);
      release('api/compact');
      await page.locator('[data-runner-id]').first().waitFor();
      await painted(page);
      release('logo.png');
      release('background.jpg');
      await page.waitForFunction(() =>
        [...document.images].every(({ naturalWidth }) => naturalWidth > 0),
      );
      await painted(page);
      release(FACE);
      await page.evaluate(() => document.fonts.ready);
      await painted(page);
      const moved = await readShifts();
      expect({ pageTitle, viewport, moved: moved <= MOST_SHIFT ? 'little' : moved }).toEqual({
        pageTitle,
        viewport,
        moved: 'little',
      });
      await expect
        .poll(async () => (await page.locator('header img').last().boundingBox())?.height)
        .toBeGreaterThan(25);
      await page.close();
    }
  }
});

test.each([
  ['/login', '/admin', '/control', '/rollcall'],
  ['/rollcall?show=start-line', '/missing', '/reads', '/conf'],
  ['/changes', '/import', '/accounts', '/imageuploadlogo'],
])(
  '[LK8] nothing is cut off on %s, %s, %s and %s with letters twice as large',
  async (...paths) => {
    await race.configure({ distances: 'Half,Full,Ultra', KOMs: 'Wall of Death,Carn Ingli' });
    // A source, for a row at race control.
    await race.publish({ bandID: '999', point: 'cp1', timeMs: Date.now() });
    const { page } = await openScreen(browser, race, '/conf');
    await beginWithLetters(page, '200%');
    for (const path of paths) {
      await page.setViewportSize(NARROW_PHONE);
      await page.goto(race.url + path);
      await page.locator('h1').waitFor();
      await page.waitForLoadState('networkidle');
      await expect.poll(() => page.getByText('Loading...').count()).toBe(0);
      if (path === '/control')
        await page.getByText('Reads/min').first().waitFor({ state: 'attached' });
      for (const size of [NARROW_PHONE, PHONE]) {
        await page.setViewportSize(size);
        await expect
          .poll(() => page.evaluate(() => document.documentElement.scrollWidth))
          .toBe(size.width);
        await expectNoCutTexts(page);
        await expectWholeWords(page);
      }
    }
  },
);

test('nothing of a long form shows below its buttons in a dialog', async () => {
  const { page } = await openScreen(browser, race, '/admin');
  for (const size of [DESK, NARROW_PHONE]) {
    await page.setViewportSize(size);
    await page.getByRole('button', { name: 'New Runner' }).click();
    const findLowest = (): Promise<string | undefined> =>
      page.getByRole('dialog').evaluate((dialog) => {
        const { left, bottom } = dialog.getBoundingClientRect();
        return document.elementFromPoint(left + 60, bottom - 6)?.textContent;
      });
    await expect.poll(findLowest).toMatch(/^Cancel *Submit$/);
    await page.keyboard.press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'detached' });
  }
});

test('[LK10] on a phone the views of the roll-call and the areas have room, and the numbers of Control are centred', async () => {
  const { page } = await openScreen(browser, race, '/rollcall', { viewport: NARROW_PHONE });
  const chips = page.getByRole('group', { name: 'Show' }).getByRole('button');
  const findNarrowest = (): Promise<number> =>
    chips.evaluateAll((all) => Math.min(...all.map((chip) => chip.getBoundingClientRect().width)));
  await chips.first().waitFor();
  await expect.poll(findNarrowest).toBeGreaterThanOrEqual(44);

  // A link narrower than its name covers the edge of the strip, and its line is too short.
  const areas = page.getByRole('navigation', { name: 'Screens' }).getByRole('link');
  const listShrunk = (): Promise<string[]> =>
    areas.evaluateAll((all) =>
      all
        .filter(({ scrollWidth, clientWidth }) => scrollWidth > clientWidth)
        .map(({ textContent }) => textContent),
    );
  await expect.poll(listShrunk).toEqual([]);

  await page.goto(`${race.url}/control`);
  const finished = page.locator('[data-state=finished]').first();
  const offCentre = (): Promise<number> =>
    finished.evaluate((tile) => {
      const [outer = 0, inner = 0] = [tile, tile.querySelector('strong') ?? tile].map((element) => {
        const { left, right } = element.getBoundingClientRect();
        return (left + right) / 2;
      });
      return Math.abs(outer - inner);
    });
  await expect.poll(offCentre).toBeLessThan(2);
});
