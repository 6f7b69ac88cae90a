import { beforeEach, expect, test } from 'vitest';

import { buildRunner } from '#tests/support/builders.ts';

import { openPage } from '#tests/e2e/support/open-page.ts';
import { browser, provideRaceInBrowser, race } from '#tests/e2e/support/race-in-browser.ts';

const GUN_MS = Date.UTC(2026, 5, 20, 9);
const runners = [
  buildRunner({ runnerId: 'sian', bandId: '104', firstName: 'Siân', lastName: 'Prydderch' }),
  buildRunner({ runnerId: 'lukasz', bandId: '105', firstName: 'Łukasz', lastName: 'Wójcik' }),
  buildRunner({ runnerId: 'aoife', bandId: '106', firstName: 'Aoife', lastName: 'O’Brien' }),
];
const minutes = (count: number): number => GUN_MS + count * 60_000;

provideRaceInBrowser();
beforeEach(async () => {
  await race.stage(runners);
});

test('a published scan is on the page within a second, without a reload', async () => {
  const { page, complaints } = await openPage(browser);
  await page.goto(race.url);
  await page.getByTestId('connection').getByText('Live').waitFor();
  // The page is live before it has the settings, and fetches the start list after them: only then is it at rest.
  await page
    .locator('[data-starter-id]')
    .nth(runners.length - 1)
    .waitFor();
  const loads: string[] = [];
  page.on('request', (request) => {
    // Scripts that a page at rest fetches ahead, its picture and its typeface bring no news.
    const mayBringNews = ['document', 'fetch', 'xhr'].includes(request.resourceType());
    if (mayBringNews) loads.push(request.url());
  });

  const sentMs = performance.now();
  await race.publish({ bandID: '104', point: 'finish', timeMs: minutes(161) + 120 });
  const row = page.locator('[data-runner-id="sian"]');
  await row.getByText('2:41:01').waitFor();
  process.stdout.write(`Scan to screen: ${Math.round(performance.now() - sentMs)} ms\n`);

  expect(loads).toEqual([]);
  await expect.poll(() => row.getAttribute('class')).toMatch(/finisher winner/);
  expect(complaints).toEqual([]);
});
