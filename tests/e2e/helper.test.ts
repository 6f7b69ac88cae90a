import { test } from 'vitest';

import { buildRunner } from '#tests/support/builders.ts';

import { addAccount, PASSWORD } from './support/accounts.ts';
import { openLogin, typeLogin } from './support/login.ts';
import { PHONE } from './support/open-page.ts';
import { browser, provideRaceInBrowser, race } from './support/race-in-browser.ts';

const NEW_PASSWORD = 'mynydd uwch y môr';

provideRaceInBrowser(async () => {
  await race.stage([buildRunner({ runnerId: 'sian', bandId: undefined, lastName: 'Prydderch' })]);
});

test('one’s own password is changed from any screen, and the signed-out page says where one is', async () => {
  await addAccount(race, 'newid@race.local');
  const { page } = await openLogin(browser, race, '?next=/missing');
  await typeLogin(page, 'newid@race.local');
  await page.getByRole('button', { name: 'newid@race.local' }).click();
  const dialog = page.getByRole('dialog', { name: 'Change your password' });
  await dialog.getByLabel('Current password').fill(PASSWORD);
  await dialog.getByLabel('New password').fill(NEW_PASSWORD);
  await page.keyboard.press('Enter');
  await dialog.getByText('Your password is changed.').waitFor();
  await dialog.getByRole('button', { name: 'Done' }).click();
  await page.getByTestId('connection').getByText('Live').waitFor();
  // On a phone the way out is in there, too.
  await page.setViewportSize(PHONE);
  await page.getByRole('button', { name: 'newid@race.local' }).click();
  await dialog.getByRole('button', { name: 'Sign out' }).click();
  await page.getByRole('heading', { name: 'Organisers only' }).waitFor();
  await page.getByRole('link', { name: 'Login' }).click();
  await typeLogin(page, 'newid@race.local', NEW_PASSWORD);
  await page.getByRole('heading', { name: 'Missing Runners', exact: true }).waitFor();
});
