import { randomUUID } from 'node:crypto';

import { expect, test } from 'vitest';

import { MINUTE_MS } from '#shared/model/time.ts';
import { missingBody } from '#shared/wire/missing-api.ts';
import { fits } from '#shared/wire/schemas.ts';
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
  expect(fits(missingBody)(mia.body)).toBe(true);
  const second = await watchAdmin(connectAdmin(race.helper));
  await eventually(() => expect(second.missing[0]).toMatchObject({ toCheck }));

  // A push for another reason does not carry it again.
  const before = pushed().length;
  await ingestScans(race.redis, race.keys, [buildScan({ bandId: '777', points: ['cp2'] })]);
  await eventually(() =>
    expect(watch.missing.at(-1)?.scannedNumberNoRunners).toMatchObject([{ bandID: '777' }]),
  );
  expect(watch.missing.at(-1)).not.toHaveProperty('toCheck');
  expect(pushed()).toHaveLength(before);
});

test('[OV11 MS7] a read that is added before their own at another point is said in the preview, and to check', async () => {
  const race = await openRace();
  const web = await race.serve();
  const boss = web.as(race.admin);
  const dataBlob = fillForm({ raceNumber: 501, event: 'PB' });
  const { runnerId } = (await boss.post('/api').send({ dataBlob })).body as { runnerId: string };
  const timeMs = Date.UTC(2026, 5, 20, 11);
  await ingestScans(race.redis, race.keys, [
    buildScan({ bandId: '501', points: ['start'], timeMs: timeMs - 60 * MINUTE_MS }),
    buildScan({ bandId: '501', points: ['cp4'], timeMs }),
  ]);
  const atMs = timeMs - 33 * MINUTE_MS;
  const correction = {
    correctionId: randomUUID(),
    reads: { kind: 'added' },
    action: { kind: 'add', bandId: '501', point: 'finish', timeMs: atMs },
    reason: 'The film of the finish.',
  };
  const contradiction = { point: 'finish', atMs, readAt: 'cp4', readMs: timeMs };
  await eventually(async () =>
    expect((await boss.post('/corrections/preview').send(correction)).body).toMatchObject({
      contradiction,
    }),
  );
  await boss.post('/corrections').send(correction).expect(200);
  const reasons = expect.arrayContaining([{ kind: 'by-hand', ...contradiction }]) as unknown;
  await eventually(async () =>
    expect((await boss.get('/mia')).body).toMatchObject({
      toCheck: { count: 1, runners: [{ runnerId, reasons }] },
    }),
  );
  // A total that fits ends it.
  const fits = fillForm({ runnerId, raceNumber: 501, event: 'PB', overrideTime: '2:00:00' });
  expect((await boss.post('/api').send({ dataBlob: fits })).body).toMatchObject({
    result: 'Success',
  });
  await eventually(async () =>
    expect((await boss.get('/mia')).body).toMatchObject({ toCheck: { count: 0 } }),
  );
});
