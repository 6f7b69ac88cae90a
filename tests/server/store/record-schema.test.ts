import { expect, test } from 'vitest';

import { RECORD_SCHEMA } from '#server/store/record-schema.ts';
import { exportRace } from '#server/cli/export-race.ts';
import { asRunnerId } from '#shared/model/ids.ts';
import { buildRunner, buildScan, getBandId } from '#tests/support/builders.ts';
import { type OrganisersRace, provideOrganisersRace } from '#tests/support/organisers-race.ts';
import { fillForm } from '#tests/support/runner-forms.ts';

const LATER_SCHEMA = String(RECORD_SCHEMA + 1);

const openRace = provideOrganisersRace();

/** What a later release writes into a runner, such as another mark that hides somebody. */
const LATER = { isHiddenFromAll: true, seeding: { pen: 'A', since: [1, 2] } };

async function fill({ store }: OrganisersRace): Promise<void> {
  const given = { event: 'BB', runClub: 'Cwm' } as const;
  const runners = [
    buildRunner({ ...given, runnerId: 'sian', bandId: '501', bibNumber: '7', firstName: 'Siân' }),
    buildRunner({ ...given, runnerId: 'dai', bandId: '502', bibNumber: '8', firstName: 'Dai' }),
  ];
  await store.replaceRunners(
    runners.map((runner) => Object.assign(runner, LATER)),
    { by: 'test' },
  );
}

async function read({ store }: OrganisersRace): Promise<Record<string, object>> {
  const { runners } = await store.readRecord();
  return Object.fromEntries(runners.map((runner) => [runner.runnerId, runner]));
}

test('[CF27] what a later release wrote into a runner outlives an edit, an exchange of bands and undoing both', async () => {
  const race = await openRace();
  await fill(race);
  const { as } = await race.serve();
  const api = as(race.admin);
  const form = { runnerId: 'sian', bibNumber: '7', firstName: 'Siwan', event: 'BB' };
  const edited = await api
    .post('/api')
    .send({ dataBlob: fillForm({ ...form, raceNumber: '501' }) });
  expect(edited.body).toMatchObject({ result: 'Success' });
  expect(await read(race)).toMatchObject({ sian: { firstName: 'Siwan', ...LATER }, dai: LATER });

  const exchange = { kind: 'swap', runnerId: 'dai', rev: 1 };
  const swapped = await api
    .post('/api')
    .send({ dataBlob: fillForm({ ...form, raceNumber: '502' }), exchange });
  expect(swapped.body).toMatchObject({ result: 'Success' });
  expect(await read(race)).toMatchObject({
    sian: { bandId: '502', ...LATER },
    dai: { bandId: '501', ...LATER },
  });

  // The second one takes the first one back.
  for (const bandId of ['501', '502']) {
    const undone = await api.post('/apiadmin/sian/undo').send({});
    expect(undone.body).toMatchObject({ result: 'Success' });
    expect(await read(race)).toMatchObject({ sian: { bandId, ...LATER }, dai: LATER });
  }
});

test('[CF27] it outlives a deletion that is undone, a merge of a file, a backup and the export', async () => {
  const race = await openRace();
  await fill(race);
  const { as } = await race.serve();
  const api = as(race.admin);
  await api.post('/api').send({ dataBlob: fillForm({ runnerId: 'sian', runClub: 'DELETE' }) });
  expect(await read(race)).not.toHaveProperty('sian');
  await api.post('/apiadmin/sian/undo').send({});
  expect(await read(race)).toMatchObject({ sian: LATER });

  const file = Buffer.from(
    'firstName,lastName,event,bibNumber,runClub\nDai,Bach,Half,8,Harriers\n',
  );
  const merged = await api.post('/upload').field('mode', 'merge').attach('file', file, 'late.csv');
  expect(merged.status).toBe(200);
  expect(await read(race)).toMatchObject({ sian: LATER, dai: { runClub: 'Harriers', ...LATER } });

  const { backupId } = await race.store.replaceRunners([], { by: 'test' });
  await race.store.restoreBackup(backupId, { by: 'test' });
  expect(await read(race)).toMatchObject({ sian: LATER, dai: { runClub: 'Harriers', ...LATER } });
  const exported = JSON.parse([...exportRace(await race.store.readRecord())].join('')) as {
    runners: object[];
  };
  expect(exported.runners).toMatchObject([LATER, LATER]);
});

test('[CF27] the record says its schema from the first change on, and one of a later release is not written to', async () => {
  const race = await openRace();
  const { keys, redis, store } = race;
  await fill(race);
  expect(await redis.hGet(keys.meta, 'schema')).toBe('1');
  await redis.hSet(keys.meta, 'schema', LATER_SCHEMA);
  const before = await redis.hGetAll(keys.meta);
  const found = await store.runners.read(asRunnerId('sian'), [getBandId('501')]);
  const change = { after: undefined, by: 'test', action: 'delete' };
  await expect(store.runners.commit(found, change)).rejects.toThrow(/^NEWER/);
  await expect(store.replaceRunners([], { by: 'test' })).rejects.toThrow(/^NEWER/);
  const scan = buildScan({ bandId: '501' });
  const stored = { ...scan, receivedMs: scan.timeMs };
  await expect(store.storePublishedScan(stored, false)).rejects.toThrow(/^NEWER/);
  await expect(store.readRecord()).rejects.toThrow(`schema ${LATER_SCHEMA} of a newer release`);
  expect(await redis.hGetAll(keys.meta)).toEqual(before);
  expect(await redis.hLen(keys.runners)).toBe(2);
  expect(await redis.hLen(keys.scans)).toBe(0);
});
