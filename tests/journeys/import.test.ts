import type { Browser, Locator, Page } from 'playwright-core';
import { beforeEach, expect, test } from 'vitest';

import { buildRunner, buildScan } from '#tests/support/builders.ts';
import { connectRedis, ingestScans } from '#tests/support/ingest-scans.ts';
import { digestRecord } from '#tests/support/record-digest.ts';

import { chooseByKeyboard, csvFile } from '#tests/e2e/support/choose-file.ts';
import { PHONE } from '#tests/e2e/support/open-page.ts';
import { openScreen } from '#tests/e2e/support/open-screen.ts';
import { provideRaceInBrowser } from '#tests/e2e/support/race-in-browser.ts';
import type { RaceOnShow } from '#tests/e2e/support/race-on-show.ts';

const GOOD = csvFile(
  'First Name;Surname;Distance;Band;T-shirt\nSiân;O’Brien;Full;0501;L\nDai;Jones;Half;;M\n',
);
let race: RaceOnShow;
let browser: Browser;

provideRaceInBrowser((given) => {
  ({ race, browser } = given);
});
beforeEach(async () => {
  await race.stage([buildRunner({ bandId: '101' }), buildRunner({ bandId: '102' })]);
});

/** `count` reads, each a second after the one before it; `after` so many that an import took away. */
async function scan(count: number, after?: number): Promise<void> {
  const redis = await connectRedis(race.redisUrl);
  const now = after ?? (await race.store.countScans());
  const scans = Array.from({ length: count }, (_, index) =>
    buildScan({ bandId: '101', timeMs: 1.7e12 + (now + index) * 1_000 }),
  );
  await ingestScans(redis, race.store.keys, scans);
  redis.destroy();
}

const digest = (): Promise<string> => digestRecord(race.redisUrl, race.store);
const fileInput = (page: Page): Locator => page.getByLabel('Upload a CSV');
const uploadButton = (page: Page): Locator =>
  page.getByRole('button', { name: 'Upload', exact: true });

/** Walks on with the Tab key until the element has the focus. */
async function tabTo(page: Page, target: Locator): Promise<void> {
  for (let step = 0; step < 60; step += 1) {
    if (await target.evaluate((element) => element === document.activeElement)) return;
    await page.keyboard.press('Tab');
  }
  throw new Error('The Tab key does not lead there.');
}

test('[SI3] by keyboard alone: look at a file, import it, go on to Registration', async () => {
  const before = await digest();
  const { page, complaints } = await openScreen(browser, race, '/import');
  await tabTo(page, fileInput(page));
  await chooseByKeyboard(page, fileInput(page), GOOD);
  await page.getByText('This file holds 2 runners: Half 1, Full 1.').waitFor();
  await page.getByText('Upload replaces 2 runners and no scans that are there now.').waitFor();
  await page.getByText('Columns not used: "T-shirt".').waitFor();
  const samples = page.getByRole('list', { name: 'Some of the runners' });
  await expect.poll(() => samples.getByRole('listitem').count()).toBe(2);
  const readColumns = async (): Promise<string[]> =>
    (await page.getByRole('listitem').allInnerTexts()).map((text) => text.replaceAll(/\s+/g, ' '));
  await expect
    .poll(readColumns)
    .toEqual(expect.arrayContaining([expect.stringMatching(/^Surname → is read as Last name$/)]));
  await expect.poll(() => digest()).toBe(before);

  await tabTo(page, uploadButton(page));
  await page.keyboard.press('Enter');
  const done = page.getByRole('status').filter({ hasText: 'Imported 2 runners.' });
  await done.getByText('1 runner is without a wristband number.').waitFor();
  await page
    .getByText(/before an import by sian@race\.local/)
    .first()
    .waitFor();
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await page.waitForURL(`${race.url}/admin`);
  expect((await race.store.readRecord()).runners).toHaveLength(2);
  expect(complaints).toEqual([]);
});

test('[SI4] of many faults the first 100 are listed in a place that scrolls, and all are counted', async () => {
  const rows = Array.from({ length: 130 }, (_, index) => `Siân,Jones,XX ${index}`);
  const { page } = await openScreen(browser, race, '/import', { viewport: PHONE });
  await fileInput(page).setInputFiles(csvFile(`firstName,lastName,event\n${rows.join('\n')}`));
  const region = page.getByRole('region', { name: /^130 faults/ });
  await region.getByText('… and 30 more.').waitFor();
  await expect.poll(() => region.getByRole('listitem').count()).toBe(100);
  await region.focus();
  // Where the focus is and the place scrolls, its keys are the browser's.
  const scrolled = await region.evaluate((element) => {
    element.scrollTop = element.scrollHeight;
    return { px: element.scrollTop, hasFocus: element === document.activeElement };
  });
  expect(scrolled.px).toBeGreaterThan(0);
  expect(scrolled.hasFocus).toBe(true);
});

test('[CF17] by keyboard alone: restore a backup, with what it replaces and what it keeps', async () => {
  await scan(4);
  await race.configure({ pageTitle: 'Ras Beca' });
  await race.store.replaceRunners([buildRunner()], { by: 'ann@race.local' });
  await race.configure({ pageTitle: 'Ras arall' });
  const { page, complaints } = await openScreen(browser, race, '/import');
  const entry = page.getByRole('listitem').filter({ hasText: 'ann@race.local' }).first();
  await entry.getByText('2 runners, 4 scans').waitFor();
  await tabTo(page, entry.getByRole('button', { name: 'Restore' }));
  await page.keyboard.press('Enter');
  const dialog = page.getByRole('dialog', { name: /^Restore the backup of/ });
  await dialog.getByText('1 runner and no scans').waitFor();
  await page.keyboard.press('Escape');
  await dialog.waitFor({ state: 'detached' });

  await scan(2, 4);
  await page.keyboard.press('Enter');
  await dialog.getByText('1 runner and 2 scans').waitFor();
  await dialog.getByText('2 runners and 6 scans').waitFor();
  await dialog.getByText('2 scans that came in since the backup').waitFor();
  await dialog.getByText('Ras arall → Ras Beca').waitFor();
  await tabTo(page, dialog.getByRole('checkbox', { name: 'Bring back the settings of then too' }));
  await page.keyboard.press('Space');
  await tabTo(page, dialog.getByRole('button', { name: 'Restore' }));
  await page.keyboard.press('Enter');
  await page
    .getByRole('status')
    .getByText(/^Restored 2 runners and 4 scans .* and kept 2 scans that came in since\./)
    .waitFor();
  await expect.poll(() => race.store.countScans()).toBe(6);
  await expect.poll(() => race.store.readConfig()).toMatchObject({ pageTitle: 'Ras Beca' });
  await page.getByText('before a restore by sian@race.local').first().waitFor();
  expect(complaints).toEqual([]);
});
