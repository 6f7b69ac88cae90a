import type { ConfigBody, CorrectionsBody } from '#shared/wire/http-api.ts';
import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';

import { createCorrectionsBody, MOST_LIST_BYTES } from '#server/features/results/public-routes.ts';
import { MOST_CORRECTIONS_KEPT } from '#server/store/public-corrections.ts';
import { MINUTE_MS } from '#shared/model/time.ts';
import type { PublicCorrection } from '#shared/news/corrections.ts';
import { buildConfig, buildRunner, buildScan } from '#tests/support/builders.ts';
import { changeSettings } from '#tests/support/change-settings.ts';
import { eventually } from '#tests/support/eventually.ts';
import { ingestScans } from '#tests/support/ingest-scans.ts';
import { type OrganisersWeb, provideOrganisersRace } from '#tests/support/organisers-race.ts';
import { type FormValues, postForm } from '#tests/support/runner-forms.ts';
import { stageRace } from '#tests/support/staged-race.ts';

const openRace = provideOrganisersRace();
const GUN_MS = Date.UTC(2026, 5, 20, 9);

async function list({ http }: OrganisersWeb): Promise<CorrectionsBody> {
  return (await http.get('/api/corrections').expect(200)).body as CorrectionsBody;
}

/** Five finishers of one distance, a minute apart, the first of whom is private. */
async function openFinished() {
  const race = await openRace();
  const names = ['cel', 'ann', 'bob', 'dai', 'eve'];
  const runners = names.map((runnerId, at) =>
    buildRunner({ runnerId, bandId: `${at + 1}`, bibNumber: `${at + 11}`, lastName: 'Wójcik' }),
  );
  const [cel, ...others] = runners;
  if (!cel) throw new Error('There are five.');
  const scans = names.map((_, at) =>
    buildScan({ bandId: `${at + 1}`, timeMs: GUN_MS + (60 + at) * MINUTE_MS }),
  );
  await stageRace(race, { runners: [{ ...cel, isPrivate: true }, ...others], scans });
  return { race, scans };
}

test('[PC1 CF30 CL6 CL70] corrections are the same on two instances and after a restart, and a read makes none', async () => {
  const { race, scans } = await openFinished();
  const [here, there] = [await race.serve(), await race.serve()];
  const settings = async () => (await here.http.get('/config').expect(200)).body as ConfigBody;
  expect((await settings()).isCorrected).toBeUndefined();
  const [first] = scans;
  if (!first) throw new Error('There are five.');
  const correctionId = randomUUID();
  await here
    .as(race.admin)
    .post('/corrections')
    .send({
      correctionId,
      reads: { kind: 'reads', scanIds: [first.scanId] },
      action: { kind: 'clock', shiftMs: 150_000 },
      reason: 'Private words of the desk',
    })
    .expect(200);
  await eventually(async () => {
    expect((await list(there)).corrections).toHaveLength(1);
    expect((await settings()).isCorrected).toBe(true);
  });
  const [correction] = (await list(there)).corrections;
  expect(correction).toMatchObject({ reason: 'clock', point: 'finish', more: 0 });
  expect(correction?.lines).toMatchObject([
    { runnerId: 'cel', bib: '11', was: { place: 1 }, is: { place: 3 } },
  ]);
  const text = JSON.stringify(await list(there));
  expect(text).not.toMatch(/Private words|boss@|Wójcik/);

  // A moved start is one correction, and the undoing of one is another.
  await changeSettings(race.store, () => buildConfig({ raceStart: '2026-06-20-10-00-43' }), 'x');
  await here.as(race.admin).post(`/corrections/${correctionId}/undo`).expect(200);
  await ingestScans(race.redis, race.keys, [
    buildScan({ bandId: '2', points: ['cp1'], timeMs: GUN_MS + 20 * MINUTE_MS }),
  ]);
  await eventually(async () => {
    const { corrections } = await list(here);
    expect(corrections.map(({ reason }) => reason)).toEqual(['clock', 'start', 'clock']);
    expect(corrections).toEqual((await list(there)).corrections);
  });
  const before = (await list(here)).corrections;
  await here.stop();
  await there.stop();
  const again = await race.serve();
  await eventually(async () => expect((await list(again)).corrections).toEqual(before));
});

