import type { Browser } from 'playwright-core';
import { describe, expect, test } from 'vitest';

import { eventually } from '#tests/support/eventually.ts';

import { addAccount, PASSWORD } from './support/accounts.ts';
import { findFocusedLabel, openLogin, REFUSED, typeLogin } from './support/login.ts';
import { DESK, NARROW_PHONE, openPage } from './support/open-page.ts';
import { provideRaceInBrowser } from './support/race-in-browser.ts';
import type { RaceOnShow } from './support/race-on-show.ts';

const SCREENS = [
  '/admin',
  '/missing',
  '/import',
  '/imageuploadlogo',
  '/imageuploadbg',
  '/conf',
  '/changes',
  '/accounts',
];
const WRONG = 'The e-mail address or the password is not right.';

let race: RaceOnShow;
let browser: Browser;

provideRaceInBrowser(async (given) => {
  ({ race, browser } = given);
  await race.stage([]);
  await addAccount(race, 'siân@race.local');
});

describe('[SO1 SL2] signed out', () => {
  test.each(SCREENS)(
    '%s says where one is and shows just the Login link, which leads back there',
    async (path) => {
      const { page, complaints } = await openPage(browser, { viewport: DESK });
      await page.goto(race.url + path);
      const link = page.getByRole('link');
      await link.waitFor();
      expect((await page.locator('body').innerText()).split(/\n+/)).toEqual([
        'Organisers only',
        'Registration, missing runners and settings of this race. Sign in to go on.',
        'Login',
      ]);
      expect(await link.getAttribute('href')).toBe(`/login?next=${encodeURIComponent(path)}`);
      expect(complaints).toEqual([]);
    },
  );

  test('by keyboard from the link to the screen one was going to', async () => {
    const { page, complaints } = await openPage(browser, { viewport: DESK });
    await page.goto(`${race.url}/missing`);
    await page.getByRole('link', { name: 'Login' }).waitFor();
    await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: 'Login' }).waitFor();
    await typeLogin(page, 'siân@race.local');
    await page.getByRole('heading', { name: 'Missing Runners' }).waitFor();
    expect(new URL(page.url()).pathname).toBe('/missing');
    expect(complaints).toEqual([]);
  });
});

describe('[SL1 SL2 SL3] /login', () => {
  test('has its texts, its fields and its button, ready to type', async () => {
    const { page } = await openLogin(browser, race);
    await page.getByText('username and password provided by the team').waitFor();
    const email = page.getByLabel('Email');
    const password = page.getByLabel('Password');
    expect(await email.getAttribute('type')).toBe('email');
    expect(await email.getAttribute('autocomplete')).toBe('username');
    expect(await password.getAttribute('type')).toBe('password');
    expect(await password.getAttribute('autocomplete')).toBe('current-password');
    await page.getByRole('button', { name: 'Log in' }).waitFor();
    expect(await findFocusedLabel(page)).toBe('Email');
  });

  test('without a way to go leads to /admin, and from there on whoever is signed in', async () => {
    const { page, complaints } = await openLogin(browser, race);
    await typeLogin(page, 'siân@race.local');
    await page.getByRole('heading', { name: 'Registration' }).waitFor();
    expect(new URL(page.url()).pathname).toBe('/admin');
    await page.goto(`${race.url}/login?next=/conf`);
    await page.getByRole('heading', { name: 'Config' }).waitFor();
    expect(complaints).toEqual([]);
  });

  test('leads nowhere but to this page', async () => {
    const { page } = await openLogin(
      browser,
      race,
      `?next=${encodeURIComponent('//race.test/login')}`,
    );
    await typeLogin(page, 'siân@race.local');
    await page.getByRole('heading', { name: 'Registration' }).waitFor();
    expect(page.url()).toBe(`${race.url}/admin`);
  });

  test('shows the message of the provider, keeps the address, selects the password', async () => {
    const { page, complaints } = await openLogin(browser, race);
    await typeLogin(page, 'siân@race.local', 'nid hwn');
    await page.getByRole('alert').getByText(WRONG, { exact: true }).waitFor();
    expect(await page.getByLabel('Email').inputValue()).toBe('siân@race.local');
    expect(await findFocusedLabel(page)).toBe('Password');
    await page.keyboard.type(PASSWORD);
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: 'Registration' }).waitFor();
    expect(complaints.filter((text) => !REFUSED.test(text))).toEqual([]);
  });

  test('says which field is empty, and sends nothing', async () => {
    const { page, complaints } = await openLogin(browser, race);
    await page.keyboard.press('Enter');
    await page.getByText('Enter your e-mail address.').waitFor();
    await page.getByText('Enter your password.').waitFor();
    expect(await findFocusedLabel(page)).toBe('Email');
    expect(complaints).toEqual([]);
  });

  test('says how long to wait after many tries', async () => {
    await addAccount(race, 'guessed@race.local');
    const { page } = await openLogin(browser, race);
    await typeLogin(page, 'guessed@race.local', 'nid hwn 0');
    const alert = page.getByRole('alert');
    for (let tries = 1; !(await alert.innerText()).includes('Too many tries'); tries += 1) {
      expect(tries).toBeLessThan(10);
      const answered = page.waitForResponse('**/auth/login');
      await page.keyboard.type(`nid hwn ${tries}`);
      await page.keyboard.press('Enter');
      await answered;
      await alert.waitFor();
    }
    expect(await alert.innerText()).toMatch(/^Too many tries\. Try again in \d+ seconds?\.$/);
  });

  test('shows what is typed as a password when asked to', async () => {
    const { page } = await openLogin(browser, race);
    await page.getByLabel('Email').waitFor();
    await page.keyboard.press('Tab');
    await page.keyboard.type('pedol arian');
    await page.keyboard.press('Tab');
    await page.keyboard.press('Space');
    const password = page.getByLabel('Password');
    expect(await password.getAttribute('type')).toBe('text');
    expect(await password.inputValue()).toBe('pedol arian');
    await page.keyboard.press('Space');
    expect(await password.getAttribute('type')).toBe('password');
  });

  test('without a server says so, keeps what was typed, and a second try goes through', async () => {
    const { page } = await openLogin(browser, race);
    await page.context().setOffline(true);
    await typeLogin(page, 'siân@race.local');
    await page.getByRole('alert').getByText('The server cannot be reached.').waitFor();
    expect(await page.getByLabel('Email').inputValue()).toBe('siân@race.local');
    expect(await page.getByLabel('Password').inputValue()).toBe(PASSWORD);
    await page.context().setOffline(false);
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: 'Registration' }).waitFor();
  });
});

