import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';

import { Gate } from '#tests/client/support/gate.ts';
import { buildRunner } from '#tests/support/builders.ts';

import { watchShifts } from './support/layout-shifts.ts';
import {
  beginWithLetters,
  DESK,
  disableTimers,
  NARROW_PHONE,
  openPage,
  settled,
} from './support/open-page.ts';
import { browser, provideRaceInBrowser, race } from './support/race-in-browser.ts';

const MOST_SHIFT = 0.02;

const FIELD = Array.from({ length: 150 }, (_, index) =>
  buildRunner({
    runnerId: `r${index}`,
    bandId: String(500 + index),
    lastName: `Rhys-${index}`,
    overrideTime: `1:${String(10 + Math.floor(index / 60))}:${String(index % 60).padStart(2, '0')}`,
  }),
);

provideRaceInBrowser(async () => {
  await race.stage(FIELD);
});

/** How long the server-rendered page stays if the results do not arrive (SCREENS.md SR30). */
const PATIENCE_MS = 15_000;

type Options = Parameters<typeof openPage>[1];

/** Opens a page whose results are held back, so that only the server's rendering is there. */
async function openRendered(options: Options, path = '/') {
  const { page, complaints } = await openPage(browser, { ...options, seesServerRendered: true });
  await disableTimers(page, PATIENCE_MS);
  const gate = new Gate();
  await page.route('**/api/compact', async (route) => {
    await gate.passed;
    await route.continue();
  });
  const readShifts = await watchShifts(page);
  return {
    page,
    complaints,
    readShifts,
    open: async () => {
      await page.goto(race.url + path, { waitUntil: 'load' });
      await settled(page);
    },
    mount: async () => {
      gate.open();
      await page.locator('[data-runner-id]').first().waitFor();
      await page
        .getByTestId('connection')
        .filter({ hasText: /^(Live|Yn fyw)/ })
        .waitFor();
    },
  };
}

/** A part of the page, with its styles and position. */
interface Look {
  readonly text: string;
  readonly at: readonly [x: number, y: number];
}

/** All visible texts and images, except the connection badge, the clock, and the tabs, which scroll. */
function readLooks(page: Page): Promise<Look[]> {
  return page.evaluate(() => {
    const looks: Look[] = [];
    for (const element of document.querySelectorAll('#app *')) {
      const own = [...element.childNodes].some(
        (node) => node.nodeType === Node.TEXT_NODE && node.textContent?.trim(),
      );
      const { x, y, width, height } = element.getBoundingClientRect();
      const isSeen = width > 1 && height > 1 && y < innerHeight && y + height > 0;
      const isKnown = element.closest(':has(> [data-testid="connection"]),[role="tab"]') === null;
      if (!isSeen || !isKnown || !(own || element.matches('img,input'))) continue;
      const { color, fontSize, fontWeight } = getComputedStyle(element);
      const text = element.matches('img') ? element.getAttribute('src') : element.textContent;
      looks.push({ text: [text, color, fontSize, fontWeight].join(' | '), at: [x, y] });
    }
    return looks;
  });
}

/** Rows laid out before the web font loaded keep their old widths. */
const MOST_PX = 5;

/** Texts that disappeared, appeared or moved. */
function findMoved(before: readonly Look[], after: readonly Look[]): string[] {
  const missing = (looks: readonly Look[], all: readonly Look[]): readonly Look[] =>
    looks.filter(
      ({ text, at }) =>
        !all.some(
          (one) => one.text === text && Math.hypot(one.at[0] - at[0], one.at[1] - at[1]) < MOST_PX,
        ),
    );
  const moved = [...missing(before, after), ...missing(after, before)];
  return moved.map(({ text, at }) => `${text} at ${at.join()}`);
}

test.each<[string, Options, string, '100%' | '200%']>([
  ['on a narrow phone with letters twice as large', { viewport: NARROW_PHONE }, '/', '200%'],
  ['in Welsh on a desk in the dark', { viewport: DESK, colorScheme: 'dark' }, '/?lang=cy', '100%'],
])(
  '[SR30 FS4 LK6] the page replaces the server’s rendering with the same: %s',
  async (_, options, path, letters) => {
    const { page, complaints, open, mount, readShifts } = await openRendered(options, path);
    await beginWithLetters(page, letters);
    await open();
    await expect.poll(() => page.locator('[data-drawn]').count()).toBe(1);
    const rendered = await readLooks(page);
    expect(rendered.length).toBeGreaterThan(10);
    await mount();
    await expect.poll(() => page.locator('[data-drawn]').count()).toBe(0);
    await settled(page);
    await expect.poll(async () => findMoved(rendered, await readLooks(page))).toEqual([]);
    await expect.poll(() => readShifts()).toBeLessThanOrEqual(MOST_SHIFT);
    expect(complaints).toEqual([]);
  },
);

test('[SR30] runners and tabs are links before the scripts run', async () => {
  const { page } = await openPage(browser, { seesServerRendered: true });
  await page.route(/\/assets\/.*\.js$/, (route) => route.abort());
  await page.goto(race.url);
  await page.getByRole('tab', { name: 'Half' }).click();
  await page.waitForURL('**/?tab=BB');
  await page.goBack();
  await page.locator('[data-drawn] tbody tr').nth(2).click();
  await page.waitForURL('**/runner/r2');
  await page.getByRole('heading', { name: 'Siân Rhys-2' }).waitFor();
});

test('[SR30] without a network the page takes over and is offline', async () => {
  const { page } = await openPage(browser, { seesServerRendered: true });
  await disableTimers(page, PATIENCE_MS);
  const gate = new Gate();
  await page.route(/\/(api\/compact|config)$/, async (route) => {
    await gate.passed;
    await route.abort();
  });
  await page.routeWebSocket(/socket/, (socket) => socket.close());
  await page.goto(race.url);
  await page.getByText('Rhys-7', { exact: false }).first().waitFor();
  gate.open();
  await page.getByText(/^Offline/).waitFor();
  await expect.poll(() => page.locator('[data-drawn]').count()).toBe(0);
});

test('[LK6] with something stored the server’s rendering is not shown', async () => {
  const { page, open, mount, readShifts } = await openRendered({});
  await page.addInitScript(() => localStorage.setItem('splitcast.language', 'cy'));
  await open();
  await expect.poll(() => page.locator('[data-drawn]').count()).toBe(0);
  await mount();
  await expect.poll(() => readShifts()).toBeLessThanOrEqual(MOST_SHIFT);
});
