import { expect, test } from 'vitest';

import type { HealthState } from '#server/features/health/health.ts';
import { HOUR_MS } from '#shared/model/time.ts';
import type { HealthBody } from '#shared/wire/health-api.ts';
import { eventually } from '#tests/support/eventually.ts';
import { provideOrganisersRace } from '#tests/support/organisers-race.ts';
import { listPublicAddresses, readPublic } from '#tests/support/public-addresses.ts';

const openRace = provideOrganisersRace();

const MARI = 'mari@example.org';
const SCANNER = 'Gwenllian-phone';
const RUNNER = 'runner-Myfanwy';

test('[CL8] no public answer names an organiser, a scanner or a damaged record; Health does', async () => {
  const race = await openRace();
  await race.redis.hSet(race.keys.organisers, 'owain@example.org', 'rubbish');
  await race.redis.hSet(race.keys.audit, '1', 'rubbish');
  await race.redis.hSet(race.keys.runners, RUNNER, 'rubbish');
  const note = { atMs: Date.now(), clockAheadMs: 300_000 };
  await race.redis.hSet(race.keys.scanners, SCANNER, JSON.stringify(note));
  // On a slow machine the scanner must not count as silent.
  const times = { checkEveryMs: 100, freshMs: 0, behindMs: HOUR_MS, sourceSilentMs: HOUR_MS };
  const web = await race.serve({ healthTimes: times });
  await web.as(race.admin).get('/apiadmin/changes').expect(200);
  await web.as(race.admin).get('/organisers').expect(200);

  await eventually(async () => {
    const { body } = await web.as(race.admin).get('/health/state');
    const { notices } = body as HealthBody;
    expect(notices).toContainEqual({ kind: 'clock', source: SCANNER, aheadMs: 300_000 });
    const unreadable = notices.flatMap((notice) =>
      notice.kind === 'unreadable' ? [`${notice.hash} ${notice.field}`] : [],
    );
    expect(unreadable.toSorted()).toEqual(['audit 1', 'organisers ', `runners ${RUNNER}`]);
  });
  for (const agent of [web.http, web.as('no-session'), web.as(race.helper)]) {
    await eventually(async () => {
      const { body } = await agent.get('/readyz').expect(200);
      expect((body as HealthState).unreadable).toEqual({ count: 3 });
    });
  }

  const names = [MARI, 'owain', SCANNER, RUNNER];
  const addresses = listPublicAddresses(web, { subjects: ['nobody'], queries: [''] });
  expect(addresses).toContain('/readyz');
  for (const address of addresses) {
    const answer = await readPublic(web, address);
    expect({ address, named: names.filter((name) => answer.includes(name)) }).toEqual({
      address,
      named: [],
    });
  }
});
