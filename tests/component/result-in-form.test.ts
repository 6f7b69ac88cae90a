import { screen, waitFor, within } from '@testing-library/dom';
import { describe, expect, test } from 'vitest';

import type { GroupPlace } from '#shared/scoring/stages.ts';
import type { AdminRunner, RunnerOutcome } from '#shared/wire/runners-api.ts';
import { buildAdminRunner } from '#tests/client/support/build-admin-runner.ts';

import { expectNoViolations } from './support/axe.ts';
import { buildOutcome } from './support/build-outcome.ts';
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
const AWAITED = buildOutcome();
const place = (of: number, count: number): GroupPlace => ({
  place: of,
  placed: count,
  listed: count,
});
const ON_COURSE: RunnerOutcome = {
  ...AWAITED,
  isListed: true,
  seen: { slot: 1, elapsedMs: 2_712_000 },
  places: { overall: place(12, 88), sex: place(3, 30), ageGroup: place(1, 6) },
};
const FINISHED: RunnerOutcome = {
  ...ON_COURSE,
  status: 'finished',
  totalMs: 4_051_000,
  gun: 4_060_000,
  chip: 4_051_000,
  hasFinish: true,
  places: { overall: place(5, 120), sex: place(2, 40), ageGroup: place(1, 6) },
};

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
/** Its parts as they are read. */
const words = (): (string | null)[] =>
  Array.from(
    result().querySelectorAll(':scope > strong, span:not(:has(span))'),
    (part) => part.textContent,
  );

describe('the result in the form', () => {
  test('shows time, gun and chip, and places of a finisher', async () => {
    await openForm(FINISHED);
    await waitFor(() => {
      expect(words()).toEqual([
        '1:07:31',
        'Finished',
        'Gun 1:07:40',
        'Chip 1:07:31',
        '5th of 120 overall',
        '2nd of 40 women',
        '1st of 6 in F40',
      ]);
    });
    await expectNoViolations();
  });

  const overridden = { ...FINISHED, totalMs: 3_600_000, override: 'total' } as const;
  const out = { ...FINISHED, status: 'dnf', totalMs: null, places: null } as const;
  test.for<readonly [string, RunnerOutcome, string[]]>([
    [
      'an override beside the scans',
      overridden,
      ['1:00:00', 'Finished, by the override time', 'Gun 1:07:40'],
    ],
    [
      'a DNF',
      { ...out, override: 'dnf' },
      ['DNF', 'Did not finish. Last seen at Carn Ingli after 0:45:12'],
    ],
    ['a closed race', { ...out, seen: null, gun: null }, ['DNF', 'Did not finish, race closed']],
    ['a DNS', { ...out, override: 'dns', seen: null }, ['DNS', 'Did not start; on no public list']],
    [
      'on course',
      ON_COURSE,
      [
        'On course. Last seen at Carn Ingli after 0:45:12',
        'Places at Carn Ingli:',
        '12th of 88 overall',
      ],
    ],
    ['started', { ...AWAITED, isListed: true }, ['On course']],
    [
      'by the gun alone',
      { ...AWAITED, isOnCourseByGun: true },
      ['On course by the gun alone, not read yet'],
    ],
    [
      'a finish without a start',
      { ...AWAITED, hasFinish: true, isListed: true },
      ['Read at the finish, but there is no start to count from'],
    ],
    ['not seen yet', AWAITED, ['Not seen yet']],
  ])('says how the result comes about: %s', async ([, outcome, expected]) => {
    await openForm(outcome);
    await waitFor(() => expect(words().slice(0, expected.length)).toEqual(expected));
  });

  test('follows pushed changes, and leaves what is typed', async () => {
    const { wire, fill } = await openForm(ON_COURSE);
    wire.pushMissing({ resultData: ['non'] });
    await within(result()).findByText(/^On course/);
    await fill('Team', 'Clwb Cadair');
    answerOutcome(wire, FINISHED);
    wire.pushMissing();
    await within(result()).findByText('1:07:31');
    expect(screen.getByLabelText<HTMLInputElement>('Team').value).toBe('Clwb Cadair');
    answerOutcome(wire, overridden);
    wire.pushRunners([{ ...NON, overrideLime: '01:00:00', rev: 2 }]);
    await within(result()).findByText('1:00:00');
    expect(screen.getByLabelText<HTMLInputElement>('Team').value).toBe('Clwb Cadair');
  });
});
