import { createServer } from 'node:http';
import type { Frame } from 'playwright-core';
import { expect, test } from 'vitest';

import { openSession } from '#tests/support/open-session.ts';
import { ORGANISERS_SCREENS } from '#shared/wire/screens.ts';

import { cookieOf } from './support/accounts.ts';
import { expectNoSidewaysScroll, expectNoViolations } from './support/axe.ts';
import { DESK, NARROW_PHONE, openPage } from './support/open-page.ts';
import { openScreen } from './support/open-screen.ts';
import { browser, provideRaceInBrowser, race } from './support/race-in-browser.ts';
import { listenInTest } from '#tests/support/listen.ts';

provideRaceInBrowser(async () => {
  await race.stage([], { pageTitle: 'Ras Beca' });
});

/** A club's page in the browser of a signed-in organiser, with the results in a frame. */
async function openClubPage(host: string) {
  const html = `<title>Clwb</title><iframe src="${race.url}/" width="900" height="700"></iframe>`;
  const club = createServer((_req, res) => res.setHeader('Content-Type', 'text/html').end(html));
  const token = await openSession(race.store, 'sian@race.local', 'admin');
  const { page } = await openPage(browser, {
    viewport: DESK,
    storageState: { cookies: [cookieOf(race, token)], origins: [] },
  });
  await page.goto(`http://${host}:${await listenInTest(club)}/`);
  const results = page.frames().find((frame) => frame.url().startsWith(race.url));
  if (!results) throw new Error('The results are not in the frame.');
  await results.getByRole('heading', { name: 'Ras Beca' }).waitFor();
  return { page, results };
}

/** Changes the address without loading a document. */
async function goWithoutLoading(frame: Frame, path: string): Promise<void> {
  await frame.evaluate((address) => {
    history.pushState({}, '', address);
    dispatchEvent(new PopStateEvent('popstate', { state: {} }));
  }, path);
}

async function expectNoScreen(frame: Frame): Promise<void> {
  await frame.getByRole('heading', { name: 'This screen needs a window of its own' }).waitFor();
  await expect.poll(() => frame.locator('button, input, textarea').count()).toBe(0);
}

test.each([
  ['of the same host on another port', '127.0.0.1'],
  ['of another host', 'race.test'],
])(
  '[SE6] in a frame %s the results show no organisers’ screen, and lead out of it',
  async (_, host) => {
    const { page, results } = await openClubPage(host);
    const paths = Object.values(ORGANISERS_SCREENS);
    for (const path of paths) {
      await goWithoutLoading(results, path);
      await expectNoScreen(results);
    }
    await results.evaluate(() => history.back());
    await expect.poll(() => results.url()).toBe(`${race.url}${paths.at(-2)}`);
    await expectNoScreen(results);
    await expect.poll(() => results.locator('body').innerText()).not.toContain('localStorage');
    const [own] = await Promise.all([
      page.context().waitForEvent('page'),
      results.getByRole('link', { name: 'Open it in its own window' }).click(),
    ]);
    await own.waitForURL(`${race.url}${paths.at(-2)}`);
    await expect.poll(() => own.evaluate(() => window.opener === null)).toBe(true);

    await page.reload();
    const frame = page.frameLocator('iframe');
    await frame.getByRole('button', { name: 'Tools' }).press('Enter');
    await frame.getByRole('link', { name: 'Admin Home' }).press('Enter');
    await page.waitForURL(`${race.url}/admin`);
    await page.getByRole('heading', { name: 'Registration' }).waitFor();
  },
);

test('[SE6] a page of the same origin may frame an organisers’ screen', async () => {
  const { page, complaints } = await openScreen(browser, race, '/');
  await page.route('**/swyddfa.html', (route) =>
    route.fulfill({ contentType: 'text/html', body: '<iframe src="/conf"></iframe>' }),
  );
  await page.goto(`${race.url}/swyddfa.html`);
  await page.frameLocator('iframe').getByRole('button', { name: 'Save Changes' }).waitFor();
  expect(complaints).toEqual([]);
});

test('[SE6 LK2] the replacement for a screen is accessible, also in a narrow frame', async () => {
  const { page, results } = await openClubPage('race.test');
  await goWithoutLoading(results, '/conf');
  await expectNoScreen(results);
  await page
    .locator('iframe')
    .evaluate((element, { width }) => element.setAttribute('width', String(width)), NARROW_PHONE);
  await expectNoViolations(page, results);
  await expectNoSidewaysScroll(results);
});
