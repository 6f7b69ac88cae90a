import { screen, waitFor, within } from '@testing-library/dom';
import { expect, test } from 'vitest';

import type { ChangeEntry } from '#shared/wire/runners-api.ts';
import { buildAdminRunner } from '#tests/client/support/build-admin-runner.ts';

import { type OpenScreen, openScreen } from './support/open-screen.tsx';

const SIAN = buildAdminRunner({
  runnerId: 'r6',
  firstName: 'Siân',
  lastName: 'Prydderch',
  raceNumber: '402',
  bibNumber: '88',
});
const DAFYDD = buildAdminRunner({
  runnerId: 'r2',
  firstName: 'Dafydd',
  lastName: 'Bowen',
  raceNumber: '412',
  bibNumber: '226',
});
const IMPORTED = log(1, {
  runnerId: null,
  action: 'import',
  isLast: false,
  values: [
    { name: 'runners', before: '0', after: '3' },
    { name: 'scans', before: '0', after: '0' },
  ],
});
const DELETED = log(2, { runnerId: 'r6', action: 'delete', before: SIAN });
const RENUMBERED = log(3, {
  runnerId: 'r2',
  action: 'update',
  before: DAFYDD,
  after: { ...DAFYDD, bibNumber: '227' },
});

function log(version: number, rest: Partial<ChangeEntry>): ChangeEntry {
  return {
    runnerId: null,
    version,
    at: new Date().toISOString(),
    by: 'mari@race.local',
    action: 'update',
    before: null,
    after: null,
    values: [],
    isLast: true,
    ...rest,
  };
}

/** The changes, newest first. */
async function openChanges(
  entries: readonly ChangeEntry[] = [RENUMBERED, DELETED, IMPORTED],
): Promise<OpenScreen> {
  return openScreen('/changes', {
    prepare: (wire) => wire.answer('GET /apiadmin/changes', entries),
  });
}

/** Author, subject and change of each row. */
const listRows = (): string[] =>
  Array.from(document.querySelectorAll('tbody tr'), (row) =>
    Array.from(row.children, (cell) => cell.textContent)
      .slice(1, 4)
      .join(' | '),
  );

test('changes are listed with their author', async () => {
  await openChanges();
  await waitFor(() =>
    expect(listRows()).toEqual([
      'mari@race.local | Dafydd Bowen (bib 227) | Bib: 226 → 227',
      'mari@race.local | Siân Prydderch (bib 88) | Deleted',
      'mari@race.local | All runners and scans | Imported: 3 runners, no scans',
    ]),
  );
  await expect.poll(() => screen.getAllByRole('button', { name: /^Undo/ })).toHaveLength(2);
});

test('an undo names the runner, its effect and its outcome', async () => {
  const { wire, press, user } = await openChanges();
  await user.click(await screen.findByRole('button', { name: /^Undo.*Prydderch/ }));
  const dialog = within(
    await screen.findByRole('dialog', { name: 'Undo the last change to Siân Prydderch (bib 88)?' }),
  );
  dialog.getByText('Deleted, by mari@race.local.');
  wire.answer('POST /apiadmin/:runnerId/undo', () => {
    const restored = log(4, { runnerId: 'r6', action: 'restore', after: SIAN });
    const before = { ...DELETED, isLast: false };
    wire.answer('GET /apiadmin/changes', [restored, RENUMBERED, before, IMPORTED]);
    return { result: 'Success', runnerId: 'r6' };
  });
  await press('Undo');
  const done = await screen.findByText('Undone: Siân Prydderch (bib 88)');
  await waitFor(() => expect(document.activeElement?.contains(done)).toBe(true));
  expect(document.activeElement?.id).not.toBe('screen');
  await waitFor(() => expect(listRows()).toHaveLength(4));
  const [sent] = wire.sent('POST /apiadmin/:runnerId/undo');
  expect(sent).toMatchObject({ path: '/apiadmin/r6/undo', body: { version: 2 } });
});
