import type { Browser, Locator, Page } from 'playwright-core';
import { beforeEach, expect, test } from 'vitest';

import { buildRunner } from '#tests/support/builders.ts';
import { eventually } from '#tests/support/eventually.ts';

import { chooseByKeyboard, csvFile, holdBack } from './support/choose-file.ts';
import { openScreen } from './support/open-screen.ts';
import { provideRaceInBrowser } from './support/race-in-browser.ts';
import type { RaceOnShow } from './support/race-on-show.ts';

/** The shapes of registration services' files, with invented people. */
const WITHOUT_EVENT = csvFile(
  'Startnummer,first_name,last_name,country,country,status\n7,Gwen,Rees,GB,GB,1\n8,Ifan,Huws,IE,IE,2\n',
);
const PUT_RIGHT = csvFile(
  'Startnummer,first_name,last_name,country,country,status\n7,Gwen,Rees,GB,GB,1\n',
);
const BY_DISTANCE = csvFile(
  'Order ID,distance,First Name,Last Name,Removed\n1,100 Miler,Gwen,Rees,False\n2,100 Miler,Ifan,Huws,True\n3,50K,Nia,Puw,False\n',
);
const KNOWN = csvFile('First Name,Surname,Distance,Shirt\nGwen,Rees,Full,M\n');

let race: RaceOnShow;
let browser: Browser;

provideRaceInBrowser((given) => {
  ({ race, browser } = given);
});
beforeEach(async () => {
  await race.stage([buildRunner({ bandId: '101' })]);
});

const fileInput = (page: Page): Locator => page.getByLabel('Upload a CSV');
const isFocused = (target: Locator): Promise<boolean> =>
  target.evaluate((element) => element === document.activeElement);

async function tabTo(page: Page, target: Locator): Promise<void> {
  for (let step = 0; step < 60; step += 1) {
    if (await isFocused(target)) return;
    await page.keyboard.press('Tab');
  }
  throw new Error('The Tab key does not lead there.');
}

/** Walks to the select with the Tab key and types the beginning of a choice; the focus stays. */
async function chooseByTyping(page: Page, label: string, words: string): Promise<void> {
  const select = page.getByLabel(label, { exact: true });
  await tabTo(page, select);
  await page.keyboard.type(words);
  await page.getByText('Checking…').waitFor({ state: 'detached' });
  expect(await isFocused(select)).toBe(true);
}

async function enteredRunners(): Promise<string[]> {
  const { runners } = await race.store.readRecord();
  return runners
    .map(({ firstName, event, bibNumber }) => `${firstName} ${event} ${bibNumber}`)
    .toSorted();
}

test('[SI6] by keyboard alone: a file without an event column and with unknown headers is imported', async () => {
  const { page, complaints } = await openScreen(browser, race, '/import');
  await chooseByKeyboard(page, fileInput(page), WITHOUT_EVENT);
  await page.getByText('2 faults in this file.').waitFor();
  await chooseByTyping(page, 'All are in', 'Full');
  await page.getByText('1 fault in this file.').waitFor();
  await chooseByTyping(page, 'Startnummer', 'Bib');
  await chooseByTyping(page, 'country', 'Not');
  await page.getByText('This file holds 2 runners: Full 2.').waitFor();
  expect(await page.getByLabel('Startnummer').inputValue()).toBe('bibNumber');
  await page.getByText('Rows that "status" may mark as withdrawn').waitFor();
  await tabTo(page, page.getByRole('button', { name: 'Upload', exact: true }));
  await page.keyboard.press('Enter');
  await page.getByText('Imported 2 runners.').waitFor();
  expect(await enteredRunners()).toEqual(['Gwen PB 7', 'Ifan PB 8']);
  expect(complaints).toEqual([]);
});

test('[SI6] by keyboard alone: names of events that are not known are told', async () => {
  const { page, complaints } = await openScreen(browser, race, '/import');
  await chooseByKeyboard(page, fileInput(page), BY_DISTANCE);
  await page.getByText('3 faults in this file.').waitFor();
  await chooseByTyping(page, '100 Miler (2 runners)', 'Ultra');
  await page.getByText('1 fault in this file.').waitFor();
  await chooseByTyping(page, '50K (1 runner)', 'Half');
  await page.getByText('This file holds 3 runners: Half 1, Ultra 2.').waitFor();
  await tabTo(page, page.getByRole('button', { name: 'Upload', exact: true }));
  await page.keyboard.press('Enter');
  await page.getByText('Imported 3 runners.').waitFor();
  expect(await enteredRunners()).toEqual(['Gwen UB ', 'Ifan UB ', 'Nia BB ']);
  expect(complaints).toEqual([]);
});

