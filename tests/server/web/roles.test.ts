import { once } from 'node:events';
import { type IncomingMessage, request } from 'node:http';

import { expect, test, vi } from 'vitest';

import { fillForm } from '#tests/support/runner-forms.ts';
import { HOUR_MS } from '#shared/model/time.ts';
import { AUTH_HEADER, hasRight, ROLES } from '#shared/wire/auth-api.ts';
import { eventually } from '#tests/support/eventually.ts';
import { listOrganiserCalls, type Verb } from '#tests/support/protocol-calls.ts';
import { type OrganisersWeb, provideOrganisersRace } from '#tests/support/organisers-race.ts';

const openRace = provideOrganisersRace();

/** With accounts that do not exist, for calls about accounts too. */
const CALLS = listOrganiserCalls();

type Agent = OrganisersWeb['http'];

async function call(agent: Agent, method: Verb, path: string) {
  const request = agent[method](path);
  const sent = path.startsWith('/upload')
    ? request.attach('file', Buffer.from('x'), 'x.csv')
    : request.send(method === 'get' ? undefined : { dataBlob: fillForm() });
  const { status, body } = await sent;
  return { status, body: body as unknown };
}

test('[CL13] no organisers’ call is for strangers', async () => {
  const race = await openRace();
  const { as, http, context } = await race.serve();
  const ended = await race.signIn('late@example.org', 'admin', 25 * HOUR_MS);
  const disabled = await race.signIn('gone@example.org', 'admin');
  await race.disable('gone@example.org');
  const before = await context.store.readRecord();
  const refused = {
    status: 401,
    body: { error: expect.stringContaining('Sign in') as string },
  };
  for (const agent of [http, as('forged'), as(ended), as(disabled), as('x'.repeat(5_000))]) {
    for (const [method, path] of CALLS) {
      const answer = await call(agent, method, path);
      expect({ method, path, ...answer }).toEqual({ method, path, ...refused });
    }
  }
  expect(await context.store.readRecord()).toEqual(before);
});

test.each(ROLES)('[CL13 AC3] %s may make the calls of the table and no others', async (role) => {
  const race = await openRace();
  const { as, context } = await race.serve();
  const agent = as(await race.signIn('nia@example.com', role));
  const [answered, due]: [unknown[], unknown[]] = [[], []];
  for (const [method, path, needed] of CALLS) {
    const before = await context.store.readRecord();
    const { status, body } = await call(agent, method, path);
    const isRefused = status === 401 || status === 403;
    answered.push({ method, path, isAllowed: !isRefused });
    due.push({ method, path, isAllowed: hasRight(role, needed) });
    if (!isRefused) continue;
    answered.push(status, body, await context.store.readRecord());
    due.push(403, { error: expect.stringMatching(/role.*\.$/) as string }, before);
  }
  expect(answered).toEqual(due);
});

test('[AC5] an account disabled while the body arrives changes nothing', async () => {
  const race = await openRace();
  const { url, context } = await race.serve();
  const token = await race.signIn('slow@example.org', 'admin');
  const body = JSON.stringify({ dataBlob: fillForm() });
  const call = request(`${url}/api`, {
    method: 'POST',
    headers: {
      [AUTH_HEADER]: token,
      'Content-Type': 'application/json',
      'Content-Length': Buffer.byteLength(body),
      Expect: '100-continue',
    },
  });
  const answered = once(call, 'response') as Promise<[IncomingMessage]>;
  const verify = vi.spyOn(context.store.organisers, 'find');
  call.flushHeaders();
  await once(call, 'continue');
  await eventually(() => expect(verify).toHaveBeenCalledWith('slow@example.org'));
  await verify.mock.results[0]?.value;
  await race.disable('slow@example.org');
  const before = await context.store.readRecord();
  call.end(body);
  const [{ statusCode }] = await answered;
  expect(statusCode).toBe(401);
  expect((await context.store.readRecord()).runners).toEqual(before.runners);
});
