import type { Page } from 'playwright-core';
import { beforeEach, expect, test } from 'vitest';

import { formatClock } from '#shared/format/format-time.ts';
import { buildRunner, type RunnerOverrides } from '#tests/support/builders.ts';
import { eventually } from '#tests/support/eventually.ts';

import { openPage, PHONE, setLetters, untilUncovered } from './support/open-page.ts';
import { browser, provideRaceInBrowser, race } from './support/race-in-browser.ts';

const GUN_MS = Date.UTC(2026, 5, 20, 9);
const FINISHERS = 300;

provideRaceInBrowser();

const person = (runnerId: string, bandId: string, given: RunnerOverrides = {}) =>
  buildRunner({ runnerId, bandId, bibNumber: bandId, lastName: runnerId, ...given });

/** Many finishers, and two runners on course. */
async function stageLongList(): Promise<void> {
  await race.stage([
    ...Array.from({ length: FINISHERS }, (_, i) =>
      person(`finisher${i}`, String(1_000 + i), {
        overrideTime: formatClock(7_200_000 + i * 1_000),
      }),
    ),
    person('Maddocks', '201', { bibNumber: '77' }),
    person('Bowen', '202'),
  ]);
  for (const bandID of ['201', '202']) await publish(bandID, 'cp1', 40);
  await eventually(async () => {
    const text = await (await fetch(`${race.url}/api`)).text();
    expect(text.match(/"runnerId"/g)).toHaveLength(FINISHERS + 2);
  });
}

function publish(bandID: string, point: string, minutes: number): Promise<void> {
  return race.publish({ bandID, point, timeMs: GUN_MS + minutes * 60_000 });
}

/** The runner whose row has the focus. */
function focusedRunner(page: Page): Promise<string | undefined> {
  return page.evaluate(
    () => document.activeElement?.closest<HTMLElement>('[data-runner-id]')?.dataset['runnerId'],
  );
}

const scrolledPx = (page: Page): Promise<number> => page.evaluate(() => Math.round(window.scrollY));
const goDown = (page: Page): Promise<void> =>
  page.evaluate(() => window.scrollTo(0, document.documentElement.scrollHeight));

beforeEach(stageLongList);

test('the focus stays with a runner who finishes, far away or under an open dialog', async () => {
  const { page, complaints } = await openPage(browser);
  await page.goto(race.url);
  await page.locator('[data-runner-id="finisher0"]').waitFor();
  await goDown(page);
  const row = page.locator('[data-runner-id="Maddocks"]');
  await row.getByRole('link').focus();
  const place = await scrolledPx(page);
  // Moves into the middle of the finishers, where no other row is rendered.
  await publish('201', 'finish', 121.01);
  await row.getByText('2:01:01').waitFor({ state: 'attached' });
  await expect.poll(() => focusedRunner(page)).toBe('Maddocks');
  await expect.poll(async () => Math.abs((await scrolledPx(page)) - place)).toBeLessThan(200);

  // Tab leads to the next row there.
  await page.evaluate(() => document.activeElement?.scrollIntoView({ block: 'center' }));
  await page.locator('[data-runner-id="finisher70"]').waitFor({ state: 'attached' });
  await page.keyboard.press('Tab');
  await expect.poll(() => focusedRunner(page)).toMatch(/^finisher6\d$/);

  await goDown(page);
  const other = page.locator('[data-runner-id="Bowen"]');
  await other.getByRole('link').press('Enter');
  const dialog = page.getByRole('dialog');
  await dialog.getByText('Racing').waitFor();
  await publish('202', 'finish', 122.01);
  await dialog.getByText('2:02:01').waitFor();
  await page.keyboard.press('Escape');
  await dialog.waitFor({ state: 'detached' });
  await expect.poll(() => focusedRunner(page)).toBe('Bowen');
  expect(complaints).toEqual([]);
});

test('a screen opened at the foot of a long list begins at its top', async () => {
  const { page } = await openPage(browser, { viewport: { ...PHONE, height: 400 } });
  await page.goto(race.url);
  await page.locator('[data-runner-id="finisher0"]').waitFor();
  await goDown(page);
  const place = await scrolledPx(page);
  await page.getByRole('link', { name: 'Category, leg, club and team results' }).click();
  await page.getByRole('heading', { level: 2 }).first().waitFor();
  const height = await page.evaluate(() => document.documentElement.scrollHeight);
  expect(height).toBeGreaterThan(800);
  await expect.poll(() => scrolledPx(page)).toBe(0);
  await page.goBack();
  await expect.poll(async () => Math.abs((await scrolledPx(page)) - place)).toBeLessThan(3);
});

