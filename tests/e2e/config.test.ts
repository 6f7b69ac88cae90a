import { byEvent } from '#shared/model/event.ts';
import type { Browser, Locator, Page } from 'playwright-core';
import { beforeEach, describe, expect, test } from 'vitest';

import type { RaceConfig } from '#shared/model/race-config.ts';
import { SECOND_MS } from '#shared/model/time.ts';
import { findStartMs, formatWallClock } from '#shared/model/wall-clock.ts';
import type { ConfigBody } from '#shared/wire/http-api.ts';
import { Gate } from '#tests/client/support/gate.ts';
import { buildRunner } from '#tests/support/builders.ts';
import { eventually } from '#tests/support/eventually.ts';

import type { OpenPage } from './support/open-page.ts';
import { expectNoViolations } from './support/axe.ts';
import { holdBack } from './support/choose-file.ts';
import { DESK, openPage, PHONE } from './support/open-page.ts';
import type { ScreenOptions } from './support/open-screen.ts';
import { openScreen } from './support/open-screen.ts';
import { provideRaceInBrowser } from './support/race-in-browser.ts';
import type { RaceOnShow } from './support/race-on-show.ts';

const HOUR_MS = 3_600_000;

let race: RaceOnShow;
let browser: Browser;

provideRaceInBrowser((given) => {
  ({ race, browser } = given);
});
beforeEach(async () => {
  await race.stage([buildRunner({ runnerId: 'sian', bandId: '104', lastName: 'Prydderch' })], {
    closed: false,
  });
});

/** Opens /conf with its form there. */
async function openConfig(options?: ScreenOptions): Promise<OpenPage> {
  const opened = await openScreen(browser, race, '/conf', options);
  await saveButton(opened.page).waitFor();
  return opened;
}

async function openResults(): Promise<Page> {
  const { page } = await openPage(browser, { viewport: DESK });
  await page.goto(race.url);
  await page.getByTestId('connection').getByText('Live').waitFor();
  return page;
}

async function savedConfig(): Promise<ConfigBody> {
  return (await (await fetch(`${race.url}/config`)).json()) as ConfigBody;
}

function field(page: Page, name: string): Locator {
  return page
    .getByRole('textbox', { name, exact: true })
    .or(page.getByRole('combobox', { name, exact: true }));
}

function saveButton(page: Page): Locator {
  return page.getByRole('button', { name: 'Save Changes' });
}

/** Whether a phone shows it without scrolling. */
async function isOnScreen(control: Locator): Promise<boolean> {
  const box = await control.boundingBox();
  return box !== null && box.y > 0 && box.y + box.height < PHONE.height;
}

/** Walks on with Tab until the control has the focus. */
async function tabTo(page: Page, control: Locator): Promise<void> {
  for (let steps = 0; steps < 80; steps += 1) {
    if (await hasFocus(control)) return;
    await page.keyboard.press('Tab');
  }
  throw new Error('Tab does not get there.');
}

function hasFocus(control: Locator): Promise<boolean> {
  return control.evaluate((element) => element === document.activeElement);
}

/** Replaces what stands in the focused field. */
async function retype(page: Page, text: string): Promise<void> {
  await page.keyboard.press('Control+A');
  await page.keyboard.type(text);
}

async function tabNames(page: Page): Promise<string[]> {
  const texts = await page.getByRole('tab').allInnerTexts();
  return texts.map((text) => text.replace(/\s*\d+$/, '').trim());
}

