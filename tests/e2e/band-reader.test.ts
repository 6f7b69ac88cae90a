import type { Locator, Page } from 'playwright-core';
import { beforeEach, describe, expect, test } from 'vitest';

import type { Runner } from '#shared/model/runner.ts';
import { enter } from '#tests/support/builders.ts';

import { holdBack } from './support/choose-file.ts';
import { untilFocused } from './support/open-page.ts';
import { openScreen } from './support/open-screen.ts';
import { browser, provideRaceInBrowser, race } from './support/race-in-browser.ts';

provideRaceInBrowser();
beforeEach(async () => {
  await race.stage([
    enter('r1', 'Eluned', 'Bowen', { bibNumber: '46' }),
    enter('r2', 'Dafydd', 'Castell', { bibNumber: '203' }),
    enter('r3', 'Siân', 'Prydderch', { bandId: '117', bibNumber: '88' }),
    enter('r4', 'Mair', 'Tegid', { bibNumber: '90' }),
  ]);
});

async function openDesk(): Promise<Page> {
  const { page } = await openScreen(browser, race, '/admin');
  await page.getByText('Prydderch').waitFor();
  // A reader types into the focused element, and the screen moves the focus once it is drawn.
  await untilFocused(filterOf(page));
  return page;
}

const filterOf = (page: Page): Locator => page.getByLabel('Filter by surname');
const bandOf = (page: Page): Locator => page.getByLabel('Wristband');
const newsOf = (page: Page): Locator => page.getByTestId('news');

/** Types as a reader does, whatever has the focus: the keys of a number and its Enter in one go. */
function read(page: Page, number: string): Promise<void> {
  return pressAtOnce(page, [...Array.from(number), 'Enter']);
}

async function readAll(page: Page, ...numbers: readonly string[]): Promise<void> {
  for (const number of numbers) await read(page, number);
}

async function pressAtOnce(page: Page, typed: readonly string[]): Promise<void> {
  const keyboard = await page.context().newCDPSession(page);
  // Sent together and stamped by the reader: a slow machine makes no slow reader.
  const timestamp = Date.now() / 1000;
  const presses = typed.flatMap((key, index) => {
    const isEnter = key === 'Enter';
    const text = isEnter ? '\r' : key;
    const windowsVirtualKeyCode = isEnter ? 13 : key.charCodeAt(0);
    const press = { key, windowsVirtualKeyCode, timestamp: timestamp + index * 0.004 };
    return [
      keyboard.send('Input.dispatchKeyEvent', { type: 'keyDown', text, ...press }),
      keyboard.send('Input.dispatchKeyEvent', { type: 'keyUp', ...press }),
    ];
  });
  await Promise.all(presses);
  await keyboard.detach();
}

async function storedOf(runnerId: string): Promise<Partial<Runner> | undefined> {
  const { runners } = await race.store.readRecord();
  return runners.find((runner) => runner.runnerId === runnerId);
}

describe('while a save is on its way', () => {
  test('[SG13] a refusal during further reads takes no key: a line gives the reason and opens it', async () => {
    const page = await openDesk();
    const letThrough = await holdBack(page, '**/api');
    await readAll(page, '46', '117', '203');
    await page.keyboard.type('50');
    letThrough();
    const refused = page
      .getByRole('alert')
      .filter({ hasText: 'Not saved: Eluned Bowen (bib 46).' });
    await refused.getByText('117 is worn by Siân Prydderch (bib 88).').waitFor();
    await expect
      .poll(() => page.getByRole('form').getAttribute('aria-label'))
      .toBe('Edit Dafydd Castell');
    await page.keyboard.type('2');
    await page.keyboard.press('Enter');
    await newsOf(page).getByText('Saved: Dafydd Castell — band 502').waitFor();
    await refused.waitFor();
    await expect.poll(() => storedOf('r1')).not.toHaveProperty('bandId');

    await page.getByRole('link', { name: 'Roll-call' }).click();
    await page.getByRole('dialog', { name: 'Leave without saving?' }).waitFor();
    await page.keyboard.press('Escape');
    await refused.getByRole('button', { name: 'Open the form' }).click();
    await expect.poll(() => bandOf(page).inputValue()).toBe('117');
    await page.getByText('This number is already assigned. 117 is worn by').waitFor();
    await read(page, '501');
    await newsOf(page).getByText('Saved: Eluned Bowen — band 501').waitFor();
    await refused.waitFor({ state: 'detached' });
  });

  test('[SG13] no key is lost between one form and the next, however they fall', async () => {
    const page = await openDesk();
    await read(page, '46');
    await Promise.all([read(page, '501'), read(page, '203')]);
    await page.getByRole('form', { name: 'Edit Dafydd Castell' }).waitFor();
    await expect.poll(() => storedOf('r1')).toMatchObject({ bandId: '501' });
  });
});
