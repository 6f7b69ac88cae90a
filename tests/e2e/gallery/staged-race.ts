import type { Locator, Page } from 'playwright-core';
import { beforeEach } from 'vitest';

import { enter } from '#tests/support/builders.ts';

import { untilUncovered } from '../support/open-page.ts';
import { openScreen } from '../support/open-screen.ts';
import { browser, provideRaceInBrowser, race } from '../support/race-in-browser.ts';

export const GUN_MS = Date.UTC(2026, 5, 20, 9);

/** A race under way before each test, for the organisers' screens; call it at the top of a file. */
export function provideStagedRace(): void {
  provideRaceInBrowser();
  beforeEach(stageRace);
}

async function stageRace(): Promise<void> {
  await race.stage(
    [
      enter('r1', 'Tomos', 'Ap Huw', { bandId: '412', bibNumber: '131' }),
      enter('r2', 'Dafydd', 'Bowen', { bibNumber: '226' }),
      enter('r3', 'Zoë', 'Castell', {
        bandId: '408',
        bibNumber: '73',
        ageGroup: 'FU23',
        runClub: 'The Wye, Usk and Towy Orienteers',
      }),
      enter('r4', 'Mair', 'llewellyn-Pugh Featherstonehaugh', { bibNumber: '17' }),
      enter('r5', 'Aoife', 'O’Brien', { bandId: '377', bibNumber: '45', overrideTime: '00:00:01' }),
      enter('r6', 'Siân', 'Prydderch', { bandId: '402', bibNumber: '88' }),
      enter('r7', 'Łukasz', 'Wójcik', { bibNumber: 'W1', event: 'BB' }),
    ],
    { pageTitle: 'Ras y Bwystfil a’r Bannau 2026', raceStart: '2026-06-20-10-00-00' },
  );
  const reads = [
    ['412', 'cp1', 20],
    ['412', 'cp2', 40],
    ['377', 'finish', 60],
    ['512', 'cp2', 30],
    ['512', 'kom2-end', 40],
    ['777', 'finish', 50],
  ] as const;
  for (const [bandID, point, minutes] of reads) {
    await race.publish({ bandID, point, timeMs: GUN_MS + minutes * 60_000 });
  }
}

export const dialogOf = (page: Page, name: string | RegExp = /./): Locator =>
  page.getByRole('dialog', { name });

/** Presses the first button of this name by the keyboard. */
export const press = (page: Page, name: string | RegExp) =>
  page.getByRole('button', { name }).first().press('Enter');

export async function dismiss(page: Page): Promise<void> {
  await page.keyboard.press('Escape');
  await untilUncovered(page);
}

export async function open(path: string): Promise<Page> {
  const { page } = await openScreen(browser, race, path);
  await page.getByTestId('connection').getByText('Live').waitFor();
  return page;
}
