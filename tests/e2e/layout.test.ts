import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';

import type { Runner } from '#shared/model/runner.ts';
import { buildRunner } from '#tests/support/builders.ts';
import { eventually } from '#tests/support/eventually.ts';

import { expectNoSidewaysScroll } from './support/axe.ts';
import { expectNoCutTexts } from './support/cut-texts.ts';
import { listBrokenCells } from './support/measured-cells.ts';
import { DESK, NARROW_PHONE, openPage, PHONE, setLetters, settled } from './support/open-page.ts';
import { openScreen } from './support/open-screen.ts';
import { browser, provideRaceInBrowser, race } from './support/race-in-browser.ts';

const GUN_MS = Date.UTC(2026, 5, 20, 9);
const HOUR_MS = 3_600_000;
/** The surname of the runners under test; the others only fill the places. */
const SEEN = 'Featherstonehaugh';
/** Enough for places of five digits. */
const FIELD = 11_000;

/** Finishers about three seconds apart, from 0:51:01 to over ten hours. */
function finisher(place: number): Runner {
  const time = new Date(51 * 60_000 + 1_000 + (place - 1) * 3_300).toISOString().slice(11, 19);
  const isSeen = [1, 104, 1_204, 10_300].includes(place);
  return buildRunner({
    runnerId: `r${place}`,
    bandId: String(100_000 + place),
    bibNumber: String(60_000 + place),
    lastName: isSeen ? SEEN : 'Nash',
    ageGroup: place % 2 === 0 ? 'M-SNR' : 'FU17',
    overrideTime: time,
  });
}

const LATE = { bibNumber: '98765', lastName: SEEN, ageGroup: 'M-SNR' } as const;

provideRaceInBrowser(async () => {
  await race.stage(
    [
      ...Array.from({ length: FIELD - 1 }, (_, index) => finisher(index + 1)),
      buildRunner({ ...LATE, runnerId: 'last', bandId: '9' }),
      buildRunner({ ...LATE, runnerId: 'out', bandId: '8', overrideTime: '00:00:01' }),
      buildRunner({ ...LATE, runnerId: 'racing', bandId: '7' }),
    ],
    { startText: '10K starts at 11:15' },
  );
  await race.publish({ bandID: '9', point: 'finish', timeMs: GUN_MS + 100 * HOUR_MS });
  await race.publish({ bandID: '7', point: 'cp3', timeMs: GUN_MS + 10.52 * HOUR_MS });
});

async function openSeen(): Promise<Page> {
  const { page } = await openPage(browser, { viewport: PHONE });
  await page.goto(race.url);
  await page.getByLabel('Find a runner, bib or club').fill(SEEN);
  await eventually(async () => {
    const rows = await page.locator('[data-runner-id]').allInnerTexts();
    expect(rows).toHaveLength(7);
    expect(rows.join(' ')).toMatch(
      /0:51:01[^]*10:\d\d:\d\d[^]*100:00:00[^]*DNF[^]*Foel Eryr\s10:31:12/,
    );
  });
  return page;
}

describe('[LK8] the results, in every face, size of letters and width', () => {
  test('no number, time, place, bib or category breaks or is cut, and a wider screen gives names more room', async () => {
    const page = await openSeen();
    const cells = [
      '[role=cell]:nth-child(1)',
      ...[4, 5, 6].map((n) => `[role=cell]:nth-child(${n})`),
    ];
    await expect.poll(() => listBrokenCells(page, cells)).toEqual([]);

    const widths: number[] = [];
    for (const width of [320, 360, 375, 390, 398, 402, 412, 430, 600]) {
      await page.setViewportSize({ width, height: 844 });
      await settled(page);
      widths.push(
        await page
          .locator('[data-runner-id] [role=cell]:nth-child(2)')
          .first()
          .evaluate((cell) => cell.getBoundingClientRect().width),
      );
    }
    expect(widths).toEqual(widths.toSorted((a, b) => a - b));
  });

  test('nothing breaks or is cut in the splits', async () => {
    const page = await openSeen();
    await page.locator('[data-runner-id=last]').click();
    const dialog = page.getByRole('dialog');
    await dialog.getByText('100:00:00').waitFor();
    await dialog.getByText(/^1\d{4}\/1\d{4}$/).waitFor();
    const cells = ['td', 'tr:last-child th'];
    await expect.poll(() => listBrokenCells(page, cells, 'dialog tbody tr')).toEqual([]);
  });

  test('with letters twice as large nothing is cut, and names have room for some words', async () => {
    const page = await openSeen();
    await setLetters(page, '200%');
    // Each is another width than before: see the organisers’ screens in layout-steady.test.ts.
    for (const size of [NARROW_PHONE, PHONE, DESK]) {
      await page.setViewportSize(size);
      await eventually(async () => {
        await expectNoSidewaysScroll(page);
        await expectNoCutTexts(page);
      });
      const name = page.locator('[data-runner-id] [role=cell]:nth-child(2)').first();
      await expect.poll(async () => (await name.boundingBox())?.width).toBeGreaterThan(230);
      const typed = page.getByLabel('Find a runner, bib or club');
      await expect.poll(async () => (await typed.boundingBox())?.width).toBeGreaterThan(90);
    }
  });
});

