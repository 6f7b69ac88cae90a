import { text } from 'node:stream/consumers';

import type { Locator, Page } from 'playwright-core';
import { expect, test } from 'vitest';

import { TEMPLATES } from '#shared/templates/templates.ts';
import { Gate } from '#tests/client/support/gate.ts';
import { startScanner } from '#tests/support/scanner-process.ts';
import { createTempFolder } from '#tests/support/temp-folder.ts';

import { DESK, openPage } from './support/open-page.ts';
import { openScreen } from './support/open-screen.ts';
import { browser, provideRaceInBrowser, race } from './support/race-in-browser.ts';

/** What is typed into the fields of a new runner, by their labels; `Event` and `Wave` by what one chooses. */
type Entry = Readonly<Record<string, string>>;

/** A race by a template, with a gun at 10:00 in British summer time: what is typed and read, and what everybody then sees. */
interface Play {
  readonly entries: readonly Entry[];
  /** Settings of the race day beside the race start, by their labels. */
  readonly starts?: Entry;
  /** Lines of a scanner: `501,10:30:00,cp1`. */
  readonly reads: readonly string[];
  /** Of whom no total shows before that. */
  readonly isClosed?: true;
  /** By last name, what stands in their row of a tab. */
  readonly rows: readonly (readonly [tab: string, lastName: string, texts: readonly string[]])[];
  /** On the page of the first one. */
  readonly page: readonly string[];
  readonly prize: readonly [name: RegExp, winner: string];
  /** Lines of a distance's file of everything, as far as they are meant. */
  readonly file: readonly [label: string, line: RegExp];
  /** A heading among the tables of teams. */
  readonly team?: readonly [tab: string, heading: string];
}

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

