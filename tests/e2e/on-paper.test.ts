import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';

import { formatClock } from '#shared/format/format-time.ts';
import type { Runner } from '#shared/model/runner.ts';
import { SECOND_MS } from '#shared/model/time.ts';
import { GUN_MS, buildField } from '#tests/support/live-field.ts';

import { DESK, openPage, PHONE } from './support/open-page.ts';
import { openScreen } from './support/open-screen.ts';
import { printPage } from './support/paper.ts';
import { browser, provideRaceInBrowser, race } from './support/race-in-browser.ts';

/** A third of them are in the Ultra, whose rows have the most stages. */
const FIELD = 360;
const IN_ULTRA = FIELD / 3;
/** Runners of the Ultra. */
const ON_COURSE = 20;

const isOut = ({ event }: Runner, at: number): boolean => event === 'UB' && at < ON_COURSE * 3;

provideRaceInBrowser(async () => {
  const runners = buildField(FIELD).map((runner, at) => {
    const overrideTime = isOut(runner, at) ? '' : formatClock((9_000 + at * 11) * SECOND_MS);
    return Object.assign({}, runner, { overrideTime });
  });
  await race.stage(runners);
  for (const { bandId = '' } of runners.filter(({ overrideTime }) => overrideTime === '')) {
    await race.publish({ bandID: bandId, point: 'cp2', timeMs: GUN_MS + 5_400 * SECOND_MS });
  }
});

/** Prints a screen, without blank pages; returns the number of rows. */
async function printFullPages(page: Page): Promise<number> {
  const { textsOnPages, rows } = await printPage(page);
  expect(textsOnPages.length).toBeGreaterThan(0);
  expect(textsOnPages).not.toContain(0);
  return rows;
}

async function openUltra(viewport: typeof DESK, search = ''): Promise<Page> {
  const { page } = await openPage(browser, { viewport });
  await page.goto(`${race.url}/?tab=UB${search}`);
  await page.getByTestId('connection').getByText('Live').waitFor();
  return page;
}

test('all rows of a tab are printed, from a desk and from a phone, without a blank page', async () => {
  for (const viewport of [DESK, PHONE]) {
    const page = await openUltra(viewport);
    const tab = page.getByRole('tab', { name: /Ultra/ });
    await expect.poll(() => tab.innerText()).toContain(String(IN_ULTRA));
    await page.getByText(`${ON_COURSE} runners, furthest along first`).waitFor();
    // Each of the two tables has a head.
    const rows = await printFullPages(page);
    expect(rows).toBe(IN_ULTRA + 2);
    await page.emulateMedia({ media: 'print' });
    const cells = page.locator('[data-runner-id]').first().locator('td');
    const aligned = cells.evaluateAll((all) => all.map((cell) => getComputedStyle(cell).textAlign));
    expect((await aligned).slice(0, 5)).toEqual(['center', 'left', 'left', 'center', 'center']);
    await page.emulateMedia({ media: null });
    // Afterwards only the rows near the screen are rendered again.
    await expect.poll(() => page.locator('[data-runner-id]').count()).toBeLessThan(IN_ULTRA);
  }
});

test('no other spectators’ screen prints a blank page', async () => {
  const { page } = await openPage(browser, { viewport: DESK });
  for (const path of ['tables?event=UB&show=all', 'runner/runner-3', 'commentary', 'board']) {
    await page.goto(`${race.url}/${path}`);
    await page
      .getByText(/Llŷr-\d+/)
      .first()
      .waitFor();
    await printFullPages(page);
  }
});

test('organisers’ lists are printed whole, without a blank page, and no prize is split', async () => {
  const { page } = await openScreen(browser, race, '/admin');
  await page.getByRole('button', { name: 'Llŷr-0001' }).first().waitFor();
  const rows = await printFullPages(page);
  expect(rows).toBe(FIELD + 1);
  // The laptop may die: everybody who is out, whatever the screen shows.
  await page.goto(`${race.url}/rollcall?show=start-line&event=BB`);
  await page.getByRole('heading', { name: 'Start line' }).waitFor();
  const called = await printFullPages(page);
  expect(called).toBeGreaterThan(ON_COURSE);
  await page.goto(`${race.url}/missing`);
  await page.getByRole('button', { name: /Llŷr-/ }).first().waitFor();
  await page.emulateMedia({ media: 'print' });
  await page.getByRole('heading', { name: `no finish scan ${ON_COURSE}` }).waitFor();
  await page.emulateMedia({ media: null });
  await page.goto(`${race.url}/prizes`);
  await page.getByRole('link', { name: /Llŷr-/ }).first().waitFor();
  await printFullPages(page);
  await page.emulateMedia({ media: 'print' });
  const breaks = await page
    .getByRole('region')
    .evaluateAll((prizes) => prizes.map((prize) => getComputedStyle(prize).breakInside));
  expect(new Set(breaks)).toEqual(new Set(['avoid']));
});
