import type { Browser, Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';

import { addAccount, PASSWORD } from './support/accounts.ts';
import { findFocusedLabel, openLogin, REFUSED, typeLogin } from './support/login.ts';
import { openScreen } from './support/open-screen.ts';
import { provideRaceInBrowser } from './support/race-in-browser.ts';
import type { RaceOnShow } from './support/race-on-show.ts';

const LIMITED = 'This screen needs an organiser with all rights.';

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

function findFocusedText(page: Page): Promise<string | null | undefined> {
  return page.evaluate(() => document.activeElement?.textContent);
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
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(password);
    await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    await dialog.waitFor({ state: 'detached' });
    expect(await findFocusedLabel(page)).toBe('Email of the new organiser');
    expect(await page.getByLabel('Email of the new organiser').inputValue()).toBe('');
    const row = page.getByRole('row', { name: /élin@race\.local/ });
    await row.getByText('One-time password').waitFor();
    await row.getByText('All rights', { exact: true }).waitFor();
    expect(await page.locator('body').innerText()).not.toContain(password);
    expect(complaints).toEqual([]);

    const theirs = await openLogin(browser, race);
    await typeLogin(theirs.page, 'élin@race.local', password);
    await theirs.page.getByRole('heading', { name: 'New password' }).waitFor();
  });

  test('says beside the field what is wrong with an address, and keeps it', async () => {
    const { page, complaints } = await openAccounts();
    const email = page.getByLabel('Email of the new organiser');
    await email.focus();
    await page.keyboard.press('Enter');
    await page.getByText('Enter an e-mail address.').waitFor();
    await page.keyboard.type('sian@race.local');
    await page.keyboard.press('Enter');
    await page.getByText('There is an account for sian@race.local already.').waitFor();
    expect(await email.inputValue()).toBe('sian@race.local');
    expect(await findFocusedLabel(page)).toBe('Email of the new organiser');
    await page.keyboard.press('ControlOrMeta+a');
    await page.keyboard.type('sian');
    await page.keyboard.press('Enter');
    await page.getByText('This is no e-mail address.').waitFor();
    expect(complaints.filter((text) => !REFUSED.test(text))).toEqual([]);
  });

  test('without a network says so, keeps what was typed, and a second try goes through', async () => {
    const { page } = await openAccounts();
    await page.getByLabel('Email of the new organiser').fill('unwaith@race.local');
    await page.context().setOffline(true);
    await page.getByRole('button', { name: 'Add account' }).press('Enter');
    await page.getByRole('alert').getByText('The server cannot be reached.').waitFor();
    await page.context().setOffline(false);
    await page.keyboard.press('Enter');
    await page.getByTestId('one-time-password').waitFor();
    expect(await page.getByRole('alert').count()).toBe(0);
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
    const selected = await page.evaluate(() => getSelection()?.toString());
    expect(selected).toBe(await page.getByTestId('one-time-password').innerText());
    // It is shown this once: a slip of the finger does not lose it.
    for (let press = 0; press < 3; press += 1) await page.keyboard.press('Escape');
    await page.getByText('Press Done when you have passed it on.').waitFor();
    expect(await page.getByTestId('one-time-password').isVisible()).toBe(true);
  });
});

