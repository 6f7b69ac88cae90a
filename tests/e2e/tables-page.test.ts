import { beforeEach, expect, test } from 'vitest';

import { buildRunner } from '#tests/support/builders.ts';
import { eventually } from '#tests/support/eventually.ts';

import { listOverlaps } from './gallery/layout-faults.ts';
import { expectNoSidewaysScroll, expectNoViolations } from './support/axe.ts';
import { expectWholeWords } from './support/cut-texts.ts';
import { NARROW_PHONE, openPage, setLetters } from './support/open-page.ts';
import { browser, provideRaceInBrowser, race } from './support/race-in-browser.ts';

provideRaceInBrowser();

/** Two clubs of six, women and men in turn, the first of them after so many minutes over four hours. */
const field = (firstMinute: number) =>
  Array.from({ length: 12 }, (_, i) =>
    buildRunner({
      runnerId: `finisher${i}`,
      bandId: String(1_000 + i),
      bibNumber: String(1_000 + i),
      event: 'UB',
      ageGroup: i % 4 < 2 ? 'F40' : 'M40',
      lastName: i === 0 ? 'Llewellyn-Pugh Featherstonehaugh-Cadwaladr' : `Bevan-${i}`,
      runClub: i % 2 === 0 ? 'Preseli Harriers' : 'Clwb Rhedeg Dyffryn Nyfer',
      overrideTime: `4:${String(firstMinute + i)}:00`,
    }),
  );

beforeEach(async () => {
  await race.stage(field(10));
});

test.each([
  ['a phone', 'en', NARROW_PHONE],
  ['a desk', 'cy', { width: 1_440, height: 900 }],
])('on %s axe finds nothing in the tables, in %s', async (_, lang, viewport) => {
  const { page, complaints } = await openPage(browser, { viewport });
  for (const view of ['categories', 'legs', 'clubs', 'teams']) {
    await page.goto(`${race.url}/tables?lang=${lang}&view=${view}&event=UB`);
    await page.locator('h2').first().waitFor();
    await expectNoSidewaysScroll(page);
    await expect.poll(() => page.evaluate(listOverlaps)).toEqual([]);
    await expectNoViolations(page);
  }
  await setLetters(page, '200%');
  await eventually(async () => {
    await expectNoSidewaysScroll(page);
    await expectWholeWords(page);
  });
  await page.reload();
  // The header is as wide as the cells below it.
  await expect
    .poll(() =>
      page.evaluate(() => {
        const [title, heading] = ['header p', 'h1'].map((part) => document.querySelector(part));
        if (!title || !heading) return undefined;
        return Math.abs(title.getBoundingClientRect().x - heading.getBoundingClientRect().x);
      }),
    )
    .toBeLessThan(2);
  expect(complaints).toEqual([]);
});
