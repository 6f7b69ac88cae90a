import type { BrowserContext, Page } from 'playwright-core';
import { beforeEach, expect, onTestFinished, test } from 'vitest';

import { formatWallClock } from '#shared/model/wall-clock.ts';
import type { Report } from '#shared/model/decisions.ts';
import type { NewPassReply } from '#shared/wire/marshal-api.ts';
import { buildRunner } from '#tests/support/builders.ts';
import { openSession } from '#tests/support/open-session.ts';
import { startRedisProxy } from '#tests/support/redis-proxy.ts';

import { expectNoViolations } from './support/axe.ts';
import { expectNoCutTexts, expectWholeWords } from './support/cut-texts.ts';
import { NARROW_PHONE, openPage, setLetters, settled, untilFocused } from './support/open-page.ts';
import { browser, provideRaceInBrowser, race } from './support/race-in-browser.ts';

const HOUR_MS = 3_600_000;
const GUN_MS = Date.now() - 2 * HOUR_MS;
const STARTED = 6;

provideRaceInBrowser();

beforeEach(async () => {
  const runners = Array.from({ length: STARTED }, (_, at) =>
    buildRunner({
      runnerId: `r${301 + at}`,
      bandId: String(2301 + at),
      bibNumber: String(301 + at),
      firstName: 'Llŷr',
      lastName: `Nash-${301 + at}`,
      event: 'PB',
    }),
  );
  await race.stage(runners, {
    // A zone without summer time.
    raceStart: formatWallClock(GUN_MS, 'UTC'),
    timeZone: 'UTC',
  });
  for (let at = 0; at < STARTED; at += 1) {
    await race.publish({ bandID: String(2301 + at), point: 'start', timeMs: GUN_MS + at });
  }
});

/** The address with a new pass for a point. */
async function makePass(name: string, point = 'cp3'): Promise<string> {
  const token = await openSession(race.store, 'anna@race.local', 'registration');
  const answer = await fetch(`${race.url}/marshals`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', authtoken: token },
    body: JSON.stringify({ point, name, untilMs: Date.now() + 5 * HOUR_MS }),
  });
  expect(answer.status).toBe(200);
  return ((await answer.json()) as NewPassReply).url;
}

async function readReports(): Promise<Report[]> {
  return [...(await race.store.readRecord()).reports];
}

async function openAt(context: BrowserContext, address: string): Promise<Page> {
  const page = await context.newPage();
  await page.goto(address);
  await page.getByRole('button', { name: 'Seen: 301' }).waitFor();
  return page;
}

test('[MR2 MR4 MA2] taps made offline survive closing the page, which opens offline, and are stored once', async () => {
  // A closing page may briefly be online again in the browser, but not through a cut proxy.
  const network = await startRedisProxy(race.port);
  onTestFinished(() => network.close());
  const url = network.url.replace('redis:', 'http:');
  const address = (await makePass('Dai')).replace(race.url, url);
  const { page: first } = await openPage(browser, { serviceWorkers: 'allow' });
  const context = first.context();
  const page = await openAt(context, address);
  await first.close();
  await expect.poll(() => page.url()).not.toContain('#');
  await page.waitForFunction(() => navigator.serviceWorker.controller?.state === 'activated');

  network.set('cut');
  await context.setOffline(true);
  await page.getByRole('button', { name: 'Seen: 301' }).click();
  await page.keyboard.type('302');
  await page.getByRole('button', { name: 'Stopped' }).click();
  await page.getByRole('button', { name: 'Yes, stopped' }).click();
  await page.getByText('2 not sent', { exact: false }).waitFor();
  await page.getByText('They are safe on this phone').waitFor();
  await page.close();
  const before = await readReports();
  expect(before).toEqual([]);

  const again = await context.newPage();
  await again.goto(`${url}/marshal`);
  await again.getByText('2 not sent', { exact: false }).waitFor();
  await again.getByRole('button', { name: 'Seen: 303' }).click();
  await again.getByText('3 not sent', { exact: false }).waitFor();

  network.set('open');
  await context.setOffline(false);
  await again.getByText('All sent').waitFor();
  await expect.poll(() => again.getByText('sent ✓').count()).toBeGreaterThanOrEqual(3);
  await expect
    .poll(async () =>
      (await readReports())
        .map(({ runnerId, kind, point }) => `${runnerId} ${kind} ${point}`)
        .toSorted(),
    )
    .toEqual(['r301 seen cp3', 'r302 stopped cp3', 'r303 seen cp3']);

  await again.getByRole('button', { name: /^Undo: 303/ }).click();
  await again.getByText('taken back, sent ✓').waitFor();
  await expect.poll(async () => (await readReports()).length).toBe(2);
  await again.getByRole('button', { name: 'Seen: 303' }).waitFor();
});

