import { screen } from '@testing-library/dom';
import { beforeEach, expect, test } from 'vitest';

import { DEFAULT_PICTURES } from '#shared/model/picture.ts';
import { MINUTE_MS } from '#shared/model/time.ts';
import type { ChangeEntry } from '#shared/wire/runners-api.ts';
import { buildAdminRunner } from '#tests/client/support/build-admin-runner.ts';
import { buildConfig } from '#tests/support/builders.ts';

import type { FakeWire } from './support/fake-wire.ts';
import { type OpenScreen, openScreen } from './support/open-screen.tsx';
import { buildBackup, serveImports } from './support/serve-imports.ts';

/** Its offset differs by three quarters of an hour from most other zones. */
const KATHMANDU = 'Asia/Kathmandu';
const AT = '2026-06-20T09:05:03.000Z';
const SIAN = buildAdminRunner({ runnerId: 'sian', firstName: 'Siân', lastName: 'Prydderch' });
const CHANGE = {
  version: 2,
  at: AT,
  by: 'mari@race.local',
  action: 'edit',
  before: SIAN,
  after: { ...SIAN, bibNumber: '88' },
} as const;

let elsewhere: string | undefined;
beforeEach(() => {
  elsewhere = process.env['TZ'];
  process.env['TZ'] = 'America/Lima';
  return () => {
    if (elsewhere === undefined) delete process.env['TZ'];
    else process.env['TZ'] = elsewhere;
  };
});

async function openIn(path: string, prepare: (wire: FakeWire) => void): Promise<OpenScreen> {
  return openScreen(path, { runners: [SIAN], config: { timeZone: KATHMANDU }, prepare });
}

test('[SO15] Changes, and that all runners were replaced, on the clocks of the race', async () => {
  const entry: ChangeEntry = { ...CHANGE, runnerId: 'sian', values: [], isLast: true };
  const { wire } = await openIn('/changes', (wire) =>
    wire.answer('GET /apiadmin/changes', [entry]),
  );
  await screen.findByText('20/06/2026 14:50:03');
  wire.push('replaced', { version: 3, at: AT, by: 'ann@race.local', action: 'import', runners: 2 });
  await expect
    .poll(() => screen.queryByText('All runners were replaced')?.parentElement?.textContent)
    .toContain('at 20/06/2026 14:50:03 by an import');
});

test('[SO15] the history of a runner', async () => {
  const { user } = await openIn('/admin?runner=sian', (wire) =>
    wire.answer('GET /apiadmin/:runnerId/history', [CHANGE]),
  );
  await user.click(await screen.findByText(/^Changed by mari@race\.local/));
  await expect
    .poll(() => screen.queryByText(/ · mari@race\.local$/)?.textContent)
    .toBe('20/06/2026 14:50:03 · mari@race.local');
});

test('[SO15] how long ago is by the clock of the server, when that of the computer is fast', async () => {
  const HALF_AN_HOUR_LATER = Date.parse(AT) + 30 * MINUTE_MS;
  await openIn('/admin?runner=sian', (wire) => {
    wire.answer('GET /webconfig', {
      ...buildConfig({ timeZone: KATHMANDU }),
      serverTime: HALF_AN_HOUR_LATER,
      pictures: DEFAULT_PICTURES,
    });
    wire.answer('GET /apiadmin/:runnerId/history', [CHANGE]);
  });
  // It is there before the settings, with the server's clock, have arrived.
  await expect
    .poll(() => screen.queryByText(/^Changed by/)?.textContent)
    .toBe('Changed by mari@race.local 30 min ago · history');
});

test("[SO15] today is the server's day, when the computer has another", async () => {
  const { user } = await openIn('/admin?runner=sian', (wire) => {
    wire.answer('GET /webconfig', {
      ...buildConfig({ timeZone: KATHMANDU }),
      serverTime: Date.parse(AT) + 30 * MINUTE_MS,
      pictures: DEFAULT_PICTURES,
    });
    wire.answer('GET /apiadmin/:runnerId/history', [CHANGE]);
  });
  await user.click(await screen.findByText(/^Changed by mari@race\.local/));
  await expect
    .poll(() => screen.queryByText(/ · mari@race\.local$/)?.textContent)
    .toBe('14:50:03 · mari@race.local');
});

test('[SO15] a backup, and the question before it is restored', async () => {
  const { user } = await openIn('/import', (wire) => {
    serveImports(wire);
    wire.answer('GET /backups', [buildBackup({ at: AT })]);
    const count = { runners: 1, scans: 0 };
    wire.answer('GET /backups/:backupId', {
      now: count,
      after: count,
      scansKept: 0,
      shownAgain: 0,
      settings: [],
    });
  });
  await user.click(await screen.findByRole('button', { name: /^Restore/ }));
  await expect
    .poll(() => screen.queryByRole('dialog', { name: /^Restore the backup/ })?.textContent)
    .toContain('of 20 Jun 2026, 14:50:03?');
});
