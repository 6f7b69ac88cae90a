import { screen, within } from '@testing-library/dom';
import { expect, test } from 'vitest';

import type { AdminRunner, RunnerOutcome } from '#shared/wire/runners-api.ts';
import { buildAdminRunner } from '#tests/client/support/build-admin-runner.ts';

import { expectNoViolations } from './support/axe.ts';
import { FINISHED, ON_COURSE } from './support/build-outcome.ts';
import { type FakeWire } from './support/fake-wire.ts';
import { type OpenScreen, openScreen } from './support/open-screen.tsx';

const NON = buildAdminRunner({
  runnerId: 'non',
  firstName: 'Non',
  lastName: 'Rees',
  raceNumber: '301',
  bibNumber: '301',
  ageGroup: 'F40',
  event: 'PB',
});

function answerOutcome(wire: FakeWire, outcome: RunnerOutcome | null): void {
  const status = outcome?.status ?? null;
  wire.answer('GET /apiadmin/:runnerId/scans', () => ({
    ...wire.head,
    status,
    scans: [],
    outcome,
  }));
}

async function openForm(
  outcome: RunnerOutcome | null,
  runner: AdminRunner = NON,
): Promise<OpenScreen> {
  const opened = await openScreen('/admin', {
    runners: [runner],
    config: { distances: 'Half,Full,Ultra' },
    prepare: (wire) => answerOutcome(wire, outcome),
  });
  await opened.user.click(await screen.findByRole('cell', { name: 'Rees' }));
  return opened;
}

const result = (): HTMLElement => screen.getByRole('region', { name: 'Result' });
test('the result in the form follows pushed changes, and keeps the typed text', async () => {
  const { wire, fill } = await openForm(ON_COURSE);
  wire.pushMissing({ resultData: ['non'] });
  await within(result()).findByText(/^On course/);
  await fill('Team', 'Clwb Cadair');
  answerOutcome(wire, FINISHED);
  wire.pushMissing();
  await within(result()).findByText('1:07:31');
  await within(result()).findByText('5th of 120 overall');
  await expectNoViolations();
  expect(screen.getByLabelText<HTMLInputElement>('Team').value).toBe('Clwb Cadair');
  answerOutcome(wire, { ...FINISHED, totalMs: 3_600_000, override: 'total' });
  wire.pushRunners([{ ...NON, overrideLime: '01:00:00', rev: 2 }]);
  await within(result()).findByText('1:00:00');
  expect(screen.getByLabelText<HTMLInputElement>('Team').value).toBe('Clwb Cadair');
});
