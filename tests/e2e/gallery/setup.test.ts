import { join } from 'node:path';

import type { Page } from 'playwright-core';
import { describe, expect, onTestFinished, test } from 'vitest';

import { buildReader } from '#tests/support/builders.ts';
import { connectRedis } from '#tests/support/ingest-scans.ts';

import { addAccount } from '../support/accounts.ts';
import { csvFile } from '../support/choose-file.ts';
import { race } from '../support/race-in-browser.ts';
import { lookAt } from './look-at.ts';
import { dialogOf, dismiss, open, press, provideStagedRace } from './staged-race.ts';

provideStagedRace();

async function openTemplate(title: string): Promise<Page> {
  const page = await open('/racesetup');
  await page.getByRole('button', { name: `Start from: ${title}` }).press('Enter');
  await page.getByText('Not saved yet').first().waitFor();
  return page;
}

describe('[LK1 LK2 LK10] each screen in each state', () => {
  test('files: all entries, and the line that embeds the results', async () => {
    const page = await open('/files');
    await page.getByRole('button', { name: 'Download' }).waitFor();
    await lookAt(page, 'files');
  });

  test('import: nothing chosen, faults, choices, the confirmation, a backup, and done', async () => {
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
    await lookAt(
      page,
      'import-restore',
      page.getByRole('dialog').getByText('After', { exact: true }),
    );
    await dismiss(page);
    await page.getByLabel(/^To confirm/).fill('6');
    await upload.click();
    await lookAt(page, 'import-done', 'Imported 2 runners.');
  });

  test('setup: the templates', async () => {
    const page = await open('/racesetup');
    await lookAt(page, 'setup-templates', page.getByRole('heading', { name: 'Templates' }));
  });

  test('setup: a name of fourteen letters is whole in a row of one line', async () => {
    const page = await openTemplate('City run in waves');
    await page.setViewportSize({ width: 1366, height: 768 });
    const row = page.getByRole('list', { name: 'Points' }).getByRole('listitem').nth(1);
    const name = row.getByLabel('Name', { exact: true });
    await name.fill('Foel Cwmcerwyn');
    await expect
      .poll(() => name.evaluate((input) => input.scrollWidth - input.clientWidth))
      .toBeLessThanOrEqual(0);
    // One line: the fields of a row have the same top.
    const tops = await row
      .locator('input, select')
      .evaluateAll((all) => all.map((each) => Math.round(each.getBoundingClientRect().top)));
    expect(new Set(tops).size).toBe(1);
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

  test('setup: a refused file, and a course filled in from a file', async () => {
    const page = await openTemplate('Fell race');
    await press(page, /^Courses/);
    const input = page.getByLabel(/^GPX file of/).first();
    await input.setInputFiles(csvFile('bib', 'cwrs.tcx'));
    await lookAt(page, 'setup-gpx-refused', 'This is not a GPX file');
    await input.setInputFiles(join('tests', 'fixtures', 'cwm-dychymyg.gpx'));
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
    await lookAt(page, `pictures-${name}`, page.locator('input[type=file]'));
    const buffer = Buffer.from('no picture at all');
    await page.locator('input[type=file]').setInputFiles({ name, mimeType, buffer });
    await page.getByRole('button', { name: 'Upload', exact: true }).press('Enter');
    await lookAt(page, `pictures-${name}-refused`, 'Upload failed.');
  });

  test('health: all well, and attention needed', async () => {
    const page = await open('/health');
    await lookAt(
      page,
      'health',
      page.getByText(/^(The service works\.|\d+ things? needs? attention\.)$/),
    );
    const nowMs = Date.now();
    const note = { atMs: nowMs, lastReadMs: nowMs, unsent: 412 };
    const { keys } = race.store;
    const redis = await connectRedis(race.redisUrl);
    onTestFinished(() => redis.destroy());
    await redis.hSet(keys.scanners, 'finish-mat', JSON.stringify(note));
    const attention = page.getByRole('listitem').filter({ hasText: 'Scanner finish-mat' });
    await attention.getByText('412 reads are waiting to be sent.').waitFor();
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
    await press(page, 'Command for a reader…');
    await press(page, 'Copy the command');
    await lookAt(page, 'readers', /^Enter a name of 1 to 40/);
  });

  test('accounts: the list, a question, and the one-time password', async () => {
    await addAccount(
      race,
      'mair.llewellyn-pugh@a-rather-long-domain-name.example.org',
      'registration',
    );
    const page = await open('/accounts');
    const row = page.getByRole('row', { name: /^mair\.llew/ });
    await lookAt(page, 'accounts', row);
    await row.getByRole('button', { name: 'Reset password' }).press('Enter');
    await lookAt(page, 'accounts-reset', dialogOf(page));
    await page.getByRole('dialog').getByRole('button', { name: 'Reset password' }).press('Enter');
    await lookAt(page, 'accounts-one-time-password', page.getByTestId('one-time-password'));
  });
});
