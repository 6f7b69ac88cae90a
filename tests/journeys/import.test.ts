import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';

import type { Locator, Page } from 'playwright-core';
import { beforeEach, expect, test } from 'vitest';

import { buildRunner } from '#tests/support/builders.ts';
import { digestRecord } from '#tests/support/record-digest.ts';
import { createTempFolder } from '#tests/support/temp-folder.ts';

import { chooseByKeyboard, csvFile } from '#tests/e2e/support/choose-file.ts';
import { tabTo } from '#tests/e2e/support/open-page.ts';
import { openScreen } from '#tests/e2e/support/open-screen.ts';
import { browser, provideRaceInBrowser, race } from '#tests/e2e/support/race-in-browser.ts';

const GOOD = csvFile(
  'First Name;Surname;Distance;Band;T-shirt\nSiân;O’Brien;Full;0501;L\nDai;Jones;Half;;M\n',
);

provideRaceInBrowser();
beforeEach(async () => {
  // No band is handed out and nothing is read yet, so the import does not ask.
  await race.stage([buildRunner({ bandId: undefined }), buildRunner({ bandId: undefined })]);
});

const digest = (): Promise<string> => digestRecord(race.redisUrl, race.store);
const fileInput = (page: Page): Locator => page.getByLabel('Upload a CSV');
const uploadButton = (page: Page): Locator =>
  page.getByRole('button', { name: 'Upload', exact: true });

test('by keyboard alone: look at a file, import it, go on to Registration', async () => {
  const before = await digest();
  const { page, complaints } = await openScreen(browser, race, '/import');
  await tabTo(page, fileInput(page));
  await chooseByKeyboard(page, fileInput(page), GOOD);
  await page.getByText('This file holds 2 runners: Half 1, Full 1.').waitFor();
  await page.getByText('Upload replaces 2 runners and no scans now entered.').waitFor();
  await page.getByText('Columns not used: "T-shirt".').waitFor();
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
  await expect.poll(async () => (await race.store.readRecord()).runners).toHaveLength(2);
  expect(complaints).toEqual([]);
});

/** Chooses a file by its path, as the browser's dialog does: Playwright itself would hand over a copy. */
async function chooseOnDisk(page: Page, path: string): Promise<void> {
  await fileInput(page).waitFor();
  const session = await page.context().newCDPSession(page);
  const { root } = await session.send('DOM.getDocument');
  const { nodeId } = await session.send('DOM.querySelector', {
    nodeId: root.nodeId,
    selector: 'input[type=file][accept=".csv"]',
  });
  await session.send('DOM.setFileInputFiles', { nodeId, files: [path] });
}

test('a file that a program has changed since it was chosen is to be chosen again', async () => {
  const path = join(createTempFolder(), 'rhedwyr.csv');
  await writeFile(path, 'First Name;Surname;Distance\nDai;Jones;Half\n');
  const { page } = await openScreen(browser, race, '/import');
  await chooseOnDisk(page, path);
  await page.getByText(/^This file holds 1 runner/).waitFor();
  await writeFile(path, 'First Name;Surname;Distance\nDai;Jones;Half\nSiân;Rees;Full\n');
  await uploadButton(page).click();
  await page.getByText('was changed or removed since it was chosen. Choose it again.').waitFor();
  await fileInput(page).setInputFiles(GOOD);
  await page.getByText(/^This file holds 2 runners/).waitFor();
});
