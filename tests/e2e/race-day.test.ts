import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';

import type { Scan } from '#shared/model/scan.ts';
import type { TimePoint } from '#shared/model/time-point.ts';
import { MINUTE_MS, SECOND_MS } from '#shared/model/time.ts';
import { formatWallClock } from '#shared/model/wall-clock.ts';
import { buildRunner, buildScan } from '#tests/support/builders.ts';
import { connectRedis, ingestScans } from '#tests/support/ingest-scans.ts';

import { openPage, PHONE, untilFocused } from './support/open-page.ts';
import { openScreen } from './support/open-screen.ts';
import { browser, provideRaceInBrowser, race } from './support/race-in-browser.ts';

const ZONE = 'UTC';
/** Bibs 301 to 312 come in, 313 to 315 are on the hill, and 316 never starts. */
const RUNNERS = 16;
const FINISHERS = 12;
/** A full second, as a start is kept. */
const GUN_MS = Math.floor(Date.now() / SECOND_MS - 4 * 3_600) * SECOND_MS;

provideRaceInBrowser();

const idOf = (bib: number): string => `r${bib}`;
const bandOf = (bib: number): string => String(2_000 + bib);

function readAt(source: string, point: TimePoint, bib: number, minutes: number): Scan {
  const timeMs = GUN_MS + minutes * MINUTE_MS;
  return buildScan({ source, points: [point], bandId: bandOf(bib), timeMs });
}

/** Four sources: the mat at CP3 dies after three, and the backup at the finish is 20 minutes slow. */
async function stage(): Promise<void> {
  const field = Array.from({ length: RUNNERS }, (_, at) =>
    buildRunner({
      runnerId: idOf(301 + at),
      bandId: bandOf(301 + at),
      bibNumber: String(301 + at),
      firstName: 'Llŷr',
      lastName: `Nash-${301 + at}`,
      mobileNumber: `07700 900${301 + at}`,
    }),
  );
  await race.stage(field, { raceStart: formatWallClock(GUN_MS, ZONE), timeZone: ZONE });
  const started = Array.from({ length: RUNNERS - 1 }, (_, at) => 301 + at);
  const reads = [
    ...started.map((bib) => readAt('start', 'start', bib, 0.1)),
    ...started.map((bib) => readAt('mat', 'cp1', bib, bib - 261)),
    ...started.slice(0, 3).map((bib) => readAt('hill', 'cp3', bib, bib - 211)),
    ...started.slice(0, FINISHERS).map((bib) => readAt('mat', 'finish', bib, bib - 151)),
    ...started.slice(0, FINISHERS).map((bib) => readAt('backup', 'finish', bib, bib - 171)),
  ];
  const client = await connectRedis(race.redisUrl);
  await ingestScans(client, race.store.keys, reads);
  client.destroy();
}

/**
 * Opens a desk and waits until its lists are loaded. Later changes still move the buttons below: they are pressed by
 * keyboard, which cannot miss them.
 */
async function openControl(email: string): Promise<Page> {
  const { page } = await openScreen(browser, race, '/control', { email });
  await matter(page, /The reads of backup and mat do not fit each other/).waitFor();
  await page.getByRole('columnheader', { name: 'Reads/min' }).waitFor();
  return page;
}

/** Makes a pass at race control, and opens its phone. */
async function sendMarshal(desk: Page, name: string, point: string): Promise<Page> {
  await desk.getByRole('button', { name: 'Passes…' }).and(desk.locator(':enabled')).press('Enter');
  await desk.getByRole('button', { name: 'New pass…' }).press('Enter');
  await desk.getByLabel('Point', { exact: true }).selectOption({ label: point });
  await desk.getByLabel('Name', { exact: true }).fill(name);
  await desk.getByRole('button', { name: 'Make a pass' }).click();
  const address = await desk.getByTestId('pass').innerText();
  await desk.getByRole('button', { name: 'Done' }).click();
  await desk.getByTestId('pass').waitFor({ state: 'detached' });
  await desk.keyboard.press('Escape');
  await desk.getByRole('dialog').waitFor({ state: 'detached' });
  const { page } = await openPage(browser, { viewport: PHONE });
  await page.goto(address);
  return page;
}

const matter = (desk: Page, text: string | RegExp) =>
  desk.getByRole('list', { name: 'Now to do' }).getByRole('listitem').filter({ hasText: text });

async function readReports(): Promise<string[]> {
  const { reports } = await race.store.readRecord();
  return [...reports].map(({ runnerId, kind, point }) => `${runnerId} ${kind} ${point}`).toSorted();
}

