import type { Browser, Locator, Page } from 'playwright-core';
import { beforeEach, describe, expect, test } from 'vitest';

import type { Runner } from '#shared/model/runner.ts';
import { Gate } from '#tests/client/support/gate.ts';
import { buildRunner } from '#tests/support/builders.ts';

import { addAccount, endSession, PASSWORD } from './support/accounts.ts';
import { expectNoSidewaysScroll, expectNoViolations, LOOKS } from './support/axe.ts';
import { NARROW_PHONE } from './support/open-page.ts';
import { openLogin, typeLogin } from './support/login.ts';
import { openScreen } from './support/open-screen.ts';
import { provideRaceInBrowser } from './support/race-in-browser.ts';
import type { RaceOnShow } from './support/race-on-show.ts';

let race: RaceOnShow;
let browser: Browser;

provideRaceInBrowser((given) => {
  ({ race, browser } = given);
});
beforeEach(async () => {
  await race.stage(
    [
      enter('r1', 'Tomos', 'Ap Huw', { bandId: '412', bibNumber: '131' }),
      enter('r2', 'Dafydd', 'Bowen', { bibNumber: '226' }),
      enter('r3', 'Zoë', 'Castell', { bandId: '408', bibNumber: '73' }),
      enter('r4', 'Mair', 'llewellyn-Pugh', { bibNumber: '17' }),
      enter('r5', 'Aoife', 'O’Brien', { bandId: '377', bibNumber: '45' }),
      enter('r6', 'Siân', 'Prydderch', { bandId: '402', bibNumber: '88' }),
      enter('r7', 'Łukasz', 'Wójcik', { bibNumber: 'W1', event: 'BB' }),
    ],
    { pageTitle: 'Ras y Bwystfil', distances: 'Half,Full,Ultra' },
  );
});

function enter(
  runnerId: string,
  firstName: string,
  lastName: string,
  rest: Partial<Record<'bandId' | 'bibNumber' | 'event', string>>,
): Runner {
  const { bandId: _none, ...runner } = buildRunner({ runnerId, firstName, lastName });
  return { ...runner, runClub: 'Cwm Gwaun', ...rest } as Runner;
}

async function openList(
  options: Parameters<typeof openScreen>[3] = {},
): Promise<{ page: Page; complaints: readonly string[] }> {
  const opened = await openScreen(browser, race, '/admin', options);
  await opened.page.getByText('Prydderch').waitFor();
  return opened;
}

const filterOf = (page: Page): Locator => page.getByLabel('Filter by surname');
const rowOf = (page: Page, text: string): Locator =>
  page.getByRole('row').filter({ hasText: text });
const cellOf = (page: Page, name: string): Locator => page.getByRole('cell', { name, exact: true });
const newsOf = (page: Page): Locator => page.getByTestId('news');

async function lastNames(page: Page): Promise<string[]> {
  return page.locator('tbody tr td:nth-child(2)').allInnerTexts();
}

async function bandOf(runnerId: string): Promise<string | undefined> {
  const { current } = await race.store.runners.read(runnerId as Runner['runnerId'], []);
  return current?.runner.bandId;
}

async function focused(page: Page): Promise<string | null> {
  return page.evaluate(() => document.activeElement?.getAttribute('aria-label') ?? null);
}

