import { beforeEach, expect, test } from 'vitest';

import { MINUTE_MS } from '#shared/model/time.ts';
import { buildRunner } from '#tests/support/builders.ts';

import { openScreen } from './support/open-screen.ts';
import { browser, provideRaceInBrowser, race } from './support/race-in-browser.ts';

const GUN_MS = Date.UTC(2026, 5, 20, 9);

provideRaceInBrowser();
beforeEach(async () => {
  await race.stage(
    [
      buildRunner({ runnerId: 'out', firstName: 'Siân', lastName: 'Prydderch', bandId: '144' }),
      buildRunner({ runnerId: 'lost', firstName: 'Aoife', lastName: 'O’Brien', bandId: '145' }),
      buildRunner({ runnerId: 'never', firstName: 'Zoë', lastName: 'Øvrebø', bandId: '146' }),
    ],
    { raceStart: '2026-06-20-10-00-00' },
  );
  await read('144', 'start', -1);
  await read('144', 'cp2', 30);
  await read('145', 'cp2', 41);
});

const read = (bandID: string, point: string, minute: number): Promise<void> =>
  race.publish({ bandID, point, timeMs: GUN_MS + minute * MINUTE_MS });

test('the registration list points it out too, and scans come in live', async () => {
  const { page } = await openScreen(browser, race, '/admin');
  await page.getByRole('cell', { name: 'Prydderch', exact: true }).click();
  await page.getByLabel('Override time').fill('00:00:01');
  await page.getByText('Scans', { exact: true }).click();
  const scans = page.getByRole('region', { name: 'Scans' }).getByRole('listitem');
  await expect.poll(() => scans.count()).toBe(2);
  await read('144', 'finish', 60);
  await scans.getByText('Finish').waitFor();
  await page.getByRole('button', { name: 'Submit' }).click();
  await page.getByText('DNF, but scanned at the finish, 20/06/2026 11:00:00').waitFor();

  await page.getByRole('cell', { name: /^Prydderch/ }).click();
  await page.getByText('Scans', { exact: true }).click();
  await page.getByRole('link', { name: 'All reads of band 144' }).click();
  await expect.poll(() => page.url()).toBe(`${race.url}/reads?find=144`);
  await expect.poll(() => page.getByRole('checkbox').count()).toBe(3);
});
