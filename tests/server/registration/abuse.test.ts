import { describe, expect, test } from 'vitest';

import { fillForm } from '#tests/support/runner-forms.ts';
import { provideOrganisersRace } from '#tests/support/organisers-race.ts';

const openRace = provideOrganisersRace();
const GOOD = { dataBlob: fillForm({ raceNumber: 501 }) };
const SENTENCE = expect.stringMatching(/^[A-Z].*\.$/) as string;

interface Attack {
  readonly name: string;
  readonly type?: string;
  readonly encoding?: string;
  readonly body: string | Buffer;
  readonly status: number;
}

const ATTACKS: readonly Attack[] = [
  { name: 'broken JSON', body: '{"dataBlob":[', status: 400 },
  { name: 'a JSON text alone', body: '"dataBlob"', status: 400 },
  { name: 'another content type', type: 'text/plain', body: JSON.stringify(GOOD), status: 415 },
  {
    name: 'a form',
    type: 'application/x-www-form-urlencoded',
    body: 'dataBlob[0]=501&dataBlob[1]=F40',
    status: 415,
  },
  {
    name: 'a charset nobody reads',
    type: 'application/json; charset=iso-8859-1',
    body: JSON.stringify(GOOD),
    status: 415,
  },
  { name: 'compression', encoding: 'gzip', body: Buffer.from('1f8b0800', 'hex'), status: 415 },
  {
    name: 'a body of a megabyte',
    body: JSON.stringify({ ...GOOD, more: 'x'.repeat(1_000_000) }),
    status: 413,
  },
  {
    name: 'a name of 100,000 characters',
    body: JSON.stringify({ dataBlob: fillForm({ lastName: 'x'.repeat(100_000) }) }),
    status: 413,
  },
  {
    name: 'deep nesting',
    body: `{"dataBlob":${'['.repeat(20_000)}${']'.repeat(20_000)}}`,
    status: 200,
  },
  {
    name: 'values that would reach Redis as commands or patterns',
    body: JSON.stringify({ dataBlob: fillForm({ runnerId: '*\r\nFLUSHALL\r\n' }) }),
    status: 200,
  },
  {
    name: 'a prototype in place of fields',
    body: '{"__proto__":{"dataBlob":["1"]},"constructor":{"prototype":{"rev":1}}}',
    status: 200,
  },
];

describe('[bad input] POST /api answers each with its status and a sentence, and changes nothing', () => {
  test.each(ATTACKS)('$name', async ({ type = 'application/json', encoding, body, status }) => {
    const race = await openRace();
    const { as } = await race.serve();
    const before = await race.store.readRecord();
    const request = as(race.helper).post('/api').set('Content-Type', type);
    if (encoding) request.set('Content-Encoding', encoding);
    const answer = await request.send(body as string);
    expect(answer.status).toBe(status);
    const refused = { error: SENTENCE };
    const invalid = expect.objectContaining({
      result: expect.stringMatching(/^(Invalid|Missing)$/) as string,
    }) as object;
    expect(answer.body).toEqual(status === 200 ? invalid : refused);
    expect(answer.text).not.toMatch(/node_modules|at .*\.ts|\/work\//);
    expect(await race.store.readRecord()).toEqual(before);
    expect(Object.prototype).not.toHaveProperty('dataBlob');
  });
});

describe('[bad input] addresses with odd ids', () => {
  test.each([
    ['get', '/apiadmin/%2e%2e%2fetc/history', 404],
    ['get', '/apiadmin/*/history', 404],
    ['get', '/apiadmin/__proto__/history', 200],
    ['get', `/apiadmin/${'x'.repeat(5_000)}/history`, 404],
    ['get', '/apiadmin/%E0%A4%A/history', 400],
    ['post', '/apiadmin/%00/undo', 404],
    ['post', '/backups/*/restore', 404],
    ['post', '/backups/__proto__/restore', 404],
    ['post', '/backups/..%2f..%2fmeta/restore', 404],
  ] as const)('%s %s', async (method, path, status) => {
    const race = await openRace();
    const { as } = await race.serve();
    const before = await race.store.readRecord();
    const answer = await as(race.admin)[method](path);
    expect(answer.status).toBe(status);
    expect(answer.body).toEqual(status === 200 ? [] : { error: SENTENCE });
    expect(await race.store.readRecord()).toEqual(before);
  });
});
