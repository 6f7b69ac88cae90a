import { createServer } from 'node:http';

import { expect, test } from 'vitest';

import { listenInTest } from '#tests/support/listen.ts';

import { addAccount } from './support/accounts.ts';
import { openLogin, typeLogin } from './support/login.ts';
import { browser, provideRaceInBrowser, race } from './support/race-in-browser.ts';

provideRaceInBrowser(async () => {
  await race.stage([]);
});

test('no script sees a session, no page of another port ends it, and signing out in one tab ends it in all', async () => {
  await addAccount(race, 'beth@race.local');
  const { page, complaints } = await openLogin(browser, race);
  await typeLogin(page, 'beth@race.local');
  const live = page.getByTestId('connection').getByText('Live');
  await live.waitFor();
  const [cookie] = await page.context().cookies();
  expect(cookie).toMatchObject({ httpOnly: true, sameSite: 'Lax', secure: false });
  const seen = await page.evaluate(() =>
    [document.cookie, ...[localStorage, sessionStorage].map((it) => JSON.stringify(it))].join(),
  );
  expect(seen).not.toContain(cookie?.value);

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
  await live.waitFor();

  await other.goto(`${race.url}/missing`);
  await other.getByTestId('connection').getByText('Live').waitFor();
  await page.getByRole('button', { name: 'Sign out', exact: true }).click();
  await other.getByRole('link', { name: 'Login' }).waitFor();
  await expect.poll(() => page.context().cookies()).toEqual([]);
  expect(complaints).toEqual([]);
});
