import { screen, waitFor, within } from '@testing-library/dom';
import { describe, expect, test } from 'vitest';

import { asRunnerId, type EventCode } from '#shared/model/ids.ts';
import type { AdminRunner } from '#shared/wire/runners-api.ts';
import type { ExpectedRunner } from '#shared/wire/control-api.ts';
import type { MissingMessage } from '#shared/wire/missing-api.ts';
import { buildAdminRunner } from '#tests/client/support/build-admin-runner.ts';
import { buildReport as report } from '#tests/client/support/build-report.ts';

import { type FakeWire, refuse } from './support/fake-wire.ts';
import {
  expectNoDialog,
  findNews,
  findSent,
  focusedLabel,
  textsOf,
  valueOf,
} from './support/on-screen.ts';
import { type OpenScreen, openScreen } from './support/open-screen.tsx';
import { setClock } from './support/set-clock.ts';
import { provideSkipTime } from './support/skip-time.ts';

/** 15:05 in Wales, in summer. */
const NOW_MS = Date.UTC(2026, 5, 20, 14, 5);
const MINUTE_MS = 60_000;
const ago = (minutes: number): number => NOW_MS - minutes * MINUTE_MS;

const enter = (
  bibNumber: string,
  firstName: string,
  lastName: string,
  rest: Partial<AdminRunner> = {},
): AdminRunner =>
  buildAdminRunner({
    runnerId: `r${bibNumber}`,
    bibNumber,
    raceNumber: `2${bibNumber}`,
    firstName,
    lastName,
    event: 'PB',
    ageGroup: 'F60',
    runClub: 'Pembs Harriers',
    ...rest,
  });

const DNF = '00:00:01';
const MAIR = enter('306', 'Mair', 'Ellis', {
  mobileNumber: '07700 900006',
  emergencyContact: 'Mum 07700 900106',
  medicalNote: 'Asthma',
  reports: [
    report('r306', { kind: 'note', atMs: ago(3), text: 'rings, voicemail' }),
    report('r306', { reportId: '2', kind: 'note', atMs: ago(25), text: 'no', saidBy: 'Dai' }),
    report('r306', { kind: 'seen', atMs: ago(170), point: 'cp2', saidBy: 'Gwyn' }),
  ],
});
const FIELD = [
  MAIR,
  enter('342', 'Llŷr', 'Edwards'),
  enter('318', 'Gwenan', 'Puw'),
  enter('350', 'Non', 'Huws', {
    overrideLime: DNF,
    reports: [report('r350', { kind: 'stopped', atMs: ago(45), point: 'cp3' })],
  }),
  enter('360', 'Dai', 'Rees', { overrideLime: DNF }),
  enter('361', 'Siân', 'Bowen', { overrideLime: 'DNS' }),
  enter('370', 'Elin', 'Price'),
  enter('401', 'Ifan', 'Absent'),
  enter('402', 'Owain', 'Absent'),
  enter('501', 'Tom', 'Half', { event: 'BB' }),
] as const;

const sight = (lastPoint: string, minutes: number) => ({
  scans: 2,
  lastPoint,
  lastTime: ago(minutes),
});

/** The runners without a finish, and where they were seen. */
const SEEN: readonly (readonly [string, ReturnType<typeof sight> | null])[] = [
  ['r306', sight('cp2', 186)],
  ['r342', sight('cp2', 34)],
  ['r318', sight('cp3', 13)],
  ['r401', null],
  ['r402', null],
  ['r501', sight('start', 100)],
];
const MISSING = {
  resultData: SEEN.map(([runnerId]) => runnerId),
  lastSeen: SEEN.map(([, seen]) => seen),
  finishedDnfs: [{ runnerId: 'r360', finishTime: ago(35) }],
  seenOuts: [
    { runnerId: 'r360', ...sight('finish', 35) },
    { runnerId: 'r361', ...sight('cp1', 60) },
  ],
} satisfies Partial<MissingMessage>;

