import type { Locator, Page } from 'playwright-core';
import { beforeEach, expect, test } from 'vitest';

import type { Runner } from '#shared/model/runner.ts';
import { MINUTE_MS } from '#shared/model/time.ts';
import { buildRunner } from '#tests/support/builders.ts';

import { expectNoSidewaysScroll } from './support/axe.ts';
import { NARROW_PHONE } from './support/open-page.ts';
import { openScreen } from './support/open-screen.ts';
import { browser, provideRaceInBrowser, race } from './support/race-in-browser.ts';

const GUN_MS = Date.UTC(2026, 5, 20, 9);

provideRaceInBrowser();
beforeEach(async () => {
  await race.stage(
    [
      enter('r1', 'Tomos', 'Huw', '412'),
      enter('r2', 'Siân', 'Prydderch', '402'),
      enter('r3', 'Zoë', 'Castell'),
    ],
    { raceStart: '2026-06-20-10-00-00' },
  );
  for (const [minute, point] of [
    [20, 'cp1'],
    [40, 'cp2'],
  ] as const) {
    await race.publish({ bandID: '412', point, timeMs: GUN_MS + minute * MINUTE_MS });
  }
});

function enter(runnerId: string, firstName: string, lastName: string, bandId?: string): Runner {
  return buildRunner({ runnerId, firstName, lastName, bandId, bibNumber: '' });
}

const cellOf = (page: Page, name: string): Locator => page.getByRole('cell', { name, exact: true });
const bandOf = (page: Page): Locator => page.getByLabel('Wristband');
const newsOf = (page: Page): Locator => page.getByTestId('news');

async function submitBand(page: Page, surname: string, band: string): Promise<void> {
  await cellOf(page, surname).click();
  await bandOf(page).fill(band);
  await page.keyboard.press('Enter');
}

async function heldBy(runnerId: string): Promise<string[]> {
  const { runners } = await race.store.readRecord();
  const runner = runners.find((one: Runner) => one.runnerId === runnerId);
  return [runner?.bandId ?? '-', ...(runner?.earlierBandIds ?? [])];
}

test('[SC1] a number that is taken is swapped or taken over where that is said, and undone in one step', async () => {
  const { page, complaints } = await openScreen(browser, race, '/admin', {
    viewport: NARROW_PHONE,
  });
  await submitBand(page, 'Prydderch', '412');
  await page.getByText('412 is worn by Tomos Huw.').waitFor();
  const remedies = page.getByRole('list', { name: 'What can be done' }).getByRole('listitem');
  await expect
    .poll(async () => (await remedies.allInnerTexts()).map((text) => text.replaceAll(/\s+/g, ' ')))
    .toEqual([
      'Swap the two bands Siân Prydderch: 402 → 412 Tomos Huw: 412 → 402',
      'Take it from them Siân Prydderch: 402 → 412 Tomos Huw: 412 → no band',
    ]);
  await expectNoSidewaysScroll(page);
  // Another number has nothing to do with them.
  await bandOf(page).fill('413');
  await remedies.first().waitFor({ state: 'detached' });
  await bandOf(page).fill('412');
  await remedies.getByRole('button', { name: 'Swap the two bands' }).click();
  await newsOf(page).getByText('Siân Prydderch — band 412. Tomos Huw has band 402 now').waitFor();
  // All of it lies above the table, however many lines it takes.
  await expect
    .poll(() =>
      newsOf(page).evaluate((news) => {
        const { left, bottom } = news.getBoundingClientRect();
        return news.contains(document.elementFromPoint(left + 20, bottom - 3));
      }),
    )
    .toBe(true);
  await expect.poll(() => Promise.all([heldBy('r1'), heldBy('r2')])).toEqual([['402'], ['412']]);
  await newsOf(page).getByRole('button', { name: 'Undo' }).click();
  await newsOf(page).getByText('has been undone').waitFor();
  await expect.poll(() => Promise.all([heldBy('r1'), heldBy('r2')])).toEqual([['412'], ['402']]);

  await submitBand(page, 'Castell', '412');
  await remedies.getByRole('button', { name: 'Take it from them' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByText('Take band 412 from Tomos Huw?').waitFor();
  await dialog
    .getByText('Tomos Huw is left without a band, and its 2 scans are Zoë Castell’s from then on.')
    .waitFor();
  await expectNoSidewaysScroll(page);
  await dialog.getByRole('button', { name: 'Take it from them' }).click();
  await newsOf(page).getByText('Zoë Castell — band 412. Tomos Huw has no band now').waitFor();
  await expect.poll(() => newsOf(page).getAttribute('data-tone')).toBe('notice');
  await expect.poll(() => Promise.all([heldBy('r1'), heldBy('r3')])).toEqual([['-'], ['412']]);
  expect(complaints).toEqual([]);
});