test('[SE8] messages move no row under the thumb, and timing has a large button', async () => {
  const { page: first } = await openPage(browser, { viewport: { width: 360, height: 740 } });
  const page = await openAt(first.context(), await makePass('Nia'));
  await settled(page);
  const findTop = async () =>
    (await page.getByRole('heading', { name: /^Expected here/ }).boundingBox())?.y;
  const before = await findTop();
  await page.context().setOffline(true);
  await page.getByRole('button', { name: 'Seen: 301' }).click();
  await page.getByText(/^1 not sent, no signal since/).waitFor();
  await expect.poll(findTop).toBe(before);
  await page.context().setOffline(false);
  await page.getByText('All sent').waitFor();
  await expect.poll(findTop).toBe(before);
  await page.getByRole('button', { name: 'Time each as they cross' }).click();
  await untilFocused(page.getByLabel('Keypad'));
  await expect
    .poll(() =>
      page
        .getByRole('button', { name: 'Somebody crosses' })
        .evaluate((one) => one.getBoundingClientRect().height / innerHeight),
    )
    .toBeGreaterThan(0.39);
});

test('[SE8] a touch that begins on one row does not press another that moves under it', async () => {
  const { page: first } = await openPage(browser, { hasTouch: true });
  const page = await openAt(first.context(), await makePass('Mair'));
  await settled(page);
  const box = await page.getByRole('button', { name: 'Seen: 301' }).boundingBox();
  if (!box) throw new Error('301 is not there.');
  const finger = await page.context().newCDPSession(page);
  const touchPoints = [{ x: box.x + box.width / 2, y: box.y + box.height / 2 }];
  await finger.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints });
  await page.keyboard.type('301');
  await page.keyboard.press('Enter');
  await page.getByRole('button', { name: 'Seen: 301' }).waitFor({ state: 'detached' });
  await finger.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] });
  // Sent after any earlier tap.
  await page.getByRole('button', { name: 'Seen: 304' }).press('Enter');
  await expect
    .poll(async () => (await readReports()).map(({ runnerId }) => runnerId).toSorted())
    .toEqual(['r301', 'r304']);
});

test('[LK1 LK2 LK8 LK10] on a narrow phone with doubled text nothing is cut, and the whole keypad is visible', async () => {
  const address = await makePass('Gwen');
  const { page: first } = await openPage(browser, { viewport: NARROW_PHONE });
  const page = await openAt(first.context(), address);
  await page.getByRole('button', { name: 'Seen: 301' }).click();
  await page.getByText('All sent').waitFor();
  await expectNoViolations(page);
  for (const letters of ['100%', '200%'] as const) {
    await setLetters(page, letters);
    await page.keyboard.type('30?');
    await expectNoCutTexts(page);
    await expectWholeWords(page);
    await expect.poll(() => page.evaluate(findOutside)).toEqual([]);
    await page.keyboard.press('Backspace');
    await page.keyboard.press('Backspace');
    await page.keyboard.press('Backspace');
  }
  await page.getByRole('button', { name: 'Time each as they cross' }).click();
  await page.getByRole('button', { name: 'Somebody crosses' }).click();
  await page.getByText('1 time still needs a number', { exact: false }).waitFor();
  for (const letters of ['200%', '100%'] as const) {
    await setLetters(page, letters);
    await page.keyboard.type('30?');
    await expectNoCutTexts(page);
    await expectWholeWords(page);
    await expect.poll(() => page.evaluate(findOutside)).toEqual([]);
    await expectNoViolations(page);
  }
});

/** Runs in the page: the keys that are not visible, or too small for a finger. */
function findOutside(): string[] {
  const keys = [...document.querySelectorAll('[aria-label="Keypad"] button')];
  return keys
    .filter((key) => {
      const { top, bottom, left, right, width, height } = key.getBoundingClientRect();
      const isIn = top >= 0 && left >= 0 && bottom <= innerHeight && right <= innerWidth;
      return !isIn || width < 44 || height < 44;
    })
    .map((key) => key.textContent || 'delete');
}
