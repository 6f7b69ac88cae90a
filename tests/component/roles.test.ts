import { screen, within } from '@testing-library/dom';
import { expect, test } from 'vitest';

import type { Role } from '#shared/wire/auth-api.ts';
import { buildAdminRunner } from '#tests/client/support/build-admin-runner.ts';
import { buildReport } from '#tests/client/support/build-report.ts';

import { findNews } from './support/on-screen.ts';
import { type OpenScreen, openScreen } from './support/open-screen.tsx';
import { setClock } from './support/set-clock.ts';

const NAMES = { runnerId: 'r1', firstName: 'Mair', lastName: 'Ellis', event: 'PB' };
const NUMBERS = { raceNumber: '7', bibNumber: '306' };
const reports = [buildReport('r1', { kind: 'note', atMs: 1 })];
const MAIR = buildAdminRunner({ ...NAMES, ...NUMBERS, reports });

async function open(path: string, role: Role): Promise<OpenScreen> {
  setClock(Date.UTC(2026, 5, 20, 12));
  const opened = await openScreen(path, {
    runners: [MAIR],
    role,
    config: { raceStart: '2026-06-20-10-00-00' },
  });
  opened.wire.pushMissing({
    resultData: ['r1'],
    scannedNumberNoRunners: [{ bandID: '900', scans: 1, lastPoint: 'cp2', lastTime: 1 }],
    toCheck: { count: 1, runners: [{ runnerId: 'r1', reasons: [{ kind: 'no-start' }] }] },
  });
  return opened;
}

/** The names of the screen's controls, without the frame. */
const namesOf = (): string[] =>
  within(screen.getByRole('main'))
    .queryAllByRole<HTMLButtonElement>('button')
    .filter(({ disabled }) => !disabled)
    .map((button) => button.getAttribute('aria-label') ?? button.textContent);

const LOOKS: Readonly<Record<string, RegExp>> = {
  '/admin': /New Runner|^Edit /,
  '/missing': /Dismiss|Ignore|^Edit |^900/,
  '/rollcall': /Sign off/,
  '/admin?runner=r1': /^(Seen|Retired|Note|Time by hand)…|Take back/,
  '/control': /I’m on it|Ignore|Line |Passes|Start/,
};

test.each(Object.entries(LOOKS))(
  '[SO14] %s has nothing that changes anything for a viewer',
  async (path, changing) => {
    await open(path, 'registration');
    await expect.poll(() => namesOf().filter((name) => changing.test(name))).not.toEqual([]);
    document.body.replaceChildren();
    await open(path, 'viewer');
    await expect.poll(() => screen.queryByText('Loading...')).toBeNull();
    expect(namesOf().filter((name) => changing.test(name))).toEqual([]);
  },
);

test('[SO14] medical reports from the roll-call, and decides nothing else', async () => {
  const { user } = await open('/rollcall?find=306', 'medical');
  await user.click(await screen.findByRole('button', { name: /^Open Mair Ellis/ }));
  await screen.findByRole('button', { name: 'Retired…' });
  expect(namesOf().filter((name) => /^Time by hand|Sign off|Set \d/.test(name))).toEqual([]);
  screen.getByRole('button', { name: 'Seen…' }).focus();
  await user.keyboard('t');
  expect(screen.queryByRole('dialog')).toBeNull();
});

test('[SO14] the form of a runner is there to be read, and Escape closes it', async () => {
  const { user } = await open('/admin', 'viewer');
  await user.click(await screen.findByRole('button', { name: 'Open Mair Ellis' }));
  const form = within(await screen.findByRole('form'));
  expect(form.getByLabelText('Wristband').matches(':disabled')).toBe(true);
  expect(form.queryByRole('button', { name: 'Submit' })).toBeNull();
  expect(form.queryByLabelText('Phone')).toBeNull();
  await user.keyboard('{Escape}');
  await expect.poll(() => screen.queryByRole('form')).toBeNull();
});

test('[SO14 AC20] a form without a field does not send its value', async () => {
  const { user, wire, fill, press } = await open('/admin', 'results');
  await user.click(await screen.findByRole('button', { name: 'Edit Mair Ellis' }));
  const form = within(await screen.findByRole('form'));
  expect(form.queryByLabelText('Medical note')).toBeNull();
  wire.acceptSave({ ...MAIR, mobileNumber: '07700 900001', rev: MAIR.rev + 1 });
  await fill('Phone', '07700 900001');
  await press('Submit');
  await findNews(/^Saved: Mair Ellis/);
  const details = { mobileNumber: '07700 900001' };
  expect(wire.sent('POST /api').map(({ body }) => body)).toMatchObject([{ details }]);
  expect(JSON.stringify(wire.sent('POST /api'))).not.toContain('medicalNote');
});
