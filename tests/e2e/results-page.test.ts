import { describe, expect, test } from 'vitest';

import type { EventCode } from '#shared/model/ids.ts';
import type { Runner } from '#shared/model/runner.ts';
import { buildRunner } from '#tests/support/builders.ts';
import { eventually } from '#tests/support/eventually.ts';

import { DESK, openPage, untilUncovered } from './support/open-page.ts';
import { browser, provideRaceInBrowser, race } from './support/race-in-browser.ts';

const GUN_MS = Date.UTC(2026, 5, 20, 9);

provideRaceInBrowser(async () => {
  await stageUsual();
  const reads: readonly (readonly [string, string, number])[] = [
    ['201', 'cp1', 31.2],
    ['201', 'cp2', 62.5],
    ['201', 'cp4', 131.1],
    ['201', 'kom2-start', 62],
    ['201', 'kom2-end', 70],
    ['201', 'finish', 163.9],
    ['202', 'cp1', 30],
    ['202', 'finish', 170],
    ['203', 'cp1', 40],
    ['301', 'cp1', 50],
    ['301', 'finish', 95],
    ['401', 'cp2', 70],
    ['401', 'cp5', 150],
    ['401', 'kom1-start', 80],
    ['401', 'kom1-end', 142],
    ['401', 'finish', 250],
  ];
  for (const [bandID, point, minutes] of reads) {
    await race.publish({ bandID, point, timeMs: GUN_MS + minutes * 60_000 });
  }
  await eventually(async () => {
    const body = (await (await fetch(`${race.url}/api`)).json()) as {
      runners: { data: unknown[] };
    };
    expect(body.runners.data).toHaveLength(6);
  });
});

function person(
  runnerId: string,
  bandId: string,
  event: EventCode,
  lastName: string,
  rest: Partial<{ overrideTime: string; ageGroup: 'M40' | 'F40'; runClub: string }> = {},
): Runner {
  return buildRunner({ runnerId, bandId, event, lastName, bibNumber: `1${bandId}`, ...rest });
}

async function stageUsual(): Promise<void> {
  await race.stage([
    person('p1', '201', 'PB', 'Prydderch', { runClub: 'Mynydd Du' }),
    person('p2', '202', 'PB', 'Wójcik', { ageGroup: 'M40' }),
    person('p3', '203', 'PB', 'Maddocks'),
    person('p4', '204', 'PB', 'Nash', { overrideTime: '00:00:01' }),
    person('b1', '301', 'BB', 'Castell'),
    person('u1', '401', 'UB', 'Bowen'),
  ]);
}

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
    await page.getByRole('columnheader', { name: 'Race' }).waitFor();
    const readRows = () => page.locator('[data-runner-id]').allInnerTexts();
    await expect.poll(async () => (await readRows())[0]).toContain('08:00');
    await expect.poll(async () => (await readRows()).join(' ')).toContain('NO SCAN');
    await page.goto(`${race.url}/?tab=WOD`);
    await page.locator('[data-runner-id="u1"]').getByText('1:02:00').waitFor();
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
    const readLines = async (): Promise<string[]> =>
      (await dialog.getByRole('row').allInnerTexts()).map((line) => line.replaceAll(/\s+/g, ' '));
    await expect
      .poll(readLines)
      .toEqual([
        expect.stringContaining('Point'),
        expect.stringMatching(/^Bedd Morris 0?0:31:12 2$/),
        expect.stringMatching(/^Carn Ingli 0?1:02:30 1$/),
        'Foel Eryr NO SCAN /',
        expect.stringMatching(/^Foel Cwmcerwyn 0?2:11:06 1$/),
        expect.stringMatching(/^Overall 0?2:43:54 1\/4$/),
      ]);
    // How far the race is, and what the place is out of.
    await page.getByText('2 of 4 finished · 1 on course').waitFor();
    await dialog.getByText('4 entered the Full').waitFor();
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

  test('heights by event, a DNF, the keyboard', async () => {
    const { page } = await openPage(browser);
    await page.goto(`${race.url}/?tab=UB`);
    await page.locator('[data-runner-id="u1"]').click();
    const dialog = page.getByRole('dialog');
    await dialog.waitFor();
    await expect
      .poll(() => dialog.getByRole('rowheader').allInnerTexts())
      .toEqual([
        'Carn Ingli',
        'Foel Eryr',
        'Foel Cwmcerwyn',
        'Foel Drygarn',
        'Foel Feddau',
        'Overall',
      ]);
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

    await page.goto(`${race.url}/?tab=PB`);
    await page.locator('[data-runner-id="p4"]').click();
    await dialog.getByText('DNF').waitFor();
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
