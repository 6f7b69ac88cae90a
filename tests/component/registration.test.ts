import { fireEvent, screen, waitFor, within } from '@testing-library/dom';
import { describe, expect, test, vi } from 'vitest';

import { DEFAULT_PICTURES } from '#shared/model/race-config.ts';
import { buildConfig } from '#tests/support/builders.ts';

import { type AdminRunner, type RunnerOutcome, VERSION_HEADER } from '#shared/wire/runners-api.ts';
import { buildAdminRunner } from '#tests/client/support/build-admin-runner.ts';
import { buildSetup, configOf } from '#tests/support/build-setup.ts';

import { refuse, type FakeWire, WireAnswer } from './support/fake-wire.ts';
import { type OpenScreen, openScreen, type ScreenOptions } from './support/open-screen.tsx';
import { expectNoDialog, findNews, findSent, textsOf, valueOf } from './support/on-screen.ts';
import { provideSkipTime } from './support/skip-time.ts';
import { FINISHED, ON_COURSE, buildOutcome } from './support/build-outcome.ts';

const RUNNERS = [
  enter('r1', 'Tomos', 'Ap Huw', { raceNumber: '412', bibNumber: '131' }),
  enter('r2', 'Dafydd', 'Bowen', { bibNumber: '226' }),
  enter('r3', 'Zoë', 'Castell', { raceNumber: '408', bibNumber: '73' }),
  enter('r4', 'Mair', 'llewellyn-Pugh', { bibNumber: '17' }),
  enter('r5', 'Aoife', 'O’Brien', { raceNumber: '377', bibNumber: '45' }),
  enter('r6', 'Siân', 'Prydderch', { raceNumber: '402', bibNumber: '88' }),
  enter('r7', 'Łukasz', 'Wójcik', { bibNumber: 'W1', event: 'BB' }),
];
const SIAN = find('r6');

function enter(
  runnerId: string,
  firstName: string,
  lastName: string,
  rest: Partial<AdminRunner>,
): AdminRunner {
  return buildAdminRunner({ runnerId, firstName, lastName, runClub: 'Cwm Gwaun', ...rest });
}

function find(runnerId: string): AdminRunner {
  const runner = RUNNERS.find((each) => each.runnerId === runnerId);
  if (!runner) throw new Error(`Nobody is ${runnerId}.`);
  return runner;
}

async function openList(options: ScreenOptions = {}): Promise<OpenScreen> {
  const config = { distances: 'Half,Full,Ultra' };
  return openScreen('/admin', { runners: RUNNERS, config, ...options });
}

async function edit({ user }: OpenScreen, lastName: string): Promise<HTMLElement> {
  await user.click(await screen.findByRole('cell', { name: lastName }));
  return screen.findByRole('form');
}
/** Types as a band reader does, at this pace by the clock of the events. */
function readBand(field: HTMLInputElement, number: string, paceMs: number): void {
  for (const [index, key] of [...number.split(''), 'Enter'].entries()) {
    const press = new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true });
    Object.defineProperty(press, 'timeStamp', { value: 1_000 + index * paceMs });
    fireEvent(field, press);
    if (key !== 'Enter') fireEvent.input(field, { target: { value: field.value + key } });
  }
}
const lastNames = (): (string | null)[] =>
  Array.from(document.querySelectorAll('tbody tr td:nth-child(2)'), (cell) => cell.textContent);

test('the list counts the registered, and sorts by last name whatever the capitals', async () => {
  await openList();
  screen.getByText('Total: 4');
  expect(lastNames()).toEqual(RUNNERS.map(({ lastName }) => lastName));
});