const EXPECTED: readonly ExpectedRunner[] = [
  { runnerId: 'r306', point: 'cp3', expectedMs: ago(115) - 10_000, latestMs: ago(60) },
  {
    runnerId: 'r342',
    point: 'cp3',
    expectedMs: NOW_MS + 7 * MINUTE_MS,
    latestMs: NOW_MS + 30 * MINUTE_MS,
  },
];

interface Given {
  readonly path?: string;
  readonly runners?: readonly AdminRunner[];
  readonly missing?: Partial<MissingMessage>;
  readonly massStarts?: readonly EventCode[];
}

async function openRollCall(given: Given = {}): Promise<OpenScreen> {
  const { path = '/rollcall', runners = FIELD, missing = MISSING, massStarts = [] } = given;
  setClock(NOW_MS);
  const opened = await openScreen(path, {
    runners,
    role: 'registration',
    config: {
      distances: 'Half,Full,Ultra',
      wayPoints: 'Bedd,Eryr,Cerrig,Bwlch',
      raceStart: '2026-06-20-10-00-00',
      timeZone: 'Europe/London',
      massStarts,
    },
    prepare: (wire) => {
      wire.answer('GET /apiadmin/expected', () => ({ ...wire.head, expected: EXPECTED }));
      wire.answer('POST /control', { result: 'Success' });
      wire.answer('POST /api', { result: 'Success', runnerId: 'r361' });
    },
  });
  opened.wire.pushMissing(missing);
  return opened;
}

/** Each heading and the bibs under it. */
const listGroups = (): Record<string, string[]> =>
  Object.fromEntries(
    Array.from(document.querySelectorAll('section:has(> div > h2)'), (section) => [
      section.querySelector('h2')?.textContent.replace(/ \d+$/, ''),
      Array.from(section.querySelectorAll('[data-runner-id]'), (row) =>
        String(row.getAttribute('data-runner-id')).slice(1),
      ),
    ]),
  );
const rowOf = (bib: string): HTMLElement => {
  const row = document.querySelector<HTMLElement>(`[data-runner-id="r${bib}"]`);
  if (!row) throw new Error(`${bib} has no row.`);
  return row;
};
const tile = (shown: string): HTMLElement | null =>
  document.querySelector(`[data-part="${shown}"]`);
const focusedBib = (): string | undefined =>
  document.activeElement?.closest<HTMLElement>('[data-runner-id]')?.dataset['runnerId']?.slice(1);
const focusOn = (bib: string): void =>
  rowOf(bib).querySelector<HTMLElement>('[data-open]')?.focus();
async function openRow(bib: string, { user }: OpenScreen): Promise<HTMLElement> {
  focusOn(bib);
  await user.keyboard('{Enter}');
  await waitFor(() => expect(document.activeElement?.matches('[data-panel]')).toBe(true));
  return rowOf(bib);
}

describe('where everybody is', () => {
  test('by race and by point, who is out and not accounted for first', async () => {
    await openRollCall();
    await waitFor(() => expect(tile('finished')?.textContent).toBe('Finished 1'));
    expect(tile('out-not-safe')?.textContent).toBe('Out, not accounted for 2');
    const races = within(screen.getByRole('group', { name: 'Race' })).getAllByRole('button');
    expect(textsOf(races)).toEqual(['All', 'Half, on course 1', 'Full, on course 3']);
    expect(tile('never-seen')?.textContent).toBe('Never seen 2');
    expect(tile('no-band')).toBeNull();
    expect(listGroups()).toEqual({
      'Out, not accounted for': ['361', '350'],
      'Does not fit together': ['360'],
      'Between Start and Bedd': ['501'],
      'Between Bedd and Eryr': [],
      'Between Bedd and Finish': [],
      'Between Eryr and Cerrig': ['306', '342'],
      'Between Cerrig and Bwlch': ['318'],
      'Between Bwlch and Finish': [],
    });
  });

  test('a race or a state is shown alone, and the address has it', async () => {
    const { user } = await openRollCall();
    await user.click(await screen.findByRole('button', { name: /^Full/ }));
    await waitFor(() => expect(Object.values(listGroups()).flat()).not.toContain('501'));
    await user.click(tile('finished') as HTMLElement);
    await waitFor(() => expect(listGroups()).toEqual({ Finished: ['370'] }));
    expect(location.search).toBe('?event=PB&show=finished');
    await user.click(tile('finished') as HTMLElement);
    await waitFor(() => expect(Object.keys(listGroups())).toContain('Out, not accounted for'));
    expect(location.search).toBe('?event=PB');
  });
});

