import type { Locator, Page } from 'playwright-core';
import { beforeEach, expect, test } from 'vitest';

import type { ConfigBody } from '#shared/wire/http-api.ts';
import { buildRunner } from '#tests/support/builders.ts';
import { eventually } from '#tests/support/eventually.ts';

import {
  DESK,
  type OpenPage,
  openPage,
  tabTo,
  untilUncovered,
} from '#tests/e2e/support/open-page.ts';
import { openScreen, type ScreenOptions } from '#tests/e2e/support/open-screen.ts';
import { browser, provideRaceInBrowser, race } from '#tests/e2e/support/race-in-browser.ts';

provideRaceInBrowser();
beforeEach(async () => {
  await race.stage([buildRunner({ runnerId: 'sian', bandId: '104', lastName: 'Prydderch' })], {
    closed: false,
  });
});

async function openConfig(options?: ScreenOptions): Promise<OpenPage> {
  const opened = await openScreen(browser, race, '/conf', options);
  await saveButton(opened.page).waitFor();
  return opened;
}

async function openResults(): Promise<Page> {
  const { page } = await openPage(browser, { viewport: DESK });
  await page.goto(race.url);
  await page.getByTestId('connection').getByText('Live').waitFor();
  return page;
}

async function savedConfig(): Promise<ConfigBody> {
  return (await (await fetch(`${race.url}/config`)).json()) as ConfigBody;
}

function field(page: Page, name: string): Locator {
  return page
    .getByRole('textbox', { name, exact: true })
    .or(page.getByRole('combobox', { name, exact: true }));
}

function saveButton(page: Page): Locator {
  return page.getByRole('button', { name: 'Save Changes' });
}

/** Replaces the text of the focused field. */
async function retype(page: Page, text: string): Promise<void> {
  await page.keyboard.press('Control+A');
  await page.keyboard.type(text);
}

async function tabNames(page: Page): Promise<string[]> {
  const texts = await page.getByRole('tab').allInnerTexts();
  return texts.map((text) => text.replace(/\s*\d+$/, '').trim());
}

test('settings are saved by keyboard alone, and open results pages show them without a reload', async () => {
  const results = await openResults();
  const { page, complaints } = await openConfig();
  await page.getByRole('heading', { name: 'Config', level: 1 }).waitFor();
  await page.getByRole('button', { name: 'Tools' }).waitFor();
  await page.evaluate(() => window.scrollTo(0, 0));

  await tabTo(page, field(page, 'Page Title'));
  await retype(page, 'Ras y Bwystfil');
  await page.keyboard.press('Tab');
  await retype(page, '10K: 11:00 wrth y bont');
  await page.keyboard.press('Tab');
  await retype(page, 'Byr, Hir');
  await page.keyboard.press('Tab');
  await retype(page, 'Bedd Morris, Carn Ingli');
  await page.keyboard.press('Tab');
  await retype(page, '');
  await page.keyboard.press('Delete');
  await tabTo(page, page.getByRole('radio', { name: /Gun time/ }));
  await page.keyboard.press('ArrowDown');
  await tabTo(page, saveButton(page));
  await page.keyboard.press('Enter');

  await page.getByRole('status').getByText('Update successful').waitFor();
  await results.getByRole('heading', { name: 'Ras y Bwystfil' }).waitFor();
  await results.getByText('10K: 11:00 wrth y bont').waitFor();
  await eventually(async () => expect(await tabNames(results)).toEqual(['Byr', 'Hir']));
  await expect
    .poll(() => savedConfig())
    .toMatchObject({
      distances: 'Byr,Hir',
      wayPoints: 'Bedd Morris,Carn Ingli',
      KOMs: '',
      timing: 'chip',
    });
  await expect.poll(() => field(page, 'Distances').inputValue()).toBe('Byr,Hir');
  expect(complaints).toEqual([]);
});

test('a typed start asks first, and changes the results at once', async () => {
  await race.publish({ bandID: '104', point: 'finish', timeMs: Date.UTC(2026, 5, 20, 10) });
  const results = await openResults();
  const row = results.locator('[data-runner-id="sian"]');
  await row.getByText('1:00:00').waitFor();
  const { page, complaints } = await openConfig();
  const asked = page.getByRole('dialog');
  await field(page, 'Race start').fill('23:59');
  await page.keyboard.press('Enter');
  await asked.getByText('Full: 1 finisher would become 0.').waitFor();
  await asked.getByRole('button', { name: 'Cancel' }).click();
  await asked.waitFor({ state: 'detached' });
  await expect.poll(async () => (await savedConfig()).raceStart).toBe('2026-06-20-10-00-00');
  await field(page, 'Race start').fill('2026-06-20 10:15:00');
  await saveButton(page).click();
  await asked.getByText('1 runner’s time changes').waitFor();
  await asked.getByRole('button', { name: 'Save and change them' }).click();
  await row.getByText('45:00').waitFor();
  expect(complaints).toEqual([]);
});

test('[SO9] leaving with something unsaved asks first, by link, by Back and by the browser; nobody asks when all is saved', async () => {
  const { page } = await openScreen(browser, race, '/missing');
  await page.getByRole('link', { name: 'Setup' }).press('Enter');
  await page.getByRole('link', { name: 'Config' }).press('Enter');
  await saveButton(page).waitFor();
  await field(page, 'Page Title').fill('Not saved');
  const dialog = page.getByRole('dialog', { name: 'Leave without saving?' });

  await page.getByRole('link', { name: 'Registration' }).click();
  await dialog.waitFor();
  await page.keyboard.press('Escape');
  await untilUncovered(page);
  await page.evaluate(() => history.back());
  await dialog.waitFor();
  await expect.poll(() => new URL(page.url()).pathname).toBe('/conf');
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await untilUncovered(page);
  await expect.poll(() => field(page, 'Page Title').inputValue()).toBe('Not saved');

  await page.evaluate(() => history.back());
  await dialog.getByRole('button', { name: 'Leave and lose the changes' }).click();
  await page.waitForURL('**/racesetup');
  await page.getByRole('heading', { name: 'Race setup', level: 1 }).waitFor();
  await expect.poll(async () => (await savedConfig()).pageTitle).toBe('Ras Beca');

  await page.getByRole('link', { name: 'Config' }).press('Enter');
  await saveButton(page).waitFor();
  const asked: string[] = [];
  page.on('dialog', (dialog) => {
    asked.push(dialog.type());
    void dialog.accept();
  });
  await field(page, 'Page Title').fill('Ras 1');
  await page.reload();
  expect(asked).toEqual(['beforeunload']);
  await saveButton(page).waitFor();
  await field(page, 'Page Title').fill('Ras 2');
  await saveButton(page).click();
  await page.getByText('Update successful').waitFor();
  await page.getByRole('link', { name: 'Registration' }).click();
  await page.waitForURL('**/admin');
  expect(asked).toEqual(['beforeunload']);
});