describe('the edit form', () => {
  test('a row becomes its form, one at a time, with every field', async () => {
    const opened = await openList();
    const form = await edit(opened, 'Prydderch');
    const fields = form.querySelectorAll<HTMLInputElement>('input:not([type=hidden]), select');
    const values = Array.from(fields, ({ value }) => value);
    const shown = ['402', '88', 'Siân', 'Prydderch', 'PB', 'F40', 'Cwm Gwaun', '', 'on'];
    expect(values).toEqual([...shown, '', '', '', '', '', '']);
    await edit(opened, 'Bowen');
    await expect
      .poll(() => screen.getAllByRole('form', { name: 'Edit Dafydd Bowen' }))
      .toHaveLength(1);
  });

  test('telephone and contact are folded, sex and date of birth are not; Private is a mark of its own', async () => {
    const opened = await openList({
      runners: [{ ...SIAN, isAgeGroupDerived: true, birthDate: '1984-06-05', sex: 'F' }],
    });
    const { wire, fill, user } = opened;
    wire.answer('POST /api', {
      result: 'Invalid',
      errors: [{ field: 'birthDate', message: 'The date of birth is not clear.' }],
    });
    const form = await edit(opened, 'Prydderch');
    const part = form.querySelector('details');
    expect(part?.open).toBe(false);
    await user.click(within(form).getByRole('checkbox', { name: 'Private' }));
    await user.click(within(form).getByText('Phone, emergency contact and nationality'));
    await fill('Phone', '07700 900123');
    await user.keyboard('{Enter}');
    await screen.findByText('The date of birth is not clear.');
    expect(findSent(wire)).toMatchObject({ ageGroup: '' });
    expect(wire.sent('POST /api').at(-1)?.body).toMatchObject({
      isPrivate: true,
      details: { mobileNumber: '07700 900123' },
    });
  });

  test('a taken band names its holder; the number is selected, to be typed over', async () => {
    const opened = await openList();
    const { wire, fill, user, press } = opened;
    wire.answer('POST /api', { result: 'Taken', holder: SIAN, bandID: '402' });
    await edit(opened, 'llewellyn-Pugh');
    await fill('Wristband', '0402');
    await user.keyboard('{Enter}');
    await screen.findByText('This number is already assigned.');
    await screen.findByText(/402 is worn by Siân Prydderch \(bib 88\)\./);
    const band = screen.getByLabelText<HTMLInputElement>('Wristband');
    await expect.poll(() => document.activeElement).toBe(band);
    expect([band.selectionStart, band.selectionEnd]).toEqual([0, 4]);
    wire.acceptSave({ ...find('r4'), raceNumber: '402' });
    await press('Take it from them');
    await findNews(/Siân Prydderch \(bib 88\) has no band now/);
    expect(wire.sent('POST /api').at(-1)?.body.exchange).toMatchObject({ kind: 'take' });
  });

  test('[SG13] a refused form of a filtered row comes back, as nobody types in the filter', async () => {
    const opened = await openList();
    const { wire, fill, user } = opened;
    wire.answer('POST /api', { result: 'Taken', holder: SIAN, bandID: '402' });
    await fill('Filter by surname', 'llew');
    await edit(opened, 'llewellyn-Pugh');
    await fill('Wristband', '402');
    await user.keyboard('{Enter}');
    await screen.findByText('This number is already assigned.');
    expect(valueOf('Wristband')).toBe('402');
    expect(screen.queryByRole('button', { name: 'Open the form' })).toBeNull();
  });

  test('errors are shown at their fields, not above the form; nothing typed is lost', async () => {
    const { wire, fill, user, press } = await openList();
    wire.answer('POST /api', {
      result: 'Invalid',
      errors: [
        { field: 'firstName', message: 'The first name is missing.' },
        { field: 'raceNumber', message: 'A wristband has digits alone.' },
      ],
    });
    await press('New Runner');
    await fill('Wristband', '4a');
    await fill('Last name', 'Ågren');
    await fill('Team', 'Clwb <b>ق</b>');
    await user.keyboard('{Enter}');
    await screen.findByText('The first name is missing.');
    await expect.poll(() => screen.getByLabelText('First name').ariaInvalid).toBe('true');
    await expect.poll(() => document.activeElement).toBe(screen.getByLabelText('Wristband'));
    expect(valueOf('Team')).toBe('Clwb <b>ق</b>');
  });

  test('a new runner has a band and a name; the form names the next free bib, and no distance is preselected', async () => {
    const { wire, fill, user, press } = await openList();
    wire.answer('POST /api', {
      result: 'Invalid',
      errors: [{ field: 'event', message: 'The event is missing: choose it.' }],
    });
    await press('New Runner');
    await screen.findByText('Next free: 227');
    await fill('Wristband', '610');
    await fill('First name', 'Nia');
    await fill('Last name', 'Huws');
    await user.keyboard('{Enter}');
    await screen.findByText('The event is missing: choose it.');
    expect(findSent(wire)).toMatchObject({ event: '' });
    wire.acceptSave(enter('r8', 'Nia', 'Huws', { raceNumber: '610' }));
    await user.selectOptions(screen.getByLabelText('Event'), 'Full');
    await press('Submit');
    await findNews(/^Saved: Nia Huws — band 610/);
  });

  test('[SG15] a band read in another field goes to the wristband field, unlike typed digits', async () => {
    const opened = await openList();
    const form = within(await edit(opened, 'Bowen'));
    const team = form.getByLabelText<HTMLInputElement>(/^Team/);
    readBand(team, '43', 60);
    expect([valueOf('Wristband'), team.value]).toEqual(['', 'Cwm Gwaun43']);
    readBand(team, '610', 5);
    expect([valueOf('Wristband'), team.value]).toEqual(['610', 'Cwm Gwaun43']);
    await form.findByText('610 was read: Enter saves it as the wristband.');
    expect(opened.wire.sent('POST /api')).toEqual([]);
    opened.wire.acceptSave({ ...find('r2'), raceNumber: '610', rev: 2 });
    await opened.user.keyboard('{Enter}');
    await findNews(/^Saved: Dafydd Bowen — band 610/);
    expect(findSent(opened.wire)).toMatchObject({ raceNumber: '610' });
  });

  test('Did not start is decided from the form, which then closes; Disqualified by a key on the row', async () => {
    const opened = await openList();
    const { wire, fill, press, user } = opened;
    wire.pushMissing();
    await edit(opened, 'Bowen');
    await fill('Team', 'typed');
    await user.click(await screen.findByRole('button', { name: 'Did not start…' }));
    await screen.findByText(/What you typed here is not saved/);
    await press('Did not start…');
    const dialog = within(await screen.findByRole('dialog', { name: /^Did not start: / }));
    wire.acceptSave({ ...find('r2'), overrideLime: 'DNS', rev: 2 });
    await user.click(dialog.getByRole('button', { name: 'Did not start' }));
    await findNews(/DNS$/);
    expect(findSent(wire)).toMatchObject({ overrideTime: 'DNS' });
    expect(screen.queryByRole('form')).toBeNull();
    // The same keys act on a row.
    (await screen.findByRole('button', { name: /^Edit .*Bowen/ })).focus();
    await user.keyboard('q');
    await fill('Rule broken', 'cut the course');
    const disqualified = { rule: 'cut the course', atMs: 1, by: 'anna@example.org' };
    wire.acceptSave({ ...find('r2'), overrideLime: '00:00:01', disqualified, rev: 3 });
    await press('Disqualify');
    await findNews(/DSQ cut the course$/);
  });

  test('DELETE asks first, naming the runner, and an admin takes it back', async () => {
    const opened = await openList();
    const { wire, fill, user, press } = opened;
    await edit(opened, 'Prydderch');
    await fill('Team', 'Delete');
    await user.keyboard('{Enter}');
    const dialog = await screen.findByRole('dialog', { name: 'Delete Siân Prydderch (bib 88)?' });
    await user.click(within(dialog).getByRole('button', { name: 'Cancel' }));
    expect(wire.sent('POST /api')).toEqual([]);
    wire.acceptDelete('r6');
    await press('Delete…');
    const again = await screen.findByRole('dialog', { name: 'Delete Siân Prydderch (bib 88)?' });
    await user.click(within(again).getByRole('button', { name: 'Delete' }));
    await findNews(/^Deleted: Siân Prydderch/);
    expect(findSent(wire)).toMatchObject({ runnerId: 'r6', runClub: 'DELETE' });
    expect(lastNames()).not.toContain('Prydderch');
    wire.answer('POST /apiadmin/:runnerId/undo', { result: 'Success', runnerId: 'r6' });
    await press('Undo');
    await findNews(/^Brought back: Siân Prydderch/);
  });

  test('the newest change is undone while an earlier undo has no answer', async () => {
    const opened = await openList();
    const { wire, fill, press } = opened;
    const answered = wire.hold('POST /apiadmin/:runnerId/undo');
    wire.answer('POST /apiadmin/:runnerId/undo', { result: 'Success', runnerId: 'r6' });
    for (const [runnerId, lastName] of [
      ['r6', 'Prydderch'],
      ['r2', 'Bowen'],
    ] as const) {
      await edit(opened, lastName);
      await fill('Team', 'Cwm');
      wire.acceptSave({ ...find(runnerId), runClub: 'Cwm', rev: 2 });
      await press('Submit');
      await findNews(new RegExp(`^Saved: .*${lastName}`));
      await press('Undo');
    }
    await waitFor(() => expect(wire.sent('POST /apiadmin/:runnerId/undo')).toHaveLength(2));
    answered.open();
    await findNews(/^The last change to .*Bowen.* has been undone\.$/);
  });

  test('a save is in progress until the list has it', async () => {
    const skipTime = provideSkipTime();
    const opened = await openList();
    const { wire, fill, press } = opened;
    const saved = { ...SIAN, runClub: 'Cwm', rev: 2 };
    const headers = { [VERSION_HEADER]: String(wire.head.version + 1) };
    wire.answer('POST /api', new WireAnswer(200, { result: 'Success', runnerId: 'r6' }, headers));
    await edit(opened, 'Prydderch');
    await fill('Team', 'Cwm');
    const answered = wire.hold('POST /api');
    await press('Submit');
    await findNews(/^Saving… Siân Prydderch/);
    // From now on only the test moves the clock: the wait ends after a second.
    vi.setTimerTickMode('manual');
    answered.open();
    await skipTime(500);
    const news = screen.getByTestId('news');
    expect(news.textContent).toMatch(/^Saving…/);
    wire.pushRunners([saved]);
    await skipTime(400);
    await expect.poll(() => news.textContent).toMatch(/^Saved: Siân Prydderch/);
  });

  test('a failed request keeps what was typed, and pressing again is the same request', async () => {
    const { wire, fill, user, press } = await openList();
    wire.answer('POST /api', refuse(503, { error: 'Redis is away.' }));
    await press('New Runner');
    await fill('First name', 'Nia');
    await user.selectOptions(screen.getByLabelText('Event'), 'Full');
    await fill('Last name', 'Unwaith');
    await user.keyboard('{Enter}');
    await screen.findByText('Redis is away.');
    expect(valueOf('Last name')).toBe('Unwaith');
    wire.acceptSave(enter('r8', 'Nia', 'Unwaith', {}));
    await press('Submit');
    await screen.findByRole('cell', { name: 'Unwaith' });
    const ids = wire.sent('POST /api').map(({ body }) => body.requestId);
    expect(ids[0]).toMatch(/^[0-9a-f-]{36}$/);
    expect(ids).toEqual([ids[0], ids[0]]);
  });

  test('a form that is opened again has what others changed since, and the focus', async () => {
    const opened = await openList();
    const { wire, user, fill, press } = opened;
    const filter = screen.getByLabelText('Filter by surname');
    filter.focus();
    await user.keyboard('88{Enter}');
    await screen.findByRole('form', { name: 'Edit Siân Prydderch' });
    wire.pushRunners([{ ...SIAN, bibNumber: '188', rev: 2 }]);
    filter.focus();
    await user.keyboard('{Enter}');
    await expect.poll(() => valueOf('Bib')).toBe('188');
    expect(document.activeElement).toBe(screen.getByLabelText('Wristband'));
    await fill('Team', 'Cwm');
    wire.acceptSave({ ...SIAN, bibNumber: '188', runClub: 'Cwm', rev: 3 });
    await press('Submit');
    await findNews(/^Saved: Siân Prydderch/);
    expect(findSent(wire)).toMatchObject({ bibNumber: '188' });
  });

  test('typed text is not lost by accident: another row, Escape', async () => {
    const opened = await openList();
    const { wire, fill, user } = opened;
    await edit(opened, 'Bowen');
    await fill('Wristband', '77');
    await user.click(screen.getByRole('cell', { name: 'Castell' }));
    await screen.findByText(/^What you typed here is not saved/);
    expect(valueOf('Wristband')).toBe('77');
    await user.type(screen.getByLabelText('Wristband'), '1');
    await expect.poll(() => screen.queryByText(/^What you typed here is not saved/)).toBeNull();
    await user.keyboard('{Escape}');
    await screen.findByText(/^What you typed here is not saved/);
    await user.keyboard('{Escape}');
    await expect.poll(() => screen.queryByRole('form')).toBeNull();
    expect(wire.sent('POST /api')).toEqual([]);
  });
});

