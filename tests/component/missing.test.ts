import { screen, waitFor, within } from '@testing-library/dom';
import { describe, expect, test } from 'vitest';

import type { ControlEntry } from '#shared/model/decisions.ts';
import type { ExpectedRunner } from '#shared/wire/control-api.ts';
import type {
  CheckReason,
  LastSeenBody,
  RunnerToCheck,
  UnassignedBandBody,
} from '#shared/wire/missing-api.ts';
import { nameCheck } from '#client/organisers/lists/left-checks.ts';
import { buildAdminRunner } from '#tests/client/support/build-admin-runner.ts';

import type { FakeWire } from './support/fake-wire.ts';
import { type OpenScreen, openScreen } from './support/open-screen.tsx';
import { expectNoDialog, findSent, findNews } from './support/on-screen.ts';

const SIAN = enter('out', 'Siân', 'Prydderch', '202');
const AOIFE = enter('lost', 'Aoife', 'O’Brien', '203');
const LUKASZ = enter('none', 'Łukasz', 'Wójcik', '');
const BANDS: readonly UnassignedBandBody[] = [
  { bandID: '512', scans: 2, lastPoint: 'kom2-end', lastTime: Date.UTC(2026, 5, 20, 9, 40) },
  { bandID: '777', scans: 1, lastPoint: 'finish', lastTime: Date.UTC(2026, 5, 20, 9, 50) },
];

const SEEN = { scans: 3, lastPoint: 'cp2', lastTime: Date.UTC(2026, 5, 20, 9, 40) };

function enter(runnerId: string, firstName: string, lastName: string, raceNumber: string) {
  const bibNumber = `1${raceNumber}`;
  return buildAdminRunner({ runnerId, firstName, lastName, raceNumber, bibNumber, event: 'PB' });
}

/** Tells who has not come in, and the bands nobody has. */
function pushMissing(
  wire: FakeWire,
  resultData: string[],
  bands = BANDS,
  lastSeen: (LastSeenBody | null)[] = resultData.map(() => null),
): void {
  wire.pushMissing({ resultData, scannedNumberNoRunners: [...bands], lastSeen });
}

/** A runner on course who is overdue. */
const OVERDUE = { runnerId: 'out', point: 'finish', expectedMs: 1, latestMs: 1 } as const;

async function openMissing(overdue: readonly ExpectedRunner[] = []): Promise<OpenScreen> {
  const opened = await openScreen('/missing', {
    runners: [enter('in', 'Ann', 'Home', '201'), SIAN, AOIFE, LUKASZ],
    config: { distances: 'Half,Full,Ultra', KOMs: 'WOD,Carn Ingli', timeZone: 'Europe/London' },
    prepare: (wire) =>
      wire.answer('GET /apiadmin/expected', () => ({ ...wire.head, expected: [...overdue] })),
  });
  pushMissing(opened.wire, ['out', 'lost']);
  await screen.findByRole('cell', { name: 'Prydderch' });
  return opened;
}

function bandOf(band: string): HTMLElement {
  const element = document.querySelector<HTMLElement>(`[data-band="${band}"]`);
  if (!element) throw new Error(`Band ${band} is not there.`);
  return element;
}

const partOf = (part: string) => document.querySelector(`[data-part="${part}"]`);
const lastNames = () =>
  Array.from(document.querySelectorAll('tbody tr td:nth-child(2)'), (cell) => cell.textContent);

describe('the lists', () => {
  test('runners with a band and no finish are listed, and a button per unassigned band with its last sighting', async () => {
    await openMissing();
    expect(lastNames()).toEqual(['Prydderch', 'O’Brien']);
    // The state is said once.
    expect(screen.getAllByText(/never seen/i)).toHaveLength(2);
    for (const cell of screen.getAllByRole('cell', { name: /never seen/i })) {
      expect(cell.textContent).toBe('Never seen');
    }
    expect(bandOf('512').textContent).toContain('Carn Ingli end, 20/06/2026 10:40:00 · 2 scans');
    const counts = { bands: 2, 'no-finish': 2 };
    for (const [part, count] of Object.entries(counts)) {
      expect(partOf(part)?.textContent).toMatch(new RegExp(`${count}$`));
    }
  });

  test('[MS1] a runner who finishes while their form is open stays until it is closed', async () => {
    const { wire, user, fill, press } = await openMissing([{ ...OVERDUE, runnerId: 'lost' }]);
    await user.click(screen.getByRole('cell', { name: 'Prydderch' }));
    await fill('Team', 'typed');
    pushMissing(wire, ['out', 'lost'], BANDS, [null, SEEN]);
    await waitFor(() => expect(screen.getByTestId('need-count').textContent).toContain('1'));
    pushMissing(wire, ['lost']);
    await waitFor(() => expect(screen.queryByTestId('need-count')).toBeNull());
    await expect.poll(() => screen.getByLabelText<HTMLInputElement>('Team').value).toBe('typed');
    await press('Cancel');
    await waitFor(() => expect(lastNames()).toEqual(['O’Brien']));
  });
});

