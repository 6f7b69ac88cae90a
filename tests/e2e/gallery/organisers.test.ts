import { randomUUID } from 'node:crypto';
import { join } from 'node:path';

import type { Locator, Page } from 'playwright-core';
import { beforeEach, describe, expect, onTestFinished, test } from 'vitest';

import { changeRace } from '#server/race/change-race.ts';
import { changeRunner } from '#server/race/change-runner.ts';
import { decideCheckIn } from '#server/features/registration/report-routes.ts';
import { reportRunner } from '#server/web/report-runner.ts';
import { asRunnerId } from '#shared/model/ids.ts';
import type { ClockSuspicion, SourcesBody } from '#shared/wire/reads-api.ts';
import { TEMPLATES } from '#shared/templates/templates.ts';
import { buildReader, enter } from '#tests/support/builders.ts';
import { connectRedis } from '#tests/support/ingest-scans.ts';

import { addAccount, endSession, PASSWORD, signInElsewhere } from '../support/accounts.ts';
import { csvFile } from '../support/choose-file.ts';
import { openLogin, typeLogin } from '../support/login.ts';
import { untilUncovered } from '../support/open-page.ts';
import { openScreen } from '../support/open-screen.ts';
import { browser, provideRaceInBrowser, race } from '../support/race-in-browser.ts';
import { lookAt } from './look-at.ts';

const GUN_MS = Date.UTC(2026, 5, 20, 9);

provideRaceInBrowser();
beforeEach(async () => {
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
});

const cellOf = (page: Page, name: string): Locator => page.getByRole('cell', { name, exact: true });

const dialogOf = (page: Page, name: string | RegExp = /./): Locator =>
  page.getByRole('dialog', { name });
const undoOf = (page: Page): Locator =>
  page.getByTestId('news').getByRole('button', { name: 'Undo' });
/** Presses the first button of this name by the keyboard. */
const press = (page: Page, name: string | RegExp) =>
  page.getByRole('button', { name }).first().press('Enter');

async function dismiss(page: Page): Promise<void> {
  await page.keyboard.press('Escape');
  await untilUncovered(page);
}

async function open(path: string): Promise<Page> {
  const { page } = await openScreen(browser, race, path);
  await page.getByTestId('connection').getByText('Live').waitFor();
  return page;
}

async function openRow(lastName: string): Promise<Page> {
  const page = await open('/admin');
  await cellOf(page, lastName).click();
  await page.getByLabel('Wristband').waitFor();
  return page;
}