const PLAYS: Readonly<Record<string, Play>> = {
  'three-distances': {
    entries: [
      woman('501', 'Ågren', '1986-06-20', { Event: 'Full' }),
      woman('502', 'Bevan', '1986-06-21', { Event: 'Half' }),
    ],
    reads: ['501,10:30:00,cp1', '501,11:00:00,cp2', '501,12:00:00,finish', '502,10:31:00,cp1'],
    rows: [
      ['PB', 'Ågren', ['1', 'F40', '2:00:00']],
      ['BB', 'Bevan', ['F-SNR', '0:31:00']],
    ],
    page: ['0:30:00', '1:00:00', '2:00:00'],
    prize: [/^Women Full/, 'Siân Ågren'],
    file: ['Full', /Ågren.*F40/],
  },
  'fell-race': {
    entries: [woman('501', 'Ågren', '1976-06-20'), woman('502', 'Bevan', '1990-01-01')],
    reads: [
      '501,10:50:00,summit',
      '501,11:00:00,col',
      '501,11:30:00,finish',
      '502,10:55:00,summit',
    ],
    rows: [
      ['FELL', 'Ågren', ['1', 'F50', '0:50:00', '1:00:00', '1:30:00']],
      ['FELL', 'Bevan', ['F-SNR', 'Summit', '0:55:00']],
    ],
    page: ['Summit', '0:50:00', 'Col', '1:30:00'],
    prize: [/^First women/, 'Siân Ågren'],
    file: ['Fell race', /Ågren.*F50/],
  },
  'hand-timed': {
    entries: [
      woman('501', 'Ågren', '2015-09-01', { Event: 'Short' }),
      woman('502', 'Bevan', '2010-09-01', { Event: 'Long' }),
    ],
    reads: ['501,10:04:00,gate', '501,10:09:00,finish', '502,10:12:00,cairn'],
    rows: [
      ['SHORT', 'Ågren', ['1', 'FU12', '0:04:00', '0:09:00']],
      ['LONG', 'Bevan', ['FU16', 'Cairn', '0:12:00']],
    ],
    page: ['Gate', '0:04:00', '0:09:00'],
    prize: [/^First FU12 Short/, 'Siân Ågren'],
    file: ['Short', /Ågren.*FU12/],
  },
  'city-waves': {
    entries: [
      woman('1200', 'Ågren', '1991-06-20'),
      woman('7', 'Bevan', '1991-06-21', { Wave: 'White wave' }),
    ],
    starts: { 'Blue wave start': '2026-06-20 10:10:00' },
    reads: [
      '1200,10:10:30,start',
      '1200,10:35:00,5k',
      '1200,11:05:00,finish',
      '7,10:00:20,start',
      '7,10:58:00,finish',
    ],
    rows: [
      ['10K', 'Ågren', ['1', 'F35', '0:25:00', '0:55:00']],
      ['10K', 'Bevan', ['2', 'F-SNR', '0:58:00']],
    ],
    page: ['5 km', '0:25:00', '0:55:00', '0:54:30'],
    prize: [/^First women/, 'Siân Ågren'],
    file: ['10K', /Ågren.*F35/],
  },
  laps: {
    entries: [
      woman('501', 'Ågren', '1986-06-20', { Event: '6 hours' }),
      woman('502', 'Bevan', '1990-01-01', { Event: '6 hours' }),
    ],
    reads: ['501,10:12:00,lap', '501,10:25:00,lap', '502,10:11:00,lap', '502,16:00:01,lap'],
    isClosed: true,
    rows: [
      ['6H', 'Ågren', ['1', 'F40', '2 laps']],
      ['6H', 'Bevan', ['2', '1 lap']],
    ],
    page: ['Lap 1', '0:12:00', 'Lap 2', '2 laps'],
    prize: [/^First women, 6 hours/, 'Siân Ågren'],
    file: ['6 hours', /Ågren.*F40/],
  },
  // The gun's own crossing is no lap, and one that ends after the hour does not count.
  backyard: {
    entries: [
      woman('501', 'Ågren', '1986-06-20', { Event: 'Backyard' }),
      woman('502', 'Bevan', '1990-01-01', { Event: 'Backyard' }),
    ],
    reads: [
      '501,10:00:05,yard',
      '501,10:50:00,yard',
      '501,11:48:00,yard',
      '502,10:45:00,yard',
      '502,12:10:00,yard',
    ],
    isClosed: true,
    rows: [
      ['BACK', 'Ågren', ['1', 'F40', '2 laps']],
      ['BACK', 'Bevan', ['2', '1 lap']],
    ],
    page: ['Yard 1', '0:50:00', 'Yard 2', '2 laps'],
    prize: [/^Last one standing/, 'Siân Ågren'],
    file: ['Backyard', /Ågren.*F40/],
  },
  intervals: {
    entries: [
      woman('501', 'Ågren', '1986-06-20', { 'Own start': '+0:30' }),
      woman('502', 'Bevan', '1990-01-01', { 'Own start': '10:01:00' }),
    ],
    reads: [
      '501,10:00:31.200,start',
      '501,10:10:31.200,bridge',
      '501,10:12:00,foot',
      '501,10:18:30,top',
      '501,10:30:31.590,finish',
      '502,10:00:58,start',
      '502,10:31:00.600,finish',
    ],
    rows: [
      ['TRIAL', 'Ågren', ['1', 'F40', '0:10:00.0', '0:30:00.3']],
      ['TRIAL', 'Bevan', ['2', 'F-SNR', '0:30:00.6']],
      ['Climb', 'Ågren', ['1', '06:30']],
    ],
    page: ['Bridge', '0:10:00.0', '0:30:00.3'],
    prize: [/^Best climb, women/, 'Siân Ågren'],
    file: ['Time trial', /Ågren.*F40/],
  },
  relay: {
    entries: [
      woman('501', 'Ågren', '1986-06-20', { Event: 'First leg' }),
      woman('502', 'Bevan', '1990-01-01', { Event: 'Second leg' }),
      woman('503', 'Castell', '1990-01-01', { Event: 'Third leg' }),
    ],
    reads: [
      '501,10:15:00,mill',
      '501,10:30:00,start,finish',
      '502,10:30:02,start,finish',
      '502,10:46:00,chapel',
      '502,11:05:02,start,finish',
      '503,11:05:03,start,finish',
      '503,11:18:00,harbour',
      '503,11:30:03,start,finish',
    ],
    rows: [
      ['LEG1', 'Ågren', ['1', 'F40', '0:15:00', '0:30:00']],
      ['LEG2', 'Bevan', ['1', '0:35:00']],
      ['LEG3', 'Castell', ['1', '0:25:00']],
    ],
    page: ['Mill', '0:15:00', '0:30:00'],
    prize: [/^Best first leg, women/, 'Siân Ågren'],
    file: ['First leg', /Ågren.*F40/],
    team: ['LEG2', '1st Relay teams: Clwb Ŵyn'],
  },
};

