import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';

import { formatClock } from '#shared/format/format-time.ts';
import { MINUTE_MS } from '#shared/model/time.ts';
import { buildRunner, type RunnerOverrides } from '#tests/support/builders.ts';

import { expectNoSidewaysScroll } from './support/axe.ts';
import { openPage } from './support/open-page.ts';
import { browser, provideRaceInBrowser, race } from './support/race-in-browser.ts';

provideRaceInBrowser();

function enter(lastName: string, bandId: string, rest: RunnerOverrides = {}) {
  return buildRunner({ runnerId: lastName, lastName, bandId, bibNumber: bandId, ...rest });
}

function finishAt(minutes: number): RunnerOverrides {
  return { overrideTime: formatClock(minutes * MINUTE_MS) };
}

/** Two finishers of one category, and many others. */
async function stageRace(): Promise<void> {
  const m40 = { ageGroup: 'M40', runClub: 'Sarn Helen' } as const;
  await race.stage([
    enter('Adams', '401', finishAt(90)),
    enter('Bowen', '402', { ...m40, ...finishAt(91) }),
    enter('Castell', '403', { ...m40, ...finishAt(92), runClub: 'Strumble Striders' }),
    ...Array.from({ length: 40 }, (_, i) => enter(`Rees-${i}`, `${500 + i}`, finishAt(100 + i))),
  ]);
}

const listed = (page: Page): Promise<(string | null)[]> =>
  page
    .locator('[data-runner-id]')
    .evaluateAll((rows) => rows.map((row) => row.getAttribute('data-runner-id')));
const addressOf = (page: Page): string => page.url().slice(race.url.length);

test('[FD6] a filter by category survives a reload, Back and Forward, and is cleared', async () => {
  await stageRace();
  const { page, complaints } = await openPage(browser, { hasTouch: true });
  await page.goto(`${race.url}/?tab=PB`);
  await page.locator('[data-runner-id="Adams"]').waitFor();
  await page.getByRole('button', { name: 'Filter', exact: true }).tap();
  const sheet = page.getByRole('dialog', { name: 'Show only' });
  await sheet.getByRole('radio', { name: 'M40 2' }).tap();
  await sheet.getByRole('button', { name: 'Show 2 runners' }).waitFor();
  await expectNoSidewaysScroll(page);
  await sheet.getByRole('button', { name: 'Show 2 runners' }).tap();
  await sheet.waitFor({ state: 'detached' });
  await expect.poll(() => addressOf(page)).toBe('/?tab=PB&cat=M40');
  await expect.poll(() => listed(page)).toEqual(['Bowen', 'Castell']);
  await page.getByRole('button', { name: 'Filter: M40' }).waitFor();

  await page.reload();
  await expect.poll(() => listed(page)).toEqual(['Bowen', 'Castell']);

  const box = page.getByRole('textbox', { name: 'Find a runner, bib or club' });
  await box.fill('strumble');
  await expect.poll(() => listed(page)).toEqual(['Castell']);
  await expect.poll(() => addressOf(page)).toBe('/?tab=PB&cat=M40&find=strumble');
  // Back undoes the filter and the text typed since.
  await page.goBack();
  await page.locator('[data-runner-id="Adams"]').waitFor();
  await expect.poll(() => addressOf(page)).toBe('/?tab=PB');
  await expect.poll(() => box.inputValue()).toBe('');
  await page.goForward();
  await expect.poll(() => listed(page)).toEqual(['Castell']);
  await expect.poll(() => box.inputValue()).toBe('strumble');
  await page.getByRole('button', { name: 'Filter: M40' }).tap();
  await sheet.getByRole('button', { name: 'Clear' }).tap();
  await sheet.getByRole('button', { name: 'Show 1 runner' }).tap();
  await expect.poll(() => addressOf(page)).toBe('/?tab=PB&find=strumble');
  expect(complaints).toEqual([]);
});
