import { createServer } from 'node:http';
import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';

import { listenInTest } from '#tests/support/listen.ts';

import { addAccount } from './support/accounts.ts';
import { openLogin, typeLogin } from './support/login.ts';
import { browser, provideRaceInBrowser, race } from './support/race-in-browser.ts';

provideRaceInBrowser(async () => {
  await race.stage([]);
});

/** A signed-in organiser at /admin. */
async function openSignedIn(email: string) {
  await addAccount(race, email);
  const opened = await openLogin(browser, race);
  await typeLogin(opened.page, email);
  await untilLive(opened.page);
  return opened;
}

async function untilLive(page: Page): Promise<void> {
  await page.getByTestId('connection').getByText('Live').waitFor();
}

async function signOut(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Sign out', exact: true }).click();
  await page.getByRole('link', { name: 'Login' }).waitFor();
}

const cookiesOf = async (page: Page): Promise<string[]> =>
  (await page.context().cookies()).map(({ name }) => name);

describe('[CL81] the session of a browser', () => {
  test('is a cookie hidden from scripts, and its token is stored nowhere else', async () => {
    const { page, complaints } = await openSignedIn('beth@race.local');
    const [cookie] = await page.context().cookies();
    expect(cookie).toMatchObject({ httpOnly: true, sameSite: 'Lax', secure: false });
    const seen = await page.evaluate(() =>
      [document.cookie, ...[localStorage, sessionStorage].map((it) => JSON.stringify(it))].join(),
    );
    expect(seen).not.toContain(cookie?.value);
    await page.reload();
    await untilLive(page);
    expect(complaints).toEqual([]);
  });

  test('is valid at every instance, and signing out at one ends it at all, in all tabs', async () => {
    const { page, complaints } = await openSignedIn('gwen@race.local');
    const other = await page.context().newPage();
    await other.goto(`${race.url}/missing`);
    await untilLive(other);
    const third = await page.context().newPage();
    await third.goto(`${await race.startAnother()}/admin`);
    await untilLive(third);
    await signOut(page);
    await other.getByRole('link', { name: 'Login' }).waitFor();
    // A page of another origin is not notified.
    await third.getByRole('dialog', { name: 'Sign in again' }).waitFor();
    await expect.poll(() => cookiesOf(page)).toEqual([]);
    await other.reload();
    await other.getByRole('link', { name: 'Login' }).waitFor();
    expect(complaints).toEqual([]);
  });
});

test('[CL81] a page of the same host at another port signs nobody out', async () => {
  const { page } = await openSignedIn('carys@race.local');
  const form = `<form method="post" action="${race.url}/auth/logout"><button>Ennill</button></form>`;
  const club = createServer((_req, res) => res.setHeader('Content-Type', 'text/html').end(form));
  const other = await page.context().newPage();
  await other.goto(`http://127.0.0.1:${await listenInTest(club)}/`);
  const [answer] = await Promise.all([
    other.waitForResponse('**/auth/logout'),
    other.getByRole('button').click(),
  ]);
  // The browser sent the cookie, but it was not accepted.
  await expect.poll(() => answer.request().headerValue('cookie')).toContain('session-');
  await page.reload();
  await untilLive(page);
});
