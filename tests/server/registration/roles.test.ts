import { describe, expect, test } from 'vitest';

import { fillForm } from '#tests/support/runner-forms.ts';
import { HOUR_MS } from '#shared/model/time.ts';
import { provideOrganisersRace } from '#tests/support/organisers-race.ts';
import type { OrganisersWeb } from '#tests/support/organisers-race.ts';
import type { Role } from '#shared/wire/auth-api.ts';

const openRace = provideOrganisersRace();

type Method = 'get' | 'post' | 'put';

/** Every call that organisers alone may make, and the least they must be. */
const CALLS: readonly (readonly [method: Method, path: string, needed: Role])[] = [
  ['get', '/apiadmin', 'registration'],
  ['get', '/mia', 'registration'],
  ['post', '/api', 'registration'],
  ['post', '/mia/900/dismiss', 'registration'],
  ['post', '/mia/900/undismiss', 'registration'],
  ['get', '/apiadmin/any-runner/history', 'registration'],
  ['get', '/apiadmin/any-runner/scans', 'registration'],
  ['post', '/apiadmin/any-runner/undo', 'admin'],
  ['get', '/apiadmin/changes', 'admin'],
  ['post', '/upload', 'admin'],
  ['post', '/upload/preview', 'admin'],
  ['get', '/backups', 'admin'],
  ['get', '/backups/present', 'admin'],
  ['get', '/backups/any-backup', 'admin'],
  ['post', '/backups/any-backup/restore', 'admin'],
  ['post', '/upload-image', 'admin'],
  ['post', '/upload-background', 'admin'],
  ['get', '/webconfig', 'registration'],
  ['put', '/webconfig', 'admin'],
  ['post', '/webconfig/preview', 'admin'],
];

type Agent = OrganisersWeb['http'];

async function call(agent: Agent, method: Method, path: string) {
  const request = agent[method](path);
  const sent = path.startsWith('/upload')
    ? request.attach('file', Buffer.from('x'), 'x.csv')
    : request.send(method === 'get' ? undefined : { dataBlob: fillForm() });
  const { status, body } = await sent;
  return { status, body: body as unknown };
}

describe('[CL13] every organisers’ call asks who calls', () => {
  test.each(CALLS)('%s %s', async (method, path, needed) => {
    const race = await openRace();
    const { as, http, context } = await race.serve();
    const ended = await race.signIn('late@example.org', 'admin', 25 * HOUR_MS);
    const disabled = await race.signIn('gone@example.org', 'admin');
    await race.disable('gone@example.org');
    const before = await context.store.readRecord();

    const strangers = [http, as('forged'), as(ended), as(disabled), as('x'.repeat(5_000))];
    for (const agent of strangers) {
      expect(await call(agent, method, path)).toEqual({
        status: 401,
        body: { error: expect.stringContaining('Sign in') as string },
      });
    }
    expect(await context.store.readRecord()).toEqual(before);

    const allowed = await call(as(needed === 'admin' ? race.admin : race.helper), method, path);
    expect([401, 403]).not.toContain(allowed.status);
  });

  test.each(CALLS.filter(([, , needed]) => needed === 'admin'))(
    '%s %s is not for those who may only register',
    async (method, path) => {
      const race = await openRace();
      const { as, context } = await race.serve();
      const before = await context.store.readRecord();
      expect(await call(as(race.helper), method, path)).toEqual({
        status: 403,
        body: { error: expect.stringMatching(/\.$/) as string },
      });
      expect(await context.store.readRecord()).toEqual(before);
    },
  );

  test('and answers 503 with a sentence when that cannot be known', async () => {
    const race = await openRace();
    const { as, context } = await race.serve();
    context.store.close();
    const { body } = await as(race.admin).get('/apiadmin').expect(503);
    expect(body).toEqual({ error: expect.stringContaining('Try again') as string });
  });
});