test('a row says where the runner was, where they should be, whom to call and what was reported', async () => {
  const opened = await openRollCall();
  await waitFor(() => expect(rowOf('306').textContent).toContain('115 min late'));
  const { textContent } = rowOf('306');
  expect(textContent).toMatch(/^306MairEllis.*F602306Full · .*Pembs Harriers/);
  expect(textContent).toContain(
    '2 h 50 min ago Eryr, 12:15, says Gwyn · expected Cerrig 13:10 115 min late',
  );
  expect(textContent).toContain('15:02 anna: rings, voicemail14:40 anna, from Dai: no');
  const links = [...rowOf('306').querySelectorAll('a')].map(({ href }) => href);
  expect(links).toEqual(['tel:07700900006', 'tel:07700900106']);
  expect(rowOf('342').textContent).not.toContain('late');

  const medical = within(rowOf('306')).getByText('Medical note').closest('details');
  expect(medical?.open).toBe(false);
  const panel = within(await openRow('306', opened));
  expect(panel.getAllByRole('button', { name: 'Take back' })).toHaveLength(3);
  await opened.user.keyboard('{Escape}');
  await waitFor(() => expect(rowOf('306').contains(document.activeElement)).toBe(true));
  expect(rowOf('306').querySelector('[data-panel]')).toBeNull();
});

describe('by keyboard', () => {
  test('bib, Enter, r, Enter make a retirement', async () => {
    const { user, wire } = await openRollCall();
    await user.keyboard('/306{Enter}');
    await waitFor(() => expect(focusedBib()).toBe('306'));
    await user.keyboard('r');
    await screen.findByRole('dialog', { name: 'Retired: Mair Ellis (bib 306)' });
    await user.keyboard('{Enter}');
    await expectNoDialog();
    const [sent] = wire.sent('POST /apiadmin/:runnerId/reports');
    expect(sent?.path).toBe('/apiadmin/r306/reports');
    const { reportId, ...body } = sent?.body ?? {};
    expect(reportId).toMatch(/^[\da-f-]{36}$/);
    expect(body).toEqual({ kind: 'stopped', atMs: NOW_MS, point: 'cp2', reason: 'retired' });
    await findNews('Mair Ellis (bib 306): retired at Eryr, not accounted for');
    expect(focusedBib()).toBe('306');

    // The next bib, typed on the row, is no key of that row; one who has finished is found all the same.
    await user.keyboard('370{Enter}');
    await waitFor(() => expect(focusedBib()).toBe('370'));
  });

  test('arrows go from row to row and back to the find box, and keys act on the row', async () => {
    const { user } = await openRollCall();
    await waitFor(() => expect(rowOf('361')).toBeTruthy());
    screen.getByLabelText('Find a bib or name').focus();
    await user.keyboard('{ArrowDown}');
    expect(focusedBib()).toBe('361');
    await user.keyboard('{ArrowDown}');
    expect(focusedBib()).toBe('350');
    await user.keyboard('{ArrowUp}{ArrowUp}');
    expect(document.activeElement).toBe(screen.getByLabelText('Find a bib or name'));
    for (const [bib, key, title] of [
      ['350', 'X', 'Safe: Non Huws (bib 350)'],
      ['342', 't', 'Time by hand: Llŷr Edwards (bib 342)'],
    ] as const) {
      focusOn(bib);
      await user.keyboard(key);
      await screen.findByRole('dialog', { name: title });
      await user.keyboard('{Escape}');
      await expectNoDialog();
    }
    focusOn('342');
    // Safe is for runners who are out.
    await user.keyboard('x');
    expect(screen.queryByRole('dialog')).toBeNull();
    await user.keyboard('e');
    await screen.findByRole('form', { name: 'Edit Llŷr Edwards' });
    expect(focusedLabel()).toBe('Wristband');
    // Another view would take the form away.
    await user.keyboard('9');
    await user.click(tile('finished') as HTMLElement);
    await screen.findByText(/^What you typed here is not saved/);
  });

  test('the focus stays with its runner when the row moves, and moves on when it leaves', async () => {
    const { wire } = await openRollCall();
    await waitFor(() => expect(rowOf('342')).toBeTruthy());
    focusOn('342');
    const [, llyr] = FIELD;
    wire.pushRunners([
      { ...llyr, reports: [report('r342', { kind: 'seen', atMs: NOW_MS, point: 'cp4' })] },
    ]);
    await waitFor(() => expect(listGroups()['Between Bwlch and Finish']).toEqual(['342']));
    await waitFor(() => expect(focusedBib()).toBe('342'));
    focusOn('306');
    const came = SEEN.filter(([runnerId]) => runnerId !== 'r306');
    wire.pushMissing({
      ...MISSING,
      resultData: came.map(([runnerId]) => runnerId),
      lastSeen: came.map(([, seen]) => seen),
    });
    await waitFor(() => expect(document.querySelector('[data-runner-id="r306"]')).toBeNull());
    await waitFor(() => expect(focusedBib()).toBe('318'));
  });
});

