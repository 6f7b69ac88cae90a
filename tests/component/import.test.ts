import { screen, waitFor, within } from '@testing-library/dom';
import { expect, test } from 'vitest';

import { USUAL_COURSES } from '#shared/model/courses.ts';
import { writeRaceSetup } from '#shared/model/race-setup-schema.ts';
import type { ImportMapping, RestoreReply } from '#shared/wire/import-api.ts';
import { buildRunner } from '#tests/support/builders.ts';

import { type FakeWire, UNREACHABLE, WireAnswer } from './support/fake-wire.ts';
import { type OpenScreen, openScreen } from './support/open-screen.tsx';
import { buildBackup, type PresentRecord, serveImports } from './support/serve-imports.ts';
import { present } from './support/settings-screen.ts';

const csvFile = (text: string): File => new File([text], 'rhedwyr.csv', { type: 'text/csv' });

const GOOD = csvFile(
  'First Name;Surname;Distance;Band;T-shirt\nSiân;O’Brien;Full;0501;L\nDai;Jones;Half;;M\n',
);
const BAD = csvFile('firstName,lastName,event,raceNumber\nSiân,Rees,PB,x\n,,XX,y\n');
const FROM_A_SERVICE = csvFile(
  'Name,Distance,Race number,Category,Sex,DOB\n"Rees, Gwen",Full,17,Female Vet 40,F,1984-02-01\nIfan Huws,Half,18,Wave 2,M,12/03/1990\n',
);

interface OpenImport extends OpenScreen {
  readonly choose: (file: File) => Promise<void>;
  readonly select: (label: string, option: string) => Promise<void>;
}

async function openImport(given: Partial<PresentRecord> = {}): Promise<OpenImport> {
  const opened = await openScreen('/import', {
    config: { distances: 'Half,Full,Ultra' },
    prepare: (wire) => serveImports(wire, given),
  });
  return {
    ...opened,
    choose: async (file) => opened.user.upload(fileInput(), file),
    select: async (label, option) =>
      opened.user.selectOptions(await screen.findByLabelText(label), option),
  };
}

const chooseReplace = async ({ user }: Pick<OpenImport, 'user'>): Promise<void> =>
  user.click(screen.getByRole('radio', { name: /^Replace everything/ }));
const fileInput = (): HTMLInputElement => screen.getByLabelText<HTMLInputElement>('Upload a CSV');
const selected = (label: string): string => screen.getByLabelText<HTMLSelectElement>(label).value;
const findAlert = async (text: string | RegExp): Promise<void> => {
  const found = await screen.findByText(text);
  expect(found.closest('[role=alert]')).not.toBeNull();
};
const findSummary = (text: string): Promise<HTMLElement> =>
  waitFor(() => {
    const found = Array.from(document.querySelectorAll<HTMLElement>('output'));
    const summary = found.find(({ textContent }) => textContent === text);
    if (!summary) throw new Error(`Nothing says: ${text}`);
    return summary;
  });

/** The mapping sent last. */
function findMapping(
  wire: FakeWire,
  call: 'POST /upload' | 'POST /upload/preview' = 'POST /upload',
): ImportMapping | undefined {
  const text = wire.sent(call).at(-1)?.body.get('mapping');
  return typeof text === 'string' ? (JSON.parse(text) as ImportMapping) : undefined;
}

test('the contents of a file are shown before anything is written', async () => {
  const { wire, choose, press } = await openImport();
  await choose(GOOD);
  await findSummary('This file holds 2 runners: Half 1, Full 1.');
  screen.getByText('Upload replaces 2 runners and no scans now entered.');
  screen.getByText('Columns not used: "T-shirt".');
  expect(wire.sent('POST /upload')).toEqual([]);

  await press('Upload');
  await expect
    .poll(() => screen.queryByText('Imported 2 runners.')?.parentElement?.textContent)
    .toContain('1 runner is without a wristband number.');
  await screen.findByText('before an import by sian@race.local');
});

test('once there are reads a file is merged by default, and replacing asks for the number of scans', async () => {
  const entries = [
    buildRunner({ bandId: '501', bibNumber: '7', firstName: 'Siân', lastName: 'Rees' }),
    buildRunner({ runnerId: 'mair', bandId: '502', bibNumber: '9', lastName: 'Bevan' }),
  ];
  const { wire, choose, press, user } = await openImport({ scans: 4, entries });
  await choose(
    csvFile('First,Last,Event,Bib,Club\nSiân,Rees,Full,7,Harriers\nNia,Puw,Half,8,\n,,Full,9,\n'),
  );
  const adds = 'Upload adds 1 runner and changes 1. Scans and assigned bands stay. 1 is unchanged.';
  await screen.findByText(adds);
  await chooseReplace({ user });
  await screen.findByText(/^Upload replaces/);
  screen.getByLabelText('To confirm, type the number of scans: 4');
  await user.click(screen.getByRole('radio', { name: /^Add and merge/ }));
  await screen.findByText(adds);
  expect(screen.queryByLabelText(/^To confirm/)).toBeNull();
  await press('Upload');
  await screen.findByText('Added 1 runner and changed 1. 1 is as before.');
  expect(wire.sent('POST /upload').at(-1)?.body.get('mode')).toBe('merge');
});

