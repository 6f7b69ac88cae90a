import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';

import type { AgeGroup } from '#shared/model/ids.ts';
import type { Runner } from '#shared/model/runner.ts';
import { MINUTE_MS } from '#shared/model/time.ts';
import { formatWallClock } from '#shared/model/wall-clock.ts';
import { buildRunner } from '#tests/support/builders.ts';
import { eventually } from '#tests/support/eventually.ts';

import { DESK, openPage, PHONE } from './support/open-page.ts';
import { browser, provideRaceInBrowser, race } from './support/race-in-browser.ts';

provideRaceInBrowser();

const NAMES = ['Aled', 'Mair', 'Tudur', 'Niamh', 'Jürgen', 'Cerys', 'Peter', 'Lowri'];
const GROUPS: readonly AgeGroup[] = ['M40', 'F-SNR', 'M50', 'F40'];

function person(index: number): Runner {
  const ageGroup = GROUPS[index % GROUPS.length] ?? 'M40';
  return buildRunner({
    runnerId: `r${index}`,
    bandId: String(500 + index),
    event: 'PB',
    firstName: NAMES[index % NAMES.length] ?? '',
    lastName: `Rhif ${index}`,
    bibNumber: String(2_000 + index),
    ageGroup,
    runClub: 'Clwb Rhedeg Dyffryn Nyfer',
  });
}

/** Long ago, so that finishes before a test are no news in it. */
const gunMs = Math.floor(Date.now() / 1_000) * 1_000 - 152 * MINUTE_MS;

async function read(index: number, point: string, minutes: number): Promise<void> {
  await race.publish({ bandID: String(500 + index), point, timeMs: gunMs + minutes * MINUTE_MS });
}

/** A race of twenty after two and a half hours: ten have finished, the others are on the last leg. */
async function runRace(): Promise<void> {
  await race.stage(
    Array.from({ length: 20 }, (_, index) => person(index)),
    {
      // Without repeated hours at the end of summer time.
      raceStart: formatWallClock(gunMs, 'UTC'),
      timeZone: 'UTC',
    },
  );
  for (let index = 0; index < 20; index += 1) {
    const slowness = 1 + index / 40;
    await read(index, 'cp1', 30 * slowness);
    await read(index, 'cp2', 60 * slowness + (index % 3));
    await read(index, 'cp4', 100 * slowness + (index % 4));
    if (index < 10) await read(index, 'finish', 121 * slowness + (index % 2));
  }
}

async function openCommentary(page: Page, query = ''): Promise<void> {
  await page.goto(`${race.url}/commentary${query}`);
  await page.locator('[data-arrivals] [data-runner]').first().waitFor();
}

const namesIn = (page: Page): Promise<string[]> =>
  page
    .locator('[data-arrivals] [data-runner]')
    .evaluateAll((rows) => rows.map((row) => row.getAttribute('data-runner') ?? ''));

test('the screen shows arrivals, calls, the next expected and the state of the race', async () => {
  await runRace();
  const { page, complaints } = await openPage(browser, { viewport: DESK });
  await openCommentary(page);
  await eventually(async () => expect(await namesIn(page)).toHaveLength(10));
  await eventually(async () => expect((await namesIn(page)).slice(0, 2)).toEqual(['r9', 'r8']));
  const first = page.locator('[data-runner="r1"]');
  await expect.poll(() => first.innerText()).toMatch(/First woman[^]*1st F-\u2060SNR[^]*bib/);
  await expect
    .poll(() => page.locator('[data-runner="r0"]').innerText())
    .toMatch(/First man[^]*1st M40/);

  const expected = page.getByRole('region', { name: 'Expected: Finish' });
  await eventually(async () =>
    expect(await expected.innerText()).toMatch(/≈ (?:[A-Z][a-z]{2} )?\d\d:\d\d|now/),
  );
  await expect
    .poll(() => page.getByRole('region', { name: 'Race progress' }).innerText())
    .toMatch(/Full\s+10 · 10 · 0/);
  await eventually(async () => {
    const open = await page.getByRole('region', { name: 'Who can still win' }).innerText();
    expect(open).toMatch(/Full won by Aled Rhif 0/);
  });

  await page.getByRole('combobox', { name: 'Point' }).selectOption({ label: 'Carn Ingli' });
  await eventually(async () => expect(await namesIn(page)).toHaveLength(20));
  await expect.poll(() => page.url()).toContain('point=cp2');

  await race.configure({ closed: true });
  await page.getByText('Nobody else is expected here.').waitFor();
  expect(complaints).toEqual([]);
});

test('a list to which earlier arrivals were added stays held', async () => {
  const entered = Array.from({ length: 104 }, (_, index) => person(index));
  await race.stage(entered, { raceStart: formatWallClock(gunMs, 'UTC'), timeZone: 'UTC' });
  for (let index = 0; index < 103; index += 1) await read(index, 'finish', 60 + index / 2);
  const { page } = await openPage(browser, { viewport: DESK });
  await openCommentary(page);
  await eventually(async () => expect((await namesIn(page)).at(0)).toBe('r102'));
  await page.getByRole('button', { name: '3 earlier ones' }).click();
  await eventually(async () => expect(await namesIn(page)).toHaveLength(103));

  await read(103, 'finish', 120);
  await page.getByRole('button', { name: '1 new' }).waitFor();
  expect((await namesIn(page)).at(0)).toBe('r102');
});

test('on a phone the badge does not cover the clock', async () => {
  await runRace();
  const { page } = await openPage(browser, { viewport: PHONE });
  await openCommentary(page);
  const edges = async () => {
    const [clock, badge] = await Promise.all(
      [page.getByRole('timer').locator('span').last(), page.getByText('Live', { exact: true })].map(
        (each) => each.boundingBox(),
      ),
    );
    return clock && badge && badge.x - clock.x - clock.width;
  };
  await expect.poll(edges).toBeGreaterThan(0);
});

test('runners of the list and of the find box are pinned, and stay pinned after a reload', async () => {
  await runRace();
  const { page } = await openPage(browser, { viewport: DESK });
  await openCommentary(page);
  await page.locator('[data-runner="r8"]').press('Enter');
  await page.getByRole('article', { name: 'Aled Rhif 8' }).waitFor();
  await page.keyboard.press('/');
  await page.keyboard.type('2015');
  await page.keyboard.press('Enter');
  const card = page.getByRole('article', { name: 'Lowri Rhif 15' });
  await eventually(async () => expect(await card.innerText()).toMatch(/≈ .*from \d+ runners/));
  await page.reload();
  await card.getByRole('button').click();
  await card.waitFor({ state: 'detached' });
});