describe('saving', () => {
  test('[SF1] all by the keyboard, and open results pages show it without a reload', async () => {
    const results = await openResults();
    const { page, complaints } = await openConfig();
    await page.getByRole('heading', { name: 'Config', level: 1 }).waitFor();
    await page.getByRole('button', { name: 'Tools' }).waitFor();
    await page.evaluate(() => window.scrollTo(0, 0));

    await tabTo(page, field(page, 'Page Title'));
    await retype(page, 'Ras y Bwystfil');
    await page.keyboard.press('Tab');
    await retype(page, '10K: 11:00 wrth y bont');
    await page.keyboard.press('Tab');
    await retype(page, 'Byr, Hir');
    await page.keyboard.press('Tab');
    await retype(page, 'Bedd Morris, Carn Ingli');
    await page.keyboard.press('Tab');
    await retype(page, '');
    await page.keyboard.press('Delete');
    await tabTo(page, page.getByRole('radio', { name: /Gun time/ }));
    await page.keyboard.press('ArrowDown');
    await tabTo(page, saveButton(page));
    await page.keyboard.press('Enter');

    await page.getByRole('status').getByText('Update successful').waitFor();
    await results.getByRole('heading', { name: 'Ras y Bwystfil' }).waitFor();
    await results.getByText('10K: 11:00 wrth y bont').waitFor();
    await eventually(async () => expect(await tabNames(results)).toEqual(['Byr', 'Hir']));
    expect(await savedConfig()).toMatchObject({
      distances: 'Byr,Hir',
      wayPoints: 'Bedd Morris,Carn Ingli',
      KOMs: '',
      timing: 'chip',
    });
    expect(await field(page, 'Distances').inputValue()).toBe('Byr,Hir');
    expect(complaints).toEqual([]);
  });

  test('[SF3] every field is saved, and nothing else is touched', async () => {
    const { page } = await openConfig();
    const expected: Partial<RaceConfig> = {
      pageTitle: 'Ras Łódź 🏔',
      startText: '10K start: 11:00',
      distances: '10K,Marathon,Ultra 50',
      wayPoints: 'A,B,C',
      KOMs: 'Wall,Carn',
      raceStart: '2026-06-20-09-30-00',
      starts: {
        ...byEvent(() => ''),
        BB: '2026-06-20-11-00-00',
        PB: '2026-06-20-10-00-05',
        UB: '2026-06-20-07-00-00',
      },
      timeZone: 'Europe/Warsaw',
      timing: 'chip',
      earliestFinish: '00:25:00',
    };
    await field(page, 'Page Title').fill('Ras Łódź 🏔');
    await field(page, 'Start text').fill('10K start: 11:00');
    await field(page, 'Distances').fill('10K\nMarathon\nUltra 50');
    await field(page, 'Waypoints').fill('A, B, C');
    await field(page, 'KOMs').fill('Wall,Carn');
    await field(page, 'Time zone').fill('Europe/Warsaw');
    await field(page, 'Race start').fill('2026-06-20 09:30');
    await field(page, '10K start').fill('2026-06-20 11:00:00');
    await field(page, 'Marathon start').fill('2026-06-20-10-00-05');
    await field(page, 'Ultra 50 start').fill('2026-6-20 7:00');
    await page.getByRole('radio', { name: /Chip time/ }).check();
    await field(page, 'Earliest finish').fill('0:25:00');
    await saveButton(page).click();
    await page.getByText('Update successful').waitFor();

    expect(await savedConfig()).toMatchObject({ ...expected, closed: false });
    expect(await field(page, 'Ultra 50 start').inputValue()).toBe('2026-06-20 07:00:00');
    expect(await page.getByText('Nothing to save.').count()).toBe(1);
    await page.reload();
    await saveButton(page).waitFor();
    expect(await field(page, 'Marathon start').inputValue()).toBe('2026-06-20 10:00:05');
    expect(await page.getByRole('radio', { name: /Chip time/ }).isChecked()).toBe(true);

    await page.getByRole('button', { name: 'Clear: 10K start' }).click();
    expect(await hasFocus(field(page, '10K start'))).toBe(true);
    await page.keyboard.press('Enter');
    await page.getByText('Update successful').waitFor();
    expect((await savedConfig()).starts).toEqual({ ...expected.starts, BB: '' });
  });

  test('[SF2] what is typed is explained before it is saved', async () => {
    const { page } = await openConfig();
    await page.getByText('Tabs: Half (BB), Full (PB), Ultra (UB).').waitFor();
    await field(page, 'Distances').fill('Byr,Hir');
    await page.getByText('Tabs: Byr (BB), Hir (PB).').waitFor();
    await page.getByText('Hir: CP1 Bedd Morris · CP2 Carn Ingli').waitFor();
    await page.getByText('Special tab Carn Ingli: Hir and Ultra').waitFor();
    await field(page, 'KOMs').fill('Wall');
    await page.getByText('No special tabs').waitFor();
    await field(page, 'Race start').fill('2030-01-02 03:04:05');
    await page.getByText(/^Wednesday 2 January 2030, 03:04:05 · in \d+ days$/).waitFor();
  });
});