describe('[SL4 AC2] a one-time password', () => {
  test('is replaced before anything else, and then one goes on', async () => {
    await addAccount(race, 'newid@race.local', 'admin', true);
    const { page, complaints } = await openLogin(browser, race, '?next=/conf');
    await typeLogin(page, 'newid@race.local');
    await page.getByRole('heading', { name: 'New password' }).waitFor();
    expect(await findFocusedLabel(page)).toBe('One-time password');

    await page.keyboard.type('nid hwn');
    await page.keyboard.press('Tab');
    await page.keyboard.press('Tab');
    await page.keyboard.type('rhy fyr');
    await page.keyboard.press('Enter');
    await page.getByText('The present password is not right.').waitFor();
    expect(await findFocusedLabel(page)).toBe('One-time password');
    await page.keyboard.press('ControlOrMeta+a');
    await page.keyboard.type(PASSWORD);
    await page.keyboard.press('Enter');
    await page.getByText('A password needs at least 12 characters.').waitFor();
    expect(await findFocusedLabel(page)).toBe('New password');
    await page.keyboard.press('ControlOrMeta+a');
    await page.keyboard.type('mynydd uwch y môr');
    await page.keyboard.press('Enter');

    await page.getByRole('heading', { name: 'Config' }).waitFor();
    expect(complaints.filter((text) => !REFUSED.test(text))).toEqual([]);
  });

  test('can be put off by signing out', async () => {
    await addAccount(race, 'wedyn@race.local', 'registration', true);
    const { page } = await openLogin(browser, race);
    await typeLogin(page, 'wedyn@race.local');
    await page.getByRole('button', { name: 'Sign out' }).press('Enter');
    await page.getByRole('link', { name: 'Login' }).waitFor();
  });
});

describe('for everyone', () => {
  test('[LK2 LK10] 320 px wide nothing is cut, and fingers find the buttons', async () => {
    const { page } = await openLogin(browser, race, '', { viewport: NARROW_PHONE, hasTouch: true });
    await eventually(async () => {
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(320);
    });
    const heights = await page
      .getByRole('button')
      .evaluateAll((all) => all.map((button) => button.getBoundingClientRect().height));
    expect(Math.min(...heights)).toBeGreaterThanOrEqual(40);
  });

  test('[SE1] works under a name that is not localhost, without TLS', async () => {
    const { page, complaints } = await openPage(browser, { viewport: DESK });
    await page.goto(`http://race.test:${race.port}/login`);
    await typeLogin(page, 'siân@race.local');
    await page.getByTestId('connection').getByText('Live').waitFor();
    expect(complaints).toEqual([]);
  });
});
