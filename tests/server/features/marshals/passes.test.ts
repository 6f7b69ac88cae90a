import { expect, test } from 'vitest';

import { identifyPass } from '#server/race/marshal-pass.ts';
import type { ControlEntry } from '#shared/model/decisions.ts';
import { HOUR_MS } from '#shared/model/time.ts';
import { MAX_PASS_NAME, MAX_PASSES, type NewPassReply } from '#shared/wire/marshal-api.ts';
import type { ErrorBody } from '#shared/wire/auth-api.ts';
import { buildRunner } from '#tests/support/builders.ts';
import { eventually } from '#tests/support/eventually.ts';
import { buildTap, openMarshals } from '#tests/support/marshals-race.ts';
import {
  type OrganisersRace,
  type OrganisersWeb,
  provideOrganisersRace,
} from '#tests/support/organisers-race.ts';

const openRace = provideOrganisersRace();
const UNKNOWN = /This pass is unknown here or has ended\. Ask race control for a new one/;

test('[CL67 MA1] a pass works on every instance, and the record and the organisers have only its hash', async () => {
  const { race, here, there, makePass, look, readControl } = await openMarshals(await openRace(), [
    {},
  ]);
  const untilMs = Date.now() + HOUR_MS;
  const { body } = await makePass({ name: ' Dai Łwyd ', untilMs }).expect(200);
  const { result, url } = body as NewPassReply;
  expect(result).toBe('Success');
  const [address, pass = ''] = url.split('#');
  expect(address).toBe(`${here.url}/marshal`);
  expect(pass).toMatch(/^[\w-]{43}$/);
  expect(await look(pass)).toMatchObject({ point: 'cp3', name: 'Dai Łwyd', untilMs });
  await eventually(async () => expect(await look(pass, there)).toMatchObject({ point: 'cp3' }));
  const [entry] = await readControl('marshal');
  expect(entry).toMatchObject({ subject: identifyPass(pass), text: 'Dai Łwyd', point: 'cp3' });
  const keys = await race.redis.keys('*');
  for (const key of keys) {
    const fields = (await race.redis.type(key)) === 'hash' ? await race.redis.hGetAll(key) : {};
    expect(JSON.stringify(fields)).not.toContain(pass);
  }
  const { body: changes } = await here.as(race.admin).get('/apiadmin/changes').expect(200);
  expect(JSON.stringify(changes)).toContain('Dai Łwyd, marshal at CP3');
});

test('[CL67 MA1] a name has one pass at a point; wrong points, names and ends are refused with a message', async () => {
  const { makePass, openPass, readControl } = await openMarshals(await openRace(), [{}]);
  const nowMs = Date.now();
  const wrong: [object, RegExp][] = [
    [{ point: 'kom1-start' }, /Choose the start, a checkpoint or the finish/],
    [{ point: 'cp 99' }, /^Send point/],
    [{ name: 'a\nb' }, /^Send point/],
    [{ name: 'x'.repeat(MAX_PASS_NAME + 1) }, /^Send point/],
    [{ untilMs: nowMs - 1 }, /within the next 72 hours/],
    [{ untilMs: nowMs + 73 * HOUR_MS }, /within the next 72 hours/],
  ];
  for (const [given, sentence] of wrong) {
    const { body } = await makePass(given).expect(400);
    expect((body as ErrorBody).error).toMatch(sentence);
  }
  expect(await readControl('marshal')).toEqual([]);
  await openPass({ point: 'finish' });
  await openPass();
  const { body } = await makePass({ name: 'DAI' }).expect(409);
  expect((body as ErrorBody).error).toMatch(/^DAI already has a pass for CP3/);
  await makePass({ name: 'Mair' }).expect(200);
});

test('[CL67 MA1] of two simultaneous passes of one name on two instances, one is made', async () => {
  const { there, makePass, readControl } = await openMarshals(await openRace(), [{}]);
  const answers = await Promise.all([makePass(), makePass({}, there)]);
  expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409]);
  expect(await readControl('marshal')).toHaveLength(1);
});

test('[CL67 MA1] the number of passes is limited; those that ended a week ago are removed', async () => {
  const { race, makePass, readControl } = await openMarshals(await openRace(), [{}]);
  const nowMs = Date.now();
  const stored = Array.from({ length: MAX_PASSES }, (_, at): [string, string] => {
    const subject = identifyPass(String(at));
    const entry = {
      kind: 'marshal',
      subject,
      point: 'cp3',
      text: `m${at}`,
      untilMs: nowMs + HOUR_MS,
    };
    return [`marshal:${subject}`, JSON.stringify({ ...entry, atMs: 1, by: 'mari@example.org' })];
  });
  await race.redis.hSet(race.keys.passes, Object.fromEntries(stored));
  await race.store.renewEpoch((await race.store.readHead()).epoch);
  await eventually(async () => expect(await readControl('marshal')).toHaveLength(MAX_PASSES));
  const { body } = await makePass().expect(409);
  expect((body as ErrorBody).error).toMatch(/^There are 200 passes already/);
  const [old, recent] = (await readControl('marshal')).slice(0, 2);
  await endAt(race, old, nowMs - 8 * 24 * HOUR_MS);
  await endAt(race, recent, nowMs - HOUR_MS);
  await makePass().expect(200);
  const left = (await readControl('marshal')).map(({ subject }) => subject);
  expect(left).toHaveLength(MAX_PASSES);
  expect(left).toContain(recent?.subject);
  expect(left).not.toContain(old?.subject);
});