test('runners whom a merge removes from the results are named, and their number is typed', async () => {
  const entries = [
    buildRunner({ bandId: '501', bibNumber: '7', firstName: 'Siân', lastName: 'Rees' }),
  ];
  const { wire, choose, press, fill } = await openImport({
    scans: 4,
    entries,
    happened: 'finished in 01:58:20',
  });
  await choose(csvFile('First,Last,Event,Bib,Override time\nSiân,Rees,Full,7,DNS\n'));
  await findAlert(/^1 runner who was seen or reported would be out/);
  screen.getByText('Siân Rees (bib 7), finished in 01:58:20: override time none → DNS (line 2)');
  await fill('To confirm, type the number of runners: 1', '1');
  await press('Upload');
  await screen.findByText('Added 0 runners and changed 1.');
  expect(wire.sent('POST /upload').at(-1)?.body.get('confirm')).toBe('1');
});

test('faults are listed by line, nothing is sent, and the same file can be read again', async () => {
  const { wire, choose, press } = await openImport();
  await choose(BAD);
  await findAlert('3 faults in this file. 1 choice to make: see below. Nothing was changed.');
  const region = screen.getByRole('region', { name: /^3 faults/ });
  const lines = within(region).getAllByRole('listitem');
  expect(lines.map(({ textContent }) => textContent.slice(0, 7))).toEqual([
    'Line 2:',
    'Line 3:',
    'Line 3:',
  ]);
  await press('Upload');
  await expect.poll(() => document.activeElement).toBe(region);
  expect(wire.sent('POST /upload')).toEqual([]);
  await choose(GOOD);
  await findSummary('This file holds 2 runners: Half 1, Full 1.');
  await expect.poll(() => screen.queryByRole('region', { name: /faults/ })).toBeNull();
});

test('the number of scans is typed before they are replaced', async () => {
  const { wire, choose, fill, user } = await openImport({ scans: 3 });
  await chooseReplace({ user });
  await choose(GOOD);
  await screen.findByText('Upload replaces 2 runners and 3 scans now entered.');
  const field = 'To confirm, type the number of scans: 3';
  await fill(field, '2');
  await user.keyboard('{Enter}');
  await screen.findByText(/^Type 3 to continue/);
  await expect.poll(() => screen.getByLabelText(field).getAttribute('aria-invalid')).toBe('true');
  expect(wire.sent('POST /upload')).toEqual([]);
  await fill(field, '3');
  await waitFor(() => expect(screen.queryByText(/^Type 3 to continue/)).toBeNull());
  await user.keyboard('{Enter}');
  await screen.findByText('Imported 2 runners.');
  expect(wire.sent('POST /upload').map(({ body }) => body.get('confirm'))).toEqual(['3']);
});

test('scans that came in after the preview are shown and confirmed before they are replaced', async () => {
  const { wire, choose, press, fill } = await openImport();
  await choose(GOOD);
  await screen.findByText('Upload replaces 2 runners and no scans now entered.');
  serveImports(wire, { scans: 3 });
  await press('Upload');
  await screen.findByText('Upload replaces 2 runners and 3 scans now entered.');
  await fill('To confirm, type the number of scans: 3', '3');
  await press('Upload');
  await screen.findByText('Imported 2 runners.');
  expect(wire.sent('POST /upload').at(-1)?.body.get('confirm')).toBe('3');
});

test('without a network the file stays, and the next try succeeds', async () => {
  const { wire, choose, press } = await openImport();
  wire.answer('POST /upload', UNREACHABLE);
  await choose(GOOD);
  await screen.findByText(/^This file holds/);
  await press('Upload');
  await findAlert('Error uploading the file. Please try again.');
  screen.getByText(/^rhedwyr\.csv · \d+ bytes$/);
  serveImports(wire);
  await press('Upload');
  await screen.findByText('Imported 2 runners.');
  expect(screen.queryByText(/^Error uploading/)).toBeNull();
});