describe('[LK8] the organisers’ tables, in every face, size of letters and width', () => {
  test('messages about saves move no row, and are visible wherever the table is scrolled', async () => {
    const { page } = await openScreen(browser, race, '/admin');
    const row = page.locator('[data-runner-id=racing]');
    await page.locator('[data-runner-id]').first().waitFor();
    await page.getByLabel('Filter by surname').fill(SEEN);
    const findTop = (): Promise<number> =>
      page
        .getByRole('table', { name: 'Runners' })
        .evaluate((table) => Math.round(table.getBoundingClientRect().top + window.scrollY));
    for (const size of [DESK, PHONE]) {
      await page.setViewportSize(size);
      await page.getByLabel('Filter by surname').fill(SEEN);
      await settled(page);
      const before = await findTop();
      await row.click();
      await page.getByLabel('Team').fill(`Club ${size.width}`);
      await page.getByLabel('Team').press('Enter');
      await page.getByTestId('news').getByRole('button', { name: 'Undo' }).waitFor();
      await expect.poll(() => findTop()).toBe(before);
      await page.evaluate(() => window.scrollTo(0, 3_000));
      await eventually(async () => {
        const news = await page.getByTestId('news').boundingBox();
        expect(news?.y).toBeGreaterThanOrEqual(0);
        expect(news?.y).toBeLessThan(size.height - 44);
      });
    }
  });

  test('nothing of a long form shows below its buttons in a dialog', async () => {
    const { page } = await openScreen(browser, race, '/admin');
    for (const size of [DESK, NARROW_PHONE]) {
      await page.setViewportSize(size);
      await page.getByRole('button', { name: 'New Runner' }).click();
      const findLowest = (): Promise<string | undefined> =>
        page.getByRole('dialog').evaluate((dialog) => {
          const { left, bottom } = dialog.getBoundingClientRect();
          return document.elementFromPoint(left + 60, bottom - 6)?.textContent;
        });
      await expect.poll(findLowest).toMatch(/^Cancel *Submit$/);
      await page.keyboard.press('Escape');
      await page.getByRole('dialog').waitFor({ state: 'detached' });
    }
  });

  test('[LK10] the views of the roll-call, the areas and the numbers of Control have room on a phone', async () => {
    const { page } = await openScreen(browser, race, '/rollcall');
    await page.setViewportSize(NARROW_PHONE);
    const chips = page.getByRole('group', { name: 'Show' }).getByRole('button');
    const findNarrowest = (): Promise<number> =>
      chips.evaluateAll((all) =>
        Math.min(...all.map((chip) => chip.getBoundingClientRect().width)),
      );
    await chips.first().waitFor();
    await expect.poll(findNarrowest).toBeGreaterThanOrEqual(44);

    // A link narrower than its name covers the edge of the strip, and its line is too short.
    const areas = page.getByRole('navigation', { name: 'Screens' }).getByRole('link');
    const listShrunk = (): Promise<string[]> =>
      areas.evaluateAll((all) =>
        all
          .filter(({ scrollWidth, clientWidth }) => scrollWidth > clientWidth)
          .map(({ textContent }) => textContent),
      );
    await expect.poll(listShrunk).toEqual([]);

    await page.goto(`${race.url}/control`);
    const finished = page.locator('[data-state=finished]').first();
    const offCentre = (): Promise<number> =>
      finished.evaluate((tile) => {
        const [outer, inner] = [tile, tile.querySelector('strong') ?? tile].map((element) => {
          const { left, right } = element.getBoundingClientRect();
          return (left + right) / 2;
        });
        return Math.abs((outer ?? 0) - (inner ?? 0));
      });
    await expect.poll(offCentre).toBeLessThan(2);
  });
});
