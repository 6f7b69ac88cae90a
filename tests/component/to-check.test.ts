import { screen, waitFor, within } from '@testing-library/dom';
import { expect, test } from 'vitest';

import type { CheckReason } from '#shared/wire/missing-api.ts';
import { buildAdminRunner } from '#tests/client/support/build-admin-runner.ts';
import { expectNoViolations } from './support/axe.ts';
import { findNews } from './support/on-screen.ts';
import { openScreen } from './support/open-screen.tsx';

const enter = (runnerId: string, lastName: string, bibNumber: string) =>
  buildAdminRunner({ runnerId, firstName: 'Mair', lastName, bibNumber, event: 'BB' });
const ELLIS = enter('ellis', 'Ellis', '214');
const crowd = Array.from({ length: 10 }, (_, at) => enter(`r${at}`, `Crowd${at}`, `30${at}`));

const HALF: CheckReason = { kind: 'other-course', points: ['cp2'] };

async function openMissing(
  given: Readonly<Record<string, readonly CheckReason[]>>,
  count?: number,
) {
  const opened = await openScreen('/missing', {
    runners: [ELLIS, enter('siân', 'Siân', '214'), ...crowd],
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
  const { user, wire } = await openMissing({ ellis: [HALF] });
  expect(chip()?.textContent).toBe('To check 1');
  wire.pushMissing();
  await expectNoViolations();
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

test('[SC1] pressing a suspected swap opens the form with the other’s band, where a save offers to swap', async () => {
  const { user, wire } = await openMissing({
    ellis: [{ kind: 'swap', runnerId: 'r3' }, HALF],
    siân: [{ kind: 'swap', runnerId: 'gone' }],
  });
  const [ellis, third] = [{ ...ELLIS, raceNumber: '402' }, crowd[3]];
  if (!third) throw new Error('There are ten.');
  const holder = { ...third, raceNumber: '412' };
  wire.pushRunners([ellis, holder]);
  await user.click(
    await screen.findByRole('button', {
      name: 'Swap… Mair Ellis (bib 214) and Mair Crowd3 (bib 303)',
    }),
  );
  // A deleted runner has no band to swap.
  expect(screen.queryAllByRole('button', { name: /^Swap…/ })).toHaveLength(1);
  const dialog = within(await screen.findByRole('dialog'));
  await dialog.findByDisplayValue('412');
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
