import { randomUUID } from 'node:crypto';

import type { Locator, Page } from 'playwright-core';
import { describe, test } from 'vitest';

import { changeRace } from '#server/race/change-race.ts';
import { changeRunner } from '#server/race/change-runner.ts';
import { decideCheckIn } from '#server/features/registration/report-routes.ts';
import { reportRunner } from '#server/web/report-runner.ts';
import { asRunnerId } from '#shared/model/ids.ts';
import type { ClockSuspicion, SourcesBody } from '#shared/wire/reads-api.ts';

import { addAccount, endSession, PASSWORD } from '../support/accounts.ts';
import { openLogin, typeLogin } from '../support/login.ts';
import { browser, race } from '../support/race-in-browser.ts';
import { lookAt } from './look-at.ts';
import { dialogOf, dismiss, GUN_MS, open, press, provideStagedRace } from './staged-race.ts';

provideStagedRace();

const cellOf = (page: Page, name: string): Locator => page.getByRole('cell', { name, exact: true });
const undoOf = (page: Page): Locator =>
  page.getByTestId('news').getByRole('button', { name: 'Undo' });

async function openRow(lastName: string): Promise<Page> {
  const page = await open('/admin');
  await cellOf(page, lastName).click();
  await page.getByLabel('Wristband').waitFor();
  return page;
}

