import type { Browser } from 'playwright-core';
import { describe, expect, test } from 'vitest';

import { eventually } from '#tests/support/eventually.ts';

import { addAccount, PASSWORD } from './support/accounts.ts';
import { findFocusedLabel, openLogin, REFUSED, typeLogin } from './support/login.ts';
import { DESK, NARROW_PHONE, openPage } from './support/open-page.ts';
import { provideRaceInBrowser } from './support/race-in-browser.ts';
import type { RaceOnShow } from './support/race-on-show.ts';

let race: RaceOnShow;
let browser: Browser;

provideRaceInBrowser(async (given) => {
  ({ race, browser } = given);
  await race.stage([]);
  await addAccount(race, 'siân@race.local');
});

describe('[SO1 SL2] signed out', () => {
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
