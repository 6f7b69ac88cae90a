import { expect, test } from 'vitest';

import { MINUTE_MS } from '#shared/model/time.ts';
import { formatWallClock } from '#shared/model/wall-clock.ts';
import { buildRunner } from '#tests/support/builders.ts';

import { DESK, openPage, PHONE, settled } from './support/open-page.ts';
import { browser, provideRaceInBrowser, race } from './support/race-in-browser.ts';

const GROUPS = ['M40', 'F-SNR', 'M50', 'F40'] as const;

/** Long ago, so that finishes before a test are no news in it. */
const gunMs = Math.floor(Date.now() / 1_000) * 1_000 - 152 * MINUTE_MS;

async function read(index: number, point: string, minutes: number): Promise<void> {
  await race.publish({ bandID: String(500 + index), point, timeMs: gunMs + minutes * MINUTE_MS });
}

/** A race of twenty after two and a half hours: ten have finished, the others are on the last leg. */
provideRaceInBrowser(async () => {
  const runners = Array.from({ length: 20 }, (_, index) =>
    buildRunner({
      runnerId: `r${index}`,
      bandId: String(500 + index),
      event: 'PB',
      firstName: 'Aled',
      lastName: `Rhif ${index}`,
      bibNumber: String(2_000 + index),
      ageGroup: GROUPS[index % GROUPS.length] ?? 'M40',
      runClub: 'Clwb Rhedeg Dyffryn Nyfer',
    }),
  );
  // Without repeated hours at the end of summer time.
  await race.stage(runners, { raceStart: formatWallClock(gunMs, 'UTC'), timeZone: 'UTC' });
  for (let index = 0; index < 20; index += 1) {
    const slowness = 1 + index / 40;
    await read(index, 'cp2', 60 * slowness + (index % 3));
    await read(index, 'cp4', 100 * slowness + (index % 4));
    if (index < 10) await read(index, 'finish', 121 * slowness + (index % 2));
  }
});

test('on a phone the badge does not cover the clock', async () => {
  const { page } = await openPage(browser, { viewport: PHONE });
  await page.goto(`${race.url}/commentary`);
  await page.locator('[data-arrivals] [data-row]').first().waitFor();
  const clock = page.getByRole('timer').locator('span').last();
  const badge = page.getByTestId('connection');
  const findGap = async () => {
    const [left, right] = await Promise.all([clock.boundingBox(), badge.boundingBox()]);
    return left && right && right.x - left.x - left.width;
  };
  await expect.poll(findGap).toBeGreaterThan(0);
});

test('the screen shows arrivals, calls, the next expected and the state of the race; pinned runners survive a reload', async () => {
  const { page, complaints } = await openPage(browser, { viewport: DESK });
  await page.goto(`${race.url}/commentary`);
  const rows = page.locator('[data-arrivals] [data-row]');
  const listFirst = (): Promise<(string | null)[]> =>
    rows.evaluateAll((all) => all.slice(0, 2).map((row) => row.getAttribute('data-row')));
  await expect.poll(listFirst).toEqual(['r9', 'r8']);
  const textOf = (name: string) => () => page.getByRole('region', { name }).innerText();
  await expect
    .poll(() => page.locator('[data-arrivals] [data-row="r1"]').innerText())
    .toMatch(/1st woman[^]*1st F-\u2060SNR[^]*bib/);
  await expect.poll(textOf('Expected: Finish')).toMatch(/≈ (?:[A-Z][a-z]{2} )?\d\d:\d\d|now/);
  await expect.poll(textOf('Race progress')).toMatch(/Full\s+10 · 10 · 0/);

  await page.locator('[data-arrivals] [data-row="r8"]').press('Enter');
  await page.getByRole('article', { name: 'Aled Rhif 8' }).waitFor();
  await page.keyboard.press('/');
  await page.keyboard.type('2015');
  await page.keyboard.press('Enter');
  const card = page.getByRole('article', { name: 'Aled Rhif 15' });
  await expect.poll(() => card.innerText()).toMatch(/≈ .*based on \d+ runners/);
  await page.reload();
  await card.getByRole('button').click();
  await card.waitFor({ state: 'detached' });

  await read(10, 'finish', 151);
  await expect.poll(listFirst).toEqual(['r10', 'r9']);

  await page.getByRole('combobox', { name: 'Point' }).selectOption({ label: 'Carn Ingli' });
  await expect.poll(() => rows.count()).toBe(20);
  await expect.poll(() => page.url()).toContain('point=cp2');
  await race.configure({ closed: true });
  await page.getByText('Nobody is expected here.').waitFor();
  expect(complaints).toEqual([]);
});

test('[SE8] a touch that begins on an arrival does not pin the one that takes its place', async () => {
  await race.configure({ closed: false });
  const { page } = await openPage(browser, { viewport: PHONE, hasTouch: true });
  await page.goto(`${race.url}/commentary`);
  const rows = page.locator('[data-arrivals] [data-row]');
  await page.locator('[data-arrivals] [data-row="r9"]').waitFor();
  const before = await rows.first().getAttribute('data-row');
  const box = await rows.first().boundingBox();
  if (!box) throw new Error('There is no arrival.');
  const finger = await page.context().newCDPSession(page);
  const touchPoints = [{ x: box.x + box.width / 2, y: box.y + 20 }];
  await finger.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints });
  await read(11, 'finish', 151.5);
  await expect.poll(() => rows.first().getAttribute('data-row')).not.toBe(before);
  await finger.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] });
  // Handled after any earlier tap.
  await page.locator('[data-arrivals] [data-row="r8"]').press('Enter');
  await expect.poll(() => new URL(page.url()).searchParams.get('pin')).toBe('r8');
});

test('[SE8] arrivals do not move the rows or panels that a commentator has scrolled to, also without scroll anchoring', async () => {
  for (const isSafari of [false, true]) {
    const { page } = await openPage(browser, { viewport: PHONE });
    if (isSafari) {
      await page.addInitScript(() => {
        CSS.supports = () => false;
      });
    }
    await page.goto(`${race.url}/commentary`);
    const rows = page.locator('[data-arrivals] [data-row]');
    await rows.nth(11).waitFor();
    if (isSafari)
      await page.evaluate(() => document.body.style.setProperty('overflow-anchor', 'none'));
    await settled(page);
    const races = page.getByRole('region', { name: 'Race progress' });
    for (const seen of [page.locator('[data-arrivals] [data-row="r2"]'), races]) {
      await seen.evaluate((element) => element.scrollIntoView({ block: 'start' }));
      await settled(page);
      const findTop = async () => (await seen.boundingBox())?.y;
      const before = await findTop();
      const count = await rows.count();
      await read(count, 'finish', 151.5 + count / 100);
      await expect.poll(() => rows.count()).toBe(count + 1);
      await settled(page);
      expect(Math.abs(((await findTop()) ?? NaN) - (before ?? NaN))).toBeLessThan(2);
    }
  }
});