describe('[LK1 LK2 LK10] each screen in each state', () => {
  test('registration: the list, a runner’s form with their scans, and a new runner', async () => {
    const page = await open('/admin');
    await lookAt(page, 'registration', cellOf(page, 'Prydderch'));
    await cellOf(page, 'Ap Huw').click();
    await page.getByText(/^Reads \(/).click();
    await lookAt(page, 'registration-form', 'publish');
    await press(page, 'Cancel');
    await page.getByLabel('Filter by surname').fill('nobody of this name');
    await lookAt(page, 'registration-nobody-found', 'nobody of this name');
    await press(page, 'New Runner');
    await lookAt(page, 'registration-new-runner', dialogOf(page));
  });

  test('statuses: runners checked in or withdrawn, at the start line, in registration and in the form', async () => {
    const runnerIds = new Set(['r6', 'r3'].map(asRunnerId));
    const asked = { runnerIds, isUndo: false, by: 'anna@race.local', nowMs: GUN_MS };
    await changeRace(race, (now) => decideCheckIn(now, asked));
    const withdrawal = {
      reportId: randomUUID(),
      runnerId: asRunnerId('r4'),
      kind: 'withdrawn' as const,
      atMs: GUN_MS,
      enteredMs: GUN_MS,
      saidBy: 'ei gŵr, ar y ffôn',
      text: 'yn sâl ers ddoe',
      by: 'anna@race.local',
    };
    await reportRunner(race, withdrawal, withdrawal.by);
    const page = await open('/admin');
    await lookAt(page, 'statuses-registration', 'withdrawn');
    await page.getByText('Prydderch').first().click();
    await lookAt(page, 'statuses-form', page.getByRole('button', { name: 'Not checked in' }));
    await press(page, 'Retired…');
    await lookAt(page, 'statuses-retiring', dialogOf(page));
    // Without a gun nobody counts as on course.
    await race.configure({ raceStart: '' });
    const start = await open('/rollcall?show=start-line');
    await lookAt(
      start,
      'statuses-start-line',
      start.getByText('checked in', { exact: true }).first(),
    );
    const withdrawn = await open('/rollcall?show=withdrawn');
    await lookAt(withdrawn, 'statuses-withdrawn', withdrawn.getByText('yn sâl ers ddoe').first());
  });

  test('race control: the results are official', async () => {
    await race.configure({ closed: true, officialAt: '2026-06-20-15-30-00' });
    const control = await open('/control');
    await lookAt(control, 'statuses-official', control.getByText(/^Official results since/));
  });

  test('registration: a taken band, the history, and the question before scans are left behind', async () => {
    const page = await openRow('Prydderch');
    await page.getByLabel('Wristband').fill('412');
    await page.keyboard.press('Enter');
    await lookAt(
      page,
      'registration-band-taken',
      page.getByRole('list', { name: 'What can be done' }),
    );
    await press(page, 'Swap the two bands');
    await lookAt(page, 'registration-swapped', undoOf(page));
    await cellOf(page, 'Prydderch').click();
    await page.getByText(/^Changed by/).click();
    await lookAt(
      page,
      'registration-history',
      page.getByRole('region', { name: 'History' }).getByRole('listitem').first(),
    );
    await page.getByLabel('Wristband').fill('999');
    await page.keyboard.press('Enter');
    await lookAt(
      page,
      'registration-scans-left-behind',
      page.getByRole('dialog').getByText('would be left behind'),
    );
  });

  test('registration: two changes of the same runner', async () => {
    const page = await openRow('Prydderch');
    await page.getByLabel('Bib', { exact: true }).fill('999');
    await changeRunner(race, 'mari@race.local', (now) => {
      const runner = now.findEntry(asRunnerId('r6'));
      if (!runner) throw new Error('there is no such runner');
      const after = { ...runner, bibNumber: '777', rev: runner.rev + 1 };
      return { write: { runnerId: runner.runnerId, after, action: 'edit' } };
    });
    await press(page, 'Submit');
    await lookAt(page, 'registration-conflict', page.getByRole('button', { name: 'Keep mine' }));
  });

  test('registration: the questions before changes or a runner are lost', async () => {
    const page = await openRow('Prydderch');
    await page.getByLabel('Team').fill('DELETE');
    await page.getByRole('link', { name: 'Roll-call' }).click();
    await lookAt(page, 'registration-leave', dialogOf(page, 'Leave without saving?'));
    await dismiss(page);
    await press(page, 'Submit');
    await lookAt(page, 'registration-delete', dialogOf(page, /^Delete/));
  });

  test('the own password, and a session that ends', async () => {
    await addAccount(race, 'mair@race.local');
    const { page } = await openLogin(browser, race, '?next=/admin');
    await typeLogin(page, 'mair@race.local', PASSWORD);
    await press(page, 'mair@race.local');
    await lookAt(page, 'own-password', dialogOf(page, 'Change your password'));
    await page.keyboard.press('Escape');
    await endSession(race, page);
    await lookAt(page, 'sign-in-again', dialogOf(page, 'Sign in again'));
    await press(page, 'Sign out…');
    await lookAt(page, 'sign-out-unsaved');
  });

  test('missing: the lists, and an unassigned band', async () => {
    const page = await open('/missing');
    const band = page.locator('[data-band="777"]');
    await band.waitFor();
    await lookAt(page, 'missing', 'Registered but no finish scan');
    await band.click();
    await page.getByLabel('Give it to an existing runner instead').fill('o');
    await lookAt(page, 'missing-give-band');
  });

  test('roll-call: the list, a retirement, the sweep of a point, and the start line', async () => {
    const page = await open('/rollcall');
    await page.locator('[data-runner-id="r5"]').waitFor();
    await lookAt(page, 'roll-call', page.getByRole('heading', { name: /^Does not fit/ }));
    await press(page, /^Open /);
    await lookAt(page, 'roll-call-open', page.getByRole('button', { name: 'Retired…' }));
    await page.keyboard.press('r');
    await lookAt(page, 'roll-call-retired', dialogOf(page, /^Retired/));
    await page.keyboard.press('Enter');
    await lookAt(page, 'roll-call-after-it', undoOf(page));
    await page
      .getByRole('button', { name: /^Sign off the sweep/ })
      .last()
      .press('Enter');
    await lookAt(page, 'roll-call-sweep', dialogOf(page, /^The sweep/));
    await dismiss(page);
    await press(page, /^Start line/);
    await lookAt(page, 'roll-call-start-line', page.getByRole('heading', { name: 'Start line' }));
  });

  test('missing: nobody in a closed race', async () => {
    await race.stage([], { closed: true });
    const page = await open('/missing');
    await lookAt(page, 'missing-nobody', page.locator('h1'));
  });

  test('reads: the list, a selection, both dialogs, and corrected reads', async () => {
    const page = await open('/reads');
    await lookAt(page, 'reads', page.getByRole('checkbox').first());
    await page.getByRole('checkbox').nth(1).press('Space');
    await page.getByRole('checkbox').nth(2).press('Space');
    await lookAt(page, 'reads-chosen', '2 reads chosen');
    await press(page, 'Move to another point…');
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('checkbox', { name: 'Finish', exact: true }).check();
    await dialog.getByRole('listitem').or(dialog.getByText('no results change')).first().waitFor();
    await lookAt(page, 'reads-dialog');
    await dialog.getByLabel('Reason').fill('The mat stood at the finish');
    await dialog.getByRole('button', { name: 'Move to another point' }).press('Enter');
    await page.getByText('Moved to Finish.').first().waitFor();
    await page.getByText('came as').first().waitFor({ state: 'attached' });
    await lookAt(page, 'reads-corrected');
    await page.getByLabel('Source', { exact: true }).selectOption({ index: 1 });
    await press(page, /^Correct the reads of/);
    await dialog.getByRole('button', { name: 'Move the clock' }).press('Enter');
    await dialog.getByText('Say why').waitFor();
    await lookAt(page, 'reads-source-dialog');
    await dismiss(page);
    await press(page, 'Take back');
    await lookAt(page, 'reads-take-back', dialogOf(page, 'Take back this correction?'));
  });

  test('desk: one runner, and a decision', async () => {
    const page = await open('/desk');
    const find = page.getByLabel('Find a bib, band or name');
    await find.fill('Prydderch');
    await page.getByRole('list', { name: 'Found' }).getByRole('button').first().press('Enter');
    await page.getByRole('button', { name: /^Time by hand/ }).waitFor();
    await lookAt(page, 'desk', page.getByText(/^Reads \(/));
    await press(page, /^Time by hand/);
    await lookAt(page, 'desk-time', dialogOf(page));
  });

  test('prizes: winners, and runners who could still win', async () => {
    await race.publish({ bandID: '408', point: 'finish', timeMs: GUN_MS + 70 * 60_000 });
    const page = await open('/prizes');
    await page.getByText('still out could change it').first().waitFor();
    await lookAt(page, 'prizes', page.getByRole('link', { name: 'Zoë Castell' }).first());
  });

  test('reads: a suspected clock, and no matching read', async () => {
    const page = await open('/missing');
    const sources = '**/apiadmin/reads/sources';
    const [answer] = await Promise.all([
      page.waitForResponse(sources),
      page.goto(`${race.url}/reads`),
    ]);
    const suspicion: ClockSuspicion = {
      source: 'publish',
      point: 'finish',
      by: 'other-source',
      wrong: 2433,
      of: 2500,
      shiftMs: 1_200_000,
      fromMs: GUN_MS,
      untilMs: GUN_MS + 3_600_000,
    };
    const body = { ...((await answer.json()) as SourcesBody), suspicions: [suspicion] };
    // Polled: an answer fetched in the route would outlive the page.
    await page.route(sources, (route) => route.fulfill({ json: body }));
    await page.goto(`${race.url}/reads?find=neb`);
    await page.getByText('No reads match.').first().waitFor();
    await lookAt(page, 'reads-clock', 'its clock seems to be 20:00 behind');
  });

  test('control: the whole race, and its dialogs', async () => {
    const page = await open('/control');
    await page
      .getByRole('button', { name: /^I’m on it / })
      .first()
      .waitFor();
    await lookAt(page, 'control', page.getByRole('row').nth(1));
    await press(page, 'Passes…');
    await press(page, 'New pass…');
    await page.getByLabel('Point').selectOption('cp2');
    await page.getByLabel('Name', { exact: true }).fill('Siân Prydderch-Llewelyn');
    await press(page, 'Make a pass');
    await lookAt(page, 'control-pass', page.getByTestId('pass'));
    const [, pass] = (await page.getByTestId('pass').innerText()).split('#');
    await press(page, 'Done');
    await lookAt(page, 'control-passes', page.getByRole('list', { name: 'Passes' }));
    await dismiss(page);
    const tap = { reportId: randomUUID(), kind: 'stopped', bib: '??', atMs: Date.now() };
    await page.request.post(`${race.url}/api/marshal/reports`, {
      headers: { Authorization: `Bearer ${pass}` },
      data: { taps: [tap, { ...tap, reportId: randomUUID(), kind: 'timed', bib: '131' }] },
    });
    await page.getByRole('link', { name: 'Times by hand' }).waitFor();
    await press(page, /^Who was it/);
    await page.getByRole('radio').first().check();
    await lookAt(page, 'control-who');
    await dismiss(page);
    await press(page, 'Close the race');
    await lookAt(page, 'control-close', page.getByRole('dialog').getByRole('checkbox').first());
    await dismiss(page);
    await press(page, 'Start all now');
    await lookAt(page, 'control-start-now', dialogOf(page));
  });

  test('changes, and the question before an undo', async () => {
    const page = await openRow('Prydderch');
    await page.getByLabel('Team').fill('Rhedwyr Cemaes');
    await page.keyboard.press('Enter');
    await undoOf(page).waitFor();
    await page.goto(`${race.url}/changes`);
    const row = page.getByRole('row', { name: /Rhedwyr Cemaes/ }).first();
    await lookAt(page, 'changes', row);
    await row.getByRole('button').first().press('Enter');
    await lookAt(page, 'changes-undo', dialogOf(page));
  });
});