describe('validation', () => {
  test.each([
    ['Page Title', 'x'.repeat(201), 'This is longer than 200 characters.'],
    ['Distances', 'Half,half', 'Entries could not tell the distances "Half" and "half" apart.'],
    ['Distances', 'A,B,C,D', 'There are 4 names, and 3 are allowed.'],
    ['Waypoints', 'A,,B', 'There is an empty name: look for a comma too many.'],
    ['KOMs', 'A,B,C', 'There are 3 names, and 2 are allowed.'],
    ['Time zone', 'Mars/Base', '"Mars/Base" is no time zone such as Europe/London.'],
    ['Race start', '2026-02-30 10:00', '"2026-02-30 10:00:00" is no time such as 2026-06-20'],
    ['Ultra start', 'soon', '"soon" is no time such as 2026-06-20 10:00:00.'],
    ['Earliest finish', '10 min', '"10 min" is no time of the form H:MM:SS.'],
  ])('[SF4] %s %j is refused at the field, and nothing is saved', async (name, text, fault) => {
    const { page, complaints } = await openConfig();
    const before = await savedConfig();
    await field(page, name).fill(text);
    await saveButton(page).click();
    await page.getByRole('alert').getByText('Failed to update web config').waitFor();
    const control = field(page, name);
    await eventually(async () => expect(await hasFocus(control)).toBe(true));
    expect(await control.getAttribute('aria-invalid')).toBe('true');
    const notes = (await control.getAttribute('aria-describedby'))?.split(' ') ?? [];
    const described = await Promise.all(
      notes.map((id) => page.locator(`[id="${id}"]`).innerText()),
    );
    expect(described.join(' ')).toContain(fault);
    expect({ ...(await savedConfig()), serverTime: 0 }).toEqual({ ...before, serverTime: 0 });
    expect(complaints).toEqual([]);
  });

  test('[SF4] what only the server refuses stands at the field it names', async () => {
    const { page } = await openConfig();
    await page.route('**/webconfig', async (route) => {
      const body = route.request().postData();
      if (body === null) return route.continue();
      const changed = { ...(JSON.parse(body) as object), KOMs: 'A,B,C', starts: { UB: 'soon' } };
      return route.continue({ postData: JSON.stringify(changed) });
    });
    await field(page, 'Page Title').fill('Ras');
    await saveButton(page).click();
    await page.getByText('Failed to update web config').waitFor();
    await page.getByText('There are 3 names, and 2 are allowed.').waitFor();
    await page.getByText('"soon" is no time of the form').waitFor();
    await eventually(async () => expect(await hasFocus(field(page, 'KOMs'))).toBe(true));
    expect(await field(page, 'Page Title').inputValue()).toBe('Ras');
  });
});

/** The page reckons the server's clock from answers that are on their way a moment. */
const CLOCK_SLACK_MS = 500;

