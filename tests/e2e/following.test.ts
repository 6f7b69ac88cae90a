import type { Page } from 'playwright-core';
import { beforeEach, expect, test } from 'vitest';

import { formatWallClock } from '#shared/model/wall-clock.ts';
import { buildRunner } from '#tests/support/builders.ts';

import { expectNoSidewaysScroll, expectNoViolations } from './support/axe.ts';
import { openPage } from './support/open-page.ts';
import { browser, provideRaceInBrowser, race } from './support/race-in-browser.ts';

const MINUTE_MS = 60_000;

let gunMs: number;

provideRaceInBrowser();

const person = (runnerId: string, bandId: string, firstName: string, lastName: string) =>
  buildRunner({ runnerId, bandId, firstName, lastName, ageGroup: 'FU23', bibNumber: bandId });

/** A race that started 90 minutes ago. */
beforeEach(async () => {
  gunMs = Date.now() - 90 * MINUTE_MS;
  await race.stage(
    [
      { ...person('heledd', '363', 'Heledd', 'Bevan'), runClub: 'Strumble Striders' },
      { ...person('sion', '17', 'Siôn', 'ap Rhys'), overrideTime: '1:15:08', event: 'BB' },
      { ...person('first', '18', 'Dafydd', 'Hall'), overrideTime: '1:01:06', event: 'BB' },
      { ...person('cerys', '200', 'Cerys', 'Owen'), runClub: 'Strumble Striders' },
    ],
    { raceStart: formatWallClock(gunMs, 'UTC'), timeZone: 'UTC', earliestFinish: '00:10:00' },
  );
});

const readNow = (bandID: string, point: string): Promise<void> =>
  race.publish({ bandID, point, timeMs: Date.now() });
const followedRow = (page: Page, id: string) => page.locator(`[data-followed-id="${id}"]`);

test('a runner is followed from the start list on', async () => {
  // Granting another permission denies notifications in any Chromium.
  const { page, complaints } = await openPage(browser, {
    hasTouch: true,
    permissions: ['geolocation'],
  });
  await page.goto(race.url);
  await page.getByText('Live', { exact: true }).waitFor();

  const find = page.getByLabel(/Find a runner/);
  await find.fill('heledd');
  const star = page.getByRole('button', { name: 'Follow Heledd Bevan' });
  await star.tap();
  await expect.poll(() => star.getAttribute('aria-pressed')).toBe('true');
  await expect.poll(async () => (await star.boundingBox())?.height).toBeGreaterThanOrEqual(44);
  await find.fill('');
  await followedRow(page, 'heledd').getByText('not started yet').waitFor();

  // A finisher, from the splits.
  await page.getByRole('tab', { name: /Half/ }).tap();
  await page.locator('[data-runner-id="sion"]').tap();
  await page.getByRole('dialog').getByRole('button', { name: 'Follow Siôn ap Rhys' }).tap();
  await page.keyboard.press('Escape');
  const sion = followedRow(page, 'sion');
  await sion.getByText('1:15:08').waitFor();
  await expect.poll(() => sion.innerText()).toContain('+14:02');
  await expect.poll(() => sion.innerText()).toContain('2nd FU23');
  await expectNoViolations(page);
  await expectNoSidewaysScroll(page);

  await page.reload();
  await sion.waitFor();

  // Wait for the announcer: earlier events are no news.
  await page.locator('body > div > output').waitFor({ state: 'attached' });
  await readNow('363', 'cp1');
  await page.getByRole('status').getByText('Heledd Bevan passed Bedd Morris, 1st').waitFor();
  await followedRow(page, 'heledd')
    .getByText(/Bedd Morris/)
    .waitFor();
  await page.getByRole('button', { name: 'Dismiss' }).tap();
  await page.getByText('Heledd Bevan passed').waitFor({ state: 'detached' });

  // No alerts without a service worker, which is blocked here.
  await expect.poll(() => page.getByRole('button', { name: 'Turn on' }).count()).toBe(0);
  expect(complaints).toEqual([]);
});
