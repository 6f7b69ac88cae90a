import { screen, waitFor, within } from '@testing-library/dom';
import { expect, test } from 'vitest';

import type { AdminRunner } from '#shared/wire/runners-api.ts';
import { buildAdminRunner } from '#tests/client/support/build-admin-runner.ts';
import { buildReport } from '#tests/client/support/build-report.ts';

import type { FakeWire } from './support/fake-wire.ts';
import { expectNoDialog, findNews, textsOf } from './support/on-screen.ts';
import { type OpenScreen, openScreen } from './support/open-screen.tsx';
import { setClock } from './support/set-clock.ts';

/** 10:30 in Wales, half an hour after the gun. */
const NOW_MS = Date.UTC(2026, 5, 20, 9, 30);
const AT_MS = Date.UTC(2026, 5, 20, 8, 12);

function enter(bibNumber: string, lastName: string, rest: Partial<AdminRunner> = {}): AdminRunner {
  const runnerId = `r${bibNumber}`;
  const raceNumber = `2${bibNumber}`;
  return buildAdminRunner({ runnerId, bibNumber, raceNumber, lastName, event: 'PB', ...rest });
}

const MAIR = enter('101', 'Ŵyn', { firstName: 'Mair' });
const IFAN = enter('102', 'Ellis', { firstName: 'Ifan' });
const THERE = enter('103', 'Øvrebø', {
  firstName: 'Zoë',
  reports: [buildReport('r103', { kind: 'checked-in', atMs: AT_MS })],
});
const GONE = enter('104', 'Huws', {
  firstName: 'Llŷr',
  overrideLime: 'DNS',
  reports: [buildReport('r104', { kind: 'withdrawn', atMs: AT_MS, text: 'yn sâl' })],
});
const FIELD = [MAIR, IFAN, THERE, GONE];
const NEVER_SEEN = { resultData: ['r101', 'r102', 'r103'], lastSeen: [null, null, null] };

async function open(path: string): Promise<OpenScreen> {
  setClock(NOW_MS);
  const opened = await openScreen(path, {
    runners: FIELD,
    config: {
      distances: 'Half,Full,Ultra',
      raceStart: '2026-06-20-10-00-00',
      timeZone: 'Europe/London',
    },
    prepare: (wire) => {
      wire.answer('POST /apiadmin/check-in', ({ body: { runnerIds } }) => ({
        result: 'Success',
        changed: runnerIds,
        left: [],
      }));
    },
  });
  opened.wire.pushMissing(NEVER_SEEN);
  return opened;
}

const sentCheckIns = (wire: FakeWire) =>
  wire.sent('POST /apiadmin/check-in').map(({ body }) => body);

test('[RC9] runners to be checked in are ticked at the start line; those already checked in are separate and unticked', async () => {
  const { user, wire, press } = await open('/rollcall?show=start-line');
  const table = await screen.findByRole('table');
  await waitFor(() =>
    expect(textsOf(within(table).getAllByRole('row'))).toEqual([
      'StatusNobody saw themSeen or read',
      'Checked in1 look for them0 started',
      'Not checked in2 probably not here0 started',
      'DNS1 did not start, 1 of them withdrawn0 on the course despite DNS',
    ]),
  );
  const boxes = screen.getAllByRole<HTMLInputElement>('checkbox');
  // A checked-in runner comes first.
  expect(boxes.map(({ checked, labels }) => [labels?.[0]?.textContent, checked])).toEqual([
    [expect.stringMatching(/^Zoë Øvrebø .* checked in$/), false],
    [expect.stringMatching(/^Mair Ŵyn /), true],
    [expect.stringMatching(/^Ifan Ellis /), true],
  ]);
  await user.click(screen.getByLabelText(/^Ifan Ellis/));
  await press('Check in 1…');
  await screen.findByRole('dialog', { name: 'Check in 1 runner?' });
  await press('Check in 1');
  await findNews(/^Checked in: Mair Ŵyn/);
  await expectNoDialog();
  await press('Undo');
  await findNews(/^No longer checked in: Mair Ŵyn/);
  expect(sentCheckIns(wire)).toEqual([
    { runnerIds: ['r101'] },
    { runnerIds: ['r101'], isUndo: true },
  ]);
});

test('a withdrawal is reported with its source and reason, separately from DNS', async () => {
  const { user, wire, press } = await open('/rollcall?show=withdrawn');
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
