import type { Browser } from 'playwright-core';
import { beforeEach, expect, onTestFinished, test } from 'vitest';

import { buildRunner } from '#tests/support/builders.ts';
import { eventually } from '#tests/support/eventually.ts';
import { startRedis } from '#tests/support/redis-server.ts';

import { openPage } from './support/open-page.ts';
import { provideRaceInBrowser } from './support/race-in-browser.ts';
import { type RaceOnShow, startRaceOnShow } from './support/race-on-show.ts';

const GUN_MS = Date.UTC(2026, 5, 20, 9);
const runners = [
  buildRunner({ runnerId: 'sian', bandId: '104', firstName: 'Siân', lastName: 'Prydderch' }),
  buildRunner({ runnerId: 'lukasz', bandId: '105', firstName: 'Łukasz', lastName: 'Wójcik' }),
  buildRunner({ runnerId: 'aoife', bandId: '106', firstName: 'Aoife', lastName: 'O’Brien' }),
];
const minutes = (count: number): number => GUN_MS + count * 60_000;

let race: RaceOnShow;
let browser: Browser;

provideRaceInBrowser((given) => {
  ({ race, browser } = given);
});
beforeEach(async () => {
  await race.stage(runners);
});

test('[SR18] without any network the page says offline and how old the data is', async () => {
  const { page } = await openPage(browser);
  await race.publish({ bandID: '104', point: 'finish', timeMs: minutes(161) });
  await page.goto(race.url);
  await page.getByTestId('connection').getByText('Live').waitFor();
  await page.context().setOffline(true);
  await page
    .getByTestId('connection')
    .getByText(/^Offline · data .+ old$/)
    .waitFor();
  await expect.poll(() => page.locator('[data-runner-id="sian"]').isVisible()).toBe(true);

  await race.publish({ bandID: '105', point: 'finish', timeMs: minutes(150) });
  await page.context().setOffline(false);
  await page.locator('[data-runner-id="lukasz"]').waitFor();
  await page.getByTestId('connection').getByText('Live').waitFor();
});

test('[CF11] the page goes on when Redis is killed and comes back', async () => {
  const redis = await startRedis();
  onTestFinished(() => redis.stop());
  const race = await startRaceOnShow(redis.url);
  onTestFinished(() => race.stop());
  await race.stage(runners);
  const { page } = await openPage(browser);
  await page.goto(race.url);
  await page.getByTestId('connection').getByText('Live').waitFor();
  await redis.kill('SIGKILL');
  const still = await fetch(`${race.url}/api`);
  expect(still.status).toBe(200);
  await redis.restart();
  // This Redis keeps nothing: the race starts over, and the page follows that too.
  await eventually(() => race.stage(runners));
  // A read is kept only once the instance hears it; emptied, it is not ready before the runners are back.
  await eventually(async () => expect((await fetch(`${race.url}/readyz`)).status).toBe(200));
  await race.publish({ bandID: '105', point: 'finish', timeMs: minutes(130) });
  await page.locator('[data-runner-id="lukasz"]').getByText('2:10:00').waitFor();
});