const sentReports = ({ wire }: OpenScreen) =>
  wire.sent('POST /apiadmin/:runnerId/reports').map(({ body }) => body);

async function ask(bib: string, key: string, given?: Given): Promise<OpenScreen> {
  const opened = await openRollCall(given);
  await waitFor(() => expect(rowOf(bib)).toBeTruthy());
  focusOn(bib);
  await opened.user.keyboard(key);
  await screen.findByRole('dialog');
  return opened;
}

describe('a report', () => {
  test('of a sighting has the point, the last such time of day, and the reporter', async () => {
    const opened = await ask('306', 's');
    const { user, fill, press } = opened;
    expect(valueOf('When')).toBe('15:05');
    await user.selectOptions(screen.getByLabelText('Where'), 'Bwlch');
    await fill('Reported by', ' Gwyn ');
    await fill('When', '1450');
    await press('Seen');
    await expectNoDialog();
    expect(sentReports(opened)).toMatchObject([
      { kind: 'seen', atMs: ago(15), point: 'cp4', saidBy: 'Gwyn' },
    ]);
  });

  test('that is refused keeps the typed text, and is made only once when resent', async () => {
    const opened = await ask('306', 'n');
    const { wire, fill, press, user } = opened;
    await press('Note');
    await screen.findByText('Enter the note.');
    await fill('Note', 'rings, voicemail');
    wire.answer('POST /apiadmin/:runnerId/reports', refuse(409, { error: 'Too many reports.' }));
    await press('Note');
    await screen.findByText('Too many reports.');
    await user.keyboard('{Escape}');
    const asked = await screen.findByRole('dialog', { name: 'Leave without saving?' });
    await user.click(within(asked).getByRole('button', { name: 'Cancel' }));
    expect(valueOf('Note')).toBe('rings, voicemail');
    wire.answer('POST /apiadmin/:runnerId/reports', { result: 'Success' });
    await press('Note');
    await expectNoDialog();
    const [first, second] = sentReports(opened).map((body) => body?.reportId);
    expect(second).toBe(first);
  });
});

