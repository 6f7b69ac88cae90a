import type { Browser } from 'playwright-core';
import { describe, expect, test } from 'vitest';

import { addAccount } from './support/accounts.ts';
import { findFocusedLabel, openLogin, typeLogin } from './support/login.ts';
import { openScreen } from './support/open-screen.ts';
import { provideRaceInBrowser } from './support/race-in-browser.ts';
import type { RaceOnShow } from './support/race-on-show.ts';

let race: RaceOnShow;
let browser: Browser;

provideRaceInBrowser(async (given) => {
  ({ race, browser } = given);
  await race.stage([]);
});

/** The accounts, as an admin sees them, once they are there. */
async function openAccounts(options: Parameters<typeof openScreen>[3] = {}) {
  const opened = await openScreen(browser, race, '/accounts', options);
  await opened.page.getByRole('row', { name: /sian@race\.local you/ }).waitFor();
  return opened;
}

describe('[SA1] adding an account', () => {
  test('by keyboard: the one-time password is shown once, copied, and lets them in', async () => {
    const { page, complaints } = await openAccounts({
      permissions: ['clipboard-read', 'clipboard-write'],
    });
    await page.getByLabel('Email of the new organiser').focus();
    await page.keyboard.type('Élin@Race.local');
    await page.keyboard.press('Tab');
    await page.keyboard.type('All');
    await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');

    const dialog = page.getByRole('dialog', { name: 'One-time password for élin@race.local' });
    const password = await dialog.getByTestId('one-time-password').innerText();
    await page.keyboard.press('Enter');
    await dialog.getByText('Copied.').waitFor();
    await expect.poll(() => page.evaluate(() => navigator.clipboard.readText())).toBe(password);
    await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    await dialog.waitFor({ state: 'detached' });
    await expect.poll(() => findFocusedLabel(page)).toBe('Email of the new organiser');
    await expect.poll(() => page.getByLabel('Email of the new organiser').inputValue()).toBe('');
    const row = page.getByRole('row', { name: /élin@race\.local/ });
    await row.getByText('One-time password').waitFor();
    await row.getByText('All rights', { exact: true }).waitFor();
    await expect.poll(() => page.locator('body').innerText()).not.toContain(password);
    expect(complaints).toEqual([]);

    const theirs = await openLogin(browser, race);
    await typeLogin(theirs.page, 'élin@race.local', password);
    await theirs.page.getByRole('heading', { name: 'New password' }).waitFor();
  });

  test('[SE1] without TLS the password is selected, to be copied by hand', async () => {
    await addAccount(race, 'lan@race.local');
    const { page } = await openLogin(browser, { url: `http://race.test:${race.port}` });
    await typeLogin(page, 'lan@race.local');
    await page.getByRole('link', { name: 'Organisers' }).press('Enter');
    await page.getByLabel('Email of the new organiser').fill('llaw@race.local');
    await page.keyboard.press('Enter');
    await page.getByRole('button', { name: 'Copy' }).press('Enter');
    await page.getByText(/^Selected:/).waitFor();
    const password = await page.getByTestId('one-time-password').innerText();
    await expect.poll(() => page.evaluate(() => getSelection()?.toString())).toBe(password);
    // It is shown this once: a slip of the finger does not lose it.
    for (let press = 0; press < 3; press += 1) await page.keyboard.press('Escape');
    await page.getByText('Press Done when you have passed it on.').waitFor();
    await expect.poll(() => page.getByTestId('one-time-password').isVisible()).toBe(true);
  });
});
