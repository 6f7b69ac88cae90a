import { expect, test } from 'vitest';

import { buildRunner } from '#tests/support/builders.ts';

import { openPage, PHONE } from './support/open-page.ts';
import { browser, provideRaceInBrowser, race } from './support/race-in-browser.ts';

const GUN_MS = Date.UTC(2026, 5, 20, 9);

provideRaceInBrowser(async () => {
  const late = buildRunner({ bandId: '201', firstName: 'Mair', lastName: 'Late' });
  const awaited = ['301', '302', '303'].map((bandId) =>
    buildRunner({ runnerId: bandId, bandId, event: 'BB' }),
  );
  await race.stage([late, ...awaited]);
  await finish('301', 95);
});

async function finish(bandID: string, minutes: number): Promise<void> {
  await race.publish({ bandID, point: 'finish', timeMs: GUN_MS + minutes * 60_000 });
}

test.each([
  ['no-preference', '302', true],
  ['reduce', '303', false],
] as const)('with motion as %s a row that is new glows', async (reducedMotion, band, moves) => {
  const { page } = await openPage(browser, { viewport: PHONE, reducedMotion });
  await page.addInitScript(() => {
    const descriptor = Object.getOwnPropertyDescriptor(Element.prototype, 'animate');
    const animate = descriptor?.value as (this: Element, ...given: unknown[]) => Animation;
    Element.prototype.animate = function record(frames, options) {
      this.setAttribute('data-frames', JSON.stringify(frames));
      return animate.call(this, frames, options);
    };
  });
  await page.goto(`${race.url}/?tab=BB`);
  await page.locator('[data-runner-id]').first().waitFor();
  await page.getByTestId('connection').getByText('Live').waitFor();
  await race.publish({ bandID: band, point: 'cp1', timeMs: GUN_MS + 40 * 60_000 });
  const row = page.locator(`[data-runner-id="${band}"]`);
  let recorded = '';
  await expect
    .poll(async () => (recorded = (await row.getAttribute('data-frames')) ?? ''))
    .toContain('inset');
  const frames = JSON.parse(recorded) as object[];
  expect(new Set(frames.map((frame) => JSON.stringify(frame))).size > 1).toBe(moves);
});

test('the strip has the latest finisher of all races and links to their page', async () => {
  const { page } = await openPage(browser);
  await page.goto(`${race.url}/?tab=BB`);
  const strip = page.getByRole('region', { name: 'Just in' });
  const newest = strip.getByRole('link').first();
  await newest.waitFor();
  await finish('201', 400);
  await expect.poll(() => newest.innerText()).toMatch(/Mair Late\s+Full\s+6:40:00 · 1st/);
  // Not a live region.
  await expect.poll(() => strip.locator('[aria-live], [role=status]').count()).toBe(0);
  await newest.click();
  await page.getByRole('heading', { name: 'Mair Late' }).waitFor();
  await race.configure({ closed: true });
  await page.goBack();
  await page.getByRole('tab', { selected: true, name: /Half/ }).waitFor();
  await strip.waitFor({ state: 'detached' });
});