test('the last action is undone in one press, and any report in the panel', async () => {
  const opened = await openRollCall();
  const { user, wire, press } = opened;
  await waitFor(() => expect(rowOf('342')).toBeTruthy());
  focusOn('342');
  await user.keyboard('n');
  await waitFor(() => expect(focusedLabel()).toBe('Note'));
  await user.keyboard('at the shop{Enter}');
  await findNews('Llŷr Edwards (bib 342): at the shop');
  await press('Undo');
  await findNews('Taken back: Note, Llŷr Edwards (bib 342)');
  const reportId = sentReports(opened)[0]?.reportId;
  await openRow('306', opened);
  await user.click(within(rowOf('306')).getAllByText('Take back')[1] as HTMLElement);
  await findNews(/^Taken back: .*Mair Ellis/);
  const undone = wire.sent('POST /apiadmin/:runnerId/reports/:reportId/undo');
  expect(undone.map(({ path }) => path)).toEqual([
    `/apiadmin/r342/reports/${reportId}/undo`,
    '/apiadmin/r306/reports/2/undo',
  ]);
});

test('what contradicts a status is shown at the row; back in the race removes the status and the stop', async () => {
  const { wire, press } = await openRollCall({
    missing: {
      ...MISSING,
      seenOuts: [...MISSING.seenOuts, { runnerId: 'r350', ...sight('cp3', 20) }],
    },
  });
  await waitFor(() => expect(rowOf('350').textContent).toContain(', but seen at Cerrig 14:45.'));
  await press('Put back in the race: Non Huws (bib 350)');
  await findNews('Back in the race: Non Huws (bib 350)');
  expect(wire.sent('POST /apiadmin/:runnerId/reports/:reportId/undo')[0]?.path).toBe(
    '/apiadmin/r350/reports/stopped-r350/undo',
  );
  // The status goes first, so that what is taken back puts none back.
  expect(findSent(wire)).toMatchObject({ runnerId: 'r350', overrideTime: '' });
});

function acceptDns(wire: FakeWire, changed: readonly string[], left: readonly string[] = []): void {
  wire.answer('POST /apiadmin/did-not-start', {
    result: 'Success',
    changed: changed.map(asRunnerId),
    left: left.map(asRunnerId),
  });
}

describe('the start line', () => {
  test('sets everyone never seen to DNS except those unticked, and undoes it', async () => {
    const { user, wire, press } = await openRollCall();
    await press('Start line 2');
    await user.click(await screen.findByLabelText(/^Owain Absent/));
    await press('Set 1 to DNS');
    const dialog = await screen.findByRole('dialog', { name: 'Set 1 runner to DNS?' });
    acceptDns(wire, ['r401'], ['r402']);
    await user.click(within(dialog).getByRole('button', { name: 'Set 1 to DNS' }));
    await findNews(/^DNS: 1 runner\. 1 runner stayed/);
    acceptDns(wire, ['r401']);
    await press('Undo');
    await findNews('No longer DNS: 1 runner');
    expect(wire.sent('POST /apiadmin/did-not-start').map(({ body }) => body)).toEqual([
      { runnerIds: ['r401'] },
      { runnerIds: ['r401'], isUndo: true },
    ]);
  });

  test('lists runners who started by the gun alone, and ticks none of them', async () => {
    await openRollCall({
      path: '/rollcall?show=start-line',
      massStarts: ['PB'],
    });
    await screen.findByText('Never seen: 2, 2 of them started with the gun');
    screen.getByRole('button', { name: /^Start line 2/ });
    screen.getByRole('row', { name: /^Not checked in 2 7$/ });
    const boxes = screen.getAllByRole<HTMLInputElement>('checkbox');
    expect(boxes.map(({ checked }) => checked)).toEqual([false, false]);
  });

  test('counts the runners with a later gun, and lists none of them', async () => {
    const later = enter('402', 'Owain', 'Absent', { ownStart: '2026-06-20-16-00-00' });
    await openRollCall({
      path: '/rollcall?show=start-line',
      runners: [...FIELD.slice(0, 7), later],
    });
    await screen.findByText('1 runner yet to start, not listed here.');
    expect(
      screen.queryByText('Everyone else with a band was seen or has a status.'),
    ).not.toBeNull();
  });
});