describe('[SA2] changing an account', () => {
  test('to registration: asked first, and their screens close at the next call', async () => {
    const theirs = await openScreen(browser, race, '/accounts', { email: 'llai@race.local' });
    await theirs.page.getByRole('row', { name: /llai@race\.local you/ }).waitFor();
    const { page, complaints } = await openAccounts();
    const row = page.getByRole('row', { name: /llai@race\.local/ });
    await row.getByRole('button', { name: 'Limit to registration' }).press('Enter');
    const dialog = page.getByRole('dialog', { name: 'Limit llai@race.local to registration?' });
    await dialog.waitFor();
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'detached' });
    expect(await row.getByRole('cell').first().innerText()).toBe('All rights');

    await row.getByRole('button', { name: 'Limit to registration' }).press('Enter');
    await dialog.getByRole('button', { name: 'Limit to registration' }).press('Enter');
    await dialog.waitFor({ state: 'detached' });
    await row.getByRole('button', { name: 'Give all rights' }).waitFor();
    expect(await findFocusedText(page)).toBe('Give all rights llai@race.local');
    expect(complaints).toEqual([]);

    await theirs.page.getByLabel('Email of the new organiser').fill('x@race.local');
    await theirs.page.keyboard.press('Enter');
    await theirs.page.getByText(LIMITED).waitFor();
    expect(await theirs.page.getByRole('link', { name: 'Import' }).count()).toBe(0);

    await row.getByRole('button', { name: 'Give all rights' }).press('Enter');
    await page.getByRole('status').getByText('llai@race.local has all rights now.').waitFor();
    await theirs.page.reload();
    await theirs.page.getByRole('link', { name: 'Import' }).waitFor();
  });

  test('disabling: out within 2 s; enabling lets in again', async () => {
    await addAccount(race, 'mas@race.local', 'registration');
    const theirs = await openLogin(browser, race);
    await typeLogin(theirs.page, 'mas@race.local');
    await theirs.page.getByTestId('connection').getByText('Live').waitFor();

    const { page } = await openAccounts();
    const row = page.getByRole('row', { name: /mas@race\.local/ });
    await row.getByRole('button', { name: 'Disable' }).press('Enter');
    await page.getByRole('dialog').getByRole('button', { name: 'Disable' }).press('Enter');
    await theirs.page.getByRole('dialog', { name: 'Sign in again' }).waitFor();
    await row.getByText('Disabled', { exact: true }).waitFor();
    expect(await findFocusedText(page)).toBe('Enable mas@race.local');

    await page.keyboard.press('Enter');
    await row.getByText('Active', { exact: true }).waitFor();
    await theirs.page.keyboard.type(PASSWORD);
    await theirs.page.keyboard.press('Enter');
    await theirs.page.getByRole('dialog').waitFor({ state: 'detached' });
  });

  test('resetting: asked first, then a one-time password that gets them in', async () => {
    await addAccount(race, 'anghofus@race.local', 'registration');
    const { page } = await openAccounts();
    const row = page.getByRole('row', { name: /anghofus@race\.local/ });
    await row.getByRole('button', { name: 'Reset password' }).press('Enter');
    await page.getByRole('dialog').getByRole('button', { name: 'Reset password' }).press('Enter');
    const password = await page.getByTestId('one-time-password').innerText();
    // It does not go by accident.
    await page.mouse.click(5, 5);
    await page.getByRole('button', { name: 'Done' }).press('Enter');
    await row.getByText('One-time password').waitFor();

    const theirs = await openLogin(browser, race);
    await typeLogin(theirs.page, 'anghofus@race.local', PASSWORD);
    await theirs.page.getByRole('alert').waitFor();
    await theirs.page.keyboard.type(password);
    await theirs.page.keyboard.press('Enter');
    await theirs.page.getByRole('heading', { name: 'New password' }).waitFor();
  });

  test('nobody can shut themselves out', async () => {
    const { page } = await openAccounts();
    const row = page.getByRole('row', { name: /sian@race\.local you/ });
    await row.getByText('Another organiser with all rights can change it.').waitFor();
    expect(await row.getByRole('button').count()).toBe(0);
  });

  test('what the server refuses is said on the screen', async () => {
    await addAccount(race, 'coll@race.local', 'registration');
    const { page } = await openAccounts();
    const row = page.getByRole('row', { name: /coll@race\.local/ });
    await row.waitFor();
    await page.context().setOffline(true);
    await row.getByRole('button', { name: 'Give all rights' }).press('Enter');
    await page.getByRole('alert').getByText('The server cannot be reached.').waitFor();
    await page.context().setOffline(false);
    await row.getByRole('button', { name: 'Give all rights' }).press('Enter');
    await page.getByRole('status').getByText('coll@race.local has all rights now.').waitFor();
  });
});

describe('[SO2] for admins alone', () => {
  test('an organiser with registration rights is told so, and nothing is fetched', async () => {
    const { page, complaints } = await openScreen(browser, race, '/accounts', {
      email: 'mari@race.local',
      role: 'registration',
    });
    await page.getByText(LIMITED).waitFor();
    expect(await page.getByRole('table').count()).toBe(0);
    expect(await page.getByRole('link', { name: 'Organisers' }).count()).toBe(0);
    expect(complaints).toEqual([]);
  });
});
