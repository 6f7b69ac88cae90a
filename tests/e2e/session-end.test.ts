import type { Browser, Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';

import { addAccount, endSession, PASSWORD } from './support/accounts.ts';
import { findFocusedLabel, openLogin, typeLogin } from './support/login.ts';
import { provideRaceInBrowser } from './support/race-in-browser.ts';
import type { RaceOnShow } from './support/race-on-show.ts';

const WRONG = 'The e-mail address or the password is not right.';

let race: RaceOnShow;
let browser: Browser;

provideRaceInBrowser(async (given) => {
  ({ race, browser } = given);
  await race.stage([]);
});

/** Signs an account of its own in by keyboard and goes to the accounts, with a form half filled in. */
async function fillForm(email: string): Promise<{ readonly page: Page }> {
  await addAccount(race, email);
  const opened = await openLogin(browser, race, '?next=/accounts');
  await typeLogin(opened.page, email);
  await opened.page.getByLabel('Email of the new organiser').focus();
  await opened.page.keyboard.type(`new.${email}`);
  return opened;
}

function findTyped(page: Page): Promise<string> {
  return page.getByLabel('Email of the new organiser').inputValue();
}

describe('[SO4] a session that ends while a form is filled in', () => {
  test('goes on after the password, with all that was typed, and saves', async () => {
    const { page } = await fillForm('hanner@race.local');
    await endSession(race, page);
    const dialog = page.getByRole('dialog', { name: 'Sign in again' });
    await dialog.waitFor();
    expect(await dialog.getByLabel('Email').inputValue()).toBe('hanner@race.local');
    expect(await dialog.getByLabel('Email').isEditable()).toBe(false);
    expect(await findFocusedLabel(page)).toBe('Password');

    // A dialog that is asked to go twice in a row stays, too.
    await page.keyboard.press('Escape');
    await page.keyboard.press('Escape');
    await page.keyboard.press('Escape');
    // Where one was is where one goes on typing, at once.
    await page.keyboard.type('nid hwn');
    expect(await page.getByLabel('Password').inputValue()).toBe('nid hwn');
    await page.keyboard.press('Enter');
    await dialog.getByRole('alert').getByText(WRONG).waitFor();
    await page.keyboard.type(PASSWORD);
    await page.keyboard.press('Enter');
    await dialog.waitFor({ state: 'detached' });

    expect(await findTyped(page)).toBe('new.hanner@race.local');
    expect(await findFocusedLabel(page)).toBe('Email of the new organiser');
    await page.getByTestId('connection').getByText('Live').waitFor();
    await page.keyboard.press('Enter');
    await page.getByTestId('one-time-password').waitFor();
  });
});

describe('[SO5] two tabs of one browser', () => {
  test('a screen is not handed to somebody else without a word', async () => {
    await addAccount(race, 'arall@race.local');
    const { page } = await fillForm('cyntaf@race.local');
    const other = await page.context().newPage();
    await other.goto(`${race.url}/admin`);
    await other.getByTestId('connection').getByText('Live').waitFor();
    await endSession(race, page);
    await page.getByRole('dialog', { name: 'Sign in again' }).waitFor();
    await other.getByRole('button', { name: 'Sign out…' }).press('Enter');
    await other.getByRole('dialog').getByRole('button', { name: 'Sign out' }).press('Enter');
    await other.getByRole('link', { name: 'Login' }).press('Enter');
    await typeLogin(other, 'arall@race.local');

    const dialog = page.getByRole('dialog', { name: 'Somebody else signed in' });
    await dialog.getByText('arall@race.local has signed in at this browser.').waitFor();
    await dialog.getByRole('button', { name: 'Go on as arall@race.local' }).press('Enter');
    await dialog.waitFor({ state: 'detached' });
    expect(await findTyped(page)).toBe('new.cyntaf@race.local');
    await page.getByText('arall@race.local', { exact: true }).first().waitFor();
  });
});
