import { expect, test } from 'vitest';

import { addAccount } from './support/accounts.ts';
import { openLogin, typeLogin } from './support/login.ts';
import { browser, provideRaceInBrowser, race } from './support/race-in-browser.ts';

provideRaceInBrowser(async () => {
  await race.stage([]);
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
