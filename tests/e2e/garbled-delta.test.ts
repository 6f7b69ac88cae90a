import type { WebSocketRoute } from 'playwright-core';
import { expect, test } from 'vitest';

import { buildRunner } from '#tests/support/builders.ts';
import { eventually } from '#tests/support/eventually.ts';

import { openPage } from './support/open-page.ts';
import { browser, provideRaceInBrowser, race } from './support/race-in-browser.ts';

const GUN_MS = Date.UTC(2026, 5, 20, 9);
const HOUR_MS = 3_600_000;

provideRaceInBrowser();

test('[PR37] a page that was told a wrong time finds it out when it is greeted again, and says so', async () => {
  await race.stage([buildRunner({ runnerId: 'mair', bandId: '201' })]);
  const { page } = await openPage(browser);
  const links: WebSocketRoute[] = [];
  await page.routeWebSocket(/socket\.io/, (link) => {
    links.push(link);
    const server = link.connectToServer();
    server.onMessage((message) => {
      const text = String(message);
      // On its way the time becomes a minute more.
      link.send(text.replace(`"totalMs":${HOUR_MS}`, `"totalMs":${HOUR_MS + 60_000}`));
    });
  });
  await page.goto(race.url);
  await page.getByTestId('connection').getByText('Live').waitFor();
  await race.publish({ bandID: '201', point: 'finish', timeMs: GUN_MS + HOUR_MS });
  const row = page.locator('[data-runner-id="mair"]');
  await row.getByText('1:01:00').first().waitFor();

  await links[0]?.close();
  await row.getByText('1:00:00').first().waitFor();
  await eventually(async () => {
    const metrics = await (await fetch(`${race.url}/metrics`)).text();
    expect(metrics).toMatch(/^splitcast_divergent_pages_total 1$/m);
  });
});
