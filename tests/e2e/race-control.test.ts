import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';

import { MINUTE_MS } from '#shared/model/time.ts';
import { formatWallClock } from '#shared/model/wall-clock.ts';
import { buildRunner } from '#tests/support/builders.ts';

import { holdBack } from './support/choose-file.ts';
import { settled } from './support/open-page.ts';
import { openScreen } from './support/open-screen.ts';
import { browser, provideRaceInBrowser, race } from './support/race-in-browser.ts';

const ZONE = 'UTC';
const NAMES = ['Ellis', 'Edwards', 'Rees'] as const;

provideRaceInBrowser();

/** Rees came in after an hour; Edwards is on course; Ellis is DNF, and nobody knows where she is. */
async function stage(gunMs: number): Promise<void> {
  const field = NAMES.map((lastName, index) =>
    buildRunner({
      runnerId: lastName,
      lastName,
      bibNumber: String(306 + index),
      bandId: String(401 + index),
      overrideTime: lastName === 'Ellis' ? '00:00:01' : '',
    }),
  );
  await race.stage(field, { raceStart: formatWallClock(gunMs, ZONE), timeZone: ZONE });
  const read = (bandID: string, point: string, minutes: number): Promise<void> =>
    race.publish({ bandID, point, timeMs: gunMs + minutes * MINUTE_MS });
  await read('401', 'cp1', 30);
  await read('402', 'cp1', 40);
  await read('403', 'finish', 60);
}

async function openDesk(email: string): Promise<Page> {
  const { page } = await openScreen(browser, race, '/control', { email });
  await page.getByRole('button', { name: /^I’m on it 306 / }).waitFor();
  return page;
}

test('[SE8 SF7] the effect of a gun moves no button when it is shown', async () => {
  const gunMs = Math.floor(Date.now() / 1_000 - 2 * 3_600) * 1_000;
  await stage(gunMs);
  const anna = await openDesk('anna@race.local');
  const dialog = anna.getByRole('dialog');
  const effect = dialog.getByText(/^This changes results|^No results change/);
  const letThrough = await holdBack(anna, '**/webconfig/preview');
  await anna
    .getByRole('button', { name: /^Start .*now/ })
    .first()
    .press('Enter');
  await dialog.getByText('Checking the effect on the results').waitFor();
  await settled(anna);
  const record = dialog.getByRole('button', { name: 'Record this start' });
  const where = async () => (await record.boundingBox())?.y;
  const before = await where();
  letThrough();
  await effect.waitFor();
  await expect.poll(where).toBe(before);
});
