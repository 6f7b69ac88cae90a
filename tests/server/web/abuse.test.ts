import { gzipSync } from 'node:zlib';

import { expect, test } from 'vitest';

import { fillForm } from '#tests/support/runner-forms.ts';
import { provideOrganisersRace } from '#tests/support/organisers-race.ts';

const openRace = provideOrganisersRace();
const GOOD = { dataBlob: fillForm({ raceNumber: 501 }) };
const FOUR = { pageTitle: 'Ras', distances: '', wayPoints: '', KOMs: '' };
const SENTENCE = expect.stringMatching(/^[A-Z].*\.$/) as string;

/** A race with a runner, and the calls that read JSON with bodies that would change it. */
async function openCalls() {
  const race = await openRace();
  const { as } = await race.serve();
  const admin = as(race.admin);
  await race.store.replaceRunners([], { by: 'test' });
  const { body } = await admin.post('/api').send({ dataBlob: fillForm() }).expect(200);
  const { runnerId } = body as { runnerId: string };
  const calls = {
    save: { method: 'post', path: '/api', good: GOOD },
    configure: { method: 'put', path: '/webconfig', good: FOUR },
    undo: { method: 'post', path: `/apiadmin/${runnerId}/undo`, good: {} },
  } as const;
  return { race, admin, calls };
}

/** Bodies that no call accepts, made from an acceptable one. */
const UNREADABLE: readonly {
  readonly name: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly make: (good: object) => string | Buffer;
  readonly status: number;
}[] = [
  { name: 'broken JSON', make: (good) => JSON.stringify(good).slice(0, -1), status: 400 },
  { name: 'a JSON text alone', make: () => '"dataBlob"', status: 400 },
  { name: 'a list', make: (good) => JSON.stringify([good]), status: 400 },
  {
    name: 'another content type',
    headers: { 'Content-Type': 'text/plain' },
    make: (good) => JSON.stringify(good),
    status: 415,
  },
  {
    name: 'another charset',
    headers: { 'Content-Type': 'application/json; charset=utf-7' },
    make: (good) => JSON.stringify(good),
    status: 415,
  },
  {
    name: 'compression',
    headers: { 'Content-Encoding': 'gzip' },
    make: (good) => gzipSync(JSON.stringify(good)),
    status: 415,
  },
  {
    name: 'a body of more than a megabyte',
    make: (good) => JSON.stringify({ ...good, more: 'x'.repeat(2 ** 20) }),
    status: 413,
  },
];

test('[CL14] every call that reads JSON refuses any other body, with a sentence and no effect', async () => {
  const { race, admin, calls } = await openCalls();
  const before = await race.store.readRecord();
  for (const { name, headers = {}, make, status } of UNREADABLE) {
    for (const { method, path, good } of Object.values(calls)) {
      const request = admin[method](path).set('Content-Type', 'application/json').set(headers);
      const answer = await request.send(make(good) as string);
      const body = answer.body as unknown;
      expect([name, path, answer.status, body]).toEqual([name, path, status, { error: SENTENCE }]);
    }
  }
  expect(await race.store.readRecord()).toEqual(before);
});

test('[CL14] half of a surrogate pair is refused, and a whole one is kept', async () => {
  const { race, admin } = await openCalls();
  const claim = (text: string) =>
    admin
      .post('/control')
      .type('json')
      .send(`{"kind":"claim","subject":"x","text":"${text}","was":null}`);
  for (const half of ['x\\ud83d', '\\ude00', '\\ud83d\\ud83d\\ude00', '\\ud83d\\ude00 \\ude00']) {
    await claim(half).expect(400);
  }
  await claim('\\ud83d\\ude00').expect(200);
  const { control } = await race.store.readRecord();
  expect(control).toMatchObject([{ subject: 'x', text: '😀' }]);
});

test('[CL14] addresses with odd ids lead to nothing', async () => {
  const race = await openRace();
  const { as } = await race.serve();
  const before = await race.store.readRecord();
  for (const [method, path, status] of [
    ['get', '/apiadmin/*/history', 404],
    ['get', '/apiadmin/__proto__/history', 200],
    ['get', `/apiadmin/${'x'.repeat(5_000)}/history`, 404],
    ['get', '/apiadmin/%E0%A4%A/history', 400],
    ['post', '/apiadmin/%00/undo', 404],
    ['get', '/backups/__proto__', 404],
    ['post', '/backups/..%2f..%2fmeta/restore', 404],
  ] as const) {
    const answer = await as(race.admin)[method](path);
    const due = status === 200 ? [] : { error: SENTENCE };
    expect([path, answer.status, answer.body]).toEqual([path, status, due]);
  }
  expect(await race.store.readRecord()).toEqual(before);
});