test('an upload says that it is in progress, and a second press starts no second one', async () => {
  const { wire, choose, press, user } = await openImport();
  await choose(GOOD);
  await screen.findByText(/^This file holds/);
  const writing = wire.hold('POST /upload');
  await press('Upload');
  await screen.findByText('Writing…');
  await user.keyboard('{Enter}');
  writing.open();
  await screen.findByText('Imported 2 runners.');
  expect(wire.sent('POST /upload')).toHaveLength(1);
});

test('a restore shows what it replaces and keeps', async () => {
  const backup = buildBackup({ by: 'ann@race.local' });
  const { wire, user, press } = await openScreen('/import', {
    prepare: (wire) => {
      serveImports(wire);
      wire.answer('GET /backups', [backup]);
      wire.answer('GET /backups/:backupId', {
        now: { runners: 1, scans: 2 },
        after: { runners: 2, scans: 6 },
        scansKept: 2,
        shownAgain: 1,
        goneDistances: ['ZZ'],
      });
    },
  });
  const entry = (await screen.findByText('before an import by ann@race.local')).closest('li');
  if (!entry) throw new Error('The backup is not listed.');
  const opener = within(entry).getByRole('button', { name: /^Restore/ });
  await user.click(opener);
  const dialog = await screen.findByRole('dialog', { name: /^Restore the backup of/ });
  await within(dialog).findByText('1 runner and 2 scans');
  within(dialog).getByText('2 scans received since the backup');
  within(dialog).getByText(/^Race setup lacks distances of the backup: ZZ\./);
  const restored: RestoreReply = { restored: backup, scans: 6, backupId: 'b2' };
  wire.answer('POST /backups/:backupId/restore', () => {
    const made = buildBackup({ backupId: 'b2', reason: 'restore' });
    wire.answer('GET /backups', [made, backup]);
    return restored;
  });
  await press('Restore');
  await screen.findByText(/^Restored 2 runners and 4 scans .* and kept 2 scans received since\./);
  const [sent] = wire.sent('POST /backups/:backupId/restore');
  expect(sent?.path).toBe('/backups/b1/restore');
  await screen.findByText('before a restore by sian@race.local');
});

test('unknown columns, categories and dates are asked about', async () => {
  const { wire, choose, select, press, fill, user } = await openImport({ wornBands: ['101'] });
  await chooseReplace({ user });
  await choose(FROM_A_SERVICE);
  await findAlert(/^1 choice to make/);
  await select('“Race number” is', 'Bib');
  await screen.findByLabelText('Wave 2 (1 runner)');
  expect(selected('Female Vet 40 (1 runner)')).toBe('F40');
  await select('Wave 2 (1 runner)', 'None');
  await select('Dates in “DOB” have', 'Day first');
  await findSummary('This file holds 2 runners: Half 1, Full 1.');
  expect(selected('Wave 2 (1 runner)')).toBe('');
  screen.getByText(/1 wristband in use is assigned to nobody in the file\./);
  await fill('To confirm, type the number of wristbands: 1', '1');
  await press('Upload');
  await screen.findByText('Imported 2 runners.');
  screen.getByText(/^Wristbands that were handed out and belong to nobody now: 1\./);
  expect(findMapping(wire)).toEqual({
    columns: { 'Race number': 'bibNumber' },
    categories: { 'Wave 2': '' },
    dateOrder: 'day-first',
  });
});

test('choices stay for the next file, until an import', async () => {
  const { wire, choose, select, press } = await openImport();
  const note = 'Read with your choices for the previous file.';
  await choose(FROM_A_SERVICE);
  await select('“Race number” is', 'Bib');
  await choose(csvFile('First,Last,Event,Race number\nSiân,Rees,Full,7\n'));
  await findSummary('This file holds 1 runner: Full 1.');
  screen.getByText(note);
  await press('Upload');
  await screen.findByText('Imported 1 runner.');
  expect(findMapping(wire)).toEqual({ columns: { 'Race number': 'bibNumber' } });
  await choose(GOOD);
  await findSummary('This file holds 2 runners: Half 1, Full 1.');
  expect(screen.queryByText(note)).toBeNull();
});

test('a file without a recognised column of events says so before one event is chosen for all', async () => {
  const { choose, select } = await openImport();
  await choose(csvFile('First,Last,Race type\nSiân,Rees,Long\nDai,Jones,Half\n'));
  await findAlert(/^1 choice to make/);
  screen.getByLabelText('Without an event (2 runners)');
  const hint = 'No column was recognised as the event.';
  screen.getByText(hint);
  await select('Race type', 'Event');
  await screen.findByLabelText('Long (1 runner)');
  expect(screen.queryByText(hint)).toBeNull();
});

