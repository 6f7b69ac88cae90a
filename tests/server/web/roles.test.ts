import { describe, expect, test } from 'vitest';

import { fillForm } from '#tests/support/runner-forms.ts';
import { HOUR_MS } from '#shared/model/time.ts';
import { listOrganiserCalls, type Verb } from '#tests/support/protocol-calls.ts';
import { type OrganisersWeb, provideOrganisersRace } from '#tests/support/organisers-race.ts';

const openRace = provideOrganisersRace();

/** Those about the accounts have their own tests, on a clock that can be moved. */
const CALLS = listOrganiserCalls().filter(([, path]) => !path.startsWith('/organisers'));

type Agent = OrganisersWeb['http'];

async function call(agent: Agent, method: Verb, path: string) {
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
