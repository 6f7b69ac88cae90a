import { expect, test } from 'vitest';

import { MINUTE_MS } from '#shared/model/time.ts';
import { buildRunner, buildScan } from '#tests/support/builders.ts';
import { connectRedis, ingestScans } from '#tests/support/ingest-scans.ts';

import { holdBack } from './support/choose-file.ts';
import { openPage, PHONE, settled, untilFocused } from './support/open-page.ts';
import { openScreen } from './support/open-screen.ts';
import { browser, provideRaceInBrowser, race } from './support/race-in-browser.ts';

const GUN_MS = Date.UTC(2026, 5, 20, 9);

provideRaceInBrowser();

test('a runner missed at the finish gets a read from film and a slip; it is taken back, and they retire in three keys', async () => {
  const nia = { runnerId: 'nia', bandId: '201', bibNumber: '12', firstName: 'Nia' };
  await race.stage([buildRunner({ ...nia, lastName: 'Rees', event: 'PB' })], {
    raceStart: '2026-06-20-10-00-00',
  });
  const client = await connectRedis(race.redisUrl);
  await ingestScans(client, race.store.keys, [
    buildScan({ source: 'hill', points: ['cp1'], timeMs: GUN_MS + 30 * MINUTE_MS, bandId: '201' }),
  ]);
  client.destroy();
  const spectator = (await openPage(browser)).page;
  await spectator.goto(`${race.url}/?tab=PB`);
  const row = spectator.locator('[data-runner-id="nia"]');
  await row.waitFor();

  const { page, complaints } = await openScreen(browser, race, '/desk');
  await untilFocused(page.getByLabel('Find a bib, band or name'));
  await page.keyboard.type('12');
  await page.keyboard.press('Enter');
  await untilFocused(page.getByRole('region', { name: 'Nia Rees (bib 12)' }));
  await page.getByText('Reads (1)').waitFor();
  await page.getByRole('button', { name: 'Add a read…' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Time since the start').fill('1:02:03');
  await expect.poll(() => dialog.getByLabel('Clock time').inputValue()).toBe('11:02:03');
  await dialog.getByLabel('Reason').fill('The film has her at 11:02:03');
  await dialog.getByText('1 finish is gained').waitFor();
  await dialog.getByRole('button', { name: 'Add a read' }).click();
  await page.getByText('Reads (2)').waitFor();
  await row.getByText('1:02:03').waitFor();
  await expect.poll(() => page.getByTestId('slip').textContent()).toContain('Gun1:02:03');
  await page.emulateMedia({ media: 'print' });
  await page.getByTestId('slip').waitFor();
  await page.getByRole('heading', { name: 'Results desk' }).waitFor({ state: 'hidden' });
  await page.emulateMedia({ media: 'screen' });

  await page.getByRole('button', { name: 'Take it back' }).click();
  await page.getByText('Reads (1)').waitFor();
  await row.getByText('1:02:03').waitFor({ state: 'detached' });
  await untilFocused(page.getByRole('region', { name: 'Nia Rees (bib 12)' }));
  await page.keyboard.press('r');
  await dialog.getByText('Retired: Nia Rees').waitFor();
  await page.keyboard.press('Enter');
  await row.getByText('DNF').waitFor();
  expect(complaints).toEqual([]);
});

test('[SE8] on a phone the buttons stay where they are while the result comes', async () => {
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
  // A line is as high as its largest letters.
  await expect.poll(async () => Math.abs((await findTop()) - before)).toBeLessThan(4);
});