test('a race without runners says so', async () => {
  await openScreen('/missing', { runners: [] });
  expect(await screen.findByText('No runners yet.')).toBeTruthy();
});

test('a band nobody has opens the form of a new runner, or is given to an entered one, by keyboard', async () => {
  const { wire, user, fill } = await openMissing();
  bandOf('777').focus();
  await user.keyboard('{Enter}');
  await screen.findByRole('dialog', { name: 'New runner with band 777' });
  expect(screen.getByLabelText<HTMLInputElement>('Wristband').value).toBe('777');
  await fill('Give it to an existing runner instead', 'woj');
  await user.keyboard('{Enter}');
  const dialog = await screen.findByRole('dialog', { name: /^Give band 777 to Łukasz Wójcik/ });
  const band = within(dialog).getByLabelText<HTMLInputElement>('Wristband');
  expect(band.value).toBe('777');
  wire.acceptSave({ ...LUKASZ, raceNumber: '777', bandID: '777' });
  band.focus();
  await user.keyboard('{Enter}');
  await expectNoDialog();
  await within(screen.getByTestId('news')).findByText(/^Saved: Łukasz Wójcik — band 777/);
  expect(findSent(wire)).toMatchObject({ runnerId: 'none', raceNumber: '777' });
  pushMissing(wire, ['out', 'lost'], BANDS.slice(0, 1));
  await waitFor(() => expect(document.querySelector('[data-band="777"]')).toBeNull());
  expect(lastNames()).not.toContain('Wójcik');
});

test('a band goes to an entered runner although text was typed for another, at the second Enter', async () => {
  const { user, fill } = await openMissing();
  await user.click(bandOf('777'));
  await screen.findByRole('dialog', { name: 'New runner with band 777' });
  await fill('Last name', 'Wojcik');
  await fill('Give it to an existing runner instead', 'woj');
  await user.keyboard('{Enter}');
  await screen.findByText(/What you typed here is not saved/);
  await fill('Give it to an existing runner instead', 'woj');
  await user.keyboard('{Enter}');
  await screen.findByRole('dialog', { name: /^Give band 777 to Łukasz Wójcik/ });
  expect(screen.getByLabelText<HTMLInputElement>('Wristband').value).toBe('777');
});

test('a dismissal is confirmed although the only band found has left with its list', async () => {
  const { user, wire } = await openMissing();
  await user.type(screen.getByLabelText('Find a name, bib or band'), '777');
  await waitFor(() => expect(document.querySelector('[data-band="512"]')).toBeNull());
  wire.answer('POST /mia/:bandID/dismiss', () => {
    pushMissing(wire, ['out', 'lost'], BANDS.slice(0, 1));
    return { result: 'Success' };
  });
  // As on phones, whose presses focus no button.
  screen.getByRole('button', { name: 'Dismiss band 777' }).click();
  await findNews(/^Dismissed: band 777/);
});

test('a filter that hides an open form asks first, and keeps the typed text', async () => {
  const { user, fill } = await openMissing();
  const choose = (part: string) => user.click(partOf(part) as Element);
  await user.click(await screen.findByRole('cell', { name: 'Prydderch' }));
  await fill('Team', 'Cwm Gwaun');
  await choose('bands');
  await screen.findByText(/What you typed here is not saved/);
  await expect.poll(() => screen.getByLabelText<HTMLInputElement>('Team').value).toBe('Cwm Gwaun');
  await choose('bands');
  await waitFor(() => expect(screen.queryByRole('form')).toBeNull());
});

const enterHalf = (runnerId: string, lastName: string, bibNumber: string) =>
  buildAdminRunner({ runnerId, firstName: 'Mair', lastName, bibNumber, event: 'BB' });
const ELLIS = enterHalf('ellis', 'Ellis', '214');
const crowd = Array.from({ length: 10 }, (_, at) => enterHalf(`r${at}`, `Crowd${at}`, `30${at}`));

const HALF: CheckReason = { kind: 'other-course', points: ['cp2'] };

async function openToCheck(
  given: Readonly<Record<string, readonly CheckReason[]>>,
  count?: number,
) {
  const opened = await openScreen('/missing', {
    runners: [ELLIS, enterHalf('siân', 'Siân', '214'), ...crowd],
    config: { distances: 'Half,Full,Ultra', wayPoints: '' },
  });
  const runners = Object.entries(given).map(([runnerId, reasons]) => ({ runnerId, reasons }));
  opened.wire.pushMissing({ toCheck: { count: count ?? runners.length, runners } });
  await screen.findByRole('heading', { name: /^To check/ });
  return opened;
}

const entryOf = (runnerId: string): HTMLElement => {
  const entry = document.querySelector<HTMLElement>(`[data-check="${runnerId}"]`);
  if (!entry) throw new Error(`${runnerId} is not to check.`);
  return entry;
};
const chip = () => document.querySelector<HTMLElement>('[data-part="to-check"]');