test('[SY4 MA2 MA4 MR4 SV6 SF8] a race day: three desks, two marshals, a mat that dies and a clock that lies', async () => {
  await stage();
  const { page: spectator } = await openPage(browser);
  await spectator.goto(`${race.url}/?tab=PB`);
  const winner = spectator.locator(`[data-runner-id="${idOf(301)}"]`);
  await winner.getByText('2:10:00').waitFor();
  const [anna, elin] = await Promise.all([
    openControl('anna@race.local'),
    openControl('elin@race.local'),
  ]);
  const dai = await sendMarshal(anna, 'Dai', 'Foel Eryr');
  const gwen = await sendMarshal(anna, 'Gwen', 'Foel Cwmcerwyn');

  // At the dead mat, without a network: two by their rows, and one with only two legible digits.
  await dai.getByRole('button', { name: 'Seen: 313' }).waitFor();
  await dai.context().setOffline(true);
  await dai.getByRole('button', { name: 'Seen: 313' }).click();
  await dai.getByRole('button', { name: 'Seen: 314' }).press('Enter');
  await dai.keyboard.type('31?');
  await dai.keyboard.press('Enter');
  await dai.getByText('3 not sent').waitFor();
  await dai.context().setOffline(false);
  await dai.getByText('sent ✓, race control will check it', { exact: true }).waitFor();
  await expect.poll(readReports).toEqual([`${idOf(313)} seen cp3`, `${idOf(314)} seen cp3`]);

  // Either desk can say who it was; then it is gone from both.
  const sighting = matter(elin, /31\? seen, by Dai/);
  await sighting.getByRole('button', { name: /^Who was it/ }).press('Enter');
  await elin.getByRole('radio', { name: /^315/ }).check();
  await elin.getByRole('button', { name: /^It was 315/ }).press('Enter');
  await expect.poll(() => matter(anna, /31\? seen/).count()).toBe(0);
  await expect.poll(() => matter(elin, /31\? seen/).count()).toBe(0);

  // A runner stops: at once DNF for the public, and open at race control until reported safe.
  await gwen.getByRole('button', { name: 'Seen: 314' }).waitFor();
  await gwen.keyboard.type('314');
  await gwen.getByRole('button', { name: 'Stopped' }).click();
  await gwen.getByRole('button', { name: 'Yes, stopped' }).click();
  await spectator
    .locator(`[data-runner-id="${idOf(314)}"]`)
    .getByText('DNF')
    .waitFor();
  await matter(anna, /314 Llŷr Nash-314/).waitFor();
  const { page: calls } = await openScreen(browser, race, '/rollcall', {
    email: 'mair@race.local',
    role: 'registration',
  });
  // Once rendered, the screen moves the focus, also away from a button that is being pressed.
  await untilFocused(calls.getByLabel('Find a bib or name'));
  const stopped = calls.locator(`[data-runner-id="${idOf(314)}"]`);
  await stopped.getByRole('button', { name: /^Open / }).press('x');
  await calls.getByLabel('Where they are now').fill('in the car with Gwen');
  await calls.keyboard.press('Enter');
  await expect.poll(() => matter(anna, /314 Llŷr/).count()).toBe(0);

  // The clock of the backup is corrected.
  await matter(elin, /The reads of backup and mat do not fit each other/).waitFor();
  const { page: reads } = await openScreen(browser, race, '/reads', { email: 'rhys@race.local' });
  await reads.getByLabel('Source').selectOption('backup');
  await reads.getByRole('button', { name: 'Correct the reads of backup…' }).press('Enter');
  await reads.getByLabel('By how much').fill('+20:00');
  await reads.getByLabel('Reason').fill('slow');
  await reads.getByRole('dialog').getByText('12 totals change').waitFor();
  await reads.getByRole('button', { name: 'Move the clock', exact: true }).click();
  await winner.getByText('2:30:00').waitFor();
  await expect.poll(() => matter(elin, /The reads of backup/).count()).toBe(0);

  // The last two come in; the one who never started is DNS.
  for (const [bib, minutes] of [
    [313, 200],
    [315, 210],
  ] as const) {
    const timeMs = GUN_MS + minutes * MINUTE_MS;
    await race.publish({ bandID: bandOf(bib), point: 'finish', timeMs });
  }
  await calls.getByRole('button', { name: /^Start line/ }).press('Enter');
  await calls.getByRole('button', { name: 'Set 1 to DNS' }).press('Enter');
  await calls.getByRole('dialog').getByRole('button', { name: 'Set 1 to DNS' }).click();
  await calls.getByTestId('news').getByText('DNS: 1 runner.').waitFor();

  // Nobody is left to name.
  await expect
    .poll(() => anna.locator('[data-state=on-course] strong').allInnerTexts())
    .toEqual(['0', '0', '0']);
  await anna.getByRole('button', { name: 'Close the race' }).press('Enter');
  const closing = anna.getByRole('dialog');
  await closing.getByRole('button', { name: 'Close the race' }).click();
  await closing.waitFor({ state: 'detached' });
  await elin.getByText('The race is closed.').waitFor();
  await spectator.getByText('Provisional').first().waitFor();
  await expect
    .poll(readReports)
    .toEqual([
      `${idOf(313)} seen cp3`,
      `${idOf(314)} safe undefined`,
      `${idOf(314)} seen cp3`,
      `${idOf(314)} stopped cp4`,
      `${idOf(315)} seen cp3`,
    ]);
});