describe('starting off the clock', () => {
  test.each([
    ['behind', -HOUR_MS],
    ['ahead', HOUR_MS],
  ])(
    '[SF7] the moment of the press is stored with this computer an hour %s',
    async (side, wrongByMs) => {
      await race.configure({ raceStart: '' });
      const results = await openResults();
      const { page } = await openConfig();
      await page.context().clock.install({ time: Date.now() + wrongByMs });
      await page.reload();
      await page.getByText(`This computer’s clock is 1 h ${side}.`).waitFor();

      const button = page.getByRole('button', { name: 'Start now: Race start' });
      await tabTo(page, button);
      const pressedMs = Date.now();
      await page.keyboard.press('Enter');
      const dialog = page.getByRole('dialog');
      await dialog.waitFor();
      const askedMs = Date.now();
      // The answer takes its time, and another tick of the clock passes.
      const shown = await page.getByTestId('server-clock').innerText();
      await eventually(async () =>
        expect(await page.getByTestId('server-clock').innerText()).not.toBe(shown),
      );
      const title = await dialog.getByRole('heading').innerText();
      await page.keyboard.press('Tab');
      await page.keyboard.press('Enter');
      await dialog.waitFor({ state: 'hidden' });

      const { raceStart, timeZone } = await savedConfig();
      const storedMs = findStartMs(raceStart, timeZone) ?? 0;
      // The press, as the server's clock tells it in whole seconds, and not the confirmation a tick later.
      expect(storedMs).toBeGreaterThanOrEqual(pressedMs - SECOND_MS - CLOCK_SLACK_MS);
      expect(storedMs).toBeLessThanOrEqual(askedMs + CLOCK_SLACK_MS);
      expect(title).toContain(raceStart.slice(11).replaceAll('-', ':'));
      expect(await field(page, 'Race start').inputValue()).toContain(
        raceStart.slice(11).replaceAll('-', ':'),
      );
      expect(await hasFocus(button)).toBe(true);
      await results.getByText(/^Race time:\s*00:\d\d$/).waitFor();
    },
  );

  test('[SF7] it asks first: Cancel and Escape change nothing, unsaved fields stay', async () => {
    const { page } = await openConfig();
    const before = await savedConfig();
    await field(page, 'Page Title').fill('Not saved yet');
    const button = page.getByRole('button', { name: 'Start now: Full start' });
    for (const leave of [
      () => page.keyboard.press('Escape'),
      () => page.getByRole('button', { name: 'Cancel' }).click(),
    ]) {
      await button.click();
      await page.getByRole('dialog', { name: /^Set the Full start to/ }).waitFor();
      await leave();
      await page.getByRole('dialog').waitFor({ state: 'hidden' });
    }
    expect({ ...(await savedConfig()), serverTime: 0 }).toEqual({ ...before, serverTime: 0 });

    await button.click();
    await page.getByRole('button', { name: 'Record this start' }).click();
    await page.getByRole('dialog').waitFor({ state: 'hidden' });
    const { starts, raceStart, pageTitle } = await savedConfig();
    expect(starts.PB).toMatch(/^\d{4}(-\d\d){5}$/);
    expect({ ...starts, PB: '' }).toEqual(byEvent(() => ''));
    expect({ raceStart, pageTitle }).toEqual({
      raceStart: before.raceStart,
      pageTitle: before.pageTitle,
    });
    expect(await field(page, 'Page Title').inputValue()).toBe('Not saved yet');
    await page.getByText('Not saved yet: Page Title.').waitFor();
  });

  test('[SF7] a start that somebody else set meanwhile is not replaced unseen', async () => {
    const { page } = await openConfig();
    const isFetched = page.waitForResponse('**/webconfig');
    await page.getByRole('button', { name: 'Start now: Race start' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByText('It replaces 2026-06-20 10:00:00').waitFor();
    await isFetched;
    // Until the answer is given, this screen learns nothing new.
    const gate = new Gate();
    await page.route('**/webconfig', async (route) => {
      await gate.passed;
      await route.continue();
    });
    await race.configure({ raceStart: '2026-06-20-10-07-00' });
    await page.getByRole('button', { name: 'Record this start' }).click();
    gate.open();
    await dialog.getByText('Another organiser set the race start meanwhile.').waitFor();
    expect((await savedConfig()).raceStart).toBe('2026-06-20-10-07-00');
    await dialog.getByText('It replaces 2026-06-20 10:07:00').waitFor();
    await page.getByRole('button', { name: 'Record this start' }).click();
    await dialog.waitFor({ state: 'hidden' });
    expect((await savedConfig()).raceStart).not.toBe('2026-06-20-10-07-00');
  });

  test('[SF7] a press that cannot be saved is kept until it can', async () => {
    const { page } = await openConfig();
    await page.getByRole('button', { name: 'Start now: Race start' }).click();
    const dialog = page.getByRole('dialog');
    const title = await dialog.getByRole('heading').innerText();
    await page.context().setOffline(true);
    await page.getByRole('button', { name: 'Record this start' }).click();
    await dialog
      .getByRole('alert')
      .getByText('Failed to update web config', { exact: true })
      .waitFor();
    await page.context().setOffline(false);
    await page.getByRole('button', { name: 'Record this start' }).click();
    await dialog.waitFor({ state: 'hidden' });
    const { raceStart } = await savedConfig();
    expect(title).toContain(raceStart.slice(11).replaceAll('-', ':'));
  });
});

test('[SF8] closing the race asks first, makes those still racing DNF, and is taken back', async () => {
  await race.publish({ bandID: '104', point: 'cp1', timeMs: Date.UTC(2026, 5, 20, 9, 31) });
  const results = await openResults();
  const row = results.locator('[data-runner-id="sian"]');
  await row.getByText(/Bedd Morris/).waitFor();
  const { page, complaints } = await openConfig();
  await page.getByText('The race is open.').waitFor();

  await page.getByRole('button', { name: 'Close the race' }).focus();
  await page.keyboard.press('Enter');
  const dialog = page.getByRole('dialog', { name: 'Close the race?' });
  await dialog.getByText('1 with a wristband has no finish yet.').waitFor();
  await dialog.getByText('0 DNFs would become 1, 1 on course would become 0.').waitFor();
  await page.keyboard.press('Enter');
  await dialog.waitFor({ state: 'hidden' });
  expect((await savedConfig()).closed).toBe(false);

  await page.keyboard.press('Enter');
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await page.getByText('The race is closed.').waitFor();
  await row.getByText('DNF').waitFor();

  await page.getByRole('button', { name: 'Reopen the race' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Reopen the race' }).click();
  await page.getByText('The race is open.').waitFor();
  await row.getByText(/Bedd Morris/).waitFor();
  expect(complaints).toEqual([]);
});

test('[OV4 ST1] a start that is typed says what it does to the results and asks, and a distance is closed alone', async () => {
  await race.publish({ bandID: '104', point: 'finish', timeMs: Date.UTC(2026, 5, 20, 10) });
  const results = await openResults();
  const row = results.locator('[data-runner-id="sian"]');
  await row.getByText('1:00:00').waitFor();
  const { page, complaints } = await openConfig({ viewport: PHONE });
  expect(await isOnScreen(page.getByRole('button', { name: 'Start now: Race start' }))).toBe(true);

  await field(page, 'Race start').fill('23:59');
  const { timeZone } = await savedConfig();
  const today = formatWallClock(Date.now(), timeZone).slice(0, 10);
  await page.keyboard.press('Enter');
  const dialog = page.getByRole('dialog', { name: 'Change the results?' });
  await dialog.getByText('Full: 1 finisher would become 0.').waitFor();
  await expectNoViolations(page);
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await dialog.waitFor({ state: 'detached' });
  expect(await field(page, 'Race start').inputValue()).toBe(`${today} 23:59:00`);
  expect((await savedConfig()).raceStart).toBe('2026-06-20-10-00-00');
  await field(page, 'Race start').fill('2026-06-20 10:15:00');
  await saveButton(page).click();
  await dialog.getByText('1 finisher’s time changes').waitFor();
  await dialog.getByRole('button', { name: 'Save and change them' }).click();
  await row.getByText('45:00').waitFor();
  // What changes no result is not asked about.
  await field(page, 'Ultra start').fill('2026-06-20 08:00:00');
  await saveButton(page).click();
  await expect.poll(async () => (await savedConfig()).starts.UB).toBe('2026-06-20-08-00-00');

  // So do the buttons that save at once.
  await page.getByRole('button', { name: 'Start now: Race start' }).click();
  const asked = page.getByRole('dialog');
  await asked.getByText('Full: 1 finisher would become 0').waitFor();
  await expectNoViolations(page);
  await asked.getByRole('button', { name: 'Cancel' }).click();
  await page.getByRole('button', { name: 'Close Half alone' }).click();
  await asked.getByText('No result changes now.').waitFor();
  await asked.getByRole('button', { name: 'Close Half' }).click();
  await page.getByText('Closed by itself: Half.').waitFor();
  await asked.waitFor({ state: 'detached' });
  expect(await savedConfig()).toMatchObject({
    closed: false,
    closedEvents: { ...byEvent(() => false), BB: true },
  });
  await page.goto(`${race.url}/missing`);
  await page.getByText('Half is closed.').waitFor();
  expect(complaints).toEqual([]);
});

test('[SF8] the question says when it is not known yet who is still out, and counts them once it is', async () => {
  const { page, complaints } = await openScreen(browser, race, '/');
  // Nothing is pushed, and the list of the missing takes its time.
  await page.routeWebSocket(/socket\.io/, () => undefined);
  const letThrough = await holdBack(page, '**/mia');
  await page.goto(`${race.url}/conf`);
  await page.getByRole('button', { name: 'Close the race' }).press('Enter');
  const dialog = page.getByRole('dialog', { name: 'Close the race?' });
  await dialog.getByText('Who is without a finish is not known yet.').waitFor();
  await expectNoViolations(page);
  expect(await dialog.getByRole('button', { name: 'Close the race' }).isEnabled()).toBe(true);
  letThrough();
  await dialog.getByText('1 with a wristband has no finish yet.').waitFor();
  expect(complaints).toEqual([]);
});

describe('two organisers', () => {
  test('[SF9] who change different fields do not undo one another', async () => {
    const mari = await openConfig({ email: 'mari@race.local' });
    const ann = await openConfig({ email: 'ann@race.local' });
    await field(mari.page, 'Waypoints').fill('A,B');
    await field(mari.page, 'Earliest finish').fill('00:20:00');
    await field(ann.page, 'KOMs').fill('Wall');
    await saveButton(mari.page).click();
    await mari.page.getByText('Update successful').waitFor();
    await saveButton(ann.page).click();
    await ann.page.getByText('Update successful').waitFor();
    expect(await savedConfig()).toMatchObject({
      wayPoints: 'A,B',
      earliestFinish: '00:20:00',
      KOMs: 'Wall',
    });
    await eventually(async () => expect(await field(mari.page, 'KOMs').inputValue()).toBe('Wall'));
    await mari.page.getByText('Another organiser changed KOMs').waitFor();
    expect(await field(ann.page, 'Waypoints').inputValue()).toBe('A,B');
  });

  test('[SF9] who change the same field are asked which of the two stays', async () => {
    const mari = await openConfig({ email: 'mari@race.local' });
    const ann = await openConfig({ email: 'ann@race.local' });
    await field(mari.page, 'Page Title').fill('Ras Mari');
    await field(ann.page, 'Page Title').fill('Ras Ann');
    await field(ann.page, 'Start text').fill('11:00');
    await saveButton(mari.page).click();
    await mari.page.getByText('Update successful').waitFor();

    await saveButton(ann.page).click();
    await ann.page.getByText('Failed to update web config').waitFor();
    await ann.page.getByText('Another organiser changed Page Title meanwhile').waitFor();
    await ann.page.getByText('to “Ras Mari”').waitFor();
    expect(await hasFocus(field(ann.page, 'Page Title'))).toBe(true);
    expect(await field(ann.page, 'Page Title').inputValue()).toBe('Ras Ann');
    expect(await savedConfig()).toMatchObject({ pageTitle: 'Ras Mari', startText: '' });

    await ann.page.keyboard.press('Tab');
    expect(await hasFocus(ann.page.getByRole('button', { name: 'Keep mine: Page Title' }))).toBe(
      true,
    );
    await ann.page.keyboard.press('Enter');
    await eventually(async () => expect(await hasFocus(field(ann.page, 'Page Title'))).toBe(true));
    await ann.page.keyboard.press('Enter');
    await ann.page.getByText('Update successful').waitFor();
    expect(await savedConfig()).toMatchObject({ pageTitle: 'Ras Ann', startText: '11:00' });
  });

  test('[SF9] a field being typed in is not overwritten, theirs is taken when asked', async () => {
    const { page } = await openConfig();
    await field(page, 'Page Title').press('End');
    await page.keyboard.type(' 2026');
    await race.configure({ pageTitle: 'Theirs', startText: 'Also theirs' });
    await page.getByText('Another organiser changed Page Title meanwhile').waitFor();
    expect(await field(page, 'Page Title').inputValue()).toBe('Ras Beca 2026');
    expect(await hasFocus(field(page, 'Page Title'))).toBe(true);
    expect(await field(page, 'Start text').inputValue()).toBe('Also theirs');
    await page.getByRole('button', { name: 'Take theirs: Page Title' }).click();
    expect(await field(page, 'Page Title').inputValue()).toBe('Theirs');
    expect(await page.getByRole('button', { name: /^Keep mine/ }).count()).toBe(0);
    await page.getByText('Nothing to save.').waitFor();
  });
});

describe('failures', () => {
  test.each(['abort', 500] as const)('[SF5] settings that cannot be fetched: %s', async (fault) => {
    const { page } = await openScreen(browser, race, '/missing');
    await page.route('**/webconfig', (route) =>
      fault === 'abort' ? route.abort() : route.fulfill({ status: fault, body: '<h1>Oops</h1>' }),
    );
    await page.goto(`${race.url}/conf`);
    await page
      .getByRole('alert')
      .getByText('Failed to fetch web config data', { exact: true })
      .waitFor();
    expect(await page.getByText('Oops').count()).toBe(0);
    await page.unroute('**/webconfig');
    await page.getByRole('button', { name: 'Try again' }).click();
    await saveButton(page).waitFor();
    expect(await page.getByRole('alert').count()).toBe(0);
  });

  test('[SF1] Loading... stands there while the settings are fetched', async () => {
    const { page } = await openConfig();
    const gate = new Gate();
    await page.route('**/webconfig', async (route) => {
      await gate.passed;
      await route.continue();
    });
    await page.reload();
    await page.getByRole('main').getByText('Loading...').waitFor();
    gate.open();
    await saveButton(page).waitFor();
  });

  test.each(['abort', 500] as const)(
    '[SF5] a save that fails keeps what was typed: %s',
    async (fault) => {
      const { page } = await openConfig();
      await field(page, 'Page Title').fill('Ras Newydd');
      await field(page, 'Ultra start').fill('2026-06-20 07:00:00');
      await page.route('**/webconfig', (route) => {
        if (route.request().method() !== 'PUT') return route.continue();
        return fault === 'abort' ? route.abort() : route.fulfill({ status: fault, body: '' });
      });
      await saveButton(page).click();
      const alert = page.getByRole('alert');
      await alert.getByText('Failed to update web config', { exact: true }).waitFor();
      await alert
        .getByText(fault === 'abort' ? 'The server cannot be reached.' : 'error (500)')
        .waitFor();
      expect(await field(page, 'Page Title').inputValue()).toBe('Ras Newydd');
      await page.unroute('**/webconfig');
      await saveButton(page).click();
      await page.getByText('Update successful').waitFor();
      expect(await savedConfig()).toMatchObject({
        pageTitle: 'Ras Newydd',
        starts: { UB: '2026-06-20-07-00-00' },
      });
    },
  );

  test('[SO2] registration is not let in', async () => {
    const { page } = await openScreen(browser, race, '/conf', {
      email: 'helper@race.local',
      role: 'registration',
    });
    await page.getByText('This screen needs an organiser with all rights.').waitFor();
    expect(await saveButton(page).count()).toBe(0);
  });
});

describe('leaving', () => {
  test('[SO9] with something unsaved asks first, by link and by the back button', async () => {
    const { page } = await openScreen(browser, race, '/missing');
    await page.getByRole('link', { name: 'Config' }).click();
    await saveButton(page).waitFor();
    await field(page, 'Page Title').fill('Not saved');
    const dialog = page.getByRole('dialog', { name: 'Leave without saving?' });

    await page.getByRole('link', { name: 'Registration' }).click();
    await dialog.waitFor();
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'hidden' });
    await page.evaluate(() => {
      history.back();
    });
    await dialog.waitFor();
    expect(new URL(page.url()).pathname).toBe('/conf');
    await dialog.getByRole('button', { name: 'Cancel' }).click();
    expect(await field(page, 'Page Title').inputValue()).toBe('Not saved');

    await page.evaluate(() => {
      history.back();
    });
    await dialog.getByRole('button', { name: 'Leave and lose the changes' }).click();
    await page.waitForURL('**/missing');
    await page.getByRole('heading', { name: 'Missing Runners' }).waitFor();
    expect((await savedConfig()).pageTitle).toBe('Ras Beca');
  });

  test('[SO9] the browser asks too, and nobody asks when all is saved', async () => {
    const { page } = await openConfig();
    const asked: string[] = [];
    page.on('dialog', (dialog) => {
      asked.push(dialog.type());
      void dialog.accept();
    });
    await field(page, 'Page Title').fill('Ras 1');
    await page.reload();
    expect(asked).toEqual(['beforeunload']);
    await saveButton(page).waitFor();
    await field(page, 'Page Title').fill('Ras 2');
    await saveButton(page).click();
    await page.getByText('Update successful').waitFor();
    await page.getByRole('link', { name: 'Registration' }).click();
    await page.waitForURL('**/admin');
    expect(asked).toEqual(['beforeunload']);
  });
});
