import type { Browser, Page } from 'playwright-core';
import { beforeEach, describe, expect, test } from 'vitest';

import { buildRunner } from '#tests/support/builders.ts';

import { expectNoSidewaysScroll } from './support/axe.ts';
import { REFUSED } from './support/login.ts';
import { NARROW_PHONE } from './support/open-page.ts';
import { openScreen } from './support/open-screen.ts';
import { provideRaceInBrowser } from './support/race-in-browser.ts';
import type { RaceOnShow } from './support/race-on-show.ts';

let race: RaceOnShow;
let browser: Browser;

provideRaceInBrowser((given) => {
  ({ race, browser } = given);
});
beforeEach(async () => {
  const names = [
    ['Dafydd', 'Bowen', '412', '226'],
    ['Aoife', 'O’Brien', '377', '45'],
    ['Siân', 'Prydderch', '402', '88'],
  ] as const;
  await race.stage(
    names.map(([firstName, lastName, bandId, bibNumber]) =>
      buildRunner({ runnerId: lastName, firstName, lastName, bandId, bibNumber }),
    ),
    { pageTitle: 'Ras y Bwystfil' },
  );
});

/** Registration as a volunteer has it. */
async function openVolunteer() {
  const opened = await openScreen(browser, race, '/admin', {
    email: 'mari@race.local',
    role: 'registration',
  });
  await opened.page.getByText('Prydderch').waitFor();
  return opened;
}

/** Types into the field of that name in the form of the runner found by `text`, and submits. */
async function change(page: Page, text: string, field: string, value: string): Promise<void> {
  const filter = page.getByLabel('Filter by surname');
  await filter.fill(text);
  await filter.press('Enter');
  await page.getByLabel(field).fill(value);
  await page.getByLabel(field).press('Enter');
}

async function deleteRunner(page: Page, text: string): Promise<void> {
  await change(page, text, 'Team', 'DELETE');
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).press('Enter');
  await page.getByTestId('news').getByText('Deleted:').waitFor();
}

const rowOf = (page: Page, text: string | RegExp) => page.getByRole('row', { name: text });

describe('[SH1 SH2] who did what', () => {
  test('what a volunteer deleted an admin finds by keyboard, and brings back', async () => {
    const volunteer = await openVolunteer();
    await deleteRunner(volunteer.page, 'prydd');
    await change(volunteer.page, 'bowen', 'Bib', '227');
    await volunteer.page.getByTestId('news').getByText('Saved: Dafydd Bowen').waitFor();

    const { page, complaints } = await openScreen(browser, race, '/admin');
    await page.getByRole('link', { name: 'Changes' }).press('Enter');
    await page.getByRole('heading', { name: 'Changes' }).waitFor();
    const row = rowOf(page, /mari@race\.local Siân Prydderch \(bib 88\) Deleted/);
    await row.waitFor();
    await rowOf(page, /Dafydd Bowen .* Bib: 226 → 227/).waitFor();
    // The filter has the focus already.
    await page.keyboard.type('sian 402');
    await expect.poll(() => page.locator('tbody tr').count()).toBe(1);
    await page.keyboard.press('Tab');
    await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    const dialog = page.getByRole('dialog', { name: 'Bring back Siân Prydderch (bib 88)?' });
    await dialog.getByText('Deleted, by mari@race.local.').waitFor();
    await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    await dialog.waitFor({ state: 'detached' });
    await page.getByRole('status').getByText('Brought back: Siân Prydderch (bib 88)').waitFor();
    await rowOf(page, /sian@race\.local Siân Prydderch \(bib 88\) Brought back/).waitFor();
    expect(await row.getByRole('button').count()).toBe(0);
    expect(
      await page.getByLabel('Find a name').evaluate((el) => el === document.activeElement),
    ).toBe(true);

    await rowOf(volunteer.page, /Siân Prydderch/).waitFor();
    expect([...complaints, ...volunteer.complaints]).toEqual([]);
  });

  test('comes in by itself: what is changed elsewhere shows within the poll', async () => {
    const { page, complaints } = await openScreen(browser, race, '/changes');
    await rowOf(page, /All runners and scans Imported: 3 runners, no scans/)
      .first()
      .waitFor();
    const volunteer = await openVolunteer();
    await change(volunteer.page, 'brien', 'Wristband', '378');
    await rowOf(page, /Aoife O’Brien \(bib 45\) Wristband: 377 → 378/).waitFor();
    expect(complaints).toEqual([]);
  });

  test('an undo that cannot be says why and changes nothing', async () => {
    const volunteer = await openVolunteer();
    await deleteRunner(volunteer.page, 'prydd');
    const { page } = await openScreen(browser, race, '/changes');
    const undo = rowOf(page, /Prydderch .* Deleted/).getByRole('button', { name: 'Undo' });
    await undo.waitFor();
    await change(volunteer.page, 'bowen', 'Wristband', '402');
    await volunteer.page.getByTestId('news').getByText('band 402').waitFor();
    await undo.press('Enter');
    const dialog = page.getByRole('dialog', { name: /^Bring back/ });
    await dialog.getByRole('button', { name: 'Bring back' }).press('Enter');
    const taken = 'This number is already assigned. 402 is worn by Dafydd Bowen (bib 226).';
    await dialog.getByRole('alert').getByText(taken).waitFor();
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'detached' });
    expect((await race.store.readRecord()).runners).toHaveLength(2);
  });

  test('without a network the list stays, says so, and a second try shows what is new', async () => {
    const { page, complaints } = await openScreen(browser, race, '/changes');
    await rowOf(page, /Imported/)
      .first()
      .waitFor();
    await page.context().setOffline(true);
    await page
      .getByRole('alert')
      .getByText('The changes shown may be old. The server cannot be reached.')
      .waitFor();
    await rowOf(page, /Imported/)
      .first()
      .waitFor();
    await page.context().setOffline(false);
    await page.getByRole('button', { name: 'Try again' }).press('Enter');
    await page.getByRole('alert').waitFor({ state: 'detached' });
    expect(complaints.filter((text) => !REFUSED.test(text) && !/ERR_INTERNET/.test(text))).toEqual(
      [],
    );
  });

  test('[SO2] is for admins alone, and so is the way there', async () => {
    const volunteer = await openVolunteer();
    expect(await volunteer.page.getByRole('link', { name: 'Changes' }).count()).toBe(0);
    await volunteer.page.goto(`${race.url}/changes`);
    await volunteer.page.getByText('This screen needs an organiser with all rights.').waitFor();
    expect(await volunteer.page.getByRole('table').count()).toBe(0);
    expect(volunteer.complaints).toEqual([]);
  });

  test('nothing found says so', async () => {
    const { page } = await openScreen(browser, race, '/changes');
    await rowOf(page, /Imported/)
      .first()
      .waitFor();
    await page.keyboard.type('neb');
    await page.getByText('No change matches “neb”.').waitFor();
    await page.getByText(/^0 of \d+$/).waitFor();
  });
});

describe('[LK1 LK2] for everyone', () => {
  test('at 320 px long names and addresses wrap', async () => {
    await race.stage([
      buildRunner({ lastName: 'Llanfairpwllgwyngyllgogerychwyrndrobwllllantysiliogogogoch' }),
    ]);
    await race.store.saveConfig(
      (config) => ({ ...config, startText: 'x'.repeat(120) }),
      'mair.llewellyn-pugh@a-rather-long-domain-name.example.org',
    );
    const { page } = await openScreen(browser, race, '/changes', { viewport: NARROW_PHONE });
    await rowOf(page, /Start text/)
      .first()
      .waitFor();
    await expectNoSidewaysScroll(page);
  });
});
