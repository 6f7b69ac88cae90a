import { expect, test } from 'vitest';

import { RELEASE } from '#server/config/release.ts';
import { HOUR_MS, MINUTE_MS } from '#shared/model/time.ts';
import type { HealthBody } from '#shared/wire/health-api.ts';
import { eventually } from '#tests/support/eventually.ts';
import { type OrganisersWeb, provideOrganisersRace } from '#tests/support/organisers-race.ts';

const openRace = provideOrganisersRace();
const healthTimes = {
  checkEveryMs: HOUR_MS,
  freshMs: 0,
  behindMs: HOUR_MS,
  sourceSilentMs: HOUR_MS,
};

async function readHealth(web: OrganisersWeb, token: string): Promise<HealthBody> {
  const { body } = await web.as(token).get('/health/state').expect(200);
  return body as HealthBody;
}

/** Waits for this health: an earlier check, or one that timed out, shows something else. */
function eventuallyShows(web: OrganisersWeb, token: string, expected: object): Promise<HealthBody> {
  return eventually(async () => {
    const health = await readHealth(web, token);
    expect(health).toMatchObject(expected);
    return health;
  });
}

test('[HC1] organisers who run the race see each state; unknown values are absent', async () => {
  const race = await openRace();
  const web = await race.serve({ healthTimes });
  const nowMs = Date.now();
  const note = { atMs: nowMs, lastReadMs: nowMs - MINUTE_MS, unsent: 3 };
  await race.redis.hSet(race.keys.scanners, 'hill', JSON.stringify(note));
  const health = await eventuallyShows(web, race.admin, {
    isReady: true,
    findings: [],
    notices: [],
    database: { isConnected: true, writtenMs: expect.any(Number) as number },
    sources: [
      { source: 'hill', heardMs: nowMs, isSilent: false, lastReadMs: nowMs - MINUTE_MS, unsent: 3 },
    ],
    instance: { release: RELEASE, viewers: 0, sinceMs: expect.any(Number) as number },
    backup: { isWanted: false },
    pushIntervalMs: 250,
  });
  expect(health.backup).not.toHaveProperty('newest');
});