test('[CF30] an instance that could not read the corrections reads them at the next change', async () => {
  const { race } = await openFinished();
  await race.redis.set(race.keys.publicCorrections, 'no hash');
  const web = await race.serve();
  const records = race.store.publicCorrections;
  await eventually(async () => expect((await list(web)).corrections).toEqual([]));
  await race.redis.del(race.keys.publicCorrections);
  await records.note({
    id: '1:epoch',
    atMs: GUN_MS,
    reason: 'read',
    point: null,
    lines: [],
    more: 0,
  });
  await ingestScans(race.redis, race.keys, [
    buildScan({ bandId: '1', timeMs: GUN_MS + 90 * MINUTE_MS }),
  ]);
  await eventually(async () => expect((await list(web)).corrections).toHaveLength(1));
});

test('[PC2 CL70] a time by hand, a status and an entry have their own reasons', async () => {
  const { race } = await openFinished();
  const web = await race.serve();
  const edit = async (
    runnerId: string,
    raceNumber: string,
    values: FormValues,
    rev = 1,
  ): Promise<void> => {
    const reply = await postForm(web.as(race.admin), { runnerId, raceNumber, ...values }, { rev });
    expect(reply).toMatchObject({ result: 'Success' });
  };
  await ingestScans(race.redis, race.keys, [
    buildScan({ bandId: '5', points: ['cp1'], timeMs: GUN_MS + 20 * MINUTE_MS }),
  ]);
  await edit('ann', '2', { overrideTime: '0:50:00' });
  await edit('bob', '3', { overrideTime: '00:00:01' });
  await edit('dai', '4', { event: 'BB' });
  await edit('eve', '5', { overrideTime: '00:00:01' });
  // Only the rule changes, which takes the splits.
  await edit('eve', '5', { overrideTime: 'DSQ cut the course' }, 2);
  await eventually(async () => {
    const { corrections } = await list(web);
    const causes = corrections.map(({ reason, lines: [line] }) => [reason, line?.runnerId]);
    expect(causes.toReversed()).toEqual([
      ['hand', 'ann'],
      ['status', 'bob'],
      ['registration', 'dai'],
      ['status', 'eve'],
      ['status', 'eve'],
    ]);
  });
});

const LINE = {
  runnerId: 'r'.repeat(40),
  bib: '1'.repeat(20),
  was: { event: 'PB', status: 'finished', totalMs: 3_600_000, place: 1 },
  is: null,
} as const;
const build = (at: number): PublicCorrection => ({
  id: `${at}:epoch`,
  atMs: at,
  reason: 'read',
  point: null,
  lines: Array.from({ length: 10 }, () => LINE),
  more: 0,
});

test('[CF30 CL70] the newest corrections are kept, in backups too, and sent, up to a number and a size', async () => {
  const { store } = await openRace();
  const records = store.publicCorrections;
  for (let at = 1; at <= MOST_CORRECTIONS_KEPT + 20; at += 1) await records.note(build(at));
  const kept = await records.read();
  expect(kept.map(({ atMs }) => atMs)).toEqual(
    Array.from({ length: MOST_CORRECTIONS_KEPT }, (_, at) => MOST_CORRECTIONS_KEPT + 20 - at),
  );
  await records.note({ ...build(50), atMs: 7 });
  await records.note({ ...build(MOST_CORRECTIONS_KEPT), reason: 'hand' });
  expect(await records.read()).toEqual(kept);
  // An import ends them, and its backup brings them back.
  const { backupId } = await store.replaceRunners([buildRunner()], { by: 'x' });
  expect(await records.read()).toEqual([]);
  await store.restoreBackup(backupId, { by: 'x' });
  expect(await records.read()).toEqual(kept);

  const feed = { list: kept };
  const body = await createCorrectionsBody({ head: { epoch: 'epoch', version: 1 } }, feed)().encode(
    'identity',
  );
  const sent = JSON.parse(body.toString()) as CorrectionsBody;
  expect(body.length).toBeLessThan(MOST_LIST_BYTES + 200);
  expect(body.length).toBeGreaterThan(MOST_LIST_BYTES / 2);
  expect(sent.corrections).toEqual(kept.slice(0, sent.corrections.length));
});
