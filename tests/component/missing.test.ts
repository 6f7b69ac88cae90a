import { screen, waitFor, within } from '@testing-library/dom';
import { describe, expect, test } from 'vitest';

import type { ExpectedRunner } from '#shared/wire/control-api.ts';
import type { LastSeenBody, UnassignedBandBody } from '#shared/wire/missing-api.ts';
import { buildAdminRunner } from '#tests/client/support/build-admin-runner.ts';

import { expectNoViolations } from './support/axe.ts';
import { type FakeWire } from './support/fake-wire.ts';
import { type OpenScreen, openScreen } from './support/open-screen.tsx';
import { expectNoDialog, findSent } from './support/on-screen.ts';

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
  test('runners with a band and no finish stand before a button per unassigned band, with where and when it was seen', async () => {
    await openMissing();
    screen.getByRole('heading', { name: 'Missing Runners' });
    screen.getByRole('heading', { name: /^Registered but no finish scan/ });
    screen.getByRole('heading', { name: /^Scanned numbers, not assigned to anyone:/ });
    expect(lastNames()).toEqual(['Prydderch', 'O’Brien']);
    expect(bandOf('512').textContent).toContain('Carn Ingli end, 20/06/2026 10:40:00 · 2 scans');
    expect(bandOf('777').textContent).toContain('Finish, 20/06/2026 10:50:00 · 1 scan');
    const counts = { bands: 2, dnf: 0, 'no-finish': 2 };
    for (const [part, count] of Object.entries(counts)) {
      expect(partOf(part)?.textContent).toMatch(new RegExp(`${count}$`));
    }
    const table = document.querySelector('tbody');
    expect(table && bandOf('512').compareDocumentPosition(table)).toBe(
      Node.DOCUMENT_POSITION_PRECEDING,
    );
    await expectNoViolations();
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

describe('a band nobody has', () => {
  test('opens the form of a new runner, or is given to an entered one, by keyboard', async () => {
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
});

test('a filter that hides an open form asks first, and keeps the typed text', async () => {
  const { user, fill } = await openMissing();
  const choose = async (part: string): Promise<void> => {
    const chip = partOf(part);
    if (!chip) throw new Error(`There is no chip ${part}.`);
    await user.click(chip);
  };
  await user.click(await screen.findByRole('cell', { name: 'Prydderch' }));
  await choose('bands');
  await waitFor(() => expect(screen.queryByRole('form')).toBeNull());

  await choose('no-finish');
  await user.click(await screen.findByRole('cell', { name: 'Prydderch' }));
  await fill('Team', 'Cwm Gwaun');
  await choose('bands');
  await screen.findByText(/What you typed here is not saved/);
  await expect.poll(() => screen.getByLabelText<HTMLInputElement>('Team').value).toBe('Cwm Gwaun');
  await choose('bands');
  await waitFor(() => expect(screen.queryByRole('form')).toBeNull());
});
