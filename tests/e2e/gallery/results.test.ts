import type { Page } from 'playwright-core';
import { beforeEach, describe, expect, test } from 'vitest';

import { formatWallClock } from '#shared/model/wall-clock.ts';
import { buildRunner } from '#tests/support/builders.ts';

import { addAccount } from '../support/accounts.ts';
import { openLogin, typeLogin } from '../support/login.ts';
import { openPage } from '../support/open-page.ts';
import { openScreen } from '../support/open-screen.ts';
import { browser, provideRaceInBrowser, race } from '../support/race-in-browser.ts';
import { lookAt } from './look-at.ts';

const GUN_MS = Date.UTC(2026, 5, 20, 9);
const FIELD = [
  ['Siân', 'Prydderch', 'Mynydd Du'],
  ['Łukasz', 'Wójcik', 'Rhedwyr Preseli a’r Cylch'],
  ['Aoife', 'O’Brien', ''],
  ['Mair', 'Llewellyn-Pugh Featherstonehaugh', 'Cwm Gwaun'],
  ['Tomos', 'Ap Huw', 'Croft Ambrey'],
  ['Zoë', 'Castell', 'Mynydd Du'],
] as const;

provideRaceInBrowser();
beforeEach(async () => {
  await race.stage([]);
});

/** A race under way: a finisher, some on course, a DNF and an unseen runner in each event. */
async function stageRace(): Promise<void> {
  const runners = (['BB', 'PB', 'UB'] as const).flatMap((event, at) =>
    FIELD.map(([firstName, lastName, runClub], index) =>
      buildRunner({
        runnerId: `${event}${index}`,
        event,
        firstName,
        lastName,
        runClub,
        bandId: `${at + 1}0${index}`,
        bibNumber: `${at + 1}2${index}`,
        ageGroup: index % 2 === 0 ? 'F40' : 'M-SNR',
        overrideTime: index === 4 ? '00:00:01' : '',
      }),
    ),
  );
  await race.stage(runners, {
    pageTitle: 'Ras y Bwystfil a’r Bannau 2026',
    raceStart: '2026-06-20-10-00-00',
  });
  const minutes = { cp1: 31, 'kom1-start': 40, 'kom1-end': 55.4, cp2: 62, cp4: 131, finish: 163.9 };
  for (const at of [1, 2, 3]) {
    for (const [index, most] of [6, 5, 4, 2].entries()) {
      for (const [point, minute] of Object.entries(minutes).slice(0, most)) {
        const timeMs = GUN_MS + (minute + index * 3.3) * 60_000;
        await race.publish({ bandID: `${at}0${index}`, point, timeMs });
      }
    }
  }
}

async function openResults(path = '/'): Promise<Page> {
  const { page } = await openPage(browser);
  await page.goto(race.url + path);
  return page;
}

async function openRaceUnderWay(path = '/?tab=PB'): Promise<Page> {
  await stageRace();
  const page = await openResults(path);
  await page.locator('[data-runner-id]').nth(3).waitFor();
  return page;
}

