import type { Locator, Page } from 'playwright-core';
import { beforeEach, expect, test } from 'vitest';

import { buildRunner } from '#tests/support/builders.ts';

import { addAccount, endSession, PASSWORD } from './support/accounts.ts';
import { holdBack } from './support/choose-file.ts';
import { openLogin, typeLogin } from './support/login.ts';
import { isCovered, PHONE, untilFocused, untilUncovered } from './support/open-page.ts';
import { openScreen } from './support/open-screen.ts';
import { browser, provideRaceInBrowser, race } from './support/race-in-browser.ts';

provideRaceInBrowser();
beforeEach(async () => {
  await race.stage([buildRunner()], { raceStart: '', closed: false });
});

const startButton = (page: Page): Locator => page.getByRole('button', { name: 'Start all now' });
const recordButton = (page: Page): Locator =>
  page.getByRole('button', { name: 'Record this start' });

/** Whether the page behind the dialogs can be scrolled. */
function isScrollable(page: Page): Promise<boolean> {
  return page.evaluate(() => getComputedStyle(document.documentElement).overflowY !== 'hidden');
}

test('a field with a fault and its message scroll clear of the bar with Submit', async () => {
  const { page } = await openScreen(browser, race, '/admin', {
    viewport: { width: 1366, height: 768 },
  });
  await page.getByRole('button', { name: 'New Runner' }).click();
  const form = page.getByRole('form', { name: 'New runner' });
  await form.getByLabel('First name').fill('Non');
  await form.getByLabel('Last name').fill('Huws');
  await form.getByLabel('Date of birth').fill('5/6/1990');
  await form.getByRole('button', { name: 'Submit' }).click();
  const bar = form.getByRole('button', { name: 'Submit' }).locator('..');
  const message = form.locator('[aria-invalid=true] + p');
  await message.first().waitFor();
  const gap = async (): Promise<number> => {
    const [above, below] = await Promise.all([message.first().boundingBox(), bar.boundingBox()]);
    return (below?.y ?? 0) - (above?.y ?? 0) - (above?.height ?? 0);
  };
  await expect.poll(gap).toBeGreaterThanOrEqual(0);
});

test('[SE4] the page stays locked until the last of two dialogs closes', async () => {
  await addAccount(race, 'haenau@race.local');
  const { page, complaints } = await openLogin(browser, race, '?next=/control');
  await typeLogin(page, 'haenau@race.local');
  await startButton(page).press('Enter');
  await recordButton(page).waitFor();
  await endSession(race, page);
  const above = page.getByRole('dialog', { name: 'Sign in again' });
  await above.getByLabel('Password').fill(PASSWORD);
  await page.keyboard.press('Enter');
  await above.waitFor({ state: 'detached' });
  await expect.poll(() => recordButton(page).isVisible()).toBe(true);
  await expect.poll(() => isScrollable(page)).toBe(false);
  await page.keyboard.press('Escape');
  await page.getByRole('dialog').waitFor({ state: 'detached' });
  await expect.poll(() => isScrollable(page)).toBe(true);
  expect(complaints.filter((text) => !text.includes('401'))).toEqual([]);
});

test('only behind a dialog over a page with a scroll bar is there room for one', async () => {
  const { page } = await openScreen(browser, race, '/admin');
  const gutterOf = () =>
    page.evaluate(() => getComputedStyle(document.documentElement).scrollbarGutter);
  for (const [height, gutter] of [
    [300, 'stable'],
    [3_000, 'auto'],
  ] as const) {
    await page.setViewportSize({ width: 1366, height });
    await page.getByRole('button', { name: 'New Runner' }).press('Enter');
    await page.getByRole('dialog').waitFor();
    expect(await gutterOf()).toBe(gutter);
    await page.keyboard.press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'detached' });
  }
});

/** Opens a band's form and types a name from within the page, since input through the browser counts as a press. */
function typeFromWithin(): void {
  const observer = new MutationObserver(() => {
    const input = document.querySelector<HTMLInputElement>('dialog [name=firstName]');
    if (!input) {
      document.querySelector<HTMLButtonElement>('[data-band="512"]')?.click();
      return;
    }
    observer.disconnect();
    const descriptor = Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value');
    descriptor?.set?.call(input, 'Non');
    input.dispatchEvent(new Event('input', { bubbles: true }));
    // oxlint-disable-next-line no-console -- tells the test, which must not ask
    setTimeout(() => console.log('typed'));
  });
  observer.observe(document, { childList: true, subtree: true });
}

test('[SE4] without an earlier press, one Escape asks once before a form is closed', async () => {
  await race.publish({ bandID: '512', point: 'cp2', timeMs: Date.UTC(2026, 5, 20, 9, 31) });
  const { page, complaints } = await openScreen(browser, race, '/missing');
  await page.addInitScript(typeFromWithin);
  const isTyped = page.waitForEvent('console', (message) => message.text() === 'typed');
  await page.reload();
  await isTyped;
  await page.keyboard.press('Escape');
  const dialog = page.getByRole('dialog');
  await dialog.getByText('What you typed here is not saved.').waitFor();
  await expect.poll(() => page.getByLabel('First name').inputValue()).toBe('Non');
  await page.keyboard.press('Escape');
  await dialog.waitFor({ state: 'detached' });
  expect(complaints).toEqual([]);
});

test('[SE4 SF7] Back closes a form, asks first if something is typed, and like Escape cancels no save in progress', async () => {
  const { page, complaints } = await openScreen(browser, race, '/admin', { viewport: PHONE });
  await page.goto(`${race.url}/control`);
  const dialog = page.getByRole('dialog');
  await startButton(page).click();
  const letGo = await holdBack(page, '**/webconfig');
  await recordButton(page).click();
  await page.locator('[aria-busy=true]').waitFor();
  // On a second Escape in a row the browser closes a dialog even against the page.
  for (const key of ['Escape', 'Escape', 'Escape']) await page.keyboard.press(key);
  await dialog.getByRole('button', { name: 'Cancel' }).click({ force: true });
  await expect.poll(() => dialog.isVisible()).toBe(true);
  await page.goBack();
  await expect.poll(() => dialog.isVisible()).toBe(true);
  // The dialog gets its history entry back.
  await expect.poll(() => isCovered(page)).toBe(true);
  letGo();
  await untilUncovered(page);
  await startButton(page).click();
  await recordButton(page).waitFor();
  await expect.poll(() => isCovered(page)).toBe(true);
  await page.goBack();
  await dialog.waitFor({ state: 'detached' });
  await expect.poll(() => page.url()).toBe(`${race.url}/control`);

  await page.goBack();
  // The loaded list moves the button; then the screen takes the focus.
  await untilFocused(page.getByLabel('Filter by surname'));
  await page.getByRole('button', { name: 'New Runner' }).press('Enter');
  await dialog.getByLabel('First name').fill('Non');
  await page.goBack();
  await dialog.getByText('What you typed here is not saved.').waitFor();
  await expect.poll(() => page.getByLabel('First name').inputValue()).toBe('Non');
  await expect.poll(() => page.url()).toBe(`${race.url}/admin`);
  await expect.poll(() => isCovered(page)).toBe(true);
  await page.goBack();
  await dialog.waitFor({ state: 'detached' });
  await expect.poll(() => page.url()).toBe(`${race.url}/admin`);
  expect(complaints).toEqual([]);
});
