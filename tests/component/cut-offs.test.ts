import { screen, within } from '@testing-library/dom';
import { expect, test } from 'vitest';

import { USUAL_COURSES } from '#shared/model/courses.ts';
import type { AdminRunner } from '#shared/wire/runners-api.ts';
import { buildAdminRunner } from '#tests/client/support/build-admin-runner.ts';
import { buildSetup, configOf } from '#tests/support/build-setup.ts';

import { expectNoDialog } from './support/on-screen.ts';
import { openScreen } from './support/open-screen.tsx';
import { setClock } from './support/set-clock.ts';

const MINUTE = 60_000;
/** 10:00 in Wales, in summer. */
const GUN_MS = Date.UTC(2026, 5, 20, 9);
const numbers = { bibNumber: '342', raceNumber: '342', event: 'PB' };
const names = { firstName: 'Llŷr', lastName: 'Edwards' };
const LLYR = buildAdminRunner({ runnerId: 'llyr', ...names, ...numbers });
const { courses } = USUAL_COURSES.setup;
/** On each course the point with this id closes two hours after the gun. */
const CLOSING = configOf(
  buildSetup({
    courses: courses.map(({ visits, ...course }) =>
      Object.assign(course, {
        visits: visits.map((visit) =>
          visit.point === 'cp2' ? Object.assign({}, visit, { cutOff: '02:00:00' }) : visit,
        ),
      }),
    ),
  }),
);

const NON = { ...LLYR, runnerId: 'non', firstName: 'Non', bibNumber: '343', raceNumber: '343' };
const CP1 = { scans: 2, lastPoint: 'cp1', lastTime: GUN_MS + 40 * MINUTE };

/** Opens race control while they were last read at the point before it. */
async function openControl(runners: AdminRunner[]) {
  setClock(GUN_MS + 150 * MINUTE);
  return openScreen('/control', {
    runners,
    config: {
      distances: 'Half,Full',
      timeZone: 'Europe/London',
      raceStart: '2026-06-20-10-00-00',
      ...CLOSING,
    },
    prepare: (wire) => {
      wire.answer('GET /mia', () => ({
        ...wire.head,
        scannedNumberNoRunners: [],
        resultData: runners,
        lastSeen: runners.map(() => CP1),
      }));
    },
  });
}

test('[CU5] race control says when a point closed and who is before it, and one press reports them as timed out, except those who come through', async () => {
  const { user, wire } = await openControl([LLYR, NON]);
  const closings = await screen.findByRole('list', { name: 'Closing times' });
  await expect.poll(() => closings.textContent).toContain('closed 12:00, 2 left before it');
  const list = await screen.findByRole('list', { name: 'Now to do' });
  await user.click(await within(list).findByRole('button', { name: /^Timed out…/ }));
  const dialog = await screen.findByRole('dialog', { name: 'Timed out: 2 runners?' });
  await expect.poll(() => dialog.textContent).toContain('342 Llŷr Edwards');
  const gate = wire.hold('POST /apiadmin/:runnerId/reports');
  await user.click(within(dialog).getByRole('button', { name: 'Timed out: 2' }));
  const through = { ...CP1, lastPoint: 'cp2', lastTime: GUN_MS + 150 * MINUTE };
  wire.pushMissing({ resultData: ['llyr', 'non'], lastSeen: [CP1, through] });
  await within(dialog).findByText('342 Llŷr Edwards');
  gate.open();
  await expectNoDialog();
  const sent = wire.sent('POST /apiadmin/:runnerId/reports');
  expect(sent.map(({ path }) => path)).toEqual(['/apiadmin/llyr/reports']);
  const [{ body } = { body: undefined }] = sent;
  const text: unknown = expect.stringMatching(/closed 12:00$/);
  expect(body).toMatchObject({ kind: 'stopped', reason: 'timed-out', text });
  expect(body).not.toHaveProperty('point');
});
