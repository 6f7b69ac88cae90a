import type { Page } from 'playwright-core';
import { beforeEach, expect, test } from 'vitest';

import { formatWallClock } from '#shared/model/wall-clock.ts';
import { buildRunner } from '#tests/support/builders.ts';

import { DESK, PHONE, untilFocused } from './support/open-page.ts';
import { openScreen } from './support/open-screen.ts';
import { printPage } from './support/paper.ts';
import { browser, provideRaceInBrowser, race } from './support/race-in-browser.ts';

const HOUR_MS = 3_600_000;
/** The race is on: it began three hours ago. */
const GUN_MS = Date.now() - 3 * HOUR_MS;
const STARTED = 12;
const NEVER_SEEN = 25;

provideRaceInBrowser();

beforeEach(async () => {
  const runners = Array.from({ length: STARTED + NEVER_SEEN }, (_, at) =>
    buildRunner({
      runnerId: `r${301 + at}`,
      bandId: String(2301 + at),
      bibNumber: String(301 + at),
      firstName: 'Llŷr',
      lastName: `Nash-${301 + at}`,
      event: 'PB',
      mobileNumber: `07700 900${301 + at}`,
      emergencyContact: `Mum 07700 901${301 + at}`,
    }),
  );
  await race.stage(runners, {
    // Where no hour comes twice.
    raceStart: formatWallClock(GUN_MS, 'UTC'),
    timeZone: 'UTC',
  });
  for (let at = 0; at < STARTED; at += 1) {
    const bandID = String(2301 + at);
    await race.publish({ bandID, point: 'start', timeMs: GUN_MS + at });
    if (at < 4) await race.publish({ bandID, point: 'cp1', timeMs: GUN_MS + HOUR_MS + at });
    if (at === 0) await race.publish({ bandID, point: 'finish', timeMs: GUN_MS + 2 * HOUR_MS });
  }
});

const tile = (page: Page, shown: string) => page.locator(`[data-shown="${shown}"]`);

async function openRollCall(viewport = DESK): Promise<Page> {
  const { page } = await openScreen(browser, race, '/rollcall', { viewport, role: 'registration' });
  await expect.poll(() => tile(page, 'never-seen').innerText()).toContain(String(NEVER_SEEN));
  await expect.poll(() => tile(page, 'after-start').innerText()).toContain(String(STARTED - 4));
  // The screen takes the focus once it is drawn, and would take it from what is pressed.
  await untilFocused(page.getByLabel('Find a bib or name'));
  return page;
}

test('the whole roll-call is printed, from a desk and from a phone, without a blank page', async () => {
  for (const viewport of [DESK, PHONE]) {
    const page = await openRollCall(viewport);
    await tile(page, 'finished').press('Enter');
    const { textsOnPages, rows } = await printPage(page);
    expect(textsOnPages).not.toContain(0);
    // The runners on course in two groups, the never seen and the counts, each with its head.
    expect(rows).toBe(STARTED - 1 + NEVER_SEEN + 1 + 4);
    await expect.poll(() => page.locator('table').count()).toBe(0);
  }
});