test('a choice that the race has no longer is asked about again after the refusal, and the others stay', async () => {
  const { wire, choose, select, press } = await openImport();
  await choose(csvFile('First,Last,Event\nSiân,Rees,Fun\nDai,Jones,50K\n'));
  await select('Fun (1 runner)', 'Half');
  await select('50K (1 runner)', 'Ultra');
  await findSummary('This file holds 2 runners: Half 1, Ultra 1.');
  const refusal = 'The mapping does not fit this race.';
  wire.answer('POST /upload', new WireAnswer(400, refusal));
  await press('Upload');
  await findAlert(refusal);
  const { setup } = USUAL_COURSES;
  const distances = setup.distances.filter(({ code }) => code !== 'UB');
  wire.push('config', present({ setup: writeRaceSetup({ ...setup, distances }) }));
  await findAlert(/^1 choice to make/);
  expect(selected('50K (1 runner)')).toBe('?');
  expect(selected('Fun (1 runner)')).toBe('BB');
  expect(findMapping(wire, 'POST /upload/preview')).toEqual({ events: { Fun: 'BB' } });
});

test('[IM10] a replacement of all runners is announced at other desks until confirmed', async () => {
  const { wire, press } = await openScreen('/admin', {
    email: 'mari@race.local',
    role: 'registration',
  });
  wire.push('resync', { epoch: 'another', version: 1 });
  const text = 'The list of runners was replaced.';
  await screen.findByText(text);
  await press('Understood');
  await waitFor(() => expect(screen.queryByText(text)).toBeNull());
});

test('[IM10] the import screen announces the import of somebody else, and shows the outcome of its own', async () => {
  const { wire, press, choose } = await openImport();
  const notice = 'The list of runners was replaced.';
  wire.push('resync', { epoch: 'theirs', version: 1 });
  await screen.findByText(notice);
  await choose(GOOD);
  await findSummary('This file holds 2 runners: Half 1, Full 1.');
  await press('Upload');
  await screen.findByText('Imported 2 runners.');
  await waitFor(() => expect(screen.queryByText(notice)).toBeNull());
  wire.push('resync', { epoch: 'own', version: 2 });
  await waitFor(() => expect(screen.queryByText(notice)).toBeNull());
});

test('the chip table is emptied after a question with its number, which another organiser may have changed', async () => {
  const table = ['LY200,501', 'LY201,502'];
  const { wire, press } = await openScreen('/import', {
    prepare: (served) => {
      serveImports(served);
      served.answer(
        'GET /chips',
        () => new WireAnswer(200, ['code,band', ...table, ''].join('\n')),
      );
    },
  });
  await screen.findByText('2 chips in the table.');
  wire.answer('POST /chips/empty', new WireAnswer(409, { error: 'The race knows 3 chips now.' }));
  await press('Empty the chip table…');
  table.push('LY202,503');
  await press('Take back 2 chips');
  await screen.findByText('The race knows 3 chips now.');
  wire.answer('POST /chips/empty', ({ body }) => {
    table.length = 0;
    return { result: 'Success', message: `${body.chips} chips taken back.` };
  });
  await press('Take back 3 chips');
  await screen.findByText('3 chips taken back.');
  await screen.findByText('There are no chips yet.');
  expect(document.activeElement).toBe(screen.getByLabelText('Chip file'));
  expect(wire.sent('POST /chips/empty').map(({ body }) => body.chips)).toEqual([2, 3]);
});

/** `Jiří Dvořák` in Windows-1250, which Windows-1252 reads as `Jiøí Dvoøák`. */
const LINES = 'firstName,lastName,event\nJi\u00F8\u00ED,Dvo\u00F8\u00E1k,PB\n';
const bytes = Uint8Array.from(LINES, (char) => char.charCodeAt(0));

test('names of a file that is not UTF-8 are shown next to its encoding, which can be chosen', async () => {
  const { user, wire, press } = await openScreen('/import', {
    prepare: (served) => serveImports(served, { runners: 0 }),
  });
  const input = document.querySelector<HTMLInputElement>('input[type=file]');
  if (!input) throw new Error('There is no file field.');
  await user.upload(input, new File([bytes], 'zavod.csv', { type: 'text/csv' }));
  const choice = await screen.findByRole<HTMLSelectElement>('combobox', { name: 'Letters' });
  expect(choice.value).toBe('windows-1252');
  await screen.findByText(/Names are read as .*Jiøí.* · .*Dvoøák/);

  await user.selectOptions(choice, 'Windows, Central Europe');
  await screen.findByText(/Names are read as .*Jiří.* · .*Dvořák/);
  await press('Upload');
  await screen.findByText('Imported 1 runner.');
  const mapping = wire.sent('POST /upload').at(-1)?.body.get('mapping');
  expect(mapping).toBe('{"encoding":"windows-1250"}');
});
