import { expect, test } from 'vitest';

import { buildRunner } from '#tests/support/builders.ts';

import { addAccount, PASSWORD } from './support/accounts.ts';
import { openLogin, typeLogin } from './support/login.ts';
import { PHONE, untilFocused } from './support/open-page.ts';
import { openScreen } from './support/open-screen.ts';
import { browser, provideRaceInBrowser, race } from './support/race-in-browser.ts';

const NEW_PASSWORD = 'mynydd uwch y môr';

provideRaceInBrowser(async () => {
  await race.stage([buildRunner({ runnerId: 'sian', bandId: undefined, lastName: 'Prydderch' })]);
});

test('a helper is offered only allowed screens, and a stray read leaves no text', async () => {
  const { page, complaints } = await openScreen(browser, race, '/admin', { role: 'registration' });
  // A search before the list has loaded finds nobody.
  await page.getByRole('cell', { name: 'Prydderch', exact: true }).waitFor();
  // The screen takes the focus when it arrives; the menu, when it is open, keeps it.
  await untilFocused(page.getByLabel('Filter by surname'));
  await page.getByRole('button', { name: 'Tools' }).click();
  await expect
    .poll(() => page.getByRole('menuitem').allInnerTexts())
    .toEqual(['Admin Home', 'MIA', 'Files']);
  // It is drawn a moment before it takes the focus.
  await page.waitForFunction(() => document.activeElement?.matches('[role=menuitem]'));
  await page.keyboard.press('Escape');

  const filter = page.getByLabel('Filter by surname');
  await filter.fill('2152153');
  await filter.press('Enter');
  await page.keyboard.type('Pryd');
  await expect.poll(() => filter.inputValue()).toBe('Pryd');
  await filter.press('Enter');
  await page.getByLabel('Team').fill('Rhedwyr Cemaes');
  await page.keyboard.press('Enter');
  const news = page.getByTestId('news');
  await news.getByText('Saved: Siân Prydderch — no band').waitFor();
  // Nobody can be timed without a band: not the green of what is done.
  await expect.poll(() => news.getAttribute('data-tone')).toBe('notice');
  await page.getByRole('row').getByText('Full · Rhedwyr Cemaes').waitFor();
  expect(complaints).toEqual([]);
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
