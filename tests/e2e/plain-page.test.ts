import { expect, test } from 'vitest';

import { USUAL_COURSES } from '#shared/model/courses.ts';
import { formatClock } from '#shared/format/format-time.ts';
import { SECOND_MS } from '#shared/model/time.ts';
import { buildRunner } from '#tests/support/builders.ts';
import { eventually } from '#tests/support/eventually.ts';
import { GUN_MS } from '#tests/support/live-field.ts';

import { expectNoSidewaysScroll, expectNoViolations } from './support/axe.ts';
import { expectWholeWords } from './support/cut-texts.ts';
import { DESK, NARROW_PHONE, openPage, PHONE, setLetters } from './support/open-page.ts';
import { browser, provideRaceInBrowser, race } from './support/race-in-browser.ts';

const FIELD = 260;
const NAMES = ['Bevan', 'ap Rhys', 'del Carmen Fernández-Villanueva', 'Patel'];

provideRaceInBrowser(async () => {
  const { categories } = USUAL_COURSES;
  const runners = Array.from({ length: FIELD }, (_, at) =>
    buildRunner({
      bandId: String(at + 1),
      lastName: NAMES[at % NAMES.length] ?? '',
      ageGroup: categories[at % categories.length] ?? '',
      runClub: at % 3 === 0 ? 'Clwb Rhedeg Mynydd Castell-nedd Port Talbot' : 'Strumble Striders',
      overrideTime: at < 220 ? formatClock((5_000 + at * 37) * SECOND_MS) : '',
      isPrivate: at % 40 === 7,
    }),
  );
  const few = (['F40', 'M-SNR', ''] as const).map((ageGroup, at) =>
    buildRunner({ event: 'BB', bandId: String(900 + at), ageGroup, overrideTime: '1:00:00' }),
  );
  await race.stage([...runners, ...few]);
  for (let at = 220; at < 240; at += 1) {
    const timeMs = GUN_MS + at * 20 * SECOND_MS;
    await race.publish({ bandID: String(at + 1), point: 'cp2', timeMs });
  }
  // A plain page is not updated after it is opened.
  await eventually(async () => {
    const sheet = await (await fetch(`${race.url}/plain?race=PB&page=2`)).text();
    expect(sheet).toContain('On course');
  });
});

test('without scripts the page redirects to a usable plain table', async () => {
  const { page, complaints } = await openPage(browser, { javaScriptEnabled: false });
  await page.goto(race.url);
  await eventually(() => expect(new URL(page.url()).pathname).toBe('/plain'));
  await page.getByRole('link', { name: 'Full', exact: true }).click();
  // Below the tables of the first women and men.
  await expect.poll(() => page.getByRole('table').nth(2).getByRole('row').count()).toBe(201);
  await page.getByRole('link', { name: 'Next page' }).click();
  await expect.poll(() => page.getByRole('heading', { name: /On course/ }).count()).toBe(1);
  expect(complaints).toEqual([]);
});

test('the plain page is accessible, at every width', async () => {
  const { page } = await openPage(browser, { viewport: PHONE });
  for (const query of [
    'race=PB&page=2&lang=cy',
    'race=BB',
    'race=BB&view=print&lang=cy',
    'race=UB',
  ]) {
    await page.goto(`${race.url}/plain?${query}`);
    await expectNoViolations(page);
    for (const viewport of [NARROW_PHONE, PHONE, DESK]) {
      await page.setViewportSize(viewport);
      await expectNoSidewaysScroll(page);
      await expectWholeWords(page);
    }
    await page.setViewportSize(NARROW_PHONE);
    await setLetters(page, '200%');
    await eventually(() => expectNoSidewaysScroll(page));
    await expectWholeWords(page);
  }
});
