import { expect, test } from 'vitest';

import type { StartListBody } from '#shared/wire/http-api.ts';
import { buildRunner, buildScan } from '#tests/support/builders.ts';
import { eventually } from '#tests/support/eventually.ts';
import { provideFileRedis } from '#tests/support/file-redis.ts';
import { ingestScans } from '#tests/support/ingest-scans.ts';
import { ask } from '#tests/support/raw-http.ts';
import { startWeb } from '#tests/support/start-web.ts';

const { openRace } = provideFileRedis();

test('[PR25] the start list has all starters with the fields of the results, and no other data', async () => {
  const race = await openRace();
  const sian = { firstName: 'Siân', lastName: 'Prydderch', bibNumber: '88', ageGroup: 'F40' };
  await race.store.replaceRunners(
    [
      buildRunner({ runnerId: 'sian', bandId: '90001', mobileNumber: '07700900123', ...sian }),
      buildRunner({ runnerId: 'dns', bandId: '7', lastName: 'Absent', overrideTime: 'DNS' }),
    ],
    { by: 'x' },
  );
  const web = await startWeb(race);
  const get = (headers: Record<string, string> = {}) => ask(web.port, '/starters', { headers });
  const first = await get();
  expect(first.status).toBe(200);
  const body = JSON.parse(first.text) as StartListBody;
  expect(body.starters).toEqual([
    { runnerId: 'sian', ...sian, runClub: 'Rhedwyr Preseli', events: 'PB' },
  ]);
  // An epoch may contain any digits.
  const published = first.text.replace(body.epoch, '');
  for (const secret of ['90001', '07700900123', 'Absent', 'DNS'])
    expect(published).not.toContain(secret);

  // A scan does not change it.
  const tag = String(first.headers.etag);
  await ingestScans(race.redis, race.keys, [buildScan({ bandId: '90001' })]);
  await eventually(() => expect(web.context.race.scanCount).toBe(1));
  expect((await get({ 'If-None-Match': tag })).status).toBe(304);
  await race.store.replaceRunners([], { by: 'x' });
  await eventually(async () => {
    expect((await get({ 'If-None-Match': tag })).status).toBe(200);
  });
  await eventually(async () => {
    const next = await get({ 'If-None-Match': tag });
    expect(next.status).toBe(200);
    expect((JSON.parse(next.text) as StartListBody).starters).toEqual([]);
  });
});
