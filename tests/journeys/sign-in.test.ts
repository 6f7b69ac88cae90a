import type { Browser, Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';

import { addAccount, endSession, PASSWORD } from '#tests/e2e/support/accounts.ts';
import { findFocusedLabel, openLogin, REFUSED, typeLogin } from '#tests/e2e/support/login.ts';
import { DESK, openPage } from '#tests/e2e/support/open-page.ts';
import { provideRaceInBrowser } from '#tests/e2e/support/race-in-browser.ts';
import type { RaceOnShow } from '#tests/e2e/support/race-on-show.ts';

let race: RaceOnShow;
let browser: Browser;

provideRaceInBrowser(async (given) => {
  ({ race, browser } = given);
  await race.stage([]);
  await addAccount(race, 'siân@race.local');
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

describe('[SO1 SL2] signed out', () => {
  test('by keyboard from the link to the screen one was going to', async () => {
    const { page, complaints } = await openPage(browser, { viewport: DESK });
    await page.goto(`${race.url}/missing`);
    await page.getByRole('link', { name: 'Login' }).waitFor();
    await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: 'Login' }).waitFor();
    await typeLogin(page, 'siân@race.local');
    await page.getByRole('heading', { name: 'Missing Runners' }).waitFor();
    await expect.poll(() => new URL(page.url()).pathname).toBe('/missing');
    expect(complaints).toEqual([]);
  });
});

describe('[SL4 AC2] a one-time password', () => {
  test('is replaced before anything else, and then one goes on', async () => {
    await addAccount(race, 'newid@race.local', 'admin', true);
    const { page, complaints } = await openLogin(browser, race, '?next=/conf');
    await typeLogin(page, 'newid@race.local');
    await page.getByRole('heading', { name: 'New password' }).waitFor();
    await expect.poll(() => findFocusedLabel(page)).toBe('One-time password');

    await page.keyboard.type('nid hwn');
    await page.keyboard.press('Tab');
    await page.keyboard.press('Tab');
    await page.keyboard.type('rhy fyr');
    await page.keyboard.press('Enter');
    await page.getByText('The present password is not right.').waitFor();
    await expect.poll(() => findFocusedLabel(page)).toBe('One-time password');
    await page.keyboard.press('ControlOrMeta+a');
    await page.keyboard.type(PASSWORD);
    await page.keyboard.press('Enter');
    await page.getByText('A password needs at least 12 characters.').waitFor();
    await expect.poll(() => findFocusedLabel(page)).toBe('New password');
    await page.keyboard.press('ControlOrMeta+a');
    await page.keyboard.type('mynydd uwch y môr');
    await page.keyboard.press('Enter');

    await page.getByRole('heading', { name: 'Config' }).waitFor();
    expect(complaints.filter((text) => !REFUSED.test(text))).toEqual([]);
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
    await expect.poll(() => findTyped(page)).toBe('new.cyntaf@race.local');
    await page.getByText('arall@race.local', { exact: true }).first().waitFor();
  });
});

describe('for everyone', () => {
  test('[SE1] works under a name that is not localhost, without TLS', async () => {
    const { page, complaints } = await openPage(browser, { viewport: DESK });
    await page.goto(`http://race.test:${race.port}/login`);
    await typeLogin(page, 'siân@race.local');
    await page.getByTestId('connection').getByText('Live').waitFor();
    expect(complaints).toEqual([]);
  });
});
