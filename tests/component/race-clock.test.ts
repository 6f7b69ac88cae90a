import { screen } from '@testing-library/dom';
import { beforeEach, expect, test } from 'vitest';

import { DEFAULT_PICTURES } from '#shared/model/race-config.ts';
import { MINUTE_MS } from '#shared/model/time.ts';
import type { ChangeEntry } from '#shared/wire/runners-api.ts';
import { buildAdminRunner } from '#tests/client/support/build-admin-runner.ts';
import { buildConfig } from '#tests/support/builders.ts';

import type { FakeWire } from './support/fake-wire.ts';
import { type OpenScreen, openScreen } from './support/open-screen.tsx';

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

test('[SO15] changes are shown by the race’s clock', async () => {
  const entry: ChangeEntry = { ...CHANGE, runnerId: 'sian', values: [], isLast: true };
  await openIn('/changes', (wire) => wire.answer('GET /apiadmin/changes', [entry]));
  expect(await screen.findByText('20/06/2026 14:50:03')).toBeDefined();
});

test('[SO15] ages are by the server’s clock, even if the computer’s is fast', async () => {
  const HALF_AN_HOUR_LATER = Date.parse(AT) + 30 * MINUTE_MS;
  await openIn('/admin?runner=sian', (wire) => {
    wire.answer('GET /webconfig', {
      ...buildConfig({ timeZone: KATHMANDU }),
      serverTime: HALF_AN_HOUR_LATER,
      pictures: DEFAULT_PICTURES,
    });
    wire.answer('GET /apiadmin/:runnerId/history', [CHANGE]);
  });
  // Shown before the settings, with the server's clock, arrive.
  await expect
    .poll(() => screen.queryByText(/^Changed by/)?.textContent)
    .toBe('Changed by mari@race.local 30 min ago · history');
});
