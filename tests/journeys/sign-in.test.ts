import { expect, test } from 'vitest';

import { addAccount } from '#tests/e2e/support/accounts.ts';
import { typeLogin } from '#tests/e2e/support/login.ts';
import { DESK, openPage } from '#tests/e2e/support/open-page.ts';
import { browser, provideRaceInBrowser, race } from '#tests/e2e/support/race-in-browser.ts';

provideRaceInBrowser(async () => {
  await race.stage([]);
  await addAccount(race, 'siân@race.local');
});

test('[SE1] under a name that is not localhost, without TLS, the login leads by keyboard to the wanted screen', async () => {
  const { page, complaints } = await openPage(browser, { viewport: DESK });
  await page.goto(`http://race.test:${race.port}/missing`);
  await page.getByRole('link', { name: 'Login' }).waitFor();
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { name: 'Login' }).waitFor();
  await typeLogin(page, 'siân@race.local');
  await page.getByRole('heading', { name: 'Missing Runners' }).waitFor();
  await page.getByTestId('connection').getByText('Live').waitFor();
  await expect.poll(() => new URL(page.url()).pathname).toBe('/missing');
  expect(complaints).toEqual([]);
});
