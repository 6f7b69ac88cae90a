import type { Browser, Locator, Page } from 'playwright-core';
import { beforeEach, describe, expect, test } from 'vitest';

import type { BackupEntry } from '#shared/wire/import-api.ts';
import { buildRunner, buildScan } from '#tests/support/builders.ts';
import { eventually } from '#tests/support/eventually.ts';
import { connectRedis, ingestScans } from '#tests/support/ingest-scans.ts';
import { digestRecord } from '#tests/support/record-digest.ts';

import { chooseByKeyboard, csvFile, dropFile, holdBack } from './support/choose-file.ts';
import { PHONE } from './support/open-page.ts';
import { openScreen } from './support/open-screen.ts';
import { provideRaceInBrowser } from './support/race-in-browser.ts';
import type { RaceOnShow } from './support/race-on-show.ts';

const GOOD = csvFile(
  'First Name;Surname;Distance;Band;T-shirt\nSiân;O’Brien;Full;0501;L\nDai;Jones;Half;;M\n',
);
const BAD = csvFile('firstName,lastName,event,raceNumber\nSiân,,PB,1\nDai,Jones,XX,1\n');

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
const confirmField = (page: Page): Locator => page.getByLabel(/^To confirm/);

/** Walks on with the Tab key until the element has the focus. */
async function tabTo(page: Page, target: Locator): Promise<void> {
  for (let step = 0; step < 60; step += 1) {
    if (await target.evaluate((element) => element === document.activeElement)) return;
    await page.keyboard.press('Tab');
  }
  throw new Error('The Tab key does not lead there.');
}

test('[SO2] who only registers runners is told why there is no form', async () => {
  const { page, complaints } = await openScreen(browser, race, '/import', {
    role: 'registration',
    email: 'mari@race.local',
  });
  await page.getByText('This screen needs an organiser with all rights.').waitFor();
  expect(await page.locator('input[type=file], form').count()).toBe(0);
  expect(complaints).toEqual([]);
});

test('[SI1] heading, text, note, example and Tools menu', async () => {
  const { page } = await openScreen(browser, race, '/import');
  await page.getByRole('heading', { name: 'Import', level: 1 }).waitFor();
  await page.getByText('Upload a CSV', { exact: true }).waitFor();
  await page.getByText('All data is overwritten during upload').waitFor();
  await page.getByRole('button', { name: 'Tools' }).waitFor();
  const input = fileInput(page);
  expect(await input.getAttribute('accept')).toBe('.csv');
  expect(await input.getAttribute('required')).not.toBeNull();
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('link', { name: 'example CSV' }).click(),
  ]);
  expect(download.suggestedFilename()).toBe('example.csv');
});

test('[SI2] without a file nothing is sent, and the field has the focus', async () => {
  const { page, complaints } = await openScreen(browser, race, '/import');
  await tabTo(page, uploadButton(page));
  await page.keyboard.press('Enter');
  await page.getByRole('alert').getByText('Please select a file.', { exact: true }).waitFor();
  expect(await fileInput(page).evaluate((input) => input === document.activeElement)).toBe(true);
  expect(complaints).toEqual([]);
});

