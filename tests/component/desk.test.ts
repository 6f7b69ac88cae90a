import { screen, waitFor, within } from '@testing-library/dom';
import { expect, test } from 'vitest';

import type { Role } from '#shared/wire/auth-api.ts';
import type { ListedRead } from '#shared/wire/reads-api.ts';
import type { HistoryEntry, RunnerScan } from '#shared/wire/runners-api.ts';
import { buildAdminRunner } from '#tests/client/support/build-admin-runner.ts';

import { buildOutcome } from './support/build-outcome.ts';
import { expectNoDialog, findNews, findSent, valueOf } from './support/on-screen.ts';
import { type OpenScreen, openScreen } from './support/open-screen.tsx';
import { setClock } from './support/set-clock.ts';

/** 19:00 in Wales, in summer; the gun went at 17:30. */
const NOW_MS = Date.UTC(2026, 5, 20, 18);
const GUN_MS = Date.UTC(2026, 5, 20, 16, 30);
const at = (minutes: number, seconds = 0): number => GUN_MS + (minutes * 60 + seconds) * 1_000;

const NAMES = {
  runnerId: 'r1',
  bibNumber: '1234',
  firstName: 'Nia',
  lastName: 'Rees',
  event: 'BB',
};
const NIA = buildAdminRunner({
  ...NAMES,
  raceNumber: '21234',
  runClub: 'Sarn Helen',
  ageGroup: 'F60',
  earlierBands: ['777'],
});
const DAI = buildAdminRunner({ ...NAMES, runnerId: 'r2', bibNumber: '77', firstName: 'Dai' });

const scan = (timeMs: number, point: RunnerScan['points'][0], source: string): RunnerScan => ({
  time: new Date(timeMs).toISOString(),
  timeMs,
  points: [point],
  source,
  verdict: 'counted',
  countedAt: [point],
});
const SCANS = [
  scan(at(1, 9), 'start', 'startB'),
  scan(at(20), 'cp1', 'hill'),
  scan(at(47, 33), 'finish', 'finish-mat'),
];
const READS: readonly ListedRead[] = SCANS.map((one, index) => ({
  scanId: `s${index}`,
  timeMs: one.timeMs,
  points: one.points,
  bandID: '21234',
  source: one.source,
  arrivedMs: one.timeMs,
  runner: NAMES,
  verdict: 'counted',
  countedAt: one.points,
  instead: [],
  corrections: [],
}));
const CHANGED: HistoryEntry = {
  version: 4,
  at: new Date(at(-20)).toISOString(),
  by: 'desk2@race.local',
  action: 'edit',
  before: { ...NIA, raceNumber: '777', bandID: '777' },
  after: NIA,
  reason: 'lost it',
};
const place = (of: number, count: number) => ({ place: of, placed: count, listed: count });

async function openDesk(path = '/desk', role: Role = 'admin'): Promise<OpenScreen> {
  setClock(NOW_MS);
  const opened = await openScreen(path, {
    runners: [NIA, DAI],
    role,
    config: {
      pageTitle: 'Ras Beca',
      distances: '10K,Full',
      wayPoints: 'Cwm',
      raceStart: '2026-06-20-17-30-00',
      timeZone: 'Europe/London',
      timing: 'chip',
      closed: true,
    },
    prepare: (wire) => {
      wire.answer('GET /apiadmin/:runnerId/scans', () => ({
        ...wire.head,
        status: 'finished',
        scans: SCANS,
        outcome: buildOutcome({
          isListed: true,
          status: 'finished',
          startMs: at(1, 9),
          totalMs: 2_784_000,
          gun: 2_853_000,
          chip: 2_784_000,
          hasFinish: true,
          places: { overall: place(5, 120), sex: place(2, 40), ageGroup: place(1, 6) },
        }),
      }));
      wire.answer('GET /apiadmin/:runnerId/history', [CHANGED]);
      const reads = { count: 3, reads: READS, next: null };
      wire.answer('GET /apiadmin/reads', () => ({ ...wire.head, ...reads }));
    },
  });
  opened.wire.pushMissing();
  return opened;
}

const findCard = (): Promise<HTMLElement> =>
  screen.findByRole('region', { name: 'Nia Rees (bib 1234)' });

/** Waits for the keys to be hers. */
async function focusNia(): Promise<HTMLElement> {
  const card = await findCard();
  await waitFor(() => expect(document.activeElement).toBe(card));
  return card;
}

