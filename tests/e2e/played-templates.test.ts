import { text } from 'node:stream/consumers';

import type { Locator, Page } from 'playwright-core';
import { expect, test } from 'vitest';

import { startScanner } from '#tests/support/scanner-process.ts';
import { createTempFolder } from '#tests/support/temp-folder.ts';

import { DESK, openPage } from './support/open-page.ts';
import { openScreen } from './support/open-screen.ts';
import { browser, provideRaceInBrowser, race } from './support/race-in-browser.ts';

/** The text typed into each field of a new runner, by label; for `Event` and `Wave` the option. */
type Entry = Readonly<Record<string, string>>;

const woman = (number: string, lastName: string, born: string, more: Entry = {}): Entry => ({
  Wristband: number,
  Bib: number,
  'First name': 'Siân',
  'Last name': lastName,
  Sex: 'F',
  'Date of birth': born,
  Team: 'Clwb Ŵyn',
  ...more,
});

provideRaceInBrowser();

async function setUp(page: Page, title: string): Promise<void> {
  await page
    .getByRole('button', { name: `Start from: ${title}` })
    .and(page.locator(':enabled'))
    .press('Enter');
  await page.getByRole('button', { name: 'Save…' }).click();
  const dialog = page.getByRole('dialog', { name: 'Save the race?' });
  await dialog.getByText('No runner is affected.').waitFor();
  await dialog.getByRole('button', { name: 'Save', exact: true }).click();
  await page.getByText('The race is saved.').waitFor();
}

async function setStarts(page: Page, starts: Entry): Promise<void> {
  await page.goto(`${race.url}/conf`);
  for (const [label, typed] of Object.entries(starts)) {
    await page.getByRole('textbox', { name: label, exact: true }).fill(typed);
  }
  await page.getByRole('button', { name: 'Save Changes' }).click();
  await page.getByRole('status').getByText('Update successful').waitFor();
}

async function register(page: Page, entries: readonly Entry[]): Promise<void> {
  await page.goto(`${race.url}/admin`);
  for (const entry of entries) {
    await page.getByRole('button', { name: 'New Runner', exact: true }).click();
    const form = page.getByRole('form', { name: 'New runner' });
    const { Event: event, Wave: wave, ...typed } = entry;
    if (event) await form.getByLabel('Event').selectOption({ label: event });
    if (wave) await form.getByLabel('Wave').selectOption({ label: wave });
    for (const [label, words] of Object.entries(typed)) {
      await form.getByLabel(label, { exact: true }).fill(words);
    }
    await form.getByRole('button', { name: 'Submit' }).click();
    await page.getByTestId('news').getByText(`Saved: Siân ${entry['Last name']}`).waitFor();
    await form.waitFor({ state: 'detached' });
  }
}

/** Runs a scanner on the reads until it ends. */
async function scan(reads: readonly string[]): Promise<void> {
  const { redisUrl, store } = race;
  const place = { redisUrl, raceKey: store.raceKey, dataDir: createTempFolder() };
  const scanner = startScanner(place, ['--source', 'mat', '--point', 'start', '--format', 'line']);
  for (const read of reads) {
    const [band, time, ...points] = read.split(',');
    scanner.write(`${band},2026-06-20T${time}+01:00,${points.join()}\n`);
  }
  scanner.endInput();
  const exitCode = await scanner.exitCode;
  expect(exitCode).toBe(0);
}

const rowOf = (page: Page, lastName: string): Locator =>
  page.locator('[data-runner-id]').filter({ hasText: lastName });

async function seeAll(where: Locator, texts: readonly string[]): Promise<void> {
  for (const words of texts) {
    // A place, not a digit of a time.
    const exact = words.length === 1;
    await where.getByText(words, { exact }).first().waitFor();
  }
}

/** With a gun at 10:00 in British summer time. Each template is scored in `tests/scoring/golden`. */
test('a race in waves from its template is run through its screens', async () => {
  await race.stage([], { raceStart: '', starts: {}, closed: false });
  const { page, complaints } = await openScreen(browser, race, '/racesetup');
  await setUp(page, 'City run in waves');
  await setStarts(page, {
    'Race start': '2026-06-20 10:00:00',
    'Blue wave start': '2026-06-20 10:10:00',
  });
  await register(page, [
    woman('1200', 'Ågren', '1991-06-20'),
    woman('7', 'Bevan', '1991-06-21', { Wave: 'White wave' }),
  ]);
  await scan([
    '1200,10:10:30,start',
    '1200,10:35:00,5k',
    '1200,11:05:00,finish',
    '7,10:00:20,start',
    '7,10:58:00,finish',
  ]);

  const { page: spectator, complaints: theirs } = await openPage(browser, { viewport: DESK });
  await spectator.goto(`${race.url}/?tab=10K`);
  await seeAll(rowOf(spectator, 'Ågren'), ['1', 'F35', '0:25:00', '0:55:00']);
  await seeAll(rowOf(spectator, 'Bevan'), ['2', 'F-SNR', '0:58:00']);
  const runnerId = await rowOf(spectator, 'Ågren').getAttribute('data-runner-id');
  await spectator.goto(`${race.url}/runner/${runnerId}`);
  await spectator.getByRole('heading', { name: 'Siân Ågren', level: 1 }).waitFor();
  await seeAll(spectator.getByRole('main'), ['5 km', '0:25:00', '0:55:00', '0:54:30']);

  await page.goto(`${race.url}/prizes`);
  await seeAll(page.getByRole('region', { name: /^First women/ }), ['Siân Ågren']);
  await page.goto(`${race.url}/files`);
  const button = page.getByRole('button', { name: 'Download Everything we know, CSV, 10K' });
  const [download] = await Promise.all([page.waitForEvent('download'), button.click()]);
  const file = await text(await download.createReadStream());
  expect(file).toMatch(/Ågren.*F35/);
  expect([complaints, theirs]).toEqual([[], []]);
});
