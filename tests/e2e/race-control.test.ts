import type { Locator, Page } from 'playwright-core';
import { expect, test } from 'vitest';

import { MINUTE_MS } from '#shared/model/time.ts';
import { formatWallClock } from '#shared/model/wall-clock.ts';
import { buildRunner } from '#tests/support/builders.ts';

import { holdBack } from './support/choose-file.ts';
import { openPage, settled } from './support/open-page.ts';
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

/** Where a button of the dialog begins, from the top. */
async function topOf(dialog: Locator, name: string): Promise<number | undefined> {
  return (await dialog.getByRole('button', { name, exact: true }).boundingBox())?.y;
}

async function openDesk(email: string): Promise<Page> {
  const { page } = await openScreen(browser, race, '/control', { email });
  await page.getByRole('button', { name: /^Mine 306 / }).waitFor();
  return page;
}

test('[SY2 SY5 SY7 SF8] two desks at race control: a matter that both take, a gun a second later, and a race closed by name', async () => {
  // A full second, as a start is kept.
  const gunMs = Math.floor(Date.now() / 1_000 - 2 * 3_600) * 1_000;
  await stage(gunMs);
  const [anna, dai] = await Promise.all([openDesk('anna@race.local'), openDesk('dai@race.local')]);
  const spectator = (await openPage(browser)).page;
  await spectator.goto(`${race.url}/?tab=PB`);
  await spectator.locator('[data-runner-id="Rees"]').getByText('1:00:00').waitFor();

  // Neither has heard of the other when they press.
  const releases = await Promise.all([anna, dai].map((page) => holdBack(page, '**/control')));
  const calls = [anna, dai].map((page) => page.waitForRequest('**/control'));
  for (const page of [anna, dai]) {
    await page.getByRole('button', { name: /^Mine 306 .*Ellis$/ }).press('Enter');
  }
  await Promise.all(calls);
  for (const letThrough of releases) letThrough();
  const release = { name: /^Release 306 .*Ellis$/ };
  await Promise.all([anna, dai].map((page) => page.getByRole('button', release).waitFor()));
  await expect
    .poll(async () => {
      const claims = await Promise.all(
        [anna, dai].map((page) => page.getByText(/^(?:anna|dai), .*\d\d:\d\d$/).innerText()),
      );
      return new Set(claims).size;
    })
    .toBe(1);

  await anna
    .getByRole('button', { name: /^\+1 s: gun of / })
    .first()
    .press('Enter');
  await anna
    .getByRole('dialog')
    .getByText(/1 finisher’s time changes/)
    .waitFor();
  await anna.getByRole('button', { name: 'Move the gun' }).press('Enter');
  await anna.getByRole('dialog').waitFor({ state: 'detached' });
  await spectator.locator('[data-runner-id="Rees"]').getByText('59:59').waitFor();

  await dai.getByRole('button', { name: 'Close the race' }).press('Enter');
  const dialog = dai.getByRole('dialog');
  const boxes = dialog.getByRole('checkbox');
  await expect.poll(() => boxes.count()).toBe(2);
  const close = dialog.getByRole('button', { name: 'Close the race' });
  await boxes.nth(0).check();
  await expect.poll(() => close.isDisabled()).toBe(true);
  await boxes.nth(1).check();
  await close.press('Enter');
  await dialog.waitFor({ state: 'detached' });
  await anna.getByText('The race is closed.').waitFor();
  await anna.getByText('on course, though the race is closed for them').waitFor();
  await expect
    .poll(() => anna.getByText('closed with this runner unaccounted for').count())
    .toBe(2);
  await spectator.locator('[data-runner-id="Edwards"]').getByText('DNF').waitFor();
});

test('[SE8 SY7 SF7] the buttons stay where they are while it is told what a gun does to the results', async () => {
  const gunMs = Math.floor(Date.now() / 1_000 - 2 * 3_600) * 1_000;
  await stage(gunMs);
  const anna = await openDesk('anna@race.local');
  const dialog = anna.getByRole('dialog');
  const told = dialog.getByText(/^This changes results|^No result changes now/);
  for (const [opener, names, presses] of [
    // A second more, and back to where it is.
    [/^\+1 s: gun of /, ['−1 s', '+1 s', 'Move the gun'], ['+1 s', '−1 s', '−1 s']],
    [/^Start .*now/, ['Record this start'], []],
  ] as const) {
    const letThrough = await holdBack(anna, '**/webconfig/preview');
    await anna.getByRole('button', { name: opener }).first().press('Enter');
    await dialog.getByText('Looking at what this does').waitFor();
    await settled(anna);
    const where = () => Promise.all(names.map((name) => topOf(dialog, name)));
    const before = await where();
    letThrough();
    await told.waitFor();
    await expect.poll(where).toEqual(before);
    for (const name of presses) {
      await dialog.getByRole('button', { name }).press('Enter');
      await expect.poll(where).toEqual(before);
      await told.waitFor();
      await expect.poll(where).toEqual(before);
    }
    await anna.unroute('**/webconfig/preview');
    await dialog.getByRole('button', { name: 'Cancel' }).press('Enter');
    await dialog.waitFor({ state: 'detached' });
  }
});

test('[SE8 SY10] who is here goes without a connection, and what stands below stays', async () => {
  await stage(Date.now() - 2 * 3_600_000);
  const anna = await openDesk('anna@race.local');
  const here = anna.getByRole('region', { name: 'Here now' });
  await here.waitFor();
  const below = anna.locator('h1').locator('xpath=../following-sibling::*[1]');
  const readHeight = async () => (await below.boundingBox())?.height;
  const before = await readHeight();
  await anna.context().setOffline(true);
  await here.waitFor({ state: 'detached' });
  await expect.poll(readHeight).toBe(before);
});