test('a chip counts them, a press or Enter opens the form, and they stay until a push removes them', async () => {
  const { user, wire } = await openToCheck({ ellis: [HALF] });
  expect(chip()?.textContent).toBe('To check 1');
  wire.pushMissing();
  entryOf('ellis').focus();
  await user.keyboard('{Enter}');
  const dialog = await screen.findByRole('dialog');
  expect(within(dialog).getByDisplayValue('Ellis')).toBeTruthy();
  await user.keyboard('{Escape}');
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());

  wire.pushMissing({ toCheck: { count: 0, runners: [] } });
  await waitFor(() => expect(chip()).toBeNull());
  expect(screen.queryByRole('heading', { name: /^To check/ })).toBeNull();
});

test('the chip of the dismissed has ignored runners too, who can be brought back', async () => {
  const { user, wire } = await openToCheck({ ellis: [HALF] });
  const toCheck = { count: 1, runners: [{ runnerId: 'ellis', reasons: [HALF] }] };
  const subject = nameCheck(toCheck.runners[0] as RunnerToCheck);
  for (const path of ['/control', '/control/remove'] as const)
    wire.answer(`POST ${path}`, { result: 'Success' });
  await user.click(screen.getByRole('button', { name: /^Ignore / }));
  expect(wire.sent('POST /control').at(-1)?.body).toMatchObject({ kind: 'left', subject });
  const control = [{ kind: 'left' as const, subject, atMs: 7, by: 'dai@race.local' }];
  wire.pushMissing({ toCheck, control });
  await waitFor(() => expect(partOf('dismissed')?.textContent).toBe('Dismissed 1'));
  await user.click(partOf('dismissed') as HTMLElement);
  await user.click(await screen.findByRole('button', { name: /^Bring back / }));
  expect(wire.sent('POST /control/remove').at(-1)?.body).toMatchObject({ subject, was: 7 });
});

test('after Ignore by keyboard the focus is on the next runner, and after the last one on the lists', async () => {
  const { user, wire } = await openToCheck({ ellis: [HALF], siân: [HALF] });
  const runners = ['ellis', 'siân'].map((runnerId) => ({ runnerId, reasons: [HALF] }));
  const control: ControlEntry[] = [];
  wire.answer('POST /control', ({ body: { subject } }) => {
    control.push({ kind: 'left', subject, atMs: 7, by: 'dai@race.local' });
    wire.pushMissing({ toCheck: { count: 2, runners }, control: [...control] });
    return { result: 'Success' };
  });
  screen.getByRole('button', { name: /^Ignore .*Ellis/ }).focus();
  await user.keyboard('{Enter}');
  await waitFor(() => expect(document.activeElement).toBe(entryOf('siân')));
  screen.getByRole('button', { name: /^Ignore .*Siân/ }).focus();
  await user.keyboard('{Enter}');
  await waitFor(() => expect(document.activeElement?.id).toBe('no-finish'));
});

test('the lists go on after the button with the focus has left with its runner', async () => {
  const { user, wire } = await openToCheck({ ellis: [HALF] });
  const toCheck = { count: 1, runners: [{ runnerId: 'ellis', reasons: [HALF] }] };
  const subject = nameCheck(toCheck.runners[0] as RunnerToCheck);
  wire.answer('POST /control', { result: 'Success' });
  screen.getByRole('button', { name: /^Ignore / }).focus();
  await user.keyboard('{Enter}');
  const control = [{ kind: 'left' as const, subject, atMs: 7, by: 'dai@race.local' }];
  wire.pushMissing({ toCheck, control });
  await waitFor(() => expect(screen.queryByRole('button', { name: /^Ignore / })).toBeNull());
  wire.pushMissing({ toCheck: { count: 1, runners: [{ runnerId: 'siân', reasons: [HALF] }] } });
  await waitFor(() => expect(entryOf('siân').textContent).toContain('Siân'));
});

test('a save with the band of another runner offers to swap the two', async () => {
  const { user, wire } = await openToCheck({ ellis: [HALF] });
  const [ellis, third] = [{ ...ELLIS, raceNumber: '402' }, crowd[3]];
  if (!third) throw new Error('There are ten.');
  const holder = { ...third, raceNumber: '412' };
  wire.pushRunners([ellis, holder]);
  await user.click(await screen.findByRole('button', { name: /^Mair Ellis/ }));
  const dialog = within(await screen.findByRole('dialog'));
  await user.clear(await dialog.findByDisplayValue('402'));
  await user.keyboard('412');
  wire.answer('POST /api', { result: 'Taken', holder, bandID: '412' });
  await user.click(dialog.getByRole('button', { name: 'Submit' }));
  const remedies = within(await screen.findByRole('list', { name: 'What can be done' }));
  await expect
    .poll(() => remedies.getAllByRole('listitem')[0]?.textContent)
    .toBe('Swap the two bandsMair Ellis (bib 214): 402 → 412Mair Crowd3 (bib 303): 412 → 402');
  wire.acceptSave({ ...ellis, raceNumber: '412' });
  await user.click(remedies.getByRole('button', { name: 'Swap the two bands' }));
  await findNews(/band 412.*Mair Crowd3 \(bib 303\) has band 402 now/);
  expect(wire.sent('POST /api').at(-1)?.body.exchange).toEqual({
    kind: 'swap',
    runnerId: 'r3',
    rev: holder.rev,
  });
});
