import type { Locator, Page } from 'playwright-core';
import { describe, test } from 'vitest';

import { USUAL_COURSES } from '#shared/model/courses.ts';
import { buildReader, buildRunner } from '#tests/support/builders.ts';
import { eventually } from '#tests/support/eventually.ts';

import { addAccount } from './support/accounts.ts';
import { expectNoSidewaysScroll } from './support/axe.ts';
import { expectNoCutTexts } from './support/cut-texts.ts';
import { DESK, NARROW_PHONE, openPage, PHONE, untilUncovered } from './support/open-page.ts';
import { openScreen } from './support/open-screen.ts';
import { browser, provideRaceInBrowser, race } from './support/race-in-browser.ts';

/** The longest texts that are taken, without a blank to break them at. */
const LONG = {
  title: 'T'.repeat(200),
  startText: 'S'.repeat(200),
  name: (letter: string) => letter.repeat(60),
  person: (letter: string) => letter.repeat(100),
  email: `${'e'.repeat(64)}@${'race'.repeat(15)}.${'local'.repeat(12)}.org`,
} as const;

const GUN_MS = Date.UTC(2026, 5, 20, 9);
const SIZES = [DESK, PHONE, NARROW_PHONE];

provideRaceInBrowser(async () => {
  const person = {
    firstName: LONG.person('F'),
    lastName: LONG.person('L'),
    runClub: LONG.person('C'),
    bibNumber: '8'.repeat(20),
  };
  const runners = (['BB', 'PB', 'UB'] as const).flatMap((event, at) => [
    buildRunner({ ...person, event, runnerId: `in-${event}`, bandId: `99999999990${at}` }),
    buildRunner({ ...person, event, runnerId: `on-${event}`, bandId: `99999999991${at}` }),
    buildRunner({
      ...person,
      event,
      runnerId: `dnf-${event}`,
      bandId: `99999999992${at}`,
      overrideTime: '00:00:01',
    }),
  ]);
  await race.stage(runners, {
    pageTitle: LONG.title,
    startText: LONG.startText,
    distances: ['D', 'W', 'M'].map((letter) => LONG.name(letter)).join(','),
    wayPoints: ['A', 'B', 'C', 'G', 'H', 'O'].map((letter) => LONG.name(letter)).join(','),
    KOMs: [LONG.name('K'), LONG.name('Q')].join(','),
    raceStart: '2026-06-20-10-00-00',
    timeZone: 'America/Argentina/ComodRivadavia',
    starts: USUAL_COURSES.byEvent(() => '2026-06-20-06-00-00'),
  });
  const bands = ['00', '01', '02', '10', '11', '12'];
  for (const band of bands) {
    for (const [point, minutes] of [
      ['cp1', 20],
      ['cp2', 30],
      ['kom1-start', 35],
      ['kom1-end', 40],
      ['kom2-start', 45],
      ['kom2-end', 50],
    ] as const) {
      await race.publish({ bandID: `9999999999${band}`, point, timeMs: GUN_MS + minutes * 60_000 });
    }
  }
  for (const band of ['00', '01', '02']) {
    await race.publish({
      bandID: `9999999999${band}`,
      point: 'finish',
      timeMs: GUN_MS + 90 * 60_000,
    });
  }
  await race.publish({ bandID: '888888888888', point: 'kom1-end', timeMs: GUN_MS });
  const reader = buildReader({
    source: 'R'.repeat(40),
    allow: Array(16).fill('10.10.10.0/24').join(),
  });
  const host = { id: 'other', name: 'h'.repeat(100) };
  const after = { reader, isOn: true, rev: 1, file: null, host };
  await race.store.readers.change(() => ({ source: reader.source, by: 'test', after }));
  await addAccount(race, `second.${LONG.email}`.slice(-200), 'registration');
});

async function open(path: string): Promise<Page> {
  return (await openScreen(browser, race, path, { email: LONG.email })).page;
}

/** On every size; what is drawn follows a change of it by a moment. */
async function expectInOrder(page: Page): Promise<void> {
  for (const size of SIZES) {
    await page.setViewportSize(size);
    await eventually(async () => {
      await expectNoSidewaysScroll(page);
      await expectNoCutTexts(page);
    });
  }
  await page.setViewportSize(DESK);
}

/** Each of the organisers' screens, and what is there once it shows what it has. */
const SCREENS: readonly (readonly [string, (page: Page) => Locator])[] = [
  ['/admin', (page) => page.getByRole('button', { name: /^Edit/ })],
  ['/control', (page) => page.getByRole('link', { name: 'publish' })],
  ['/rollcall', (page) => page.locator('[data-runner-id]')],
  ['/missing', (page) => page.locator('[data-band]')],
  ['/reads', (page) => page.getByRole('checkbox')],
  ['/changes', (page) => page.getByRole('row', { name: /Settings/ })],
  ['/import', (page) => page.getByRole('heading', { level: 2 })],
  ['/readers', (page) => page.getByText('R'.repeat(40))],
  ['/imageuploadlogo', (page) => page.getByText('Upload to overwrite logo file')],
  ['/imageuploadbg', (page) => page.getByText('Upload to background image')],
  ['/conf', (page) => page.getByRole('button', { name: 'Save Changes' })],
  ['/accounts', (page) => page.getByRole('row', { name: /you/ })],
  ['/prizes', (page) => page.getByRole('heading', { level: 2 })],
  ['/files', (page) => page.getByRole('link', { name: /CSV/ }).or(page.getByText('CSV'))],
  ['/race', (page) => page.getByRole('heading', { level: 1 })],
  ['/tables', (page) => page.getByRole('heading', { level: 2 })],
];

describe('the longest allowed texts, on a desk and on phones', () => {
  test('the results and the splits', async () => {
    const { page } = await openPage(browser, { viewport: DESK });
    for (const tab of ['BB', 'PB', 'UB', 'WOD', 'CarnIngli']) {
      await page.goto(`${race.url}/?tab=${tab}`);
      const row = page.locator('[data-runner-id]').first();
      await row.waitFor();
      await expectInOrder(page);
      if (tab === 'WOD' || tab === 'CarnIngli') continue;
      await row.click();
      await page.getByRole('dialog').waitFor();
      await expectInOrder(page);
    }
    await page.keyboard.press('Escape');
    await untilUncovered(page);
    await page.getByLabel('Find a runner, bib or club').fill('x'.repeat(100));
    await page.getByRole('heading', { name: /^Nobody here matches “x/ }).waitFor();
    await expectInOrder(page);
  });

  test.each(SCREENS)('%s', async (path, find) => {
    const page = await open(path);
    await find(page).first().waitFor();
    await expectInOrder(page);
  });
});
