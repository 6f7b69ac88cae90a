import { describe, expect, test } from 'vitest';

import type { EventCode } from '#shared/model/ids.ts';
import { buildRunner } from '#tests/support/builders.ts';
import { eventually } from '#tests/support/eventually.ts';

import { DESK, openPage, untilUncovered } from './support/open-page.ts';
import { browser, provideRaceInBrowser, race } from './support/race-in-browser.ts';

const GUN_MS = Date.UTC(2026, 5, 20, 9);

const person = (runnerId: string, bandId: string, event: EventCode) =>
  buildRunner({ runnerId, bandId, event });

provideRaceInBrowser(async () => {
  await race.stage([
    person('p1', '201', 'PB'),
    person('b1', '301', 'BB'),
    person('u1', '401', 'UB'),
  ]);
  const reads: readonly (readonly [string, string, number])[] = [
    ['201', 'cp1', 31.2],
    ['201', 'finish', 163.9],
    ['301', 'cp1', 50],
    ['301', 'finish', 95],
    ['401', 'cp2', 70],
    ['401', 'cp5', 150],
    ['401', 'finish', 250],
  ];
  for (const [bandID, point, minutes] of reads) {
    await race.publish({ bandID, point, timeMs: GUN_MS + minutes * 60_000 });
  }
  await eventually(async () => {
    const body = (await (await fetch(`${race.url}/api`)).json()) as {
      runners: { data: unknown[] };
    };
    expect(body.runners.data).toHaveLength(3);
  });
});

describe('tabs', () => {
  test('arrow keys move between them and the tab is in the address', async () => {
    const { page } = await openPage(browser, { viewport: DESK });
    await page.goto(race.url);
    await page.getByRole('tab', { name: /Carn Ingli/ }).waitFor();
    await page.getByRole('tab', { name: /Full/ }).focus();
    await page.keyboard.press('ArrowRight');
    await page.getByRole('tab', { name: /Ultra/, selected: true }).waitFor();
    await expect.poll(() => page.url()).toContain('tab=UB');
    await page.keyboard.press('End');
    await page.getByRole('tab', { name: /Carn Ingli/, selected: true }).waitFor();
    await page.reload();
    await page.getByRole('tab', { name: /Carn Ingli/, selected: true }).waitFor();
  });
});

describe('splits', () => {
  test('open on a click and close in every way', async () => {
    const { page, complaints } = await openPage(browser);
    await page.goto(race.url);
    const row = page.locator('[data-runner-id="p1"]');
    const dialog = page.getByRole('dialog');

    await row.click();
    await dialog.waitFor();
    await dialog.getByRole('rowheader', { name: 'Overall' }).waitFor();
    await expect.poll(async () => (await dialog.boundingBox())?.width).toBe(300);
    await expect.poll(async () => (await dialog.boundingBox())?.height).toBeLessThanOrEqual(305);

    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'hidden' });
    await row.click();
    await dialog.getByRole('button', { name: 'Close' }).click();
    await dialog.waitFor({ state: 'hidden' });
    await row.click();
    await dialog.waitFor();
    await page.mouse.click(5, 5);
    await dialog.waitFor({ state: 'hidden' });
    await row.click();
    await dialog.waitFor();
    const place = await row.boundingBox();
    await page.mouse.click((place?.x ?? 0) + 12, (place?.y ?? 0) + 12);
    await dialog.waitFor({ state: 'hidden' });
    expect(complaints).toEqual([]);
  });

  test('heights by event, the keyboard', async () => {
    const { page } = await openPage(browser);
    await page.goto(`${race.url}/?tab=UB`);
    await page.locator('[data-runner-id="u1"]').click();
    const dialog = page.getByRole('dialog');
    await dialog.waitFor();
    await dialog.getByRole('rowheader', { name: 'Overall' }).waitFor();
    await expect.poll(async () => (await dialog.boundingBox())?.height).toBeLessThanOrEqual(390);
    await page.keyboard.press('Escape');
    await untilUncovered(page);

    await page.goto(`${race.url}/?tab=BB`);
    await page.locator('[data-runner-id="b1"]').getByRole('link').focus();
    await page.keyboard.press('Enter');
    await dialog.getByRole('rowheader', { name: 'Overall' }).waitFor();
    await expect.poll(async () => (await dialog.boundingBox())?.height).toBeLessThanOrEqual(192);
    await page.keyboard.press('Escape');
    await untilUncovered(page);
    await expect
      .poll(() =>
        page.evaluate(() =>
          document.activeElement?.closest('[data-runner-id]')?.getAttribute('data-runner-id'),
        ),
      )
      .toBe('b1');
  });
});

describe('for everyone', () => {
  test('[SO13] the Tools menu has its links, above everything', async () => {
    const { page } = await openPage(browser, { viewport: DESK });
    await page.goto(race.url);
    await page.getByRole('button', { name: 'Tools' }).click();
    const links = page.getByRole('menuitem');
    await links.first().waitFor();
    await expect
      .poll(() =>
        links.evaluateAll((items) =>
          items.map((item) => [item.textContent, item.getAttribute('href')]),
        ),
      )
      .toEqual([
        ['Admin Home', '/admin'],
        ['MIA', '/missing'],
        ['Config', '/conf'],
        ['Import', '/import'],
        ['Files', '/files'],
        ['Upload Logo', '/imageuploadlogo'],
        ['Upload Background', '/imageuploadbg'],
      ]);
    // The name of the bar precedes a link that does not contain it.
    await expect
      .poll(() =>
        links.evaluateAll((items) =>
          items.map((item) => /^"(.+?)"/.exec(getComputedStyle(item, '::before').content)?.[1]),
        ),
      )
      .toEqual(expect.arrayContaining(['Registration', 'Missing']));
    await expect
      .poll(() =>
        links.evaluateAll((items) =>
          items.every((item) => {
            const { x, y, width, height } = item.getBoundingClientRect();
            return item.contains(document.elementFromPoint(x + width / 2, y + height / 2));
          }),
        ),
      )
      .toBe(true);
  });

  test('a render failure shows a way back, an unknown address too', async () => {
    const { page } = await openPage(browser);
    await page.addInitScript(() => {
      if (sessionStorage.getItem('repaired')) return;
      window.matchMedia = () => {
        throw new Error('broken on purpose');
      };
    });
    await page.goto(race.url);
    await page.getByText('Unexpected Application Error!').waitFor();
    await page.evaluate(() => sessionStorage.setItem('repaired', 'yes'));
    await page.getByRole('link').or(page.getByRole('button')).first().click();
    await page.locator('[data-runner-id="p1"]').waitFor();

    const answer = await page.goto(`${race.url}/nowhere`);
    expect(answer?.status()).toBe(404);
    await page.getByText('There is no such page').waitFor();
  });
});
