import { expect, test } from 'vitest';

import { addAccount, PASSWORD } from './support/accounts.ts';
import { openLogin, typeLogin } from './support/login.ts';
import { browser, provideRaceInBrowser, race } from './support/race-in-browser.ts';

provideRaceInBrowser(async () => {
  await race.stage([]);
});

const MAIR = 'mair@race.local';

test('[SL9] whoever signs out the other browser goes on here, and there the screen asks for the password', async () => {
  await addAccount(race, MAIR);
  const [here, there] = [
    await openLogin(browser, race, '?next=/accounts'),
    await openLogin(browser, race, '?next=/accounts'),
  ];
  for (const { page } of [here, there]) {
    await typeLogin(page, MAIR);
    await page.getByTestId('connection').getByText('Live').waitFor();
  }
  const { page } = here;
  await page.getByRole('button', { name: MAIR }).click();
  await page.getByRole('button', { name: 'Where you are signed in…' }).click();
  await page.getByText('this one').waitFor();
  const list = page.getByRole('list', { name: 'Where you are signed in' });
  await expect.poll(() => list.getByRole('listitem').count()).toBe(2);
  await list.getByRole('button', { name: /^Sign out/ }).click();
  await page.getByLabel('Present password').fill(PASSWORD);
  await page.keyboard.press('Enter');
  await there.page.getByRole('dialog', { name: 'Sign in again' }).waitFor();
  await page.getByText(/ is signed out\.$/).waitFor();
  await expect.poll(() => list.getByRole('listitem').count()).toBe(1);
  await page.getByRole('button', { name: 'Done' }).click();
  await page.getByTestId('connection').getByText('Live').waitFor();
  await page.reload();
  await page.getByTestId('connection').getByText('Live').waitFor();
  await page.getByRole('button', { name: MAIR }).waitFor();
});
