import { screen, within } from '@testing-library/dom';
import { expect, test } from 'vitest';

import { buildAdminRunner } from '#tests/client/support/build-admin-runner.ts';
import { buildSetup, configOf } from '#tests/support/build-setup.ts';

import { expectNoViolations } from './support/axe.ts';
import { buildOutcome } from './support/build-outcome.ts';
import { type OpenScreen, openScreen } from './support/open-screen.tsx';

const SETUP = buildSetup({
  waves: [
    { id: 'glas', name: 'Ton las', distance: 'PB' },
    { id: 'coch', name: 'Ton goch', distance: 'PB' },
  ],
  distances: buildSetup().distances.map((one) =>
    Object.assign({}, one, { hasOwnStarts: one.code === 'BB' }),
  ),
});
const CONFIG = {
  ...configOf(SETUP),
  distances: 'Half,Full,Ultra',
  timeZone: 'Europe/London',
  raceStart: '2026-06-20-10-00-00',
  starts: { BB: '', PB: '', UB: '', glas: '2026-06-20-10-10-00', coch: '' },
};
const at = (minutes: number): number => Date.UTC(2026, 5, 20, 9, minutes);

const NON = buildAdminRunner({
  runnerId: 'non',
  firstName: 'Non',
  lastName: 'Rhŷs',
  bibNumber: '301',
  raceNumber: '301',
  event: 'PB',
  wave: 'glas',
});

async function openForm(): Promise<OpenScreen> {
  const opened = await openScreen('/admin', {
    runners: [NON],
    config: CONFIG,
    prepare: (wire) => {
      wire.answer('GET /apiadmin/:runnerId/scans', () => ({
        ...wire.head,
        status: 'racing',
        scans: [],
        outcome: buildOutcome({
          isListed: true,
          startMs: at(10),
          start: { kind: 'wave', ms: at(10), wave: 'glas' },
        }),
      }));
    },
  });
  await opened.user.click(await screen.findByRole('cell', { name: 'Rhŷs' }));
  await screen.findByRole('form');
  return opened;
}

test('the form has waves and own starts where there are any, and says which start counts', async () => {
  const { wire, user, fill, press } = await openForm();
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
  await expectNoViolations();
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
