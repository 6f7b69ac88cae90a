import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

import { expect, test } from 'vitest';

import { runRaceCommand } from '#server/cli/race-command.ts';
import { buildConfig, buildRunner } from '#tests/support/builders.ts';
import { connectBrowser } from '#tests/support/browser.ts';
import { changeSettings } from '#tests/support/change-settings.ts';
import { provideFileRedis } from '#tests/support/file-redis.ts';
import { runInProcess } from '#tests/support/run-in-process.ts';
import { startWeb } from '#tests/support/start-web.ts';
import { createTempFolder } from '#tests/support/temp-folder.ts';

import { expectNoSidewaysScroll, expectNoViolations } from './support/axe.ts';
import { NARROW_PHONE, openPage } from './support/open-page.ts';

const { openRace } = provideFileRedis();
const PAGE_ROOT = join(import.meta.dirname, '../../client/public');

test('[PU1 PA2 PA3] a published race works from files, without scripts, and on the service', async () => {
  const race = await openRace();
  const runners = ['Heledd Bevan', 'Llŷr ap Rhys', 'Żaneta Ó Briain'].map((name, at) => {
    const [firstName = '', ...rest] = name.split(' ');
    return buildRunner({ firstName, lastName: rest.join(' '), overrideTime: `1:0${at}:00` });
  });
  await race.store.replaceRunners(runners, { by: 'x' });
  const official = { closed: true, officialAt: '2026-06-20-16-40-00' };
  await changeSettings(race.store, () => buildConfig(official), 'x');
  const RACES_DIR = createTempFolder();
  const env = { REDIS_URL: race.url, RACE_KEY: race.raceKey, RACES_DIR };
  const args = ['publish', '--archive', 'ras-beca'];
  const { status } = await runInProcess((out) => runRaceCommand(args, out, PAGE_ROOT), env);
  expect(status).toBe(0);
  const web = await startWeb({ ...race, settings: { RACES_DIR } });
  const browser = await connectBrowser();
  for (const first of [
    pathToFileURL(join(RACES_DIR, 'ras-beca/index.html')).href,
    `${web.url}/races/ras-beca`,
  ]) {
    const { page, complaints } = await openPage(browser, {
      viewport: NARROW_PHONE,
      javaScriptEnabled: false,
    });
    await page.goto(first);
    await page.getByRole('link', { name: 'Full', exact: true }).click();
    await page.getByRole('link', { name: 'Llŷr ap Rhys' }).click();
    await expect.poll(() => page.locator('.outcome').textContent()).toBe('1:01:00');
    await page.getByRole('link', { name: 'Cymraeg' }).click();
    await expect.poll(() => page.locator('html').getAttribute('lang')).toBe('cy');
    const logo = page.locator('header img');
    await expect
      .poll(() => logo.evaluate((image: HTMLImageElement) => image.naturalWidth > 0))
      .toBe(true);
    await page.getByRole('link', { name: 'Categorïau' }).click();
    await expect.poll(() => page.getByRole('heading', { name: /F40/ }).count()).toBe(1);
    expect(complaints).toEqual([]);
  }
  const { page } = await openPage(browser, { viewport: NARROW_PHONE });
  await page.goto(`${web.url}/races`);
  await page.getByRole('searchbox').fill('llyr');
  await page.getByRole('button', { name: 'Find' }).click();
  await expectNoSidewaysScroll(page);
  await page.getByRole('link', { name: 'Llŷr ap Rhys' }).click();
  await expect.poll(() => page.locator('.outcome').textContent()).toBe('1:01:00');
  for (const path of ['index', 'results/PB', 'cy/results/PB-print', 'results/PB-teams']) {
    await page.goto(pathToFileURL(join(RACES_DIR, `ras-beca/${path}.html`)).href);
    await expectNoViolations(page);
    await expectNoSidewaysScroll(page);
  }
  await browser.close();
});