describe('the sweep of a point', () => {
  test('is signed off in one press, naming all runners before it', async () => {
    const { user, wire } = await openRollCall();
    await expect.poll(listGroups).toHaveProperty('Between Eryr and Cerrig');
    await user.click(await screen.findByRole('button', { name: /^Sign off the sweep.*Cerrig$/ }));
    const dialog = await screen.findByRole('dialog', { name: 'The sweep has left Cerrig' });
    const go = within(dialog).getByRole<HTMLButtonElement>('button', { name: 'Sign off' });
    within(dialog).getByText('Mair Ellis (bib 306)');
    await user.click(go);
    await findNews('The sweep has left Cerrig.');
    expect(wire.sent('POST /control')[0]?.body).toEqual({
      kind: 'sweep',
      subject: 'cp3',
      runnerIds: ['r306', 'r361', 'r342'],
      was: null,
    });
  });

  test('is refused while a crowd is still to come', async () => {
    const crowd = Array.from({ length: 101 }, (_, at) => enter(String(1000 + at), 'Ann', 'Nash'));
    const { user } = await openRollCall({
      runners: crowd,
      missing: {
        resultData: crowd.map(({ runnerId }) => runnerId),
        lastSeen: crowd.map(() => sight('start', 10)),
      },
    });
    await user.click(await screen.findByRole('button', { name: /^Sign off the sweep.*Bedd$/ }));
    await screen.findByText(/^101 runners are still to come there/);
    expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Sign off' }).disabled).toBe(true);
  });
});

test('paper has everybody to be looked for once, whatever is shown', async () => {
  await openRollCall({
    path: '/rollcall?show=start-line&event=BB',
    massStarts: ['PB'],
  });
  await screen.findByRole('heading', { name: 'Start line' });
  window.dispatchEvent(new Event('beforeprint'));
  await expect.poll(listGroups).toEqual({
    'Out, not accounted for': ['361', '350'],
    'Between Start and Bedd': ['401', '402', '501'],
    'Between Eryr and Cerrig': ['306', '342'],
    'Between Cerrig and Bwlch': ['318'],
  });
  screen.getByText('8 runners to look for or never seen, of all races.');
  within(rowOf('306')).getByText('07700 900106');
  within(rowOf('306')).getByText(/rings, voicemail/);
  window.dispatchEvent(new Event('afterprint'));
  await expect.poll(listGroups).toEqual({});
});

test('a notice says that expected times are missing', async () => {
  const skipTime = provideSkipTime();
  const { wire } = await openRollCall();
  await waitFor(() => expect(rowOf('306').textContent).toContain('115 min late'));
  expect(screen.queryByText(/^Expected times/)).toBeNull();
  wire.answer('GET /apiadmin/expected', refuse(503, { error: 'The race is being loaded.' }));
  await skipTime(30_000);
  await screen.findByText('Expected times may be old or missing. The race is being loaded.');
  // The earlier state stays.
  expect(rowOf('306').textContent).toContain('115 min late');
});

const WAITING: Given = {
  runners: [
    enter('101', 'Mair', 'Ŵyn'),
    enter('102', 'Ifan', 'Ellis'),
    enter('103', 'Zoë', 'Øvrebø', {
      reports: [report('r103', { kind: 'checked-in', atMs: ago(400) })],
    }),
    enter('104', 'Llŷr', 'Huws', {
      overrideLime: 'DNS',
      reports: [report('r104', { kind: 'withdrawn', atMs: ago(400), text: 'yn sâl' })],
    }),
  ],
  missing: { resultData: ['r101', 'r102', 'r103'], lastSeen: [null, null, null] },
};