describe('several people at once', () => {
  test('a row someone else edits says who, in the list and in the form', async () => {
    const opened = await openList();
    const { wire } = opened;
    wire.push('presence', [{ runnerId: 'r5', email: 'ann@race.local' }]);
    await screen.findByText('ann is editing');
    await edit(opened, 'O’Brien');
    await screen.findByText('ann@race.local has this runner open too.');
    expect(wire.emitted('editing').at(-1)).toEqual(['r5']);
    wire.push('presence', [{ runnerId: 'r5', email: 'sian@race.local' }]);
    await waitFor(() => expect(screen.queryByText(/has this runner open too/)).toBeNull());
  });

  test('an edit on an old revision asks once: mine or theirs', async () => {
    const opened = await openList();
    const { wire, fill, press } = opened;
    const theirs = { ...find('r2'), raceNumber: '801', bandID: '801', bibNumber: '227', rev: 2 };
    await edit(opened, 'Bowen');
    await fill('Bib', '999');
    await fill('First name', 'David');
    wire.pushRunners([theirs]);
    expect(valueOf('Wristband')).toBe('');
    wire.answer('POST /api', { result: 'Conflict', current: theirs });
    await press('Submit');
    const both = within(await screen.findByRole('list', { name: 'Changed by both' }));
    expect(textsOf(both.getAllByRole('listitem'))).toEqual(['Bib: yours 999, theirs 227']);
    expect(wire.sent('POST /api')[0]?.body.rev).toBe(1);
    await press('Submit');
    expect(document.activeElement?.textContent).toBe('Keep mine');
    expect(wire.sent('POST /api')).toHaveLength(1);
    wire.acceptSave({ ...theirs, firstName: 'David', rev: 3 });
    await press('Take theirs: Bib');
    await findNews(/^Saved: David Bowen — band 801, bib 227/);
    expect(wire.sent('POST /api')[1]?.body.rev).toBe(2);
    const merged = { raceNumber: '801', bibNumber: '227', firstName: 'David' };
    expect(findSent(wire)).toMatchObject(merged);
  });

  test('a runner whom somebody has just changed is not deleted without another look', async () => {
    const opened = await openList();
    const { wire, fill, press } = opened;
    await edit(opened, 'Bowen');
    await fill('Team', 'DELETE');
    wire.answer('POST /api', {
      result: 'Conflict',
      current: { ...find('r2'), bibNumber: '227', rev: 2 },
    });
    await press('Submit');
    const question = within(await screen.findByRole('dialog'));
    await opened.user.click(question.getByRole('button', { name: 'Delete' }));
    await screen.findByText('Someone else changed this runner in the meantime.');
    expect(wire.sent('POST /api')).toHaveLength(1);
    expect(valueOf('Bib')).toBe('227');
  });

  test('[SG11] while a form is open nobody comes, goes or moves; a runner deleted elsewhere stays, and the form says so', async () => {
    const opened = await openList();
    const { wire, fill, press } = opened;
    await edit(opened, 'Bowen');
    await fill('Team', 'typed');
    const before = lastNames();
    wire.pushRunners(
      [enter('r8', 'Ann', 'Aardvark', {}), { ...SIAN, bibNumber: '89' }],
      ['r2', 'r5'],
    );
    await screen.findByText('Someone else has deleted this runner.');
    expect(valueOf('Team')).toBe('typed');
    expect(lastNames()).toEqual(before);
    // A row that stays is as known now.
    screen.getByRole('cell', { name: '89' });
    await press('Cancel');
    await waitFor(() => expect(lastNames()[0]).toBe('Aardvark'));
    expect(lastNames()).not.toContain('Bowen');
  });
});

