import { randomUUID } from 'node:crypto';

import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';

import { AUTH_HEADER } from '#shared/wire/auth-api.ts';
import { openLogin, REFUSED, typeLogin } from '#tests/e2e/support/login.ts';
import { type RaceOnShow, startRaceOnShow } from '#tests/e2e/support/race-on-show.ts';
import { untilFocused } from '#tests/e2e/support/open-page.ts';
import { connectBrowser } from '#tests/support/browser.ts';
import { provideRedis } from '#tests/support/worker-redis.ts';

import { EMULATED_PROJECT } from './emulator.ts';

const EMULATOR = `http://${inject('authEmulator')}`;
const PASSWORD = 'pedol arian';

let race: RaceOnShow;
let browser: Browser;
const redis = provideRedis();
let mari: FirebaseUser;
let nia: FirebaseUser;
let unverified: FirebaseUser;

beforeAll(async () => {
  [mari, nia, unverified] = await Promise.all([signUp('mari'), signUp('nia'), signUp('newydd')]);
  await Promise.all([mari, nia].map((user) => user.update({ emailVerified: true })));
  const settings = {
    AUTH: 'firebase',
    FIREBASE_PROJECT_ID: EMULATED_PROJECT,
    FIREBASE_API_KEY: 'any',
    FIREBASE_AUTH_DOMAIN: `${EMULATED_PROJECT}.firebaseapp.com`,
    FIREBASE_AUTH_EMULATOR_HOST: inject('authEmulator'),
    ORGANISER_EMAILS: [mari, nia, unverified].map(({ email }) => email.toUpperCase()).join(', '),
  };
  [race, browser] = await Promise.all([startRaceOnShow(redis.url, settings), connectBrowser()]);
  await race.stage([]);
});
afterAll(async () => {
  await browser.close();
  await race.stop();
});

/** An account at the emulator. */
interface FirebaseUser {
  readonly email: string;
  /** Changes the account, as the project's owner. */
  update(change: Readonly<Record<string, unknown>>): Promise<unknown>;
}

/** Signs up with an unused address. */
async function signUp(name: string): Promise<FirebaseUser> {
  const email = `${name}-${randomUUID().slice(0, 8)}@example.org`;
  const form = { email, password: PASSWORD, returnSecureToken: true };
  const { localId } = (await post('accounts:signUp?key=any', form)) as { localId: string };
  return {
    email,
    update: (change) =>
      post(`projects/${EMULATED_PROJECT}/accounts:update`, { localId, ...change }),
  };
}