describe('[LK1 LK2 LK8 LK10] no faults in any state', () => {
  test('results without entries', async () => {
    const page = await openResults();
    await page.getByTestId('connection').getByText('Live').waitFor();
    await lookAt(page, 'results-nobody');
  });

  test('the results an hour before the start', async () => {
    const inAnHour = formatWallClock(Date.now() + 3_600_000, 'UTC');
    // The second takes two lines on a narrow phone.
    await race.stage([buildRunner(), buildRunner({ lastName: 'Featherstonehaugh-Cadwaladr' })], {
      raceStart: inAnHour,
      timeZone: 'UTC',
      startText: 'Half Beast starts at 11:15, Full Beast at 10:30',
    });
    const page = await openResults();
    await page.getByText('Half Beast starts').first().waitFor();
    await page.getByRole('link', { name: 'Siân Featherstonehaugh-Cadwaladr' }).waitFor();
    await lookAt(page, 'results-before-the-start');
  });

  test.each(['PB', 'CarnIngli'])('the results of a race under way: %s', async (tab) => {
    const page = await openRaceUnderWay(`/?tab=${tab}`);
    await lookAt(page, `results-${tab}`);
  });

  test('the splits of a runner', async () => {
    const page = await openRaceUnderWay();
    await page.locator('[data-runner-id=PB0]').click();
    await page.getByRole('dialog').waitFor();
    await lookAt(page, 'results-splits');
  });

  test('a search with results and starters, and one without a match', async () => {
    const page = await openRaceUnderWay();
    const find = page.getByLabel('Find a runner, bib or club');
    await find.fill('castell');
    await page
      .getByText(/not started yet/i)
      .first()
      .waitFor();
    await lookAt(page, 'results-search');
    await find.fill('nobody of this name');
    await page
      .getByRole('heading', { name: 'Nobody here matches “nobody of this name”' })
      .waitFor();
    await lookAt(page, 'results-search-nobody');
  });

  test('a followed runner', async () => {
    const page = await openRaceUnderWay();
    await page.locator('[data-runner-id=PB0]').click();
    await page
      .getByRole('dialog')
      .getByRole('button', { name: /^Follow / })
      .click();
    await page.keyboard.press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    await lookAt(page, 'results-followed', page.locator('[data-followed-id=PB0]'));
  });

  test('the start list', async () => {
    await race.stage(
      FIELD.map(([firstName, lastName, runClub], index) =>
        buildRunner({ firstName, lastName, runClub, isPrivate: index === 3 }),
      ),
    );
    const page = await openResults();
    await page.locator('[data-starter-id]').nth(5).waitFor();
    await lookAt(page, 'results-start-list');
  });

  test('the filter, and its rows, in Welsh', async () => {
    const page = await openRaceUnderWay('/?tab=PB&lang=cy');
    await page.getByRole('button', { name: 'Hidlo', exact: true }).click();
    const sheet = page.getByRole('dialog');
    await sheet.getByRole('radio').nth(4).click();
    await sheet.getByRole('combobox').last().selectOption({ index: 1 });
    await lookAt(page, 'results-filter');
    // The button stays visible below a long list of choices.
    await page.setViewportSize({ width: 844, height: 390 });
    const last = sheet.getByRole('button').last();
    await expect
      .poll(() => last.evaluate((each) => each.getBoundingClientRect().bottom))
      .toBeLessThan(390);
    await sheet.getByRole('button').last().click();
    await sheet.waitFor({ state: 'detached' });
    await lookAt(page, 'results-filtered');
  });

  test('the race at a glance, and two runners leg by leg', async () => {
    await stageRace();
    const page = await openResults('/race?tab=PB');
    await lookAt(page, 'race-at-a-glance', page.locator('[data-dots]'));
    const choices = page.getByRole('navigation', { name: 'Choose two to four runners' });
    await page.goto(`${race.url}/race?tab=PB&compare=PB0`);
    await choices.getByRole('link', { name: 'Łukasz Wójcik' }).click();
    await expect.poll(() => new URL(page.url()).search).toBe('?tab=PB&compare=PB0%2CPB1');
    const legs = page.getByRole('table', { name: 'Leg by leg' }).getByRole('row');
    await expect.poll(() => legs.nth(1).innerText()).toMatch(/0:31:00\s+0:34:18\s+\+3:18/);
    await lookAt(page, 'race-compared');
  });

  test('the Tools menu', async () => {
    const page = await openRaceUnderWay();
    await page.getByRole('button', { name: 'Tools' }).click();
    await page.getByRole('navigation', { name: 'Tools' }).waitFor();
    await lookAt(page, 'results-tools');
  });

  test('a phone without a network', async () => {
    const page = await openRaceUnderWay();
    await page.context().setOffline(true);
    await page
      .getByTestId('connection')
      .getByText(/offline/i)
      .waitFor();
    await lookAt(page, 'results-offline');
  });

  test('official results', async () => {
    await stageRace();
    await race.configure({ closed: true });
    await race.configure({ officialAt: '2026-06-20-15-30-00', officialBy: 'Anwen Rees, referee' });
    const page = await openResults('/?tab=PB');
    await page.getByText('Official', { exact: true }).first().waitFor();
    await lookAt(page, 'results-final');
  });

  test('an unknown address, and a part that cannot be loaded', async () => {
    const page = await openResults('/nowhere');
    await page.locator('h1').waitFor();
    await lookAt(page, 'no-such-page');
    await page.route(/\/assets\/organisers-routes[^/]*\.js/, (route) => route.abort());
    await page.goto(`${race.url}/login`);
    await page.getByRole('heading', { name: 'Part of this page could not be loaded.' }).waitFor();
    await lookAt(page, 'part-not-loaded');
  });

  test('signing in: the form, a refusal, and a new password', async () => {
    const { page } = await openLogin(browser, race);
    await lookAt(page, 'login');
    await typeLogin(page, 'siân@race.local', 'nid hwn');
    await page.getByRole('alert').waitFor();
    await lookAt(page, 'login-refused');
    await addAccount(race, 'newydd@race.local', 'registration', true);
    const fresh = await openLogin(browser, race);
    await typeLogin(fresh.page, 'newydd@race.local');
    await fresh.page.getByRole('heading', { name: 'New password' }).waitFor();
    await fresh.page.keyboard.press('Enter');
    await fresh.page.getByText('Enter a new password.').waitFor();
    await lookAt(fresh.page, 'login-new-password');
  });

  test('signed out, and a screen for admins only', async () => {
    const { page } = await openPage(browser);
    await page.goto(`${race.url}/admin`);
    await page.getByRole('heading', { name: 'Organisers only' }).waitFor();
    await lookAt(page, 'signed-out');
    const helper = await openScreen(browser, race, '/accounts', { role: 'registration' });
    await helper.page.getByText('This screen is not for the role Registration.').waitFor();
    await lookAt(helper.page, 'admins-only');
  });
});
