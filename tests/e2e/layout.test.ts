import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';

import type { Runner } from '#shared/model/runner.ts';
import { buildRunner } from '#tests/support/builders.ts';
import { eventually } from '#tests/support/eventually.ts';

import { expectNoSidewaysScroll } from './support/axe.ts';
import { expectWholeWords } from './support/cut-texts.ts';
import { DESK, NARROW_PHONE, openPage, PHONE, setLetters, settled } from './support/open-page.ts';
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

/** Fonts of common systems; one that is not installed falls back to another. */
const FACES = ['system-ui', 'DejaVu Sans', 'Roboto', 'Inter', 'Noto Sans'];

/** In every face, size of letters and width no word breaks, and no cell is cut or overlaps another of its row. */
async function expectNoFaults(page: Page, rows: string, cells: string): Promise<void> {
  for (const width of [320, 360, 375, 390, 402, 412, 430, 600, 720, 1024]) {
    await page.setViewportSize({ width, height: 844 });
    for (const face of FACES) {
      for (const scale of ['100%', '200%']) {
        await page.evaluate((style) => {
          const sheet = new CSSStyleSheet();
          sheet.replaceSync(style);
          document.adoptedStyleSheets = [sheet];
        }, `:root { --font: '${face}', sans-serif; font-size: ${scale} }`);
        await expectWholeWords(page);
        await expect.poll(() => page.evaluate(listClashes, { rows, cells })).toEqual([]);
      }
    }
  }
}

/** Runs in the page. */
function listClashes({ rows, cells }: { rows: string; cells: string }): string[] {
  return [...document.querySelectorAll(rows)].flatMap((row) => {
    const frame = row.getBoundingClientRect();
    // Without the transparent press target over a row.
    const shown = [...row.children].filter((one) => getComputedStyle(one).position !== 'absolute');
    const lines = shown.flatMap((cell) => {
      const range = document.createRange();
      range.selectNodeContents(cell);
      return Array.from(range.getClientRects(), (box) => ({ cell, box }));
    });
    const clashing = lines.find(({ cell, box }) => {
      if (!cell.matches(cells) || box.width <= 1) return false;
      // Line boxes are higher than their letters.
      const slack = box.height / 3;
      const overlaps = ({ cell: other, box: its }: (typeof lines)[number]): boolean =>
        other !== cell &&
        Math.min(box.right, its.right) - Math.max(box.left, its.left) > 1 &&
        Math.min(box.bottom, its.bottom) - Math.max(box.top, its.top) > slack;
      return box.left < frame.left || box.right > frame.right || lines.some(overlaps);
    });
    return clashing ? [`${clashing.cell.textContent} in ${row.textContent}`] : [];
  });
}

test('[LK8] in every face, size of letters and width nothing of the results breaks or is cut', async () => {
  const cells = '[role=cell]:is(:nth-child(1), :nth-child(n + 4))';
  await expectNoFaults(await openSeen(), '[data-runner-id]', cells);
});

test('[LK8] in every face, size of letters and width nothing of the splits breaks or is cut', async () => {
  const page = await openSeen();
  await page.locator('[data-runner-id=last]').click();
  const dialog = page.getByRole('dialog');
  await dialog.getByText('100:00:00').waitFor();
  await dialog.getByText(/^1\d{4}\/1\d{4}$/).waitFor();
  await expectNoFaults(page, 'dialog tbody tr', 'td, tr:last-child th');
});

test('[LK8] no time or short word of a certificate breaks with letters twice as large', async () => {
  const { page } = await openPage(browser, { viewport: PHONE });
  await page.goto(`${race.url}/runner/last/certificate`);
  await page.getByText('100:00:00').first().waitFor();
  await setLetters(page, '200%');
  for (const size of [NARROW_PHONE, PHONE]) {
    await page.setViewportSize(size);
    await expectWholeWords(page);
  }
});

test('[LK8] a wider screen gives names more room, and letters twice as large leave them some words', async () => {
  const page = await openSeen();
  const name = page.locator('[data-runner-id] [role=cell]:nth-child(2)').first();
  const findWidth = () => name.evaluate((cell) => cell.getBoundingClientRect().width);
  const widths: number[] = [];
  for (const width of [320, 360, 375, 390, 398, 402, 412, 430, 600]) {
    await page.setViewportSize({ width, height: 844 });
    await settled(page);
    widths.push(await findWidth());
  }
  expect(widths).toEqual(widths.toSorted((a, b) => a - b));
  await setLetters(page, '200%');
  // Each is another width: after a change of the font size alone Chromium does not evaluate container queries again.
  for (const size of [NARROW_PHONE, PHONE, DESK]) {
    await page.setViewportSize(size);
    await expectNoSidewaysScroll(page);
    await expect.poll(findWidth).toBeGreaterThan(200);
    const typed = page.getByLabel('Find a runner, bib or club');
    await expect.poll(async () => (await typed.boundingBox())?.width).toBeGreaterThan(90);
  }
});
