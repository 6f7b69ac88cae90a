import { expect, test } from 'vitest';

import { buildRunner } from '#tests/support/builders.ts';

import { openScreen } from './support/open-screen.ts';
import { browser, provideRaceInBrowser, race } from './support/race-in-browser.ts';

const FIELD = 32_000;

provideRaceInBrowser(async () => {
  const many = Array.from({ length: FIELD }, (_, index) =>
    buildRunner({
      runnerId: `m${index}`,
      firstName: 'Sioned',
      lastName: `Runner${String(index).padStart(5, '0')}`,
      bandId: String(index + 1),
      bibNumber: String(index),
    }),
  );
  await race.stage(many);
});

test('32,000 runners: only rows near the screen exist, and a keystroke shows its rows at once', async () => {
  const { page } = await openScreen(browser, race, '/admin');
  await page.getByText('Runner00000').waitFor();
  await expect.poll(() => page.getByRole('row').count()).toBeLessThan(60);
  await page.getByLabel('Filter by surname').fill('runner3199');
  await expect.poll(() => page.locator('tbody tr td:nth-child(2)').count()).toBe(10);
  await page.keyboard.press('Escape');
  // The list is as high as all of it again.
  await page.getByText('Runner00000').waitFor();
  await page.evaluate(() => window.scrollTo(0, document.body.scrollHeight));
  await page.getByText('Runner31999').waitFor();
});