/** Opens her by her bib. */
async function openNia({ user }: OpenScreen): Promise<HTMLElement> {
  const find = await screen.findByLabelText('Find a bib, band or name');
  await waitFor(() => expect(document.activeElement).toBe(find));
  await user.paste('1234');
  await user.keyboard('{Enter}');
  return focusNia();
}

test('a bib and Enter show all of a runner in one look, at an address of their own', async () => {
  const opened = await openDesk();
  const card = await openNia(opened);
  expect(location.search).toBe('?runner=r1');
  await within(card).findByText('5th of 120 overall');
  for (const text of [
    '10K · Sarn Helen · F60 · band 21234 · earlier 777 · Finished',
    'Gun 0:47:33',
    '“lost it”',
  ]) {
    // The reads and the history come by calls of their own.
    await within(card).findByText(text);
  }
  await within(card).findByText('Reads (3)');
  const slip = screen.getByTestId('slip').textContent;
  expect(slip).toMatch(/Cwm0:18:51.*Chip0:46:24/);
  expect(slip).toContain('Provisional results. Printed 19:00.');
  expect(within(card).getAllByText('1234 Nia Rees · 10K')).toHaveLength(3);
});

test('a time by hand is typed as a clock time or since the start, with a reason', async () => {
  const opened = await openDesk('/desk?runner=r1');
  const { wire, user, fill, press } = opened;
  await focusNia();
  await screen.findByText('Gun 0:47:33');
  await user.keyboard('t');
  await screen.findByRole('dialog', { name: 'Time by hand: Nia Rees (bib 1234)' });
  await fill('Reason', 'film of the finish');
  await fill('Clock time', '18:20:09');
  await expect.poll(() => valueOf('Time since the start')).toBe('49:00');
  const saved = { ...NIA, rev: NIA.rev + 1, overrideLime: '00:49:00' };
  wire.acceptSave(saved);
  await press('Save the time');
  await expectNoDialog();
  expect(findSent(wire)).toMatchObject({ runnerId: 'r1', overrideTime: '00:49:00' });
  expect(wire.sent('POST /api')[0]?.body).toMatchObject({ reason: 'film of the finish' });
  await findNews(/^Saved: Nia Rees/);
});

test('a time by hand before a read at a checkpoint is asked about, and saved at a second press', async () => {
  const { user, wire, press, fill } = await openDesk('/desk?runner=r1');
  await focusNia();
  await user.keyboard('t');
  await fill('Clock time', '17:45:00');
  await fill('Reason', 'film of the finish');
  await press('Save the time');
  await screen.findByText(
    /^The time by hand puts them at the finish at 17:45:00, but they were read at .*Cwm.* at 17:50:00\. If it is right, save again\.$/,
  );
  expect(wire.sent('POST /api')).toEqual([]);
  wire.acceptSave({ ...NIA, rev: NIA.rev + 1, overrideLime: '00:13:51' });
  await press('Save the time');
  await expectNoDialog();
  expect(findSent(wire)).toMatchObject({ overrideTime: '00:13:51' });
});

test('DNS, DSQ with its rule and another distance are one dialog each; a refusal says why in it', async () => {
  const opened = await openDesk('/desk?runner=r1');
  const { wire, user, fill, press } = opened;
  await focusNia();
  wire.answer('POST /api', {
    result: 'Conflict',
    current: { ...NIA, rev: NIA.rev + 1, runClub: 'Other' },
  });
  await user.keyboard('d');
  await screen.findByRole('dialog', { name: 'Did not start: Nia Rees (bib 1234)' });
  await press('Did not start');
  await screen.findByText('Someone else changed this runner in the meantime.');
  // Merged and sent once more, and no further where the answer brings nothing newer.
  expect(wire.sent('POST /api').map(({ body }) => body.rev)).toEqual([NIA.rev, NIA.rev + 1]);
  expect(findSent(wire)).toMatchObject({ overrideTime: 'DNS', runClub: 'Other' });
  await press('Cancel');
  await expectNoDialog();

  await user.keyboard('q');
  await fill('Rule broken', 'left the course');
  await press('Disqualify');
  await waitFor(() =>
    expect(findSent(wire)).toMatchObject({ overrideTime: 'DSQ left the course' }),
  );
  await screen.findByText('Someone else changed this runner in the meantime.');
  await press('Cancel');
  await press('Leave and lose the changes');
  await expectNoDialog();

  await user.keyboard('o');
  await fill('Reason', 'went with the others');
  await user.selectOptions(screen.getByLabelText('Distance'), 'Full');
  await press('Other distance');
  await waitFor(() => expect(findSent(wire)).toMatchObject({ event: 'PB', overrideTime: '' }));
});
