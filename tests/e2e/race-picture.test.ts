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

/** A race that began an hour ago by the clock of this machine, which is the server's too. */
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

test('a spectator sees where everybody is, and who is pointed at', async () => {
  const gunMs = await stageRace();
  const { page, complaints } = await openPage(browser, { viewport: PHONE, hasTouch: true });
  await page.goto(`${race.url}/?tab=PB`);
  await page.getByText('Live', { exact: true }).waitFor();
  const link = page.getByRole('link', { name: 'The race at a glance' });
  await expect.poll(() => link.count()).toBe(0);

  const reads = [
    ['202', 'cp1', 20],
    ['202', 'cp2', 36],
    ['201', 'cp1', 40],
    ['203', 'cp1', 45],
  ] as const;
  for (const [bandID, point, minute] of reads) {
    await race.publish({ bandID, point, timeMs: gunMs + minute * MINUTE_MS });
  }
  await link.tap();
  await page.getByRole('heading', { name: 'The race at a glance' }).waitFor();

  const list = page.getByRole('region', { name: 'Where everybody is' }).getByRole('listitem');
  const rows = () => list.allInnerTexts();
  await expect.poll(rows).toContainEqual(expect.stringMatching(/First woman Mair Bevan bib.201/));
  await expect.poll(rows).toContainEqual(expect.stringMatching(/First man Aled Bevan bib.202/));
  await expect
    .poll(rows)
    .toContainEqual(expect.stringMatching(/^Between Bwlch Gwynt and Foel Eryr\s+2 runners$/));
  await expect
    .poll(rows)
    .toContainEqual(expect.stringMatching(/^Between Foel Eryr and Foel Cwmcerwyn\s+1 runner$/));

  // One of them is a dot of the field, next to the first woman and behind her.
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

test('from a runner’s page others are chosen to compare leg by leg, at an address to share', async () => {
  // The setting has whole seconds.
  const gunMs = Math.floor((await stageRace()) / 1_000) * 1_000;
  const reads = [
    ['202', 'cp1', 20],
    ['202', 'cp2', 36],
    ['201', 'cp1', 18],
    ['201', 'cp2', 40],
    ['203', 'cp1', 45],
  ] as const;
  for (const [bandID, point, minute] of reads) {
    await race.publish({ bandID, point, timeMs: gunMs + minute * MINUTE_MS });
  }
  const { page, complaints } = await openPage(browser, { viewport: NARROW_PHONE, hasTouch: true });
  await page.goto(`${race.url}/runner/Mair`);
  await page.getByRole('link', { name: 'Compare with other runners' }).tap();
  const names = page.getByRole('navigation', { name: 'Choose two to four runners' });
  await names.getByRole('link', { name: 'Aled Bevan' }).tap();
  await names.getByRole('link', { name: 'bib 203' }).tap();
  await expect.poll(() => new URL(page.url()).search).toBe('?tab=PB&compare=Mair%2CAled%2CHuw');
  const rows = page.getByRole('table', { name: 'Leg by leg' }).getByRole('row');
  const readRows = async () =>
    (await rows.allTextContents()).map((row) => row.replaceAll(/\s+/g, ' ').trim());
  await expect
    .poll(async () => (await readRows()).slice(0, 3))
    .toEqual([
      'LegMair BevanAled Bevanbib 203',
      'Bwlch Gwynt0:18:00 0:20:00 +2:000:45:00 +27:00',
      'Foel Eryr0:22:00 +6:000:16:00 –',
    ]);
  await page.getByRole('heading', { name: 'Gaps to the first' }).waitFor();
  await expectNoSidewaysScroll(page);
  await expectNoViolations(page);

  await page.reload();
  await expect.poll(async () => (await readRows()).length).toBe(7);
  await names.getByRole('link', { name: 'Mair Bevan' }).tap();
  await expect.poll(() => new URL(page.url()).search).toBe('?tab=PB&compare=Aled%2CHuw');
  expect(complaints).toEqual([]);
});