test('[RC9] the checked-in come first at the start line, unticked, and a key checks a runner in', async () => {
  const { user, wire, press } = await openRollCall({
    ...WAITING,
    path: '/rollcall?show=start-line',
  });
  wire.answer('POST /apiadmin/check-in', ({ body: { runnerIds: changed } }) => ({
    result: 'Success',
    changed,
    left: [],
  }));
  const table = await screen.findByRole('table');
  await waitFor(() =>
    expect(textsOf(within(table).getAllByRole('row'))).toEqual([
      'StatusNobody saw themSeen or read',
      'Checked in10',
      'Not checked in20',
      'DNS10',
    ]),
  );
  const boxes = screen.getAllByRole<HTMLInputElement>('checkbox');
  // A checked-in runner comes first.
  expect(boxes.map(({ checked, labels }) => [labels?.[0]?.textContent, checked])).toEqual([
    [expect.stringMatching(/^Zoë Øvrebø .* checked in$/), false],
    [expect.stringMatching(/^Mair Ŵyn /), true],
    [expect.stringMatching(/^Ifan Ellis /), true],
  ]);
  await user.click(await screen.findByRole('button', { name: /^Never seen 3/ }));
  (await screen.findByRole('button', { name: 'Open Mair Ŵyn' })).focus();
  await user.keyboard('c');
  await findNews(/^Checked in: Mair Ŵyn/);
  await press('Undo');
  await findNews(/^No longer checked in: Mair Ŵyn/);
  expect(wire.sent('POST /apiadmin/check-in').map(({ body }) => body)).toEqual([
    { runnerIds: ['r101'] },
    { runnerIds: ['r101'], isUndo: true },
  ]);
});

test('a second press while a call is unanswered makes no second call', async () => {
  const { user, wire } = await openRollCall({ ...WAITING, path: '/rollcall' });
  wire.answer('POST /apiadmin/check-in', {
    result: 'Success',
    changed: [asRunnerId('r101')],
    left: [],
  });
  const answered = wire.hold('POST /apiadmin/check-in');
  await user.click(await screen.findByRole('button', { name: /^Never seen 3/ }));
  (await screen.findByRole('button', { name: 'Open Mair Ŵyn' })).focus();
  await user.keyboard('c');
  await waitFor(() => expect(wire.sent('POST /apiadmin/check-in')).toHaveLength(1));
  await user.keyboard('c');
  answered.open();
  await findNews(/^Checked in: Mair Ŵyn/);
  expect(wire.sent('POST /apiadmin/check-in')).toHaveLength(1);
});

test('a withdrawal is reported with its source and reason, separately from DNS', async () => {
  const { user, wire, press } = await openRollCall({
    ...WAITING,
    path: '/rollcall?show=withdrawn',
  });
  await screen.findAllByText(/withdrawn before the start, “yn sâl”/);
  await user.click(await screen.findByRole('button', { name: /^Never seen 3/ }));
  (await screen.findByRole('button', { name: 'Open Mair Ŵyn' })).focus();
  await user.keyboard('w');
  const dialog = await screen.findByRole('dialog', { name: /^Withdrawn: Mair/ });
  await user.type(within(dialog).getByLabelText('Reported by'), 'Siân');
  await user.type(within(dialog).getByLabelText('Why'), 'pigwrn');
  await user.click(within(dialog).getByRole('button', { name: 'Withdrawn' }));
  await findNews(/withdrawn before the start, “pigwrn”/);
  expect(wire.sent('POST /apiadmin/:runnerId/reports').at(-1)?.body).toMatchObject({
    kind: 'withdrawn',
    atMs: NOW_MS,
    saidBy: 'Siân',
    text: 'pigwrn',
  });
  await press('Undo');
  await findNews(/^Taken back: Withdrawn, Mair/);
});
