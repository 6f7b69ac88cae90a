import { buffer } from 'node:stream/consumers';

import type { Page } from 'playwright-core';
import { beforeEach, expect, test } from 'vitest';

import { buildRunner } from '#tests/support/builders.ts';
import { eventually } from '#tests/support/eventually.ts';

import { expectNoSidewaysScroll, expectNoViolations } from '#tests/e2e/support/axe.ts';
import { NARROW_PHONE, openPage, setLetters } from '#tests/e2e/support/open-page.ts';
import { browser, provideRaceInBrowser, race } from '#tests/e2e/support/race-in-browser.ts';

const GUN_MS = Date.UTC(2026, 5, 20, 9);
const FINISHERS = 120;

provideRaceInBrowser();

/** A hundred finishers of the ultra, and Heledd, who is on course. */
beforeEach(async () => {
  await race.stage([
    ...Array.from({ length: FINISHERS }, (_, i) =>
      buildRunner({
        runnerId: `finisher${i}`,
        bandId: String(1_000 + i),
        bibNumber: String(1_000 + i),
        event: 'UB',
        overrideTime: `4:${String(Math.floor(i / 60)).padStart(2, '0')}:${String(i % 60).padStart(2, '0')}`,
      }),
    ),
    buildRunner({
      runnerId: 'heledd',
      bandId: '7',
      bibNumber: '363',
      firstName: 'Heledd',
      lastName: 'Bevan',
      ageGroup: 'FU23',
      event: 'UB',
    }),
    buildRunner({ runnerId: 'awaited', bandId: '8', event: 'UB' }),
    buildRunner({
      runnerId: 'longest',
      bandId: '9',
      firstName: 'Alexandrina-Wilhelmina',
      lastName: 'Featherstonehaugh-Cholmondeley',
      runClub: 'Preseli Striders',
      ageGroup: 'F40',
      event: 'UB',
      overrideTime: '6:00:00',
    }),
  ]);
  await publish('cp2', 42);
  await publish('cp3', 91);
});

async function publish(point: string, minutes: number): Promise<void> {
  await race.publish({ bandID: '7', point, timeMs: GUN_MS + minutes * 60_000 });
}

const scrolledPx = (page: Page): Promise<number> => page.evaluate(() => Math.round(window.scrollY));

test('from the list to a runner’s page, live, and back to the same place', async () => {
  const { page, complaints } = await openPage(browser);
  await page.goto(`${race.url}/?tab=UB`);
  const box = page.getByRole('textbox', { name: 'Find a runner, bib or club' });
  await box.fill('preseli');
  // The search is written into the address a while after the last key: only then is it kept.
  await expect.poll(() => new URL(page.url()).searchParams.get('find')).toBe('preseli');
  const row = page.locator('[data-runner-id="heledd"]');
  await page.locator('[data-runner-id="finisher0"]').waitFor();
  await page.evaluate(() => window.scrollTo(0, document.documentElement.scrollHeight));
  await row.getByRole('link').press('Enter');
  const link = page.getByRole('dialog').getByRole('link', { name: 'When to expect Heledd' });
  await link.waitFor();
  await expect.poll(() => scrolledPx(page)).toBeGreaterThan(1_000);
  const place = await scrolledPx(page);
  await link.press('Enter');

  await page.getByRole('heading', { name: 'Heledd Bevan', level: 1 }).waitFor();
  await expect.poll(() => new URL(page.url()).pathname).toBe('/runner/heledd');
  await expect.poll(() => page.title()).toMatch(/^Heledd Bevan · /);
  await expect.poll(() => scrolledPx(page)).toBe(0);
  const stages = page.getByRole('table', { name: 'Splits of Heledd Bevan' });
  await stages.getByRole('cell', { name: '1:31:00' }).waitFor();
  await publish('cp4', 122.4);
  await stages.getByRole('cell', { name: '2:02:24' }).waitFor();

  await page.goBack();
  await row.waitFor();
  await expect.poll(() => new URL(page.url()).searchParams.get('tab')).toBe('UB');
  await expect.poll(() => box.inputValue()).toBe('preseli');
  await eventually(async () => expect(Math.abs((await scrolledPx(page)) - place)).toBeLessThan(3));
  await expect
    .poll(() =>
      page.evaluate(
        () => document.activeElement?.closest<HTMLElement>('[data-runner-id]')?.dataset['runnerId'],
      ),
    )
    .toBe('heledd');
  // The list moved on in between.
  await row.getByText('2:02:24').waitFor();

  await page.goForward();
  await page.getByRole('heading', { name: 'Heledd Bevan', level: 1 }).waitFor();
  await page.getByRole('link', { name: 'Results' }).click();
  await row.waitFor();
  await eventually(async () => expect(Math.abs((await scrolledPx(page)) - place)).toBeLessThan(3));
  expect(complaints).toEqual([]);
});

test('axe finds nothing, and nothing scrolls sideways at 320 px or in letters twice as large', async () => {
  const { page } = await openPage(browser, { viewport: NARROW_PHONE });
  for (const id of ['heledd', 'finisher3/certificate', 'awaited', 'nobody']) {
    await page.goto(`${race.url}/runner/${id}`);
    await page.getByRole('heading', { level: 1 }).waitFor();
    await expectNoSidewaysScroll(page);
    await setLetters(page, '200%');
    await expectNoSidewaysScroll(page);
    await expectNoViolations(page);
  }
});

test('a finisher saves the card, and prints the certificate on one page', async () => {
  const { page, complaints } = await openPage(browser);
  await page.goto(`${race.url}/runner/longest`);
  const save = page.getByRole('link', { name: 'Save result card' });
  await save.waitFor();
  const [download] = await Promise.all([page.waitForEvent('download'), save.click()]);
  expect(download.suggestedFilename()).toMatch(/^\S+ \S+ - .+\.png$/);
  const card = await buffer(await download.createReadStream());
  expect(card.subarray(1, 4).toString('latin1')).toBe('PNG');

  await page.getByRole('link', { name: 'Print certificate' }).press('Enter');
  const sheet = page.getByRole('article');
  await sheet.getByText('6:00:00').waitFor();
  await page.evaluate(() => document.fonts.ready);
  for (const format of ['A4', 'Letter']) {
    const pdf = await page.pdf({ format });
    expect(pdf.toString('latin1').match(/\/Type\s*\/Page\b/g)).toHaveLength(1);
  }
  await page.emulateMedia({ media: 'print' });
  const readPrinted = (): Promise<string> => page.evaluate(() => document.body.innerText);
  await expect.poll(readPrinted).not.toMatch(/Print|Live|places may change/);
  await expect.poll(readPrinted).toContain('6:00:00');
  await page.emulateMedia({ media: 'screen' });
  await page.goBack();
  await save.waitFor();
  expect(complaints).toEqual([]);
});