provideRaceInBrowser();

async function setUp(page: Page, title: string): Promise<void> {
  await page
    .getByRole('button', { name: `Begin from: ${title}` })
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

/** By a scanner of its own, to its end. */
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
    // A place alone, and not a digit of a time.
    const exact = words.length === 1;
    await where.getByText(words, { exact }).first().waitFor();
  }
}

test('[SS1] no template comes later than another one, whose button it would push from under the mouse', async () => {
  const { page } = await openScreen(browser, race, '/missing');
  const gate = new Gate();
  await page.route('**/assets/relay-*.js', async (route) => {
    await gate.passed;
    await route.continue();
  });
  const templates = page.getByRole('list').filter({ hasText: 'Begin from this' });
  const asked = page.waitForRequest('**/assets/relay-*.js');
  const others = page.waitForResponse('**/assets/laps-*.js');
  await page.goto(`${race.url}/racesetup`);
  await Promise.all([asked, others]);
  await expect.poll(() => page.getByText('Loading...').count()).toBe(1);
  await expect.poll(() => templates.count()).toBe(0);
  gate.open();
  await expect
    .poll(() => templates.getByRole('button', { disabled: false }).count())
    .toBe(TEMPLATES.length);
});

test('[SS1] templates that cannot be loaded are told of, and the parts of the race are there', async () => {
  const { page } = await openScreen(browser, race, '/missing');
  await page.route('**/assets/relay-*.js', (route) => route.abort());
  await page.goto(`${race.url}/racesetup`);
  await page.getByRole('alert').filter({ hasText: 'The templates cannot be loaded.' }).waitFor();
  await page.getByRole('heading', { name: 'Points' }).waitFor();
});

test.each(TEMPLATES)(
  '[SS1] a race by the template $name is run by its screens',
  async ({ name, title }) => {
    const play = PLAYS[name];
    if (!play) throw new Error(`Nobody plays ${name}.`);
    await race.stage([], { raceStart: '', starts: {}, closed: false });
    const { page, complaints } = await openScreen(browser, race, '/racesetup');
    await setUp(page, title);
    await setStarts(page, { 'Race start': '2026-06-20 10:00:00', ...play.starts });
    await register(page, play.entries);
    await scan(play.reads);
    if (play.isClosed) await race.configure({ closed: true });

    const { page: spectator, complaints: theirs } = await openPage(browser, { viewport: DESK });
    for (const [tab, lastName, texts] of play.rows) {
      await spectator.goto(`${race.url}/?tab=${tab}`);
      await seeAll(rowOf(spectator, lastName), texts);
    }
    const [[tab, lastName]] = [play.rows[0] ?? (['', ''] as const)];
    await spectator.goto(`${race.url}/?tab=${tab}`);
    const runnerId = await rowOf(spectator, lastName).getAttribute('data-runner-id');
    await spectator.goto(`${race.url}/runner/${runnerId}`);
    await spectator.getByRole('heading', { name: `Siân ${lastName}`, level: 1 }).waitFor();
    await seeAll(spectator.getByRole('main'), play.page);
    if (play.team) {
      await spectator.goto(`${race.url}/tables?view=teams&race=${play.team[0]}`);
      await spectator.getByRole('heading', { name: play.team[1] }).waitFor();
    }

    await page.goto(`${race.url}/prizes`);
    await seeAll(page.getByRole('region', { name: play.prize[0] }), [play.prize[1]]);
    await page.goto(`${race.url}/files`);
    const [label, line] = play.file;
    const button = page.getByRole('button', { name: `Download Everything we know, CSV, ${label}` });
    const [download] = await Promise.all([page.waitForEvent('download'), button.click()]);
    const file = await text(await download.createReadStream());
    expect(file).toMatch(line);
    expect([complaints, theirs]).toEqual([[], []]);
  },
);
