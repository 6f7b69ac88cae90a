import { expect, test } from 'vitest';

import { MINUTE_MS } from '#shared/model/time.ts';
import { buildRunner } from '#tests/support/builders.ts';

import { holdBack } from './support/choose-file.ts';
import { PHONE, settled } from './support/open-page.ts';
import { openScreen } from './support/open-screen.ts';
import { browser, provideRaceInBrowser, race } from './support/race-in-browser.ts';

const GUN_MS = Date.UTC(2026, 5, 20, 9);

provideRaceInBrowser();

test('[SE8] on a phone the loaded result moves no button, and only the slip is printed', async () => {
  const nia = { runnerId: 'nia', bandId: '201', bibNumber: '12', firstName: 'Nia' };
  await race.stage([buildRunner({ ...nia, lastName: 'Rees', event: 'PB' })], {
    raceStart: '2026-06-20-10-00-00',
  });
  await race.publish({ bandID: '201', point: 'finish', timeMs: GUN_MS + 62 * MINUTE_MS });
  const { page } = await openScreen(browser, race, '/desk', { viewport: PHONE });
  const letThrough = await holdBack(page, '**/scans');
  await page.getByLabel('Find a bib, band or name').fill('12');
  await page.keyboard.press('Enter');
  const retired = page.getByRole('button', { name: 'Retired…' });
  await retired.waitFor();
  await settled(page);
  const findTop = async () => (await retired.boundingBox())?.y ?? 0;
  const before = await findTop();
  letThrough();
  await page.getByRole('region', { name: 'Result' }).getByText('1st of 1 overall').waitFor();
  // The height of a line depends on its largest letters.
  await expect.poll(async () => Math.abs((await findTop()) - before)).toBeLessThan(4);
  await page.emulateMedia({ media: 'print' });
  await page.getByTestId('slip').waitFor();
  await page.getByRole('heading', { name: 'Results desk' }).waitFor({ state: 'hidden' });
});
