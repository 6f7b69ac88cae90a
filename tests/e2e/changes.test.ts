import type { Browser, Page } from 'playwright-core';
import { beforeEach, describe, expect, test } from 'vitest';

import { buildRunner } from '#tests/support/builders.ts';

import { expectNoSidewaysScroll } from './support/axe.ts';
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
    await expect.poll(() => row.getByRole('button').count()).toBe(0);
    await expect
      .poll(() => page.getByLabel('Find a name').evaluate((el) => el === document.activeElement))
      .toBe(true);

    await rowOf(volunteer.page, /Siân Prydderch/).waitFor();
    expect([...complaints, ...volunteer.complaints]).toEqual([]);
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
