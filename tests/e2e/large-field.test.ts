import { expect, test } from 'vitest';

import { formatClock } from '#shared/format/format-time.ts';
import { buildField, GUN_MS } from '#tests/support/live-field.ts';

import { openPage, PHONE } from './support/open-page.ts';
import { browser, provideRaceInBrowser, race } from './support/race-in-browser.ts';

const FIELD = 32_000;
/** The rows near a phone's screen. */
const MOST_ROWS = 60;

provideRaceInBrowser(async () => {
  const runners = buildField(FIELD).map((runner, i) =>
    i % 100 === 0
      ? runner
      : Object.assign({}, runner, { overrideTime: formatClock(7_200_000 + i * 1_000) }),
  );
  await race.stage(runners, { pageTitle: 'Ras Beca' });
});

test('of 32,000 runners a slow phone renders the rows near the screen, also after a change', async () => {
  const { page, complaints } = await openPage(browser, { viewport: PHONE });
  const session = await page.context().newCDPSession(page);
  await session.send('Emulation.setCPUThrottlingRate', { rate: 4 });
  await page.goto(race.url);
  await page.locator('[data-runner-id]').first().waitFor();
  await page.getByTestId('connection').getByText('Live').waitFor();
  const countRendered = (): Promise<number> => page.locator('[data-runner-id]').count();
  await expect.poll(() => countRendered()).toBeLessThan(MOST_ROWS);

  await page.evaluate(() => {
    const rendered = new Set<Node>();
    Object.assign(globalThis, { rendered });
    new MutationObserver((records) => {
      for (const { addedNodes } of records) for (const node of addedNodes) rendered.add(node);
    }).observe(document.body, { childList: true, subtree: true });
  });
  // These runners are in the open tab and on course.
  for (const bandId of [1, 301, 601, 901]) {
    await race.publish({ bandID: String(bandId), point: 'cp1', timeMs: GUN_MS + 1_800_000 });
  }
  const listed = FIELD - FIELD / 100;
  await expect
    .poll(() => page.getByRole('tab', { name: /Full/ }).innerText())
    .toContain(String(Math.round(listed / 3) + 4));
  await expect
    .poll(() =>
      page.evaluate(() => (globalThis as unknown as { rendered: Set<Node> }).rendered.size),
    )
    .toBeLessThan(MOST_ROWS);
  await expect.poll(() => countRendered()).toBeLessThan(MOST_ROWS);
  expect(complaints).toEqual([]);
});
