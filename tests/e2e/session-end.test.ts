import type { Browser, Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';

import { ADMIN_POLL_MS } from '#shared/wire/admin-events.ts';

import {
  addAccount,
  disableAccount,
  endSession,
  PASSWORD,
  resetAccount,
} from './support/accounts.ts';
import { findFocusedLabel, openLogin, typeLogin } from './support/login.ts';
import { openScreen } from './support/open-screen.ts';
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

  test('is noticed by the save itself when nothing is pushed', async () => {
    const { page } = await fillForm('tawel@race.local');
    await page.evaluate(() => localStorage.setItem('splitcast.authtoken', 'x'.repeat(43)));
    await page.keyboard.press('Enter');
    await page.getByRole('dialog', { name: 'Sign in again' }).waitFor();
    await page.keyboard.type(PASSWORD);
    await page.keyboard.press('Enter');
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    expect(await findTyped(page)).toBe('new.tawel@race.local');
    await page.getByRole('button', { name: 'Add account' }).press('Enter');
    await page.getByTestId('one-time-password').waitFor();
  });

  test('by a reset goes on after a password of one’s own', async () => {
    const { page } = await fillForm('ailosod@race.local');
    await resetAccount(race, 'ailosod@race.local');
    await page.getByRole('dialog', { name: 'Sign in again' }).waitFor();
    await page.keyboard.type(PASSWORD);
    await page.keyboard.press('Enter');
    await page.getByRole('dialog', { name: 'New password' }).waitFor();
    await page.keyboard.type(PASSWORD);
    await page.keyboard.press('Tab');
    await page.keyboard.press('Tab');
    await page.keyboard.type('mynydd uwch y môr');
    await page.keyboard.press('Enter');
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    expect(await findTyped(page)).toBe('new.ailosod@race.local');
  });

  test('is left only after a warning that what was typed goes', async () => {
    const { page } = await fillForm('gadael@race.local');
    await endSession(race, page);
    await page.getByRole('button', { name: 'Sign out…' }).press('Enter');
    const dialog = page.getByRole('dialog', { name: 'Sign out?' });
    await dialog.getByText('What you typed and did not save will be gone.').waitFor();
    await page.keyboard.press('Enter');
    await page.getByRole('dialog', { name: 'Sign in again' }).waitFor();
    expect(await findTyped(page)).toBe('new.gadael@race.local');

    await page.getByRole('button', { name: 'Sign out…' }).press('Enter');
    await dialog.getByRole('button', { name: 'Sign out' }).press('Enter');
    await page.getByRole('link', { name: 'Login' }).waitFor();
    expect(await page.getByLabel('Email of the new organiser').count()).toBe(0);
  });
});

test('[SO4] settings typed when the session ends are saved after the password', async () => {
  await addAccount(race, 'gosod@race.local');
  const { page } = await openLogin(browser, race, '?next=/conf');
  await typeLogin(page, 'gosod@race.local');
  const title = page.getByRole('textbox', { name: 'Page Title', exact: true });
  await page.getByRole('textbox', { name: 'Distances', exact: true }).fill('Byr, Hir');
  await title.fill('Ras yr Wyddfa');
  await endSession(race, page);
  const dialog = page.getByRole('dialog', { name: 'Sign in again' });
  await dialog.waitFor();
  expect(await findFocusedLabel(page)).toBe('Password');
  await page.keyboard.type(PASSWORD);
  await page.keyboard.press('Enter');
  await dialog.waitFor({ state: 'detached' });

  expect(await findFocusedLabel(page)).toBe('Page Title');
  expect(await title.inputValue()).toBe('Ras yr Wyddfa');
  await page.getByText('Not saved yet: Page Title, Distances.').waitFor();
  await page.keyboard.press('Enter');
  await page.getByText('Update successful', { exact: true }).waitFor();
  expect(await (await fetch(`${race.url}/config`)).json()).toMatchObject({
    pageTitle: 'Ras yr Wyddfa',
    distances: 'Byr,Hir',
  });
});

test.each([
  ['/admin', '/apiadmin'],
  ['/missing', '/mia'],
  ['/changes', '/apiadmin/changes'],
  ['/conf', '/webconfig'],
])('[SO4] %s asks for nothing more once its session is over', async (path, call) => {
  const { page } = await openScreen(browser, race, '/');
  // Nothing is pushed, so that every list is polled; the hours pass when the test says so.
  await page.routeWebSocket(/socket\.io/, () => undefined);
  await page.clock.install();
  const asked: string[] = [];
  page.on('request', (request) => {
    if (request.resourceType() === 'fetch') asked.push(new URL(request.url()).pathname);
  });
  await page.goto(race.url + path);
  await page.getByRole('heading', { level: 1 }).waitFor();
  await expect.poll(() => asked).toContain(call);
  const pollsSoFar = asked.filter((each) => each === call).length;
  await expect
    .poll(async () => {
      await page.clock.fastForward(ADMIN_POLL_MS);
      return asked.filter((each) => each === call).length;
    })
    .toBeGreaterThan(pollsSoFar);

  await endSession(race, page);
  const dialog = page.getByRole('dialog', { name: 'Sign in again' });
  await expect
    .poll(async () => {
      await page.clock.fastForward(ADMIN_POLL_MS);
      return dialog.isVisible();
    })
    .toBe(true);
  asked.length = 0;
  for (let polls = 0; polls < 5; polls += 1) await page.clock.fastForward(ADMIN_POLL_MS);
  await page.getByLabel('Password').fill('still there');
  expect(asked).toEqual([]);
});

describe('[SO6] a disabled account', () => {
  test('is out within 2 s, and is told why when it tries again', async () => {
    const { page } = await fillForm('allan@race.local');
    const bystander = await openScreen(browser, race, '/accounts', { email: 'aros@race.local' });
    await bystander.page.getByTestId('connection').getByText('Live').waitFor();
    await page.getByTestId('connection').getByText('Live').waitFor();
    await disableAccount(race, 'allan@race.local');
    await page.getByRole('dialog').getByText('this session has ended').waitFor();
    await page.keyboard.type(PASSWORD);
    await page.keyboard.press('Enter');
    await page
      .getByRole('alert')
      .getByText('This account is disabled. Ask another organiser.')
      .waitFor();
    expect(await bystander.page.getByRole('dialog').count()).toBe(0);
  });
});

describe('[SO5] two tabs of one browser', () => {
  test('whoever signs out in one is out in the other', async () => {
    const { page } = await fillForm('dwy@race.local');
    const other = await page.context().newPage();
    await other.goto(`${race.url}/admin`);
    await other.getByRole('heading', { name: 'Registration' }).waitFor();
    await other.getByRole('button', { name: 'Sign out' }).press('Enter');
    await other.getByRole('link', { name: 'Login' }).waitFor();
    await page.getByRole('link', { name: 'Login' }).waitFor();
  });

  test('signing in again in one lets the other go on, too', async () => {
    const { page } = await fillForm('eto@race.local');
    const other = await page.context().newPage();
    await other.goto(`${race.url}/admin`);
    await other.getByTestId('connection').getByText('Live').waitFor();
    await endSession(race, page);
    await page.getByRole('dialog').waitFor();
    await other.getByRole('dialog').getByLabel('Password').fill(PASSWORD);
    await other.keyboard.press('Enter');
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    expect(await findTyped(page)).toBe('new.eto@race.local');
  });

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
