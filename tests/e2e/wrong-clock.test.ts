import { expect, test } from 'vitest';

import type { Scan } from '#shared/model/scan.ts';
import type { TimePoint } from '#shared/model/time-point.ts';
import { MINUTE_MS } from '#shared/model/time.ts';
import { buildRunner, buildScan } from '#tests/support/builders.ts';
import { connectRedis, ingestScans } from '#tests/support/ingest-scans.ts';

import { openPage } from './support/open-page.ts';
import { openScreen } from './support/open-screen.ts';
import { browser, provideRaceInBrowser, race } from './support/race-in-browser.ts';

const GUN_MS = Date.UTC(2026, 5, 20, 9);

provideRaceInBrowser();

/** A read so many minutes after the gun. */
function readAt(source: string, point: TimePoint, minutes: number, bandId = ''): Scan {
  return buildScan({ source, points: [point], timeMs: GUN_MS + minutes * MINUTE_MS, bandId });
}

/** Read by main at a checkpoint and at the finish, and there 20 minutes early by a backup: its clock is slow. */
async function stageSlowBackup(): Promise<void> {
  const field = Array.from({ length: 12 }, (_, at) =>
    buildRunner({ runnerId: `r${at}`, bandId: String(201 + at), lastName: `Ap Huw ${at}` }),
  );
  await race.stage(field, { raceStart: '2026-06-20-10-00-00' });
  const client = await connectRedis(race.redisUrl);
  await ingestScans(
    client,
    race.store.keys,
    field.flatMap(({ bandId }, at) => [
      readAt('mat', 'cp1', 45 + at / 2, bandId),
      readAt('mat', 'finish', 60 + at, bandId),
      readAt('backup', 'finish', 40 + at, bandId),
    ]),
  );
  client.destroy();
}

test('[CR6 CR3 SV5 SV6 SV8] a clock that is 20 minutes slow is told, moved in three presses, seen by everybody, and taken back', async () => {
  await stageSlowBackup();
  const spectator = (await openPage(browser)).page;
  await spectator.goto(`${race.url}/?tab=PB`);
  const winner = spectator.locator('[data-runner-id="r0"]');
  await winner.getByText('40:00').waitFor();

  const { page, complaints } = await openScreen(browser, race, '/missing');
  await page.getByText('The reads of backup do not fit those of the others').waitFor();
  await page.getByText('its clock seems to be 20 min 0 s behind theirs').waitFor();
  await page.getByRole('link', { name: 'Look at the reads' }).click();
  await page.getByRole('button', { name: 'Move the clock… of backup' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByText('12 totals change').waitFor();
  await dialog.getByRole('button', { name: 'Move the clock', exact: true }).click();
  await dialog.waitFor({ state: 'detached' });

  await winner.getByText('1:00:00').waitFor();
  await expect
    .poll(() => page.getByRole('region', { name: 'The clock of backup' }).count())
    .toBe(0);
  await page.goto(`${race.url}/missing`);
  await page.getByText('Missing Runners').first().waitFor();
  await expect.poll(() => page.getByText('The reads of backup do not fit').count()).toBe(0);

  await page.goto(`${race.url}/reads`);
  await page.getByRole('button', { name: /^Take back/ }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Take back' }).click();
  await winner.getByText('40:00').waitFor();
  expect(complaints).toEqual([]);
});