async function post(call: string, body: object): Promise<unknown> {
  const answer = await fetch(`${EMULATOR}/identitytoolkit.googleapis.com/v1/${call}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: 'Bearer owner' },
    body: JSON.stringify(body),
  });
  if (!answer.ok) throw new Error(`${call} answered ${answer.status}: ${await answer.text()}`);
  return answer.json();
}

/** The links that Firebase mailed to an address; the emulator keeps them instead. */
async function listMailedLinks(email: string): Promise<string[]> {
  const answer = await fetch(`${EMULATOR}/emulator/v1/projects/${EMULATED_PROJECT}/oobCodes`);
  const { oobCodes } = (await answer.json()) as { oobCodes: { email: string; oobLink: string }[] };
  return oobCodes.filter((code) => code.email === email).map(({ oobLink }) => oobLink);
}

async function openAccounts({ email }: FirebaseUser) {
  const opened = await openLogin(browser, race, '?next=/accounts');
  await typeLogin(opened.page, email, PASSWORD);
  await opened.page.getByRole('row', { name: new RegExp(`${email} you`) }).waitFor();
  return opened;
}

/** Keys pressed before the focus is there are lost. */
async function untilPasswordIsFocused(page: Page): Promise<void> {
  await untilFocused(page.getByLabel('Password', { exact: true }));
}

/** Tokens made in one second are the same, and a refused one is not sent again. */
async function untilAnotherSecond(): Promise<void> {
  const nextMs = (Math.floor(Date.now() / 1_000) + 1) * 1_000;
  await expect.poll(() => Date.now()).toBeGreaterThanOrEqual(nextMs);
}

describe('login at an external provider', () => {
  test('admits listed organisers, persists over a reload, and offers only roles and disabling', async () => {
    const { page, complaints } = await openAccounts(mari);
    await page.getByText('ORGANISER_EMAILS').waitFor();
    await expect.poll(() => page.getByRole('button', { name: 'Add account' }).count()).toBe(0);
    await expect.poll(() => page.getByRole('button', { name: 'Reset password' }).count()).toBe(0);
    await page.reload();
    await page.getByTestId('connection').getByText('Live').waitFor();
    // As if the page ended before Firebase has forgotten the user.
    await page.evaluate(() =>
      Object.assign(IDBObjectStore.prototype, { delete: () => new EventTarget() }),
    );
    await page.getByRole('button', { name: 'Sign out' }).press('Enter');
    await page.getByRole('link', { name: 'Login' }).waitFor();
    await page.reload();
    await page.getByRole('link', { name: 'Login' }).waitFor();
    expect(complaints).toEqual([]);
    // No account was made here.
    expect(await race.store.organisers.list()).toEqual([]);
  });

  test('a wrong password shows the message of Firebase itself', async () => {
    const { page, complaints } = await openLogin(browser, race);
    await typeLogin(page, mari.email, 'nid hwn');
    await page
      .getByRole('alert')
      .getByText(/^Firebase: .*\(auth\/(wrong-password|invalid-credential)\)\.$/)
      .waitFor();
    await expect.poll(() => page.getByLabel('Email').inputValue()).toBe(mari.email);
    await untilPasswordIsFocused(page);
    await page.keyboard.type(PASSWORD);
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: 'Registration' }).waitFor();
    expect(complaints.filter((text) => !REFUSED.test(text))).toEqual([]);
  });

  test('an address that is not on the list is refused with a message', async () => {
    const stranger = await signUp('dieithryn');
    await stranger.update({ emailVerified: true });
    const { page } = await openLogin(browser, race);
    await typeLogin(page, stranger.email, PASSWORD);
    await page.getByRole('alert').getByText('is not on the list of organisers').waitFor();
    await page.goto(`${race.url}/admin`);
    await page.getByRole('link', { name: 'Login' }).waitFor();
    await expect.poll(() => page.getByRole('table').count()).toBe(0);
  });

  test('an unverified address gets the link, and then gets in', async () => {
    const { page } = await openLogin(browser, race);
    await typeLogin(page, unverified.email, PASSWORD);
    await page.getByRole('alert').getByText('is not verified yet').waitFor();
    const [link = ''] = await listMailedLinks(unverified.email);
    expect((await fetch(link)).ok).toBe(true);
    await untilPasswordIsFocused(page);
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: 'Registration' }).waitFor();
  });
});

describe('a token that is no longer valid', () => {
  test('is replaced silently when Firebase gives another', async () => {
    const { page } = await openAccounts(mari);
    await untilAnotherSecond();
    let refreshed = 0;
    page.on('request', (request) => {
      if (request.url().includes('securetoken.googleapis.com')) refreshed += 1;
    });
    let asked = 0;
    const expireFirst = async (call: string, note = (): void => undefined): Promise<void> => {
      let isFirst = true;
      // Never removed: the removal of a route can miss a simultaneous request.
      await page.route(call, (route) => {
        note();
        const headers = route.request().headers();
        const sent = isFirst ? { ...headers, [AUTH_HEADER]: 'over' } : headers;
        isFirst = false;
        return route.continue({ headers: sent });
      });
    };
    await expireFirst('**/organisers/*/role', () => {
      asked += 1;
    });
    await expireFirst('**/auth/me');
    const row = page.getByRole('row', { name: unverified.email });
    await row.getByRole('combobox').selectOption('registration');
    await page.getByRole('dialog').getByRole('button', { name: 'Give this role' }).press('Enter');
    await page.getByText(`${unverified.email} has the role Registration now.`).waitFor();
    expect({ asked, refreshed }).toEqual({ asked: 2, refreshed: 1 });
    // A sign-in dialog would stay.
    await page.getByRole('dialog').waitFor({ state: 'detached' });
  });

  test('of a user disabled at Firebase: the screen stays until they sign in again, and signing out in another tab ends it', async () => {
    const { page } = await openAccounts(nia);
    await nia.update({ disableUser: true });
    const row = page.getByRole('row', { name: unverified.email });
    await row.getByRole('button', { name: 'Disable' }).press('Enter');
    await page.getByRole('dialog').getByRole('button', { name: 'Disable' }).press('Enter');
    const dialog = page.getByRole('dialog', { name: 'Sign in again' });
    await dialog.waitFor();
    await expect.poll(() => dialog.getByLabel('Email').inputValue()).toBe(nia.email);
    await untilPasswordIsFocused(page);
    await page.keyboard.type(PASSWORD);
    await page.keyboard.press('Enter');
    await dialog.getByRole('alert').getByText('(auth/user-disabled)').waitFor();
    await nia.update({ disableUser: false });
    await untilPasswordIsFocused(page);
    await page.keyboard.press('Enter');
    await dialog.waitFor({ state: 'detached' });
    await expect.poll(() => page.getByRole('row', { name: `${nia.email} you` }).count()).toBe(1);

    const other = await page.context().newPage();
    await other.goto(`${race.url}/admin`);
    await other.getByRole('button', { name: 'Sign out' }).press('Enter');
    await page.getByRole('link', { name: 'Login' }).waitFor();
  });
});
