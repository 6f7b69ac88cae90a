import { expect, test } from 'vitest';

import { MINUTE_MS } from '#shared/model/time.ts';
import { buildScan } from '#tests/support/builders.ts';
import { eventually } from '#tests/support/eventually.ts';
import { ingestScans } from '#tests/support/ingest-scans.ts';
import { provideOrganisersRace } from '#tests/support/organisers-race.ts';
import { fillForm } from '#tests/support/runner-forms.ts';
import { watchAdmin } from '#tests/support/watch-admin.ts';

const openRace = provideOrganisersRace();

test('[AD9 MS7] runners to check are in GET /mia, after the greeting, and in a push on change', async () => {
  const race = await openRace();
  const { as, connectAdmin } = await race.serve();
  const helper = as(race.helper);
  const { body } = await helper
    .post('/api')
    .send({ dataBlob: fillForm({ raceNumber: 501, event: 'BB' }) });
  const { runnerId } = body as { runnerId: string };
  const watch = await watchAdmin(connectAdmin(race.helper));
  const nobody = { count: 0, runners: [] };
  await eventually(() => expect(watch.missing[0]).toMatchObject({ toCheck: nobody }));

  const timeMs = Date.UTC(2026, 5, 20, 11);
  const start = buildScan({ bandId: '501', points: ['start'], timeMs: timeMs - 40 * MINUTE_MS });
  const other = buildScan({ bandId: '501', points: ['cp2'], timeMs: timeMs - MINUTE_MS });
  const finish = buildScan({ bandId: '501', points: ['finish'], timeMs });
  await ingestScans(race.redis, race.keys, [start, other, finish]);
  const reasons = [{ kind: 'other-course', points: ['cp2'] }];
  const toCheck = { count: 1, runners: [{ runnerId, reasons }] };
  const pushed = () => watch.missing.flatMap((message) => message.toCheck ?? []);
  await eventually(() => expect(pushed().at(-1)).toEqual(toCheck));
  // A runner to check need not be missing.
  await eventually(() => expect(watch.missing.at(-1)?.resultData).toEqual([]));

  const mia = await helper.get('/mia').expect(200);
  expect(mia.body).toMatchObject({ resultData: [], toCheck });
  const second = await watchAdmin(connectAdmin(race.helper));
  await eventually(() => expect(second.missing[0]).toMatchObject({ toCheck }));

  // A push for another reason does not include it.
  const before = pushed().length;
  await ingestScans(race.redis, race.keys, [buildScan({ bandId: '777', points: ['cp2'] })]);
  await eventually(() =>
    expect(watch.missing.at(-1)?.scannedNumberNoRunners).toMatchObject([{ bandID: '777' }]),
  );
  expect(watch.missing.at(-1)).not.toHaveProperty('toCheck');
  expect(pushed()).toHaveLength(before);
});
