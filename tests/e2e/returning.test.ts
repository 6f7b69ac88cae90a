import type { BrowserContext, Page } from 'playwright-core';
import { beforeEach, expect, test } from 'vitest';

import { formatClock } from '#shared/format/format-time.ts';
import { Gate } from '#tests/client/support/gate.ts';
import { buildField } from '#tests/support/live-field.ts';
import { eventually } from '#tests/support/eventually.ts';

import { watchShifts } from './support/layout-shifts.ts';
import { openPage, PHONE } from './support/open-page.ts';
import { browser, provideRaceInBrowser, race } from './support/race-in-browser.ts';

const FIELD = 2_000;
const hour = 3_600_000;

provideRaceInBrowser(async () => {
  const runners = buildField(FIELD).map((runner, i) =>
    i < 10
      ? runner
      : Object.assign({}, runner, { overrideTime: formatClock(2 * hour + i * 1_000) }),
  );
  await race.stage(runners, { pageTitle: 'Ras Beca' });
});

/** One phone, which keeps what it is given from page to page. */
let context: BrowserContext;
beforeEach(async () => {
  const { page } = await openPage(browser, { viewport: PHONE });
  context = page.context();
});

/** Opens the page, until it shows what the server has and that is kept; then it is closed. */
async function visit(): Promise<void> {
  const page = await context.newPage();
  await page.goto(race.url);
  await page.locator('[data-runner-id]').first().waitFor();
  await eventually(async () => {
    const { version } = (await (await fetch(`${race.url}/api`)).json()) as { version: number };
    expect(await findKeptVersion(page)).toBe(version);
  });
  await page.close();
}

/** The version that the browser has kept; undefined for nothing. */
function findKeptVersion(page: Page): Promise<number | undefined> {
  return page.evaluate(
    () =>
      new Promise((resolve, reject) => {
        const opening = indexedDB.open('splitcast');
        // Looking makes no database: the page would find it without its store, and keep nothing in it.
        opening.onupgradeneeded = () => opening.transaction?.abort();
        opening.onerror = () => {
          if (opening.error?.name === 'AbortError') resolve(undefined);
          else
            reject(new Error('the database of the page does not open', { cause: opening.error }));
        };
        opening.onsuccess = () => {
          const database = opening.result;
          const reading = database.transaction('splitcast').objectStore('splitcast').get('race');
          reading.onerror = reject;
          reading.onsuccess = () => {
            database.close();
            resolve((reading.result as { version: number } | undefined)?.version);
          };
        };
      }),
  );
}

test('[SR21 SR18] kept results are there before the server’s, with their age, and nothing jumps', async () => {
  await visit();
  const page = await context.newPage();
  await page.clock.install({ time: Date.now() + 2 * hour });
  const readShifts = await watchShifts(page);
  const gate = new Gate();
  for (const path of ['/api/compact', '/config']) {
    await page.route(race.url + path, async (route) => {
      await gate.passed;
      await route.continue();
    });
  }
  await page.routeWebSocket(
    /socket\.io/,
    (socket) => void gate.passed.then(() => socket.connectToServer()),
  );
  await page.goto(race.url);
  await page.locator('[data-runner-id]').first().waitFor();
  await page.getByRole('heading', { name: 'Ras Beca' }).waitFor();
  await expect.poll(() => page.getByTestId('connection').innerText()).toMatch(/^Catching up · 2 h/);
  gate.open();
  await page.clock.runFor(100);
  await eventually(async () => {
    await page.clock.runFor(500);
    expect(await page.getByTestId('connection').innerText()).toBe('Live');
  });
  await expect.poll(() => readShifts()).toBeLessThan(0.05);
});