describe('the list', () => {
  test('[SG1] counts the registered, by distance too, and sorts by last name whatever the capitals', async () => {
    const { page, complaints } = await openList();
    await page.getByText('Total: 4', { exact: true }).waitFor();
    await page.getByText('Half 0 · Full 4 · Ultra 0').waitFor();
    expect(await page.getByRole('columnheader').allInnerTexts()).toEqual([
      'First name',
      'Last name',
      'Cat',
      'Band',
      'Bib',
    ]);
    expect(await lastNames(page)).toEqual([
      'Ap Huw',
      'Bowen',
      'Castell',
      'llewellyn-Pugh',
      'O’Brien',
      'Prydderch',
      'Wójcik',
    ]);
    expect(complaints).toEqual([]);
  });

  test('[SG2] filters by a part of the surname, whatever capitals and accents, and X clears it', async () => {
    const { page } = await openList();
    await filterOf(page).fill('WOJ');
    await expect.poll(() => lastNames(page)).toEqual(['Wójcik']);
    await page.getByRole('button', { name: 'Clear' }).click();
    await expect.poll(async () => (await lastNames(page)).length).toBe(7);
    expect(await focused(page)).toBe('Filter by surname');
  });

  test('finds by first name where no surname fits, by bib, and by band without opening it', async () => {
    const { page } = await openList();
    await filterOf(page).fill('zoe');
    await expect.poll(() => lastNames(page)).toEqual(['Castell']);
    await page.getByText('found by first name').waitFor();
    await filterOf(page).fill('17');
    await expect.poll(() => lastNames(page)).toEqual(['llewellyn-Pugh']);
    await filterOf(page).fill('402');
    await expect.poll(() => lastNames(page)).toEqual(['Prydderch']);
    await page.keyboard.press('Enter');
    expect(await page.getByLabel('Wristband').count()).toBe(0);
  });

  test('[LK7] 32,000 runners: only rows near the screen exist, and a keystroke shows its rows at once', async () => {
    const many = Array.from({ length: 32_000 }, (_, index) =>
      enter(`m${index}`, 'Sioned', `Runner${String(index).padStart(5, '0')}`, {
        bibNumber: String(index),
      }),
    );
    await race.store.replaceRunners(many, { by: 'test' });
    const { page } = await openScreen(browser, race, '/admin');
    await page.getByText('Runner00000').waitFor();
    expect(await page.getByRole('row').count()).toBeLessThan(60);
    await filterOf(page).fill('runner3199');
    await expect.poll(() => lastNames(page)).toHaveLength(10);
    await page.keyboard.press('Escape');
    await page.evaluate(() => {
      window.scrollTo(0, document.body.scrollHeight);
    });
    await page.getByText('Runner31999').waitFor();
  });
});

describe('at the table', () => {
  test('the next runner takes no mouse: name, Enter, band, Enter, and the cursor is back in the filter', async () => {
    const { page, complaints } = await openList();
    expect(await focused(page)).toBe('Filter by surname');
    for (const [typed, band, saved] of [
      ['pugh', '501', 'Mair llewellyn-Pugh'],
      ['226', '0502', 'Dafydd Bowen'],
      ['w1', '503', 'Łukasz Wójcik'],
    ] as const) {
      await page.keyboard.type(typed);
      await page.keyboard.press('Enter');
      await expect
        .poll(() => page.evaluate(() => document.activeElement?.getAttribute('name')))
        .toBe('raceNumber');
      await page.keyboard.type(band);
      await page.keyboard.press('Enter');
      await newsOf(page).getByText(`Saved: ${saved}`).waitFor();
      await expect.poll(() => focused(page)).toBe('Filter by surname');
      expect(await filterOf(page).inputValue()).toBe('');
    }
    await page.getByText('Total: 7').waitFor();
    expect(await Promise.all(['r4', 'r2', 'r7'].map(bandOf))).toEqual(['501', '502', '503']);
    expect(complaints).toEqual([]);
  });

  test('arrows walk the rows, Enter opens one, Escape leaves it and gives the focus back', async () => {
    const { page } = await openList();
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('ArrowDown');
    await expect.poll(() => focused(page)).toBe('Edit Dafydd Bowen');
    await page.keyboard.press('Enter');
    await page.getByLabel('Wristband').waitFor();
    await page.keyboard.press('Escape');
    await expect.poll(() => focused(page)).toBe('Edit Dafydd Bowen');
    await page.keyboard.press('ArrowUp');
    await page.keyboard.press('ArrowUp');
    await expect.poll(() => focused(page)).toBe('Filter by surname');
  });

  test('what is typed does not go by accident: another row, Escape', async () => {
    const { page } = await openList();
    await cellOf(page, 'Bowen').click();
    await page.getByLabel('Wristband').fill('77');
    await cellOf(page, 'Castell').click();
    await page.getByText('What you typed here is not saved').waitFor();
    expect(await page.getByLabel('Wristband').inputValue()).toBe('77');
    await page.getByLabel('Wristband').press('End');
    await page.keyboard.type('1');
    await page.keyboard.press('Escape');
    await page.getByText('What you typed here is not saved').waitFor();
    await page.keyboard.press('Escape');
    await page.getByLabel('Wristband').waitFor({ state: 'detached' });
    expect(await bandOf('r2')).toBeUndefined();
  });
});

