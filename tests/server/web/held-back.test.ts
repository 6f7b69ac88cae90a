import { randomUUID } from 'node:crypto';

import { expect, test } from 'vitest';

import { hasRight, type HeldField, listHeldBack, type Role, ROLES } from '#shared/wire/auth-api.ts';
import { buildScan } from '#tests/support/builders.ts';
import { eventually } from '#tests/support/eventually.ts';
import { ingestScans } from '#tests/support/ingest-scans.ts';
import { type OrganisersWeb, provideOrganisersRace } from '#tests/support/organisers-race.ts';
import { listOrganiserCalls } from '#tests/support/protocol-calls.ts';
import { fillForm, getSavedId, postForm } from '#tests/support/runner-forms.ts';

const openRace = provideOrganisersRace();

/** The value of each field, recognisable anywhere. */
const PLANTED: Readonly<Record<HeldField, string>> = {
  mobileNumber: '+44 7700 900111',
  emergencyContact: 'Mam 01348 900222',
  birthDate: '1984-06-05',
  medicalNote: 'Planted: asthma',
  text: 'Planted: rang her sister',
  saidBy: 'Planted: Gwenllïan',
  reason: 'Planted: the mat lay in the sun',
  rule: 'Planted: pushed a marshal',
};
const FIELDS = Object.keys(PLANTED) as HeldField[];

/** A runner with all these details, reports, a claim of race control and a corrected read. */
async function plant({ as }: OrganisersWeb, token: string): Promise<string> {
  const agent = as(token);
  const { mobileNumber, emergencyContact, birthDate, medicalNote, text, saidBy, reason } = PLANTED;
  const details = { mobileNumber, emergencyContact, birthDate, medicalNote };
  const form = { raceNumber: '7', overrideTime: `DSQ ${PLANTED.rule}` };
  const runnerId = await getSavedId(postForm(agent, form, { details }));
  const atMs = Date.now();
  const report = { reportId: randomUUID(), kind: 'note', atMs, text, saidBy };
  await agent.post(`/apiadmin/${runnerId}/reports`).send(report).expect(200);
  const claim = { kind: 'claim', subject: `runner:${runnerId}`, text, was: null };
  await agent.post('/control').send(claim).expect(200);
  const reads = { kind: 'source', source: 'cp2-mat', fromMs: 0, untilMs: atMs };
  const correction = { correctionId: randomUUID(), reads, action: { kind: 'void' }, reason };
  await agent.post('/corrections').send(correction).expect(200);
  return runnerId;
}

/** The answers to all calls that the role may make. */
async function readAll(agent: OrganisersWeb['http'], role: Role, runnerId: string) {
  const answers: string[] = [];
  for (const [method, path, needed] of listOrganiserCalls()) {
    if (method !== 'get' || !hasRight(role, needed)) continue;
    answers.push((await agent.get(path.replace('any-runner', runnerId))).text);
  }
  if (!hasRight(role, 'runners:edit')) return answers;
  const conflict = await postForm(agent, { runnerId, lastName: 'Old' }, { rev: 0 });
  const taken = await postForm(agent, { raceNumber: '7' });
  expect([conflict.result, taken.result]).toEqual(['Conflict', 'Taken']);
  return [...answers, JSON.stringify([conflict, taken])];
}

const namesIn = (texts: readonly string[]): HeldField[] =>
  FIELDS.filter((name) => texts.some((text) => text.includes(PLANTED[name])));

test.each(ROLES)('[AC20] no answer and no push shows %s a withheld field', async (role) => {
  const race = await openRace();
  const web = await race.serve();
  const source = 'cp2-mat';
  await ingestScans(race.redis, race.keys, [buildScan({ bandId: '7', points: ['cp2'], source })]);
  const token = await race.signIn('nia@example.com', role);
  const runnerId = await plant(web, race.admin);
  const pushed: string[] = [];
  const socket = web.connectAdmin(token);
  socket.onAny((...message: unknown[]) => pushed.push(JSON.stringify(message)));
  await eventually(() => expect(pushed.join('')).toContain('claim'));
  // As saved, the time of a DNF keeps the disqualification.
  const form = { runnerId, raceNumber: '7', lastName: 'Pushed', overrideTime: '00:00:01' };
  await getSavedId(postForm(web.as(race.admin), form));
  await eventually(() => expect(pushed.join('')).toContain('Pushed'));

  const due = FIELDS.filter((name) => !listHeldBack(role).includes(name));
  expect(namesIn(await readAll(web.as(token), role, runnerId))).toEqual(due);
  const unpushed = new Set<HeldField>(['reason']);
  expect(namesIn(pushed)).toEqual(due.filter((name) => !unpushed.has(name)));
});

test('[AC20] a role with fewer fields gets its own ETag, and hidden fields are not overwritten', async () => {
  const race = await openRace();
  const web = await race.serve();
  const runnerId = await plant(web, race.admin);
  const viewer = web.as(await race.signIn('nia@example.com', 'viewer'));
  for (const path of ['/apiadmin', '/mia']) {
    const { headers } = await web.as(race.admin).get(path).expect(200);
    await viewer
      .get(path)
      .set('If-None-Match', headers['etag'] ?? '')
      .expect(200);
  }
  const results = web.as(await race.signIn('ros@example.com', 'results'));
  const form = { runnerId, raceNumber: '7', lastName: 'Saved' };
  const { birthDate } = PLANTED;
  const blind = { details: { medicalNote: '', birthDate } };
  const sent = { dataBlob: fillForm(form), ...blind };
  expect((await results.post('/api').send(sent)).body).toEqual({
    error: expect.stringMatching(/medicalNote$/) as string,
  });
  await getSavedId(postForm(results, form, { details: { birthDate: '1985-06-05' } }));
  const { body } = await web.as(race.admin).get('/apiadmin').expect(200);
  expect(body).toMatchObject({
    resultData: [{ lastName: 'Saved', birthDate: '1985-06-05', medicalNote: PLANTED.medicalNote }],
  });
});