test('[SI6] a file that is understood shows its columns in short; opened, they can be changed', async () => {
  const { page } = await openScreen(browser, race, '/import');
  await fileInput(page).setInputFiles(KNOWN);
  await page.getByText('This file holds 1 runner: Full 1.').waitFor();
  expect(await page.getByRole('combobox').count()).toBe(0);
  await tabTo(page, page.locator('summary').filter({ hasText: 'Columns' }));
  await page.keyboard.press('Enter');
  expect(await page.getByLabel('Surname').inputValue()).toBe('lastName');
  // One by one with the arrow key, past the fields that other columns hold.
  await tabTo(page, page.getByLabel('Shirt'));
  for (let step = 0; step < 7; step += 1) await page.keyboard.press('ArrowDown');
  await eventually(async () => {
    expect(await page.getByLabel('Shirt').inputValue()).toBe('runClub');
  });
  expect(await page.getByLabel('First Name').inputValue()).toBe('firstName');
  await page.getByText('This file holds 1 runner: Full 1.').waitFor();
  await page.getByRole('button', { name: 'Upload', exact: true }).click();
  await page.getByText('Imported 1 runner.').waitFor();
  const { runners } = await race.store.readRecord();
  expect(runners.map(({ runClub }) => runClub)).toEqual(['M']);
});

test('[SI10] without a network the choice stays, and the next press sends it', async () => {
  const { page } = await openScreen(browser, race, '/import');
  await fileInput(page).setInputFiles(WITHOUT_EVENT);
  await page.getByLabel('country').selectOption('Not used');
  await page.getByText('1 fault in this file.').waitFor();
  await page.route('**/upload/preview', (route) => route.abort());
  await page.getByLabel('All are in').selectOption('Half');
  await page.getByText('Error uploading the file. Please try again.').waitFor();
  expect(await page.getByLabel('All are in').inputValue()).toBe('BB');
  await page.unroute('**/upload/preview');
  await page.getByRole('button', { name: 'Upload', exact: true }).click();
  await page.getByText('This file holds 2 runners: Half 2.').waitFor();
});

test('[SI6] the choice made last counts, and stays for the same file put right, not for another', async () => {
  const { page } = await openScreen(browser, race, '/import');
  await fileInput(page).setInputFiles(WITHOUT_EVENT);
  await page.getByLabel('country').selectOption('Not used');
  await page.getByText('1 fault in this file.').waitFor();
  const letGo = await holdBack(page, '**/upload/preview');
  await page.getByLabel('All are in').selectOption('Half');
  await page.getByLabel('All are in').selectOption('Ultra');
  letGo();
  await page.getByText('This file holds 2 runners: Ultra 2.').waitFor();
  await fileInput(page).setInputFiles(PUT_RIGHT);
  await page.getByText('This file holds 1 runner: Ultra 1.').waitFor();
  await page.getByText('Read as you chose for the file before this one.').waitFor();
  expect(await page.getByLabel('All are in').inputValue()).toBe('UB');
  await fileInput(page).setInputFiles(KNOWN);
  await page.getByText('This file holds 1 runner: Full 1.').waitFor();
  expect(await page.getByText('Read as you chose').count()).toBe(0);
  await fileInput(page).setInputFiles(WITHOUT_EVENT);
  await page.getByText('2 faults in this file.').waitFor();
  expect(await page.getByLabel('All are in').inputValue()).toBe('');
});

const FROM_A_SERVICE = csvFile(
  'Name,Distance,Race number,Category,Sex,DOB\n"Rees, Gwen",Full,17,Female Vet 40,F,1984-02-01\nIfan Huws,Half,18,Wave 2,M,12/03/1990\n',
);

test('[IM4 IM6 IM8 IM9 IM10] what a service calls things is asked about, and other desks are told of the import', async () => {
  const { page, complaints } = await openScreen(browser, race, '/import');
  const other = await openScreen(browser, race, '/admin', {
    email: 'mari@race.local',
    role: 'registration',
  });
  await other.page.getByText('Total: 1').first().waitFor();
  await chooseByKeyboard(page, fileInput(page), FROM_A_SERVICE);
  await page.getByText('1 fault in this file.').waitFor();
  await page.getByText('may hold the bib numbers or the wristbands').waitFor();
  await page.getByLabel('“Race number” is').selectOption('bibNumber');
  await page.getByText('The age category "Wave 2" is not known').waitFor();
  expect(await page.getByLabel('Female Vet 40 (1 runner)').inputValue()).toBe('F40');
  await page.getByLabel('All that are not chosen').selectOption('worked-out');
  await page.getByText('This file holds 2 runners: Half 1, Full 1.').waitFor();
  expect(await page.getByLabel('Wave 2 (1 runner)').inputValue()).toBe('?');
  await page
    .getByText('It wipes 1 wristband that is handed out: the file gives it to nobody.')
    .waitFor();
  await page.getByText('Full names in "Name" are split').waitFor();
  await page.getByRole('button', { name: 'Upload', exact: true }).click();
  await page.getByText('Imported 2 runners.').waitFor();
  expect(await enteredRunners()).toEqual(['Gwen PB 17', 'Ifan BB 18']);
  const notice = other.page.getByRole('status').filter({ hasText: 'All runners were replaced' });
  await notice.getByText('an import (sian@race.local)').waitFor();
  await notice.getByRole('button', { name: 'Understood' }).click();
  await notice.waitFor({ state: 'detached' });
  await page.getByRole('link', { name: 'Go to Registration' }).click();
  await page.getByText('Gwen').first().waitFor();
  expect(await page.getByText('All runners were replaced').count()).toBe(0);
  expect([...complaints, ...other.complaints]).toEqual([]);
});