test('a long list leads back up, and Enter opens the only match', async () => {
  const { page } = await openPage(browser, { hasTouch: true });
  await page.goto(race.url);
  await page.locator('[data-runner-id="finisher0"]').waitFor();
  await goDown(page);
  await page.getByRole('button', { name: 'Top' }).tap();
  await eventually(async () => expect(await scrolledPx(page)).toBe(0));
  await page.getByRole('button', { name: 'Top' }).waitFor({ state: 'detached' });
  await goDown(page);
  await page.getByRole('tab', { name: /Full/ }).tap();
  await eventually(async () => expect(await scrolledPx(page)).toBe(0));

  // With very large text each button still fits on one line.
  await goDown(page);
  await setLetters(page, '200%');
  const top = page.getByRole('button', { name: 'Top' });
  await expect.poll(async () => (await top.boundingBox())?.height).toBeLessThan(60);
  await setLetters(page, '100%');

  await goDown(page);
  await page.getByRole('button', { name: 'Find' }).tap();
  const box = page.getByRole('textbox', { name: 'Find a runner, bib or club' });
  await expect.poll(() => box.evaluate((input) => input === document.activeElement)).toBe(true);
  await page.keyboard.type('77');
  await page.keyboard.press('Enter');
  const dialog = page.getByRole('dialog', { name: /Maddocks/ });
  await dialog.waitFor();
  await dialog.getByRole('button', { name: 'Close' }).tap();
  await dialog.waitFor({ state: 'detached' });
  // In the find box it would bring up a phone's keyboard.
  await expect.poll(() => focusedRunner(page)).toBe('Maddocks');

  await box.fill('finisher');
  await box.press('Enter');
  await expect.poll(() => box.evaluate((input) => input === document.activeElement)).toBe(false);
  await expect.poll(() => page.getByRole('dialog').count()).toBe(0);
});

test('Back undoes a filter with the text typed since, and Forward brings both back', async () => {
  const { page } = await openPage(browser);
  await page.goto(`${race.url}/?tab=PB`);
  const box = page.getByRole('textbox', { name: 'Find a runner, bib or club' });
  await page.getByRole('button', { name: 'Filter', exact: true }).click();
  const sheet = page.getByRole('dialog', { name: 'Filter' });
  await sheet.getByRole('radio', { name: 'F40', exact: true }).click();
  await sheet.getByRole('button', { name: /^Show / }).click();
  await sheet.waitFor({ state: 'detached' });
  await box.fill('finisher7');
  const addressOf = (): string => page.url().slice(race.url.length);
  await expect.poll(addressOf).toBe('/?tab=PB&cat=F40&find=finisher7');
  await page.goBack();
  await expect.poll(addressOf).toBe('/?tab=PB');
  await expect.poll(() => box.inputValue()).toBe('');
  await page.goForward();
  await expect.poll(() => box.inputValue()).toBe('finisher7');
  await page.getByRole('button', { name: 'Filter: F40' }).waitFor();
});

test('Back closes dialogs over the results, and then leaves the page', async () => {
  const { page, complaints } = await openPage(browser);
  await page.goto(`${race.url}/?tab=BB`);
  const before = await page.evaluate(() => history.length);
  await page.goto(race.url);
  const row = page.locator('[data-runner-id="finisher0"]');
  const dialog = page.getByRole('dialog');
  await row.click();
  await dialog.waitFor();
  await page.goBack();
  await dialog.waitFor({ state: 'detached' });
  await expect.poll(() => page.url()).toBe(`${race.url}/`);
  await expect.poll(() => focusedRunner(page)).toBe('finisher0');
  // Forward opens nothing again, and returns to the results.
  await page.evaluate(
    () =>
      new Promise<void>((resolve) => {
        addEventListener('popstate', ({ state }) => {
          if (!('overlay' in ((state ?? {}) as object))) resolve();
        });
        history.forward();
      }),
  );
  await row.click();
  await dialog.getByRole('button', { name: 'Close' }).click();
  await untilUncovered(page);

  const tools = page.getByRole('button', { name: 'Tools' });
  const config = page.getByRole('link', { name: 'Config' });
  await tools.click();
  await config.waitFor();
  await page.keyboard.press('Escape');
  await config.waitFor({ state: 'hidden' });
  await expect.poll(() => tools.evaluate((button) => button === document.activeElement)).toBe(true);
  await tools.click();
  await config.click();
  await page.waitForURL('**/conf');
  // The menu added no step.
  await page.goBack();
  await row.waitFor();
  await expect.poll(() => page.url()).toBe(`${race.url}/`);
  await expect.poll(() => page.evaluate(() => history.length)).toBe(before + 2);

  // A dialog open during a reload leaves no history entry.
  await row.click();
  await dialog.waitFor();
  await page.reload();
  await row.waitFor();
  await eventually(async () =>
    expect(await page.evaluate(() => Object.keys(history.state as object))).not.toContain(
      'overlay',
    ),
  );
  await page.goBack();
  await page.getByRole('tab', { name: /Half/, selected: true }).waitFor();
  expect(complaints).toEqual([]);
});
