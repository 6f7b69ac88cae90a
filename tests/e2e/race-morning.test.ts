import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';

import { buildRunner } from '#tests/support/builders.ts';
import { eventually } from '#tests/support/eventually.ts';

import { untilFocused } from './support/open-page.ts';
import { openScreen } from './support/open-screen.ts';
import { browser, provideRaceInBrowser, race } from './support/race-in-browser.ts';

const ENTERED = 12;

provideRaceInBrowser(async () => {
  const entries = Array.from({ length: ENTERED }, (_, index) => {
    const { bandId: _none, ...runner } = buildRunner({
      runnerId: `e${index}`,
      firstName: 'Nia',
      lastName: `Prydderch ${String.fromCodePoint(65 + index)}`,
      bibNumber: String(100 + index),
    });
    return runner;
  });
  await race.stage(entries, { pageTitle: 'Ras y Bwystfil' });
});

/** Runs in the page: whether the band field is focused, with any refused band selected. */
function isBandAwaited(): boolean {
  const field = document.activeElement;
  if (!(field instanceof HTMLInputElement) || field.name !== 'raceNumber') return false;
  return field.selectionStart === 0 && field.selectionEnd === field.value.length;
}

/** Hands out one band: bib, Enter, band, Enter; a taken band is replaced by the next one. */
async function handOut(page: Page, bib: number, bands: readonly number[]): Promise<number> {
  await untilFocused(page.getByLabel('Filter by surname'));
  await page.keyboard.type(String(bib));
  await page.keyboard.press('Enter');
  for (const band of bands) {
    await page.waitForFunction(isBandAwaited);
    await page.keyboard.type(String(band));
    await page.keyboard.press('Enter');
    const saved = page.getByTestId('news').getByText(`band ${band}, bib ${bib}`);
    const taken = page.getByText(`This number is already assigned. ${band} is worn by`);
    await saved.or(taken).waitFor();
    if (await saved.isVisible()) return band;
  }
  throw new Error(`no band is left for bib ${bib}`);
}

test('three volunteers at two instances hand out the same bands: each goes to one runner, and all see the same list', async () => {
  const another = await race.startAnother();
  const tables = await Promise.all(
    ['ann', 'ben', 'cai'].map(async (name, index) => {
      const url = index === 1 ? another : race.url;
      const { page, complaints } = await openScreen(browser, { ...race, url }, '/admin', {
        email: `${name}@race.local`,
        role: 'registration',
      });
      await page.getByText('Prydderch A').waitFor();
      return { page, complaints };
    }),
  );
  // Every table tries the same bands in the same order.
  const bands = Array.from({ length: ENTERED }, (_, index) => 501 + index);
  const given = await Promise.all(
    tables.map(async ({ page }, table) => {
      const mine: number[] = [];
      for (let bib = 100 + table; bib < 100 + ENTERED; bib += 3) {
        mine.push(await handOut(page, bib, bands));
      }
      return mine;
    }),
  );
  expect(given.flat().toSorted((a, b) => a - b)).toEqual(bands);
  for (const { page, complaints } of tables) {
    await page.getByText(`Total: ${ENTERED}`, { exact: true }).waitFor();
    await page.getByText('is editing').first().waitFor({ state: 'detached' });
    expect(complaints).toEqual([]);
  }
  await eventually(async () => {
    const shown = await Promise.all(
      tables.map(({ page }) => page.locator('tbody tr').allInnerTexts()),
    );
    expect(shown[1]).toEqual(shown[0]);
    expect(shown[2]).toEqual(shown[0]);
  });

  // After the start everyone is missing, until they finish.
  const [ann] = tables;
  if (!ann) throw new Error('there is no first table');
  await ann.page.getByRole('link', { name: 'Roll-call' }).click();
  await ann.page.getByRole('link', { name: 'Missing' }).click();
  await ann.page.getByRole('heading', { name: 'Missing Runners' }).waitFor();
  await expect.poll(() => ann.page.locator('tbody tr').count()).toBe(ENTERED);
  await race.configure({ raceStart: '2026-06-20-10-00-00', earliestFinish: '00:10:00' });
  await race.publish({ bandID: '501', point: 'finish', timeMs: Date.UTC(2026, 5, 20, 10, 30) });
  await expect.poll(() => ann.page.locator('tbody tr').count()).toBe(ENTERED - 1);
  await ann.page
    .locator('[data-part=no-finish]')
    .getByText(String(ENTERED - 1))
    .waitFor();
});
