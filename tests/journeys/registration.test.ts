import type { Locator, Page } from 'playwright-core';
import { beforeEach, describe, expect, test } from 'vitest';

import { enter } from '#tests/support/builders.ts';

import { untilFocused } from '#tests/e2e/support/open-page.ts';
import { openScreen } from '#tests/e2e/support/open-screen.ts';
import { browser, provideRaceInBrowser, race } from '#tests/e2e/support/race-in-browser.ts';

provideRaceInBrowser();
beforeEach(async () => {
  await race.stage(
    [
      enter('r1', 'Tomos', 'Ap Huw', { bandId: '412', bibNumber: '131' }),
      enter('r2', 'Dafydd', 'Bowen', { bibNumber: '226' }),
      enter('r3', 'Zoë', 'Castell', { bandId: '408', bibNumber: '73' }),
      enter('r4', 'Mair', 'llewellyn-Pugh', { bibNumber: '17' }),
      enter('r5', 'Aoife', 'O’Brien', { bandId: '377', bibNumber: '45' }),
      enter('r6', 'Siân', 'Prydderch', { bandId: '402', bibNumber: '88' }),
      enter('r7', 'Łukasz', 'Wójcik', { bibNumber: 'W1', event: 'BB' }),
    ],
    { pageTitle: 'Ras y Bwystfil', distances: 'Half,Full,Ultra' },
  );
});

async function openList(
  options: Parameters<typeof openScreen>[3] = {},
): Promise<{ page: Page; complaints: readonly string[] }> {
  const opened = await openScreen(browser, race, '/admin', options);
  await opened.page.getByText('Prydderch').waitFor();
  return opened;
}

const filterOf = (page: Page): Locator => page.getByLabel('Filter by surname');
const cellOf = (page: Page, name: string): Locator => page.getByRole('cell', { name, exact: true });
const newsOf = (page: Page): Locator => page.getByTestId('news');

async function lastNames(page: Page): Promise<string[]> {
  return page.locator('tbody tr td:nth-child(2)').allInnerTexts();
}

async function bandOf(runnerId: string): Promise<string | undefined> {
  const { runners } = await race.store.readRecord();
  return runners.find((runner) => runner.runnerId === runnerId)?.bandId;
}

async function focused(page: Page): Promise<string | null> {
  return page.evaluate(() => document.activeElement?.getAttribute('aria-label') ?? null);
}

describe('at the table', () => {
  test('the next runner takes no mouse: name, Enter, band, Enter, and the cursor is back in the filter', async () => {
    const { page, complaints } = await openList();
    await expect.poll(() => focused(page)).toBe('Filter by surname');
    for (const [typed, band, saved] of [
      ['pugh', '501', 'Mair llewellyn-Pugh'],
      ['226', '0502', 'Dafydd Bowen'],
      ['w1', '503', 'Łukasz Wójcik'],
    ] as const) {
      await page.keyboard.type(typed);
      await page.keyboard.press('Enter');
      await expect
        .poll(() => page.evaluate(() => document.activeElement?.getAttribute('name')))
        .toBe('raceNumber');
      await page.keyboard.type(band);
      await page.keyboard.press('Enter');
      await newsOf(page).getByText(`Saved: ${saved}`).waitFor();
      await expect.poll(() => focused(page)).toBe('Filter by surname');
      await expect.poll(() => filterOf(page).inputValue()).toBe('');
    }
    await page.getByText('Total: 7').waitFor();
    await expect
      .poll(() => Promise.all(['r4', 'r2', 'r7'].map(bandOf)))
      .toEqual(['501', '502', '503']);
    expect(complaints).toEqual([]);
  });

  test('arrows walk the rows, Enter opens one, Escape leaves it and gives the focus back', async () => {
    const { page } = await openList();
    await untilFocused(filterOf(page));
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('ArrowDown');
    await expect.poll(() => focused(page)).toBe('Edit Dafydd Bowen');
    await page.keyboard.press('Enter');
    await page.getByLabel('Wristband').waitFor();
    await page.keyboard.press('Escape');
    await expect.poll(() => focused(page)).toBe('Edit Dafydd Bowen');
    await page.keyboard.press('ArrowUp');
    await page.keyboard.press('ArrowUp');
    await expect.poll(() => focused(page)).toBe('Filter by surname');
  });
});

describe('several people at once', () => {
  test('nothing moves, loses focus or is overwritten under the fingers while others save and runners come in', async () => {
    const { page } = await openList();
    await cellOf(page, 'O’Brien').click();
    const band = page.getByLabel('Wristband');
    await band.press('ControlOrMeta+a');
    await page.keyboard.type('37');
    const before = await band.boundingBox();
    const { page: ann } = await openList({ email: 'ann@race.local' });
    for (const name of ['Aaron', 'Abel', 'Adda']) {
      await ann.getByRole('button', { name: 'New Runner' }).click();
      await ann.getByLabel('First name').fill('Guto');
      await ann.getByLabel('Last name').fill(name);
      await ann.getByLabel('Event').selectOption({ label: 'Half' });
      await ann.keyboard.press('Enter');
      await newsOf(ann).getByText(name).waitFor();
    }
    await cellOf(ann, 'O’Brien').click();
    await ann.getByLabel('Team').fill('Other');
    await ann.keyboard.press('Enter');
    await newsOf(ann).getByText('Saved: Aoife').waitFor();
    await page.keyboard.type('7');
    await expect.poll(() => band.inputValue()).toBe('377');
    await expect
      .poll(() => page.evaluate(() => document.activeElement?.getAttribute('name')))
      .toBe('raceNumber');
    await expect.poll(() => page.getByLabel('Team').inputValue()).toBe('Cwm Gwaun');
    await expect.poll(() => band.boundingBox()).toEqual(before);
    await page.getByText('10 entered').waitFor();
    await page.keyboard.press('Escape');
    await page.keyboard.press('Escape');
    await expect
      .poll(async () => (await lastNames(page)).slice(0, 3))
      .toEqual(['Aaron', 'Abel', 'Adda']);
  });
});