test('[CL68 CL69 MA1] the pass is checked before the body', async () => {
  const { race, here, there, openPass, get, send, readControl, readReports } = await openMarshals(
    await openRace(),
    [{ bibNumber: '77' }],
  );
  const pass = await openPass();
  for (const bearer of ['', 'A'.repeat(43), 'A'.repeat(5_000), identifyPass(pass), race.admin]) {
    for (const call of [get(bearer), send(bearer, [])]) {
      const { body } = await call.expect(401);
      expect((body as ErrorBody).error).toMatch(UNKNOWN);
    }
  }
  await here.http.get('/api/marshal').set('authtoken', race.admin).expect(401);
  await here.as(pass).get('/apiadmin').expect(401);
  // Invalid JSON is not read before that.
  await here.http
    .post('/api/marshal/reports')
    .set('Content-Type', 'application/json')
    .send('{"taps":')
    .expect(401);
  await send(pass, []).expect(400);
  await remove(here, race, (await readControl('marshal'))[0]).expect(200);
  for (const web of [here, there]) {
    await eventually(async () => {
      const { body } = await get(pass, web).expect(401);
      expect((body as ErrorBody).error).toMatch(UNKNOWN);
    });
    await send(pass, [buildTap()], web).expect(401);
  }
  expect(await readReports()).toEqual([]);
  const { body: changes } = await here.as(race.admin).get('/apiadmin/changes').expect(200);
  expect(JSON.stringify(changes)).toMatch(/control-remove.*Dai, marshal at CP3/s);
});

test('[CL66 RC7 MA4] passes and sightings are not written as notes of race control, and no sighting is removed', async () => {
  const { race, here, openPass, tell, readControl } = await openMarshals(await openRace(), [{}]);
  const pass = await openPass();
  await tell(pass, [buildTap({ bib: '999' })]);
  const write = (entry: object) =>
    here
      .as(race.helper)
      .post('/control')
      .send({ ...entry, was: null });
  const [sighting] = await readControl('sighting');
  for (const entry of [...(await readControl('marshal')), sighting]) {
    const { body } = await write({ ...entry }).expect(400);
    expect((body as ErrorBody).error).toContain('POST /marshals makes a pass');
  }
  const { body } = await remove(here, race, sighting).expect(400);
  expect((body as ErrorBody).error).toMatch(/^A marshal’s report cannot be removed/);
  await write({ kind: 'left', subject: `sighting:${sighting?.subject}` }).expect(200);
  expect(await readControl('sighting')).toHaveLength(1);
});

test('[RC8 MA1 MA2] a restore revives no ended pass and ends none, and a tap that it removed is accepted again', async () => {
  const { race, here, openPass, get, look, tell, readControl, readReports } = await openMarshals(
    await openRace(),
    [{ bibNumber: '77' }],
  );
  const stolen = await openPass();
  const backup = await race.store.replaceRunners([buildRunner({ bibNumber: '77' })], {
    by: 'test',
  });
  await remove(here, race, (await readControl('marshal'))[0]).expect(200);
  const pass = await openPass({ name: 'Mair' });
  const taps = [buildTap(), buildTap({ bib: '999' })];
  const first = await tell(pass, taps);
  await race.store.restoreBackup(backup.backupId, { by: 'test' });
  expect((await readControl('marshal')).map(({ text }) => text)).toEqual(['Mair']);
  expect(await readReports()).toEqual([]);
  await eventually(async () => expect((await look(pass)).passedCount).toBe(0));
  await get(stolen).expect(401);
  for (let times = 0; times < 2; times += 1) expect(await tell(pass, taps)).toEqual(first);
  expect((await readReports()).map(({ reportId }) => reportId)).toEqual([taps[0]?.reportId]);
  expect((await readControl('sighting')).map((one) => one.subject)).toEqual([taps[1]?.reportId]);
});

function remove(web: OrganisersWeb, { helper }: OrganisersRace, entry: ControlEntry | undefined) {
  const { kind, subject, atMs: was } = entry ?? {};
  return web.as(helper).post('/control/remove').send({ kind, subject, was });
}

async function endAt(
  { store }: OrganisersRace,
  entry: ControlEntry | undefined,
  untilMs: number,
): Promise<void> {
  if (!entry) throw new Error('There is no such pass.');
  const ops = [{ op: 'put-control', entry: { ...entry, untilMs } }] as const;
  await store.commit({ ops, audit: { by: 'test', action: 'control' } });
}