describe('the edit form', () => {
  test('[SG3] a row turns into its form, one at a time, with every field, and the band focused', async () => {
    const { page } = await openList();
    await cellOf(page, 'Prydderch').click();
    const form = page.getByRole('form', { name: 'Edit Siân Prydderch' });
    const fields = await form
      .locator('input:not([type=hidden]), select')
      .evaluateAll((all) => all.map((each) => (each as HTMLInputElement).value));
    expect(fields).toEqual(['402', '88', 'Siân', 'Prydderch', 'PB', 'F40', 'Cwm Gwaun', '']);
    expect(await form.locator('input[type=hidden]').getAttribute('name')).toBe('runnerId');
    await form.getByText('Enter DELETE to delete the runner').waitFor();
    await form.getByText('Set 00:00:01 for DNF').waitFor();
    expect(await form.getByLabel('Event').locator('option').allInnerTexts()).toEqual([
      'Half',
      'Full',
      'Ultra',
    ]);
    expect(await page.locator('[data-editor] > td').getAttribute('colspan')).toBe('7');
    await cellOf(page, 'Bowen').click();
    await page.getByRole('form', { name: 'Edit Dafydd Bowen' }).waitFor();
    expect(await page.getByRole('form').count()).toBe(1);
  });

  test('[SG5] a taken band names its holder; the number is selected, to be typed over', async () => {
    const { page } = await openList();
    await page.keyboard.type('pugh');
    await page.keyboard.press('Enter');
    await page.keyboard.type('0402');
    await page.keyboard.press('Enter');
    await page
      .getByText('This number is already assigned. 402 is worn by Siân Prydderch (bib 88).')
      .waitFor();
    await page.keyboard.type('601');
    await page.keyboard.press('Enter');
    await newsOf(page).getByText('band 601').waitFor();
    expect(await bandOf('r4')).toBe('601');
  });

  test('[SG6] faults stand at their fields, with the sentence above; nothing typed is lost', async () => {
    const { page } = await openList();
    await page.getByRole('button', { name: 'New Runner' }).click();
    const dialog = page.getByRole('dialog', { name: 'New runner' });
    await dialog.getByLabel('Wristband').fill('4a');
    await dialog.getByLabel('Team').fill('Clwb <b>ق</b>');
    await page.keyboard.press('Enter');
    await dialog.getByText('There was an error submitting this entry.').waitFor();
    await dialog.getByText('The first name is missing.').waitFor();
    expect(await dialog.getByLabel('Wristband').getAttribute('aria-invalid')).toBe('true');
    expect(await dialog.getByLabel('Team').inputValue()).toBe('Clwb <b>ق</b>');
    await dialog.getByLabel('Wristband').fill('610');
    await dialog.getByLabel('First name').fill('Ysgol');
    await dialog.getByLabel('Last name').fill('Ågren');
    await dialog.getByLabel('Age category').selectOption('F40');
    await dialog.getByLabel('Event').selectOption({ label: 'Ultra' });
    await page.keyboard.press('Enter');
    await dialog.waitFor({ state: 'detached' });
    await rowOf(page, 'Ågren').getByText('610').waitFor();
    await page.getByText('Half 0 · Full 4 · Ultra 1').waitFor();
    await expect.poll(() => focused(page)).toBe('Filter by surname');
  });

  test('[SG7] DELETE asks first, naming the runner, and an admin takes it back', async () => {
    const { page } = await openList();
    await cellOf(page, 'Prydderch').click();
    await page.getByLabel('Team').fill('DELETE');
    await page.keyboard.press('Enter');
    const dialog = page.getByRole('dialog', { name: 'Delete Siân Prydderch (bib 88)?' });
    await dialog.getByText('Are you sure').waitFor();
    await dialog.getByRole('button', { name: 'Cancel' }).click();
    expect(await bandOf('r6')).toBe('402');
    await page.getByRole('button', { name: 'Submit' }).click();
    await dialog.getByRole('button', { name: 'Delete' }).click();
    await newsOf(page).getByText('Deleted: Siân Prydderch').waitFor();
    await rowOf(page, 'Prydderch').waitFor({ state: 'detached' });
    await newsOf(page).getByRole('button', { name: 'Undo' }).click();
    await rowOf(page, 'Prydderch').getByText('402').waitFor();
  });

  test('[SG8] 00:00:01 makes a DNF, and the history says who did it, before and after; undo takes it back', async () => {
    const { page } = await openList();
    await cellOf(page, 'Castell').click();
    await page.getByLabel('Override time').fill('00:00:01');
    await page.keyboard.press('Enter');
    await newsOf(page).getByText('Saved: Zoë Castell').waitFor();
    await cellOf(page, 'Castell').click();
    await page.getByText('Changed by sian@race.local just now').click();
    await page.getByText('Override time: none → DNF').waitFor();
    await expectClean(page);
    await page.getByRole('button', { name: 'Undo the last change' }).click();
    await newsOf(page).getByText('is undone').waitFor();
    await cellOf(page, 'Castell').click();
    await expect.poll(() => page.getByLabel('Override time').inputValue()).toBe('');
  });

  test('[SG9] the line of a save lets an admin take it back, unless another change came after it', async () => {
    const { page } = await openList();
    await cellOf(page, 'Bowen').click();
    await page.getByLabel('Wristband').fill('502');
    await page.getByLabel('Team').fill('Sarn Helen');
    await page.keyboard.press('Enter');
    await newsOf(page)
      .getByText('Saved: Dafydd Bowen — band 502, bib 226, team Sarn Helen')
      .waitFor();
    await newsOf(page).getByRole('button', { name: 'Undo' }).click();
    await newsOf(page).getByText('The last change of Dafydd Bowen (bib 226) is undone.').waitFor();
    expect(await bandOf('r2')).toBeUndefined();
    await rowOf(page, 'Bowen').getByText('none').waitFor();

    await cellOf(page, 'Bowen').click();
    await page.getByLabel('Wristband').fill('503');
    await page.keyboard.press('Enter');
    await newsOf(page).getByText('band 503').waitFor();
    const { page: ann } = await openList({ email: 'ann@race.local' });
    await cellOf(ann, 'Bowen').click();
    await ann.getByLabel('Wristband').fill('504');
    await ann.keyboard.press('Enter');
    await newsOf(ann).getByText('band 504').waitFor();
    await newsOf(page).getByRole('button', { name: 'Undo' }).click();
    await page.getByText('Somebody has changed this runner since.').waitFor();
    expect(await bandOf('r2')).toBe('504');
  });

  test('a new runner’s band is followed by the name', async () => {
    const { page } = await openList();
    await page.getByRole('button', { name: 'New Runner' }).click();
    await page.keyboard.type('610');
    await page.keyboard.press('Enter');
    const focusedName = (): Promise<string | null | undefined> =>
      page.evaluate(() => document.activeElement?.getAttribute('name'));
    await expect.poll(focusedName).toBe('firstName');
    expect(await page.getByRole('alert').count()).toBe(0);
    await page.keyboard.type('Nia');
    await page.keyboard.press('Tab');
    await page.keyboard.type('Huws');
    await page.keyboard.press('Enter');
    // No distance is taken for granted where there are several.
    await page.getByText('The event is missing: choose it.').waitFor();
    await page.getByLabel('Event').press('F');
    await page.getByLabel('Last name').press('Enter');
    await newsOf(page).getByText('Saved: Nia Huws — band 610').waitFor();
    await newsOf(page).getByRole('button', { name: 'Undo' }).click();
    await newsOf(page).getByText('No longer entered: Nia Huws').waitFor();
    await rowOf(page, 'Huws').waitFor({ state: 'detached' });
  });

  test('says who else has a bib, and saves it all the same', async () => {
    const { page } = await openList();
    await cellOf(page, 'Bowen').click();
    const bib = page.getByLabel('Bib');
    await bib.fill('88');
    await page.getByText('Also the bib of Siân Prydderch (Full).').waitFor();
    expect(await bib.getAttribute('aria-invalid')).toBe('false');
    await expectClean(page);
    await bib.fill('89');
    await page.getByText('Also the bib of').waitFor({ state: 'detached' });
    await bib.fill('88');
    await page.keyboard.press('Enter');
    await newsOf(page).getByText('bib 226 → 88').waitFor();
  });

  test('[SG7] a team written like DELETE, but not quite, is asked about', async () => {
    const { page } = await openList();
    const dialog = page.getByRole('dialog', {
      name: 'Delete the runner, or is the team called so?',
    });
    const submitAsTeam = async (team: string): Promise<void> => {
      await cellOf(page, 'Prydderch').click();
      await page.getByLabel('Team').fill(team);
      await page.keyboard.press('Enter');
      await dialog.waitFor();
    };
    await submitAsTeam('Delete ');
    await expectClean(page);
    await dialog.getByRole('button', { name: 'Save as team “Delete”' }).click();
    await newsOf(page).getByText('team Delete').waitFor();
    await submitAsTeam('delete');
    await dialog.getByRole('button', { name: 'Delete', exact: true }).click();
    await newsOf(page).getByText('Deleted: Siân Prydderch').waitFor();
    expect(await bandOf('r6')).toBeUndefined();
  });

  test('a volunteer registers but does not undo', async () => {
    const { page } = await openList({ email: 'mari@race.local', role: 'registration' });
    expect(await page.getByRole('link', { name: 'Import' }).count()).toBe(0);
    await cellOf(page, 'Bowen').click();
    await page.getByLabel('Wristband').fill('701');
    await page.keyboard.press('Enter');
    await newsOf(page).getByText('Saved: Dafydd Bowen').waitFor();
    expect(await newsOf(page).getByRole('button').count()).toBe(0);
    await cellOf(page, 'Bowen').click();
    await page.getByText('Changed by mari@race.local').click();
    expect(await page.getByRole('button', { name: 'Undo the last change' }).count()).toBe(0);
  });

  test('[SG6] a failed request keeps what was typed, and pressing again saves it once', async () => {
    const { page } = await openList();
    await page.getByRole('button', { name: 'New Runner' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('First name').fill('Nia');
    await dialog.getByLabel('Last name').fill('Unwaith');
    await dialog.getByLabel('Event').selectOption({ label: 'Full' });
    // The answer is lost on its way, not the request.
    await page.route('**/api', async (route) => {
      const request = route.request();
      const { ok } = await fetch(request.url(), {
        method: 'POST',
        headers: await request.allHeaders(),
        body: request.postData(),
      });
      expect(ok).toBe(true);
      await route.abort();
    });
    await page.keyboard.press('Enter');
    await dialog.getByText('There was an error submitting this entry.').waitFor();
    expect(await dialog.getByLabel('Last name').inputValue()).toBe('Unwaith');
    await page.unroute('**/api');
    await dialog.getByRole('button', { name: 'Submit' }).click();
    await dialog.waitFor({ state: 'detached' });
    await expect.poll(() => rowOf(page, 'Unwaith').count()).toBe(1);
  });
});

describe('several people at once', () => {
  test('a row someone else edits says who, on another instance too', async () => {
    const other = await race.startAnother();
    const { page: ann } = await openList({ email: 'ann@race.local' });
    const { page: sian } = await openScreen(browser, { ...race, url: other }, '/admin');
    await cellOf(ann, 'O’Brien').click();
    await rowOf(sian, 'O’Brien').getByText('ann is editing').waitFor();
    await cellOf(sian, 'O’Brien').click();
    await sian.getByText('ann@race.local has this runner open too.').waitFor();
    await ann.getByText('sian@race.local has this runner open too.').waitFor();
    await ann.getByRole('button', { name: 'Cancel' }).click();
    await sian.getByText('ann@race.local has this runner open too.').waitFor({ state: 'detached' });
  });

  test('[SG10] an edit on an old revision shows both versions field by field', async () => {
    const { page: ann } = await openList({ email: 'ann@race.local' });
    const { page: sian } = await openList();
    await cellOf(sian, 'Bowen').click();
    await sian.getByLabel('Bib').fill('999');
    await sian.getByLabel('First name').fill('David');
    await cellOf(ann, 'Bowen').click();
    await ann.getByLabel('Wristband').fill('801');
    await ann.getByLabel('Bib').fill('227');
    await ann.keyboard.press('Enter');
    await newsOf(ann).getByText('Saved').waitFor();
    await sian.getByText('Somebody has saved this runner while it is open here.').waitFor();
    expect(await sian.getByLabel('Wristband').inputValue()).toBe('');
    await sian.getByRole('button', { name: 'Submit' }).click();
    await sian.getByText('choose for each field').waitFor();
    await expectClean(sian);
    const choose = (field: string): Locator =>
      sian.getByRole('group', { name: field, exact: true });
    await sian.getByText('Theirs is taken: Wristband none → 801.').waitFor();
    await sian.getByText('Yours is kept: First name Dafydd → David.').waitFor();
    expect(await sian.locator('fieldset').count()).toBe(1);
    expect(await choose('Bib').getByLabel('Keep mine: 999').isChecked()).toBe(true);
    await choose('Bib').getByLabel('Take theirs: 227').check();
    await sian.getByRole('button', { name: 'Submit' }).click();
    await newsOf(sian).getByText('Saved: David Bowen — band 801, bib 227').waitFor();
    const { current } = await race.store.runners.read('r2' as Runner['runnerId'], []);
    expect(current?.runner).toMatchObject({ bandId: '801', bibNumber: '227', firstName: 'David' });
  });

  test('nothing moves, loses focus or is overwritten under the fingers while others save and runners come in', async () => {
    const { page } = await openList();
    await cellOf(page, 'O’Brien').click();
    const band = page.getByLabel('Wristband');
    await band.press('ControlOrMeta+a');
    await page.keyboard.type('37');
    const before = await band.boundingBox();
    const { page: ann } = await openList({ email: 'ann@race.local' });
    for (const name of ['Aaron', 'Abel', 'Adda']) {
      await ann.getByRole('button', { name: 'New Runner' }).click();
      await ann.getByLabel('First name').fill('Guto');
      await ann.getByLabel('Last name').fill(name);
      await ann.getByLabel('Event').selectOption({ label: 'Half' });
      await ann.keyboard.press('Enter');
      await newsOf(ann).getByText(name).waitFor();
    }
    await cellOf(ann, 'O’Brien').click();
    await ann.getByLabel('Team').fill('Other');
    await ann.keyboard.press('Enter');
    await newsOf(ann).getByText('Saved: Aoife').waitFor();
    await page.getByText('Somebody has saved this runner').waitFor();
    await page.keyboard.type('7');
    expect(await band.inputValue()).toBe('377');
    expect(await page.evaluate(() => document.activeElement?.getAttribute('name'))).toBe(
      'raceNumber',
    );
    expect(await page.getByLabel('Team').inputValue()).toBe('Cwm Gwaun');
    expect(await band.boundingBox()).toEqual(before);
    await page.getByText('10 entered').waitFor();
    await page.keyboard.press('Escape');
    await page.keyboard.press('Escape');
    await expect
      .poll(async () => (await lastNames(page)).slice(0, 3))
      .toEqual(['Aaron', 'Abel', 'Adda']);
  });

  test('a runner deleted elsewhere stays on the screen while the form is open, and says so', async () => {
    const { page: ann } = await openList({ email: 'ann@race.local' });
    const { page: sian } = await openList();
    await cellOf(sian, 'Bowen').click();
    await sian.getByLabel('Team').fill('typed');
    await cellOf(ann, 'Bowen').click();
    await ann.getByLabel('Team').fill('DELETE');
    await ann.keyboard.press('Enter');
    await ann.getByRole('button', { name: 'Delete' }).click();
    await sian.getByText('Somebody has deleted this runner meanwhile.').waitFor();
    expect(await sian.getByLabel('Team').inputValue()).toBe('typed');
    await sian.getByRole('button', { name: 'Cancel' }).click();
    await rowOf(sian, 'Bowen').waitFor({ state: 'detached' });
  });

  test('[AD7] with the socket blocked the list is polled, and pushed again when it is back', async () => {
    const { page } = await openScreen(browser, race, '/missing');
    let isBlocked = true;
    await page.routeWebSocket(/socket\.io/, (socket) => {
      if (isBlocked) void socket.close();
      else socket.connectToServer();
    });
    await page.goto(`${race.url}/admin`);
    await cellOf(page, 'Prydderch').waitFor();
    const { page: ann } = await openList({ email: 'ann@race.local' });
    const giveBand = async (name: string, band: string): Promise<void> => {
      await cellOf(ann, name).click();
      await ann.getByLabel('Wristband').fill(band);
      await ann.keyboard.press('Enter');
      await newsOf(ann).getByText(`band ${band}`).waitFor();
    };
    await giveBand('Bowen', '901');
    await rowOf(page, 'Bowen').getByText('901').waitFor();
    isBlocked = false;
    await page.getByTestId('connection').getByText('Live').waitFor();
    await giveBand('Wójcik', '902');
    await rowOf(page, 'Wójcik').getByText('902').waitFor();
  });

  test('an answer that comes late closes no other form and takes nothing that is typed there', async () => {
    const { page } = await openList();
    const gate = new Gate();
    await page.route('**/api', async (route) => {
      await gate.passed;
      await route.continue();
    });
    await cellOf(page, 'Bowen').click();
    await page.getByLabel('Wristband').fill('911');
    await page.keyboard.press('Enter');
    await page.getByRole('button', { name: 'Cancel' }).click();
    await cellOf(page, 'Castell').click();
    await page.getByLabel('Team').fill('typed');
    gate.open();
    await newsOf(page).getByText('Saved: Dafydd Bowen').waitFor();
    expect(await page.getByLabel('Team').inputValue()).toBe('typed');
    expect(await page.evaluate(() => document.activeElement?.getAttribute('name'))).toBe('runClub');
  });

  test('[SO4] a session that ends over a form takes nothing that was typed, and it is saved after the password', async () => {
    await addAccount(race, 'cai@race.local');
    const { page } = await openLogin(browser, race, '?next=/admin');
    await typeLogin(page, 'cai@race.local');
    await cellOf(page, 'Bowen').click();
    await page.getByLabel('Wristband').fill('921');
    await endSession(race, page);
    await page.getByRole('dialog', { name: 'Sign in again' }).waitFor();
    await page.keyboard.type(PASSWORD);
    await page.keyboard.press('Enter');
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    expect(await page.getByLabel('Wristband').inputValue()).toBe('921');
    await page.getByLabel('Wristband').press('Enter');
    await newsOf(page).getByText('band 921').waitFor();
    expect(await bandOf('r2')).toBe('921');
  });
});

describe('as a picture', () => {
  test.each([...LOOKS, ['narrow phone', NARROW_PHONE, 'dark'] as const])(
    'axe finds nothing, and nothing is wider than the screen: %s',
    async (_, viewport, colorScheme) => {
      await race.configure({ pageTitle: 'Ras y Bwystfil a’r Bannau 2026' });
      const { page } = await openList({ viewport, colorScheme });
      await page.getByText('Ras y Bwystfil').first().waitFor();
      await expectClean(page);
      await expectInLine(page);
      await cellOf(page, 'Prydderch').click();
      await page.getByLabel('Wristband').fill('412');
      await page.keyboard.press('Enter');
      await page.getByText('already assigned').waitFor();
      await expectClean(page);
      await page.getByRole('button', { name: 'Cancel' }).click();
      await page.getByRole('button', { name: 'New Runner' }).click();
      await page.getByRole('dialog').waitFor();
      await expectClean(page);
    },
  );

  test.each(LOOKS)(
    'axe finds nothing in what asks before something goes: %s',
    async (_, viewport, colorScheme) => {
      const { page } = await openList({ viewport, colorScheme });
      await cellOf(page, 'Prydderch').click();
      await page.getByLabel('Team').fill('DELETE');
      await page.getByRole('link', { name: 'Missing' }).click();
      await page.getByRole('dialog', { name: 'Leave without saving?' }).waitFor();
      await expectClean(page);
      await page.keyboard.press('Escape');
      await page.getByRole('button', { name: 'Submit' }).click();
      await page.getByRole('dialog', { name: /^Delete/ }).waitFor();
      await expectClean(page);
    },
  );
});

async function expectClean(page: Page): Promise<void> {
  await expectNoViolations(page);
  await expectNoSidewaysScroll(page);
}

/** One line for the bar where there is the room; on a phone nothing beside the names in any row. */
async function expectInLine(page: Page): Promise<void> {
  const strays = await page.evaluate(
    (isWide) => {
      const buttons = [...document.querySelectorAll('button')].filter(({ textContent }) =>
        /^(?:Tools|Sign out)/.test(textContent),
      );
      const rows = [...document.querySelectorAll('[data-runner-id]')];
      return isWide
        ? buttons.filter((button) => button.getBoundingClientRect().bottom > 70).length
        : rows.filter(({ children }) => {
            const [, last, category] = Array.from(children, (cell) => cell.getBoundingClientRect());
            return last && category && category.width > 0 && category.top < last.bottom - 1;
          }).length;
    },
    (page.viewportSize()?.width ?? 0) > 1000,
  );
  expect(strays).toBe(0);
}
