import { expect, test } from 'vitest';

import { BackupFolder } from '#server/cli/backup-folder.ts';
import { findOld, listBackups, nameBackup } from '#server/cli/race-backup.ts';
import { HOUR_MS, MINUTE_MS } from '#shared/model/time.ts';
import { createTempFolder } from '#tests/support/temp-folder.ts';

test('[BK4] of the backups the newest three always stay, others by number and age', () => {
  const nowMs = 100 * 24 * HOUR_MS;
  const made = (days: number) => ({
    name: `${days}`,
    bytes: 1,
    of: '',
    madeMs: nowMs - days * 24 * HOUR_MS - MINUTE_MS,
  });
  const old = (days: readonly number[], order: { keep: number; days: number }) =>
    findOld(days.map(made), order, nowMs).map(({ name }) => name);
  expect(old([40, 50, 60, 70], { keep: 5, days: 30 })).toEqual(['70']);
  expect(old([0, 1, 2, 3], { keep: 2, days: 30 })).toEqual(['2', '3']);
  expect(old([0, 1, 29, 30], { keep: 5, days: 30 })).toEqual(['30']);
  expect(old([], { keep: 1, days: 1 })).toEqual([]);
  // One that was made in the future: the clock was wrong then or is now, so nothing is known to be old.
  expect(old([-40, 31, 32, 33, 34], { keep: 9, days: 30 })).toEqual([]);
  // That made by a clock far behind is the newest by its version, or was just made: it stays.
  expect(old([400, 0, 1], { keep: 9, days: 30 })).toEqual([]);
  const all = [0, 1, 2, 3, 400].map(made);
  expect(findOld(all, { keep: 3, days: 30 }, nowMs, '400').map(({ name }) => name)).toEqual(['3']);
});

const head = (version: number) => ({ epoch: 'abcdefgh', version });
const days = (count: number) => new Date(Date.UTC(2026, 5, 20) + count * 24 * HOUR_MS);

test('[BK4] backups are ordered by version, with any clock', async () => {
  const folder = new BackupFolder(createTempFolder());
  const names = [
    nameBackup('race', days(0), head(5)),
    nameBackup('race', days(40), head(6)),
    nameBackup('race', days(-400), head(7)),
    nameBackup('race', days(90), { epoch: 'ijklmnop', version: 900 }),
  ];
  for (const name of names) await folder.put(name, Buffer.from('x'));
  const listed = async (present?: { epoch: string }) =>
    (await listBackups(folder, 'race', present)).map(({ name }) => names.indexOf(name));
  expect(await listed(head(0))).toEqual([2, 1, 0, 3]);
  expect(await listed()).toEqual([3, 2, 1, 0]);
});
