import type { Locator, Page } from 'playwright-core';
import sharp from 'sharp';
import { expect, test } from 'vitest';

import { MINUTE_MS } from '#shared/model/time.ts';
import { Gate } from '#tests/client/support/gate.ts';
import { eventually } from '#tests/support/eventually.ts';
import { openSession } from '#tests/support/open-session.ts';

import { cookieOf } from './support/accounts.ts';
import { openScreen } from './support/open-screen.ts';
import { browser, provideRaceInBrowser, race } from './support/race-in-browser.ts';

const CALL = '**/upload-image';

provideRaceInBrowser(async () => {
  await race.stage([]);
});

const uploadButton = (page: Page): Locator =>
  page.getByRole('button', { name: 'Upload', exact: true });

async function choosePicture(): Promise<Page> {
  const { page } = await openScreen(browser, race, '/imageuploadlogo');
  const blank = sharp({ create: { width: 60, height: 40, channels: 3, background: '#c2410c' } });
  const buffer = await blank.png().toBuffer();
  await page
    .locator('input[type=file]')
    .setInputFiles({ name: 'draig.png', mimeType: 'image/png', buffer });
  await page.getByText(/^Chosen 60 × 40 pixels/).waitFor();
  return page;
}

async function leaveUnanswered(page: Page): Promise<void> {
  await page.route(CALL, () => undefined);
}

/** Advances the clock of the page only until `shown` is rendered. */
async function runUntilShown(page: Page, shown: Locator): Promise<void> {
  await eventually(async () => {
    await page.clock.runFor(10);
    expect(await shown.isVisible()).toBe(true);
  });
}

test('a stalled upload fails, and can be tried again', async () => {
  const page = await choosePicture();
  // Stops the clock, so that the machine's own time does not count.
  await page.clock.install();
  await page.clock.pauseAt(Date.now() + MINUTE_MS);
  await leaveUnanswered(page);
  await uploadButton(page).press('Enter');
  await runUntilShown(page, page.getByRole('progressbar'));
  await page.clock.fastForward(50_000);
  await page.clock.runFor(100);
  await expect.poll(() => page.getByRole('alert').count()).toBe(0);
  await page.clock.fastForward(30_000);
  await runUntilShown(page, page.getByRole('alert').getByText('The upload stalled.'));
  await page.clock.resume();
  await page.unroute(CALL);
  await uploadButton(page).press('Enter');
  await page.waitForURL('**/admin');
});

test('an upload succeeds with the new session when its own was replaced', async () => {
  const page = await choosePicture();
  const gate = new Gate();
  let sent = 0;
  await page.route(CALL, async (route) => {
    sent += 1;
    await gate.passed;
    await (sent === 1
      ? route.fulfill({ status: 401, json: { error: 'This session has ended.' } })
      : route.continue());
  });
  await uploadButton(page).press('Enter');
  await page.getByRole('progressbar').waitFor();
  const token = await openSession(race.store, 'sian@race.local', 'admin');
  await page.context().addCookies([cookieOf(race, token)]);
  gate.open();
  await page.waitForURL('**/admin');
  expect(sent).toBe(2);
  await expect.poll(() => page.getByRole('dialog').count()).toBe(0);
});