async function openTemplate(title: string): Promise<Page> {
  const page = await open('/racesetup');
  await page
    .getByRole('button', { name: `Start from: ${title}` })
    .and(page.locator(':enabled'))
    .press('Enter');
  await page.getByText('Not saved yet').first().waitFor();
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

  test('race control: one distance is official before the others', async () => {
    await race.configure({
      closed: true,
      officialAtEvents: { BB: '2026-06-20-15-30-00', PB: '', UB: '' },
    });
    const control = await open('/control');
    await lookAt(control, 'statuses-official', control.getByText('Whole race'));
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

  test('the own password and sessions, and a session that ends', async () => {
    await addAccount(race, 'mair@race.local');
    for (let i = 0; i < 2; i += 1) await signInElsewhere(race, 'mair@race.local');
    const { page } = await openLogin(browser, race, '?next=/admin');
    await typeLogin(page, 'mair@race.local', PASSWORD);
    await press(page, 'mair@race.local');
    await lookAt(page, 'own-password', dialogOf(page, 'Change your password'));
    await press(page, 'Where you are signed in…');
    await lookAt(page, 'own-sessions', 'this one');
    await press(page, 'Sign out everywhere else');
    await lookAt(page, 'own-sessions-end', page.getByLabel('Current password'));
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
    await lookAt(page, 'missing', 'DNF, but read at the finish');
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
    await press(page, /^Line count… of/);
    await dialogOf(page).waitFor();
    await page.getByLabel('Counted over the start line').fill('x');
    await lookAt(page, 'control-line-count');
    await page.keyboard.press('Escape');
    await press(page, 'Discard changes');
    await untilUncovered(page);
    await press(page, 'Passes…');
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

  test('files: their problems, and the runners concerned', async () => {
    const page = await open('/files');
    await page
      .getByText(/without a date of birth/)
      .first()
      .click();
    await lookAt(page, 'files');
  });

  test('import: nothing chosen, faults, choices, the confirmation, a backup, and done', async () => {
    // Other settings than in the backup: a restore offers to restore them too.
    await race.configure({ pageTitle: 'Ras yfory' });
    const page = await open('/import');
    const file = page.getByLabel('Upload a CSV');
    const upload = page.getByRole('button', { name: 'Upload', exact: true });
    const restore = page.getByRole('button', { name: 'Restore' }).first();
    await restore.waitFor();
    await upload.click();
    await lookAt(page, 'import', 'Please select a file.');
    await file.setInputFiles(
      csvFile('firstName,lastName,event,raceNumber\nSiân,Rees,PB,x\n,,XX,y\n'),
    );
    await lookAt(page, 'import-faults', page.getByRole('region', { name: /^3 faults/ }));
    await file.setInputFiles(
      csvFile(
        'Name,Distance,Race number,Category,Sex,DOB\n"Rees, Gwen",100 Miler,17,Female Vet 40,F,1984-02-01\nIfan Huws,Half,18,Wave 2,M,12/03/1990\n',
      ),
    );
    await page.getByLabel('“Race number” is').selectOption('Bib');
    await lookAt(page, 'import-choices', page.getByLabel('Dates in “DOB” have'));
    await page.getByRole('radio', { name: /^Replace everything/ }).check();
    await file.setInputFiles(
      csvFile('First Name;Surname;Distance;Band\nSiân;O’Brien;Full;0501\nDai;Jones;Half;\n'),
    );
    await page.getByLabel(/^To confirm/).waitFor();
    await upload.click();
    await lookAt(page, 'import-confirm', 'Type 6 to continue');
    await restore.click();
    await lookAt(page, 'import-restore', page.getByRole('dialog').getByRole('checkbox'));
    await dismiss(page);
    await page.getByLabel(/^To confirm/).fill('6');
    await upload.click();
    await lookAt(page, 'import-done', 'Imported 2 runners.');
  });

  test('setup: the templates', async () => {
    const page = await open('/racesetup');
    await expect.poll(() => page.getByText(/^Start → .* Finish/).count()).toBe(TEMPLATES.length);
    await lookAt(page, 'setup-templates');
  });

  test.each(['Points', 'Courses', 'Distances', 'Starts', 'Categories', 'Prizes', 'Teams'])(
    'setup: %s',
    async (part) => {
      const page = await openTemplate('City run in waves');
      await page.getByRole('button', { name: new RegExp(`^${part}`) }).click();
      await page.getByRole('heading', { name: part, exact: true }).waitFor();
      const [folded] = await page.locator('details:not([open]) > summary').all();
      await folded?.click();
      await lookAt(page, `setup-${part.toLowerCase()}`);
    },
  );

  test('setup: a refused file, the course in a file, and the course that takes it over', async () => {
    const page = await openTemplate('Fell race');
    await press(page, /^Courses/);
    const input = page.getByLabel(/^GPX file of/).first();
    await input.setInputFiles(csvFile('bib', 'cwrs.tcx'));
    await lookAt(page, 'setup-gpx-refused', 'This is not a GPX file');
    await input.setInputFiles(join('tests', 'fixtures', 'cwm-dychymyg.gpx'));
    const take = page.getByRole('button', { name: 'Use this' });
    await take.waitFor();
    await lookAt(page, 'setup-gpx');
    await take.click();
    await expect.poll(() => page.getByLabel('Length (m)').first().inputValue()).toBe('12471');
    await lookAt(page, 'setup-gpx-taken');
  });

  test('setup: faults', async () => {
    const page = await openTemplate('City run in waves');
    await press(page, /^Categories/);
    await page.getByLabel('To age').first().fill('18');
    await page.getByText('There is no category for').first().waitFor();
    await press(page, 'Save…');
    await lookAt(page, 'setup-faults', 'Correct the marked fields.');
  });

  test('setup: the effect of a save', async () => {
    const page = await openTemplate('Fell race');
    await press(page, 'Save…');
    await lookAt(page, 'setup-effect', dialogOf(page, 'Save the race?'));
  });

  test('settings: the form, and a conflict', async () => {
    const page = await open('/conf');
    const save = page.getByRole('button', { name: 'Save Changes' });
    await lookAt(page, 'settings', save);
    await page.getByRole('textbox', { name: 'Page Title', exact: true }).fill('Mine');
    await page.getByRole('textbox', { name: 'Distances', exact: true }).fill('A,A');
    await race.configure({ pageTitle: 'Theirs', startText: 'News' });
    await save.click();
    await lookAt(page, 'settings-clash', page.getByRole('button', { name: /^Keep mine/ }));
  });

  test.each([
    ['logo', 'image/png'],
    ['bg', 'image/jpeg'],
  ])('pictures: the %s, and an invalid file', async (name, mimeType) => {
    const page = await open(`/imageupload${name}`);
    await lookAt(page, `pictures-${name}`, /^Now \d+ × \d+ pixels$/);
    const buffer = Buffer.from('no picture at all');
    await page.locator('input[type=file]').setInputFiles({ name, mimeType, buffer });
    await page.getByText('This browser cannot display this picture.').first().waitFor();
    await page.getByRole('button', { name: 'Upload', exact: true }).press('Enter');
    await lookAt(page, `pictures-${name}-refused`, 'Upload failed.');
  });

  test('health: all well, and attention needed', async () => {
    const page = await open('/health');
    await lookAt(
      page,
      'health',
      page.getByText(/^(Everything works\.|\d+ things? needs? attention\.)$/),
    );
    const nowMs = Date.now();
    const note = { atMs: nowMs, lastReadMs: nowMs, unsent: 412, clockAheadMs: 90_000 };
    const { keys } = race.store;
    const redis = await connectRedis(race.redisUrl);
    onTestFinished(() => redis.destroy());
    await redis.hSet(keys.scanners, 'finish-mat', JSON.stringify(note));
    const attention = page.getByRole('listitem').filter({ hasText: 'Scanner finish-mat' });
    await attention.getByText('412 reads are waiting to be sent.').waitFor();
    await attention.getByText(/^The clock at the scanner/).waitFor();
    await lookAt(page, 'health-attention');
  });

  test('readers: one on another computer, and a form with faults', async () => {
    const after = {
      reader: buildReader({ source: 'finish-mat', kind: 'chronotrack' }),
      isOn: true,
      rev: 1,
      file: null,
      host: { id: 'other', name: 'timing-laptop' },
    };
    await race.store.readers.change(() => ({ source: 'finish-mat', by: 'test', after }));
    const page = await open('/readers');
    await page.getByText('Last lines and command').click();
    await press(page, 'Copy the command');
    await lookAt(page, 'readers', /^Enter a name of 1 to 40/);
  });

  test('accounts: the list, a question, and the one-time password', async () => {
    await addAccount(
      race,
      'mair.llewellyn-pugh@a-rather-long-domain-name.example.org',
      'registration',
    );
    await signInElsewhere(race, 'mair.llewellyn-pugh@a-rather-long-domain-name.example.org');
    const page = await open('/accounts');
    const row = page.getByRole('row', { name: /^mair\.llew/ });
    await lookAt(page, 'accounts', row.getByText('1 session'));
    await row.getByRole('button', { name: 'Reset password' }).press('Enter');
    await lookAt(page, 'accounts-reset', dialogOf(page));
    await page.getByRole('dialog').getByRole('button', { name: 'Reset password' }).press('Enter');
    await lookAt(page, 'accounts-one-time-password', page.getByTestId('one-time-password'));
  });
});
