import { expect, test } from 'vitest';

import { DEMO_SETTINGS } from '#server/demo/course.ts';
import { formatWallClock } from '#shared/model/wall-clock.ts';
import { buildRunner } from '#tests/support/builders.ts';
import { eventually } from '#tests/support/eventually.ts';

import { expectNoSidewaysScroll, expectNoViolations } from './support/axe.ts';
import { expectWholeWords } from './support/cut-texts.ts';
import { NARROW_PHONE, openPage, PHONE, setLetters } from './support/open-page.ts';
import { browser, provideRaceInBrowser, race } from './support/race-in-browser.ts';

const MINUTE_MS = 60_000;

provideRaceInBrowser();

const person = (bandId: string, firstName: string, ageGroup: string, isPrivate = false) =>
  buildRunner({
    runnerId: firstName,
    bandId,
    bibNumber: bandId,
    firstName,
    lastName: 'Bevan',
    ageGroup,
    isPrivate,
  });

/** A race that started an hour ago. */
async function stageRace(): Promise<number> {
  const gunMs = Date.now() - 60 * MINUTE_MS;
  await race.stage(
    [
      person('201', 'Mair', 'F40'),
      person('202', 'Aled', 'M-SNR'),
      person('203', 'Huw', 'M40', true),
    ],
    {
      raceStart: formatWallClock(gunMs, 'UTC'),
      timeZone: 'UTC',
      setup: DEMO_SETTINGS.setup,
      wayPoints: 'Bwlch Gwynt,Foel Eryr,Foel Cwmcerwyn,Pentre Ifan',
    },
  );
  return gunMs;
}

/** Publishes reads at the checkpoints in turn, by wristband, in minutes after the gun. */
async function publish(gunMs: number, reads: Readonly<Record<string, number[]>>): Promise<void> {
  for (const [bandID, minutes] of Object.entries(reads)) {
    for (const [index, minute] of minutes.entries()) {
      const timeMs = gunMs + minute * MINUTE_MS;
      await race.publish({ bandID, point: `cp${index + 1}`, timeMs });
    }
  }
}

test('the picture shows where everybody is, and names the runner of a tapped dot', async () => {
  const gunMs = await stageRace();
  const { page, complaints } = await openPage(browser, { viewport: PHONE, hasTouch: true });
  await page.goto(`${race.url}/?tab=PB`);
  await page.getByTestId('connection').getByText('Live').waitFor();
  const link = page.getByRole('link', { name: 'The race at a glance' });
  await expect.poll(() => link.count()).toBe(0);

  await publish(gunMs, { '202': [20, 36], '201': [40], '203': [45] });
  await link.tap();
  await page.getByRole('heading', { name: 'The race at a glance' }).waitFor();

  const list = page.getByRole('region', { name: 'Where everybody is' }).getByRole('listitem');
  const rows = () => list.allInnerTexts();
  for (const row of [
    /1st woman Mair Bevan bib.201/,
    /^Between Bwlch Gwynt and Foel Eryr\s+2 runners$/,
  ]) {
    await expect.poll(rows).toContainEqual(expect.stringMatching(row));
  }

  // The third runner is a dot behind the first woman.
  const picture = page.locator('[data-dots="1"]');
  const mair = page.locator('[data-runner="Mair"] circle');
  await mair.waitFor({ state: 'attached' });
  const said = page.getByRole('status').filter({ hasText: 'bib' });
  const tap = async (acrossPx: number): Promise<void> => {
    const [frame, dot] = [await picture.boundingBox(), await mair.boundingBox()];
    if (!frame || !dot) throw new Error('The picture is not drawn.');
    const x = dot.x + dot.width / 2 - frame.x;
    const y = dot.y + dot.height / 2 - frame.y;
    await picture.tap({ position: { x: x + acrossPx, y } });
  };
  await tap(0);
  await said.getByRole('link', { name: 'Mair Bevan' }).waitFor();
  await tap(-18);
  const unnamed = said.getByRole('link', { name: 'bib 203' });
  await unnamed.waitFor();
  await expect.poll(() => page.getByText('Huw').count()).toBe(0);

  await expectNoViolations(page);
  for (const size of [NARROW_PHONE, PHONE]) {
    await page.setViewportSize(size);
    await setLetters(page, '200%');
    await eventually(async () => {
      await expectNoSidewaysScroll(page);
      await expectWholeWords(page);
    });
    await setLetters(page, '100%');
  }
  await unnamed.tap();
  await page.getByRole('heading', { name: 'bib 203' }).waitFor();
  expect(complaints).toEqual([]);
});