test('[SI3] by keyboard alone: look at a file, import it, go on to Registration', async () => {
  const before = await digest();
  const { page, complaints } = await openScreen(browser, race, '/import');
  await tabTo(page, fileInput(page));
  await chooseByKeyboard(page, fileInput(page), GOOD);
  await page.getByText('This file holds 2 runners: Half 1, Full 1.').waitFor();
  await page.getByText('Upload replaces 2 runners and no scans that are there now.').waitFor();
  await page.getByText('Columns not used: "T-shirt".').waitFor();
  const samples = page.getByRole('list', { name: 'Some of the runners' });
  expect(await samples.getByRole('listitem').count()).toBe(2);
  const columns = await page.getByRole('listitem').allInnerTexts();
  expect(columns.map((text) => text.replaceAll(/\s+/g, ' '))).toEqual(
    expect.arrayContaining([expect.stringMatching(/^Surname → is read as Last name$/)]),
  );
  expect(await digest()).toBe(before);

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

test('[SI4] faults stand there by line, nothing is sent, and the same file is read anew', async () => {
  const before = await digest();
  const { page, complaints } = await openScreen(browser, race, '/import');
  await chooseByKeyboard(page, fileInput(page), BAD);
  await page.getByRole('alert').getByText('3 faults in this file. Nothing was changed.').waitFor();
  const region = page.getByRole('region', { name: /^3 faults/ });
  const lines = await region.getByRole('listitem').allInnerTexts();
  expect(lines.map((text) => text.slice(0, 7))).toEqual(['Line 2:', 'Line 3:', 'Line 3:']);
  await tabTo(page, uploadButton(page));
  await page.keyboard.press('Enter');
  expect(await region.evaluate((element) => element === document.activeElement)).toBe(true);
  expect(await digest()).toBe(before);

  await chooseByKeyboard(page, fileInput(page), { ...GOOD, name: BAD.name });
  await page.getByText('This file holds 2 runners').waitFor();
  expect(await region.count()).toBe(0);
  expect(complaints).toEqual([]);
});

test('[SI4] of many faults the first 100 are listed in a place that scrolls, and all are counted', async () => {
  const rows = Array.from({ length: 130 }, (_, index) => `Siân,Jones,XX ${index}`);
  const { page } = await openScreen(browser, race, '/import', { viewport: PHONE });
  await fileInput(page).setInputFiles(csvFile(`firstName,lastName,event\n${rows.join('\n')}`));
  const region = page.getByRole('region', { name: /^130 faults/ });
  await region.getByText('… and 30 more.').waitFor();
  expect(await region.getByRole('listitem').count()).toBe(100);
  await region.focus();
  await page.keyboard.press('End');
  await eventually(async () => {
    expect(await region.evaluate((element) => element.scrollTop)).toBeGreaterThan(0);
  });
});

describe('[SI5] with scans there', () => {
  test('their number is typed before they are replaced', async () => {
    await scan(3);
    const before = await digest();
    const { page, complaints } = await openScreen(browser, race, '/import');
    await chooseByKeyboard(page, fileInput(page), GOOD);
    await page.getByText('Upload replaces 2 runners and 3 scans that are there now.').waitFor();
    await tabTo(page, confirmField(page));
    // A digit and an Enter at a program's speed would be the read of a band, which is kept out.
    await confirmField(page).fill('2');
    await page.keyboard.press('Enter');
    await page.getByText('Type 3 to go on').waitFor();
    expect(await confirmField(page).getAttribute('aria-invalid')).toBe('true');
    expect(await digest()).toBe(before);
    await confirmField(page).fill('3');
    await page.keyboard.press('Enter');
    await page.getByText('Imported 2 runners.').waitFor();
    expect(await race.store.countScans()).toBe(0);
    expect(complaints).toEqual([]);
  });

  test('more that came in meanwhile are told, and asked for anew', async () => {
    await scan(3);
    const { page } = await openScreen(browser, race, '/import');
    await fileInput(page).setInputFiles(GOOD);
    await confirmField(page).fill('3');
    await scan(2);
    const before = await digest();
    await page.keyboard.press('Enter');
    await page
      .getByRole('alert')
      .getByText(/^There are 5 scans now/)
      .waitFor();
    await page.getByText('Upload replaces 2 runners and 5 scans that are there now.').waitFor();
    expect(await digest()).toBe(before);
    const again = page.getByLabel('To confirm, type the number of scans: 5');
    await eventually(async () => {
      expect(await again.evaluate((input) => input === document.activeElement)).toBe(true);
    });
    await again.fill('5');
    await page.keyboard.press('Enter');
    await page.getByText('Imported 2 runners.').waitFor();
  });
});

describe('[SI10] without a network', () => {
  test.each([
    ['while the file is looked at', '**/upload/preview'],
    ['while it is imported', '**/upload'],
  ])('%s the file stays, and the next try goes through', async (_name, address) => {
    const before = await digest();
    const { page } = await openScreen(browser, race, '/import');
    await page.route(address, (route) => route.abort());
    await chooseByKeyboard(page, fileInput(page), GOOD);
    await uploadButton(page).click();
    const alert = page.getByRole('alert');
    await alert.getByText('Error uploading the file. Please try again.').waitFor();
    await page.getByText(/^rhedwyr\.csv · \d+ bytes$/).waitFor();
    expect(await digest()).toBe(before);
    await page.unroute(address);
    await uploadButton(page).click();
    if (address.endsWith('preview')) {
      await page.getByText('This file holds 2 runners').waitFor();
      await uploadButton(page).click();
    }
    await page.getByText('Imported 2 runners.').waitFor();
    expect(await alert.count()).toBe(0);
  });
});

test('[SO11] a slow upload shows how far it is, and then what the server does', async () => {
  const { page } = await openScreen(browser, race, '/import');
  const letGo = await holdBack(page, '**/upload');
  await fileInput(page).setInputFiles(GOOD);
  await page.getByText('This file holds 2 runners').waitFor();
  await uploadButton(page).click();
  await page.getByRole('progressbar').waitFor();
  expect(await fileInput(page).isDisabled()).toBe(true);
  // A second press while it is under way makes no second import.
  await uploadButton(page).press('Enter');
  const [newestBefore] = await race.store.listBackups();
  letGo();
  await page.getByText('Imported 2 runners.').waitFor();
  const [, second] = await race.store.listBackups();
  expect(second).toEqual(newestBefore);
});

test('[SI7] a file can be dropped on the field', async () => {
  const { page, complaints } = await openScreen(browser, race, '/import');
  await dropFile(fileInput(page), GOOD);
  await page.getByText('This file holds 2 runners').waitFor();
  await page.getByText(/^rhedwyr\.csv ·/).waitFor();
  expect(complaints).toEqual([]);
});

test('[SI8] a file of more than 10 MB is not even sent', async () => {
  const { page, complaints } = await openScreen(browser, race, '/import');
  await fileInput(page).setInputFiles(csvFile('x'.repeat(10 * 1024 * 1024 + 1)));
  await page.getByText('The file is too large: 10 MB are allowed.').waitFor();
  expect(complaints).toEqual([]);
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
  expect(await race.store.countScans()).toBe(6);
  expect(await race.store.readConfig()).toMatchObject({ pageTitle: 'Ras Beca' });
  await page.getByText('before a restore by sian@race.local').first().waitFor();
  expect(complaints).toEqual([]);
});

test('[SI9] before the first upload there are no backups', async () => {
  const { page } = await openScreen(browser, race, '/import');
  await page.route('**/backups', (route) => route.fulfill({ json: [] satisfies BackupEntry[] }));
  await page.reload();
  await page.getByText('There are no backups yet.').waitFor();
});