function answerOutcome(wire: FakeWire, outcome: RunnerOutcome): void {
  wire.answer('GET /apiadmin/:runnerId/scans', () => ({
    ...wire.head,
    status: outcome.status,
    scans: [],
    outcome,
  }));
}

const result = (): HTMLElement => screen.getByRole('region', { name: 'Result' });

test('the result in the form follows pushed changes, and keeps the typed text', async () => {
  const opened = await openList({ prepare: (fake) => answerOutcome(fake, ON_COURSE) });
  const { wire, fill } = opened;
  await edit(opened, 'Prydderch');
  wire.pushMissing({ resultData: ['r6'] });
  await within(result()).findByText(/^On course/);
  await fill('Team', 'Clwb Cadair');
  answerOutcome(wire, FINISHED);
  wire.pushMissing();
  await within(result()).findByText('1:07:31');
  answerOutcome(wire, { ...FINISHED, totalMs: 3_600_000, override: 'total' });
  wire.pushRunners([{ ...SIAN, overrideLime: '01:00:00', rev: 2 }]);
  await within(result()).findByText('1:00:00');
  expect(screen.getByLabelText<HTMLInputElement>('Team').value).toBe('Clwb Cadair');
});

describe('a band that was given', () => {
  test('is replaced only after a question with both numbers, scanned or not', async () => {
    const { user, wire, press } = await openList();
    screen.getByLabelText('Filter by surname').focus();
    await user.keyboard('88{Enter}');
    await screen.findByRole('form', { name: 'Edit Siân Prydderch' });
    await user.keyboard('778{Enter}');
    const dialog = await screen.findByRole('dialog', { name: 'Replace band 402 with 778?' });
    await user.click(within(dialog).getByRole('button', { name: 'Cancel' }));
    expect(wire.sent('POST /api')).toEqual([]);
    wire.acceptSave({ ...SIAN, raceNumber: '778', bandID: '778', rev: 2 });
    await press('Submit');
    await press('Replace 402 with 778');
    await findNews(/^Saved: Siân Prydderch — band 778/);
    expect(findSent(wire)).toMatchObject({ raceNumber: '778' });
  });

  test('with scans is kept as an earlier one, or left to nobody, as chosen', async () => {
    const opened = await openList();
    const { user, wire, fill, press } = opened;
    const read = { time: '', timeMs: 1, points: ['cp1'], source: 'mat', bandID: '402' } as const;
    wire.answer('GET /apiadmin/:runnerId/scans', {
      ...wire.head,
      status: 'racing',
      outcome: null,
      scans: [
        { ...read, verdict: 'counted', countedAt: ['cp1'] },
        { ...read, verdict: 'duplicate', countedAt: [] },
      ],
    });
    await edit(opened, 'Prydderch');
    await fill('Wristband', '778');
    await user.keyboard('{Enter}');
    await screen.findByRole('dialog', { name: '2 scans of band 402 would be left behind' });
    const kept = { ...SIAN, raceNumber: '778', bandID: '778', earlierBands: ['402'], rev: 2 };
    wire.acceptSave(kept);
    await press('Lost band: keep them');
    await findNews(/band 778, bib 88, Earlier bands: 402/);
    expect(wire.sent('POST /api').at(-1)?.body).toMatchObject({ earlierBands: ['402'] });

    await edit(opened, 'Prydderch');
    await fill('Earlier bands', '');
    await user.keyboard('{Enter}');
    // After a merge the answer may no longer be right: the question comes again.
    const theirs = { ...kept, runClub: 'Cambria', rev: 3 };
    wire.answer('POST /api', { result: 'Conflict', current: theirs });
    const answered = wire.hold('POST /api');
    await press('The number was wrong: leave them');
    await expectNoDialog();
    answered.open();
    await screen.findByRole('button', { name: 'The number was wrong: leave them' });
    wire.acceptSave({ ...theirs, earlierBands: [], rev: 4 });
    await press('The number was wrong: leave them');
    await findNews(/Earlier bands: none/);
    expect(wire.sent('POST /api').at(-1)?.body.rev).toBe(3);
    expect(wire.sent('POST /api').at(-1)?.body).toMatchObject({ earlierBands: [] });
  });
});

