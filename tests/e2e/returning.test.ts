import type { BrowserContext } from 'playwright-core';
import { expect, test } from 'vitest';

import { STORAGE_KEYS } from '#client/live/text-storage.ts';
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

/** Opens the page, waits until the race is stored, and closes it. */
async function visit(context: BrowserContext): Promise<void> {
  const page = await context.newPage();
  await page.goto(race.url);
  await page.locator('[data-runner-id]').first().waitFor();
  await expect
    .poll(() => page.evaluate((name) => localStorage.getItem(name), STORAGE_KEYS.race))
    .not.toBe(null);
  await page.close();
}

test('[SR21 SR18] stored results are shown at once with their age, and nothing moves when new ones arrive', async () => {
  const { page: first } = await openPage(browser, { viewport: PHONE });
  const context = first.context();
  await visit(context);
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
