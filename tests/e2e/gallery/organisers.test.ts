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
  await page.getByText('Not saved yet').waitFor();
  return page;
}

describe('[LK1 LK2 LK10] looked at in every state', () => {
  test('registration: the list, a runner’s form with their scans, and a new runner', async () => {
    const page = await open('/admin');
    await cellOf(page, 'Prydderch').waitFor();
    await lookAt(page, 'registration');
    await cellOf(page, 'Ap Huw').click();
    await page.getByText(/^Reads \(/).click();
    await page.getByText('publish').first().waitFor();
    await lookAt(page, 'registration-form');
    await page.getByRole('button', { name: 'Cancel' }).click();
    await page.getByLabel('Filter by surname').fill('nobody of this name');
    await page.getByText('nobody of this name').first().waitFor();
    await lookAt(page, 'registration-nobody-found');
    await page.getByRole('button', { name: 'New Runner' }).first().click();
    await page.getByRole('dialog').waitFor();
    await lookAt(page, 'registration-new-runner');
  });

  test('statuses: who is checked in or withdrew, at the start line, in registration and in the form', async () => {
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
    await page.getByText('withdrawn').first().waitFor();
    await lookAt(page, 'statuses-registration');
    await page.getByText('Prydderch').first().click();
    await page.getByRole('button', { name: 'Not checked in' }).waitFor();
    await lookAt(page, 'statuses-form');
    await page.getByRole('button', { name: 'Retired…' }).click();
    await page.getByRole('dialog').waitFor();
    await lookAt(page, 'statuses-retiring');
    // Nobody of an event without a gun is on course by it.
    await race.configure({ raceStart: '' });
    const start = await open('/rollcall?show=start-line');
    await start.getByText('checked in', { exact: true }).first().waitFor();
    await lookAt(start, 'statuses-start-line');
    const withdrawn = await open('/rollcall?show=withdrawn');
    await withdrawn.getByText('yn sâl ers ddoe').first().waitFor();
    await lookAt(withdrawn, 'statuses-withdrawn');
  });

  test('race control: the results of one distance are official before those of the others', async () => {
    await race.configure({
      closed: true,
      officialAtEvents: { BB: '2026-06-20-15-30-00', PB: '', UB: '' },
    });
    const control = await open('/control');
    await control.getByText('Whole race').waitFor();
    await lookAt(control, 'statuses-official');
  });

  test('registration: a band that is taken, the history, and what asks before scans are left behind', async () => {
    const page = await openRow('Prydderch');
    await page.getByLabel('Wristband').fill('412');
    await page.keyboard.press('Enter');
    await page.getByRole('list', { name: 'What can be done' }).waitFor();
    await lookAt(page, 'registration-band-taken');
    await page.getByRole('button', { name: 'Swap the two bands' }).click();
    await page.getByTestId('news').getByRole('button', { name: 'Undo' }).waitFor();
    await lookAt(page, 'registration-swapped');
    await cellOf(page, 'Prydderch').click();
    await page.getByText(/^Changed by/).click();
    await page.getByRole('region', { name: 'History' }).getByRole('listitem').first().waitFor();
    await lookAt(page, 'registration-history');
    await page.getByLabel('Wristband').fill('999');
    await page.keyboard.press('Enter');
    await page.getByRole('dialog').getByText('would be left behind').waitFor();
    await lookAt(page, 'registration-scans-left-behind');
  });

  test('registration: two who change the same runner', async () => {
    const page = await openRow('Prydderch');
    await page.getByLabel('Bib', { exact: true }).fill('999');
    await changeRunner(race, 'mari@race.local', (now) => {
      const runner = now.findEntry(asRunnerId('r6'));
      if (!runner) throw new Error('there is no such runner');
      const after = { ...runner, bibNumber: '777', rev: runner.rev + 1 };
      return { write: { runnerId: runner.runnerId, after, action: 'edit' } };
    });
    await page.getByRole('button', { name: 'Submit' }).click();
    await page.getByRole('button', { name: 'Keep mine' }).waitFor();
    await lookAt(page, 'registration-conflict');
  });

  test('registration: what asks before something goes', async () => {
    const page = await openRow('Prydderch');
    await page.getByLabel('Team').fill('DELETE');
    await page.getByRole('link', { name: 'Roll-call' }).click();
    await page.getByRole('dialog', { name: 'Leave without saving?' }).waitFor();
    await lookAt(page, 'registration-leave');
    await page.keyboard.press('Escape');
    await untilUncovered(page);
    await page.getByRole('button', { name: 'Submit' }).click();
    await page.getByRole('dialog', { name: /^Delete/ }).waitFor();
    await lookAt(page, 'registration-delete');
  });

  test('a session that ends over a screen, one’s own password and one’s other sessions', async () => {
    await addAccount(race, 'mair@race.local');
    for (let i = 0; i < 2; i += 1) await signInElsewhere(race, 'mair@race.local');
    const { page } = await openLogin(browser, race, '?next=/admin');
    await typeLogin(page, 'mair@race.local', PASSWORD);
    await page.getByRole('button', { name: 'mair@race.local' }).click();
    await page.getByRole('dialog', { name: 'Change your password' }).waitFor();
    await lookAt(page, 'own-password');
    await page.getByRole('button', { name: 'Where you are signed in…' }).click();
    await page.getByText('this one').waitFor();
    await lookAt(page, 'own-sessions');
    await page.getByRole('button', { name: 'Sign out everywhere else' }).click();
    await page.getByLabel('Current password').waitFor();
    await lookAt(page, 'own-sessions-end');
    await page.keyboard.press('Escape');
    await endSession(race, page);
    await page.getByRole('dialog', { name: 'Sign in again' }).waitFor();
    await lookAt(page, 'sign-in-again');
    await page.getByRole('button', { name: 'Sign out…' }).press('Enter');
    await lookAt(page, 'sign-out-unsaved');
  });

  test('missing: the lists, and a band that nobody has', async () => {
    const page = await open('/missing');
    await page.locator('[data-band="777"]').waitFor();
    await page.getByText('DNF, but read at the finish').first().waitFor();
    await lookAt(page, 'missing');
    await page.locator('[data-band="777"]').click();
    await page.getByLabel('Give it to an existing runner instead').fill('o');
    await lookAt(page, 'missing-give-band');
  });

  test('roll-call: who is where, a retirement, the sweep of a point, and the start line', async () => {
    const page = await open('/rollcall');
    await page.locator('[data-runner-id="r5"]').waitFor();
    await page.getByRole('heading', { name: /^Does not fit/ }).waitFor();
    await lookAt(page, 'roll-call');
    await page
      .getByRole('button', { name: /^Open / })
      .first()
      .press('Enter');
    await page.getByRole('button', { name: 'Retired…' }).waitFor();
    await lookAt(page, 'roll-call-open');
    await page.keyboard.press('r');
    await page.getByRole('dialog', { name: /^Retired/ }).waitFor();
    await lookAt(page, 'roll-call-retired');
    await page.keyboard.press('Enter');
    await page.getByTestId('news').getByRole('button', { name: 'Undo' }).waitFor();
    await lookAt(page, 'roll-call-after-it');
    await page
      .getByRole('button', { name: /^Sign off the sweep/ })
      .last()
      .press('Enter');
    await page.getByRole('dialog', { name: /^The sweep/ }).waitFor();
    await lookAt(page, 'roll-call-sweep');
    await page.keyboard.press('Escape');
    await untilUncovered(page);
    await page.getByRole('button', { name: /^Start line/ }).press('Enter');
    await page.getByRole('heading', { name: 'Start line' }).waitFor();
    await lookAt(page, 'roll-call-start-line');
  });

  test('missing: nobody, of a race that is closed', async () => {
    await race.stage([], { closed: true });
    const page = await open('/missing');
    await page.locator('h1').waitFor();
    await lookAt(page, 'missing-nobody');
  });

  test('reads: the list, some that are chosen, both dialogs, and what was corrected', async () => {
    const page = await open('/reads');
    await page.getByRole('checkbox').first().waitFor();
    await lookAt(page, 'reads');
    await page.getByRole('checkbox').nth(1).press('Space');
    await page.getByRole('checkbox').nth(2).press('Space');
    await page.getByText('2 reads chosen').waitFor();
    await lookAt(page, 'reads-chosen');
    await page.getByRole('button', { name: 'Move to another point…' }).press('Enter');
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('checkbox', { name: 'Finish', exact: true }).check();
    await dialog.getByRole('listitem').or(dialog.getByText('no results change')).first().waitFor();
    await lookAt(page, 'reads-dialog');
    await dialog.getByLabel('Reason').fill('The mat stood at the finish');
    await dialog.getByRole('button', { name: 'Move to another point' }).press('Enter');
    await page.getByText('Moved to Finish.').waitFor();
    await page.getByText('came as').first().waitFor({ state: 'attached' });
    await lookAt(page, 'reads-corrected');
    await page.getByLabel('Source', { exact: true }).selectOption({ index: 1 });
    await page.getByRole('button', { name: /^Correct the reads of/ }).press('Enter');
    await dialog.getByRole('button', { name: 'Move the clock' }).press('Enter');
    await dialog.getByText('Say why').waitFor();
    await lookAt(page, 'reads-source-dialog');
    await page.keyboard.press('Escape');
    await untilUncovered(page);
    await page.getByRole('button', { name: 'Take back' }).press('Enter');
    await page.getByRole('dialog', { name: 'Take back this correction?' }).waitFor();
    await lookAt(page, 'reads-take-back');
  });

  test('desk: one runner in one look, and a decision', async () => {
    const page = await open('/desk');
    const find = page.getByLabel('Find a bib, band or name');
    await find.fill('Prydderch');
    await page.getByRole('list', { name: 'Found' }).getByRole('button').first().press('Enter');
    await page.getByRole('button', { name: /^Time by hand/ }).waitFor();
    await page.getByText(/^Reads \(/).waitFor();
    await lookAt(page, 'desk');
    await page.getByRole('button', { name: /^Time by hand/ }).press('Enter');
    await page.getByRole('dialog').waitFor();
    await lookAt(page, 'desk-time');
  });

  test('prizes: who takes them, and who could still', async () => {
    await race.publish({ bandID: '408', point: 'finish', timeMs: GUN_MS + 70 * 60_000 });
    const page = await open('/prizes');
    await page.getByText('still out could change it').first().waitFor();
    await page.getByRole('link', { name: 'Zoë Castell' }).first().waitFor();
    await lookAt(page, 'prizes');
  });

  test('reads: a clock that seems to be wrong, and no read that fits', async () => {
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
    // Asked again every few seconds: an answer fetched on the way would outlive the page.
    await page.route(sources, (route) => route.fulfill({ json: body }));
    await page.goto(`${race.url}/reads?find=neb`);
    await page.getByText('No reads match.').waitFor();
    await page.getByText('its clock seems to be 20:00 behind').waitFor();
    await lookAt(page, 'reads-clock');
  });

  test('control: the whole race, and what it asks', async () => {
    const page = await open('/control');
    await page
      .getByRole('button', { name: /^I’m on it / })
      .first()
      .waitFor();
    await page.getByRole('row').nth(1).waitFor();
    await lookAt(page, 'control');
    await page
      .getByRole('button', { name: /^Line count… of/ })
      .first()
      .press('Enter');
    await page.getByRole('dialog').waitFor();
    await page.getByLabel('Counted over the start line').fill('x');
    await lookAt(page, 'control-line-count');
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Discard changes' }).press('Enter');
    await untilUncovered(page);
    await page.getByRole('button', { name: 'Passes…' }).press('Enter');
    await page.getByLabel('Point').selectOption('cp2');
    await page.getByLabel('Name', { exact: true }).fill('Siân Prydderch-Llewelyn');
    await page.getByRole('button', { name: 'Make a pass' }).press('Enter');
    await page.getByTestId('pass').waitFor();
    await lookAt(page, 'control-pass');
    const [, pass] = (await page.getByTestId('pass').innerText()).split('#');
    await page.getByRole('button', { name: 'Done' }).press('Enter');
    await page.getByRole('list', { name: 'Passes' }).waitFor();
    await lookAt(page, 'control-passes');
    await page.keyboard.press('Escape');
    await untilUncovered(page);
    const tap = { reportId: randomUUID(), kind: 'stopped', bib: '??', atMs: Date.now() };
    await page.request.post(`${race.url}/api/marshal/reports`, {
      headers: { Authorization: `Bearer ${pass}` },
      data: { taps: [tap, { ...tap, reportId: randomUUID(), kind: 'timed', bib: '131' }] },
    });
    await page.getByRole('link', { name: 'Times by hand' }).waitFor();
    await page.getByRole('button', { name: /^Who was it/ }).press('Enter');
    await page.getByRole('radio').first().check();
    await lookAt(page, 'control-who');
    await page.keyboard.press('Escape');
    await untilUncovered(page);
    await page.getByRole('button', { name: 'Close the race' }).press('Enter');
    await page.getByRole('dialog').getByRole('checkbox').first().waitFor();
    await lookAt(page, 'control-close');
    await page.keyboard.press('Escape');
    await untilUncovered(page);
    await page.getByRole('button', { name: 'Start all now' }).press('Enter');
    await page.getByRole('dialog').waitFor();
    await lookAt(page, 'control-start-now');
  });

  test('changes, and what asks before one is undone', async () => {
    const page = await openRow('Prydderch');
    await page.getByLabel('Team').fill('Rhedwyr Cemaes');
    await page.keyboard.press('Enter');
    await page.getByTestId('news').getByRole('button', { name: 'Undo' }).waitFor();
    await page.goto(`${race.url}/changes`);
    const row = page.getByRole('row', { name: /Rhedwyr Cemaes/ }).first();
    await row.waitFor();
    await lookAt(page, 'changes');
    await row.getByRole('button').first().press('Enter');
    await page.getByRole('dialog').waitFor();
    await lookAt(page, 'changes-undo');
  });

  test('files: what speaks against sending each, and whom it is about', async () => {
    const page = await open('/files');
    await page
      .getByText(/without a date of birth/)
      .first()
      .click();
    await lookAt(page, 'files');
  });

  test('import: nothing chosen, faults, choices, the confirmation, a backup, and done', async () => {
    // The settings differ from those of the backup: a restore asks whether to restore them too.
    await race.configure({ pageTitle: 'Ras yfory' });
    const page = await open('/import');
    const file = page.getByLabel('Upload a CSV');
    const upload = page.getByRole('button', { name: 'Upload', exact: true });
    const restore = page.getByRole('button', { name: 'Restore' }).first();
    await restore.waitFor();
    await upload.click();
    await page.getByText('Please select a file.').waitFor();
    await lookAt(page, 'import');
    await file.setInputFiles(
      csvFile('firstName,lastName,event,raceNumber\nSiân,Rees,PB,x\n,,XX,y\n'),
    );
    await page.getByRole('region', { name: /^3 faults/ }).waitFor();
    await lookAt(page, 'import-faults');
    await file.setInputFiles(
      csvFile(
        'Name,Distance,Race number,Category,Sex,DOB\n"Rees, Gwen",100 Miler,17,Female Vet 40,F,1984-02-01\nIfan Huws,Half,18,Wave 2,M,12/03/1990\n',
      ),
    );
    await page.getByLabel('“Race number” is').selectOption('Bib');
    await page.getByLabel('Dates in “DOB” have').waitFor();
    await lookAt(page, 'import-choices');
    await page.getByRole('radio', { name: /^Replace everything/ }).check();
    await file.setInputFiles(
      csvFile('First Name;Surname;Distance;Band\nSiân;O’Brien;Full;0501\nDai;Jones;Half;\n'),
    );
    await page.getByLabel(/^To confirm/).waitFor();
    await upload.click();
    await page.getByText('Type 6 to continue').waitFor();
    await lookAt(page, 'import-confirm');
    await restore.click();
    await page.getByRole('dialog').getByRole('checkbox').waitFor();
    await lookAt(page, 'import-restore');
    await page.keyboard.press('Escape');
    await untilUncovered(page);
    await page.getByLabel(/^To confirm/).fill('6');
    await upload.click();
    await page.getByText('Imported 2 runners.').waitFor();
    await lookAt(page, 'import-done');
  });

  test('what race it is: the templates', async () => {
    const page = await open('/racesetup');
    await expect.poll(() => page.getByText(/^Start → .* Finish/).count()).toBe(TEMPLATES.length);
    await lookAt(page, 'setup-templates');
  });

  test.each(['Points', 'Courses', 'Distances', 'Starts', 'Categories', 'Prizes', 'Teams'])(
    'what race it is: %s',
    async (part) => {
      const page = await openTemplate('City run in waves');
      await page.getByRole('button', { name: new RegExp(`^${part}`) }).click();
      await page.getByRole('heading', { name: part, exact: true }).waitFor();
      const [folded] = await page.locator('details:not([open]) > summary').all();
      await folded?.click();
      await lookAt(page, `setup-${part.toLowerCase()}`);
    },
  );

  test('what race it is: what a file says of a course, and a course that took it', async () => {
    const page = await openTemplate('Fell race');
    await page.getByRole('button', { name: /^Courses/ }).click();
    const input = page.getByLabel(/^GPX file of/).first();
    await input.setInputFiles(csvFile('bib', 'cwrs.tcx'));
    await page.getByText('This is not a GPX file').waitFor();
    await lookAt(page, 'setup-gpx-refused');
    await input.setInputFiles(join('tests', 'fixtures', 'cwm-dychymyg.gpx'));
    const take = page.getByRole('button', { name: 'Use this' });
    await take.waitFor();
    await lookAt(page, 'setup-gpx');
    await take.click();
    await expect.poll(() => page.getByLabel('Length (m)').first().inputValue()).toBe('12471');
    await lookAt(page, 'setup-gpx-taken');
  });

  test('what race it is: faults', async () => {
    const page = await openTemplate('City run in waves');
    await page.getByRole('button', { name: /^Categories/ }).click();
    await page.getByLabel('To age').first().fill('18');
    await page.getByText('There is no category for').first().waitFor();
    await page.getByRole('button', { name: 'Save…' }).click();
    await page.getByText('Correct the marked fields.').waitFor();
    await lookAt(page, 'setup-faults');
  });

  test('what race it is: what saving does', async () => {
    const page = await openTemplate('Fell race');
    await page.getByRole('button', { name: 'Save…' }).click();
    await page.getByRole('dialog', { name: 'Save the race?' }).waitFor();
    await lookAt(page, 'setup-effect');
  });

  test('settings: the form, and one that somebody else changed', async () => {
    const page = await open('/conf');
    const save = page.getByRole('button', { name: 'Save Changes' });
    await save.waitFor();
    await lookAt(page, 'settings');
    await page.getByRole('textbox', { name: 'Page Title', exact: true }).fill('Mine');
    await page.getByRole('textbox', { name: 'Distances', exact: true }).fill('A,A');
    await race.configure({ pageTitle: 'Theirs', startText: 'News' });
    await save.click();
    await page.getByRole('button', { name: /^Keep mine/ }).waitFor();
    await lookAt(page, 'settings-clash');
  });

  test.each([
    ['logo', 'image/png'],
    ['bg', 'image/jpeg'],
  ])('pictures: the %s, and a file that is none', async (name, mimeType) => {
    const page = await open(`/imageupload${name}`);
    await page.getByText(/^Now \d+ × \d+ pixels$/).waitFor();
    await lookAt(page, `pictures-${name}`);
    const buffer = Buffer.from('no picture at all');
    await page.locator('input[type=file]').setInputFiles({ name, mimeType, buffer });
    await page.getByText('This browser cannot display this picture.').waitFor();
    await page.getByRole('button', { name: 'Upload', exact: true }).click();
    await page.getByText('Upload failed.').waitFor();
    await lookAt(page, `pictures-${name}-refused`);
  });

  test('health: what works and what needs attention', async () => {
    const page = await open('/health');
    await page.getByText(/^(Everything works\.|\d+ things? needs? attention\.)$/).waitFor();
    await lookAt(page, 'health');
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

  test('readers: one that stands elsewhere, and what a form complains of', async () => {
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
    await page.getByRole('button', { name: 'Copy the command' }).click();
    await page.getByText(/^Enter a name of 1 to 40/).waitFor();
    await lookAt(page, 'readers');
  });

  test('accounts: the list, what asks, and the one-time password', async () => {
    await addAccount(
      race,
      'mair.llewellyn-pugh@a-rather-long-domain-name.example.org',
      'registration',
    );
    await signInElsewhere(race, 'mair.llewellyn-pugh@a-rather-long-domain-name.example.org');
    const page = await open('/accounts');
    const row = page.getByRole('row', { name: /^mair\.llew/ });
    await row.getByText('1 session').waitFor();
    await lookAt(page, 'accounts');
    await row.getByRole('button', { name: 'Reset password' }).press('Enter');
    await page.getByRole('dialog').waitFor();
    await lookAt(page, 'accounts-reset');
    await page.getByRole('dialog').getByRole('button', { name: 'Reset password' }).press('Enter');
    await page.getByTestId('one-time-password').waitFor();
    await lookAt(page, 'accounts-one-time-password');
  });
});
