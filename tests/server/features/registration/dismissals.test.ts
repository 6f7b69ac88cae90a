import { expect, test } from 'vitest';

import type { ChangeEntry } from '#shared/wire/runners-api.ts';
import type { MissingBody } from '#shared/wire/missing-api.ts';
import { buildScan } from '#tests/support/builders.ts';
import { eventually } from '#tests/support/eventually.ts';
import { ingestScans } from '#tests/support/ingest-scans.ts';
import {
  type OrganisersRace,
  type OrganisersWeb,
  provideOrganisersRace,
} from '#tests/support/organisers-race.ts';
import { getSavedId, postForm } from '#tests/support/runner-forms.ts';
import { watchAdmin } from '#tests/support/watch-admin.ts';

const openRace = provideOrganisersRace();
const MARI = 'mari@example.org';

/** Reads of band 900, one per second from second `first`. */
function readSpare(
  { redis, keys }: OrganisersRace,
  first: number,
  count: number,
): Promise<unknown> {
  const scans = Array.from({ length: count }, (_, index) =>
    buildScan({ bandId: '900', timeMs: 1e12 + (first + index) * 1_000 }),
  );
  return ingestScans(redis, keys, scans);
}

async function readBands(web: OrganisersWeb, token: string) {
  const { body } = await web.as(token).get('/mia').expect(200);
  return (body as MissingBody).scannedNumberNoRunners;
}

/** A race with the unassigned band 900, scanned twice, on two instances. */
async function openWithSpare() {
  const race = await openRace();
  await readSpare(race, 1, 2);
  const [here, there] = [await race.serve(), await race.serve()];
  const post = (path: string, body: object = {}) =>
    here.as(race.helper).post(`/mia/900/${path}`).send(body);
  return { race, here, there, post };
}

test('[MS6] a band is dismissed on every screen until it is scanned again or restored', async () => {
  const { race, here, there, post } = await openWithSpare();
  const { missing } = await watchAdmin(there.connectAdmin(race.admin));
  const listed = () => missing.at(-1)?.scannedNumberNoRunners;
  expect((await post('dismiss', { scans: 2 }).expect(200)).body).toEqual({ result: 'Success' });
  const dismissal = { at: expect.any(Number) as number, by: MARI, isOver: false };
  const band = { bandID: '900', scans: 2, lastPoint: 'finish', lastTime: 1e12 + 2_000 };
  expect(await readBands(here, race.helper)).toEqual([{ ...band, dismissal }]);
  await eventually(() => expect(listed()).toEqual([{ ...band, dismissal }]));

  await readSpare(race, 3, 1);
  await eventually(() =>
    expect(listed()).toMatchObject([{ scans: 3, dismissal: { isOver: true } }]),
  );
  // A dismissal can't exceed the scans known to this instance.
  await eventually(() => expect(here.context.race.scanCount).toBe(3));
  await post('dismiss', { scans: 3 }).expect(200);
  await eventually(() => expect(listed()).toMatchObject([{ dismissal: { isOver: false } }]));
  await post('undismiss').expect(200);
  expect((await readBands(here, race.helper))[0]).not.toHaveProperty('dismissal');
  await eventually(() => expect(listed()?.[0]).not.toHaveProperty('dismissal'));

  const { body } = await here.as(race.admin).get('/apiadmin/changes').expect(200);
  expect((body as ChangeEntry[]).slice(0, 2)).toMatchObject([
    { by: MARI, action: 'undismiss-band', values: [{ name: 'bandId', before: '900', after: '' }] },
    {
      by: MARI,
      action: 'dismiss-band',
      values: [
        { name: 'bandId', before: '', after: '900' },
        { name: 'scans', before: '', after: '3' },
      ],
    },
  ]);
});

test('[MS6] a dismissal hides neither later scans nor more than there are', async () => {
  const { race, here, post } = await openWithSpare();
  await post('dismiss', { scans: 1 }).expect(200);
  expect(await readBands(here, race.helper)).toMatchObject([{ dismissal: { isOver: true } }]);
  await post('dismiss', { scans: 1_000 }).expect(200);
  await readSpare(race, 3, 1);
  await eventually(async () =>
    expect(await readBands(here, race.helper)).toMatchObject([{ dismissal: { isOver: true } }]),
  );
});

test('[MS6] a repeated dismissal changes nothing, and an invalid one is refused', async () => {
  const { race, here, post } = await openWithSpare();
  await post('dismiss', { scans: 2 }).expect(200);
  const { head } = await race.store.readRecord();
  await post('dismiss', { scans: 2 }).expect(200);
  expect((await race.store.readRecord()).head).toEqual(head);

  const helper = here.as(race.helper);
  for (const body of [{ scans: 0 }, { scans: '2' }]) {
    const refused = await helper.post('/mia/900/dismiss').send(body).expect(400);
    expect((refused.body as { error: string }).error).toMatch(/^Send scans/);
  }
  for (const band of ['901', 'x', '9'.repeat(13)]) {
    await helper.post(`/mia/${band}/dismiss`).send({ scans: 1 }).expect(404);
  }
  await helper.post('/mia/901/undismiss').expect(200);
  expect((await race.store.readRecord()).head).toEqual(head);
});

test('[MS6] assigning the band ends the dismissal for good, also on an instance started later', async () => {
  const { race, here, post } = await openWithSpare();
  await post('dismiss', { scans: 2 }).expect(200);
  const runnerId = await getSavedId(postForm(here.as(race.helper), { raceNumber: '900' }));
  expect(await readBands(here, race.helper)).toEqual([]);
  await post('dismiss', { scans: 2 }).expect(404);
  await postForm(here.as(race.helper), { runnerId, raceNumber: '' });
  for (const web of [here, await race.serve()]) {
    const bands = await readBands(web, race.helper);
    expect(bands).toMatchObject([{ bandID: '900' }]);
    expect(bands[0]).not.toHaveProperty('dismissal');
  }
  expect(await race.redis.hLen(race.keys.dismissals)).toBe(0);
});

test('[MS6 CF15] an import ends dismissals, and a restore brings back those of the backup', async () => {
  const { race, there, post } = await openWithSpare();
  await post('dismiss', { scans: 2 }).expect(200);
  const { backupId } = await race.store.replaceRunners([], { by: 'test' });
  // The same reads again are not dismissed.
  await readSpare(race, 1, 2);
  await eventually(async () => {
    const bands = await readBands(there, race.helper);
    expect(bands).toMatchObject([{ bandID: '900' }]);
    expect(bands[0]).not.toHaveProperty('dismissal');
  });
  await race.store.restoreBackup(backupId, { by: 'test' });
  await eventually(async () =>
    expect(await readBands(there, race.helper)).toMatchObject([
      { bandID: '900', scans: 2, dismissal: { isOver: false } },
    ]),
  );
});