const SETUP = buildSetup({
  waves: [
    { id: 'glas', name: 'Ton las', distance: 'PB' },
    { id: 'coch', name: 'Ton goch', distance: 'PB' },
  ],
  distances: buildSetup().distances.map((one) =>
    Object.assign({}, one, { hasOwnStarts: one.code === 'BB' }),
  ),
});
const WITH_WAVES = {
  ...configOf(SETUP),
  distances: 'Half,Full,Ultra',
  timeZone: 'Europe/London',
  raceStart: '2026-06-20-10-00-00',
  starts: { BB: '', PB: '', UB: '', glas: '2026-06-20-10-10-00', coch: '' },
};
const at = (minutes: number): number => Date.UTC(2026, 5, 20, 9, minutes);

test('the form has waves and own starts where there are any, and says which start counts', async () => {
  const start = { kind: 'wave', ms: at(10), wave: 'glas' } as const;
  const outcome = buildOutcome({ isListed: true, startMs: at(10), start });
  const opened = await openList({
    runners: [{ ...SIAN, wave: 'glas' }],
    config: WITH_WAVES,
    prepare: (fake) => answerOutcome(fake, outcome),
  });
  const { wire, user, fill, press } = opened;
  await edit(opened, 'Prydderch');
  await screen.findByText('Started 10:10:00, with Ton las');
  const wave = screen.getByLabelText<HTMLSelectElement>('Wave');
  expect([wave.value, ...Array.from(wave.options, ({ text }) => text)]).toEqual([
    'glas',
    'by category or bib',
    'Ton las',
    'Ton goch',
  ]);
  expect(screen.queryByLabelText('Own start')).toBeNull();
  await user.selectOptions(screen.getByLabelText('Event'), 'BB');
  await fill('Own start', 'soon');
  within(screen.getByLabelText('Wave')).getByText('Ton las, not of Half');
  await user.selectOptions(screen.getByLabelText('Wave'), '');
  wire.answer('POST /api', {
    result: 'Invalid',
    errors: [{ field: 'ownStart', message: 'Write a time of day, 11:05:30.' }],
  });
  await press('Submit');
  await screen.findByText('Write a time of day, 11:05:30.');
  expect(wire.sent('POST /api').at(-1)?.body).toMatchObject({
    details: { wave: '', ownStart: 'soon' },
  });
});

test('[SO15] ages are by the server’s clock, even if the computer’s is fast', async () => {
  const version = { version: 2, at: '2026-06-20T09:05:03.000Z', by: 'mari@race.local' } as const;
  const change = { ...version, action: 'edit', before: { ...SIAN, bibNumber: '8' }, after: SIAN };
  const serverTime = Date.parse(version.at) + 30 * 60_000;
  const opened = await openList({
    prepare: (wire) => {
      const config = { ...buildConfig(), serverTime, pictures: DEFAULT_PICTURES };
      wire.answer('GET /webconfig', config);
      wire.answer('GET /apiadmin/:runnerId/history', [change]);
    },
  });
  await edit(opened, 'Prydderch');
  const age = 'Changed by mari@race.local 30 min ago · history';
  await expect.poll(() => screen.queryByText(/^Changed by/)?.textContent).toBe(age);
});
