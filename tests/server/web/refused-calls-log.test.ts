import supertest from 'supertest';
import { expect, test } from 'vitest';

import { createAccountRoutes } from '#server/features/accounts/account-routes.ts';
import { createSessionRoutes } from '#server/features/accounts/session-routes.ts';
import { createMarshalRoutes } from '#server/features/marshals/marshal-routes.ts';
import { mountRoutes } from '#server/web/routes.ts';
import { AUTH_HEADER } from '#shared/wire/auth-api.ts';
import { openMarshals } from '#tests/support/marshals-race.ts';
import { provideOrganisersRace } from '#tests/support/organisers-race.ts';
import { type RequestLine, serveApp } from '#tests/support/serve-app.ts';

const openRace = provideOrganisersRace();

/** The calls of accounts and marshals behind a proxy, and the lines of their log. */
async function openLogged() {
  const marshals = await openMarshals(await openRace(), [{}]);
  const { context } = marshals.here;
  const { identity, race } = context;
  const routes = [
    ...createSessionRoutes(identity),
    ...createAccountRoutes(identity),
    ...createMarshalRoutes(context),
  ];
  const mounted = mountRoutes(routes, { provider: identity.provider, race });
  const { port, lines } = await serveApp({ routes: [mounted] }, { TRUST_PROXY: '1' });
  const call = async (
    [verb, path]: readonly ['get' | 'post', string],
    headers: Readonly<Record<string, string>>,
    body?: object,
  ): Promise<RequestLine | undefined> => {
    const before = lines.length;
    const request = supertest(`http://127.0.0.1:${port}`)[verb](path);
    await request.set({ 'X-Forwarded-For': '198.51.100.77', ...headers }).send(body);
    return lines.slice(before).at(-1);
  };
  return { ...marshals, lines, call };
}

test('[AC24] the log line of a refused call names the caller and the network, once known', async () => {
  const { race, call, openPass, lines } = await openLogged();
  const asHelper = { [AUTH_HEADER]: race.helper };
  const from = '198.51.100.0/24';
  expect(await call(['get', '/organisers'], asHelper)).toMatchObject({
    msg: 'GET answered with 403',
    by: 'mari@example.org',
    from,
  });
  const own = ['post', '/organisers/boss@example.org/disable'] as const;
  expect(await call(own, { [AUTH_HEADER]: race.admin })).toMatchObject({
    msg: 'POST answered with 409',
    by: 'boss@example.org',
  });
  const stranger = { 'X-Forwarded-For': '2001:db8:1:2:3:4:5:6' };
  const unknown = await call(['get', '/organisers'], stranger);
  expect(unknown).toMatchObject({ msg: 'GET answered with 401', from: '2001:db8:1::/48' });
  expect(unknown).not.toHaveProperty('by');
  const pass = await openPass();
  const withPass = { Authorization: `Bearer ${pass}` };
  expect(await call(['post', '/api/marshal/reports'], withPass, { odd: 1 })).toMatchObject({
    msg: 'POST answered with 400',
    by: expect.stringMatching(/, marshal at /) as string,
    from,
  });
  const form = { password: 'a secret guess', newPassword: 'another secret guess' };
  expect(await call(['post', '/auth/password'], asHelper, form)).toHaveProperty('by');
  // An address typed by mistake may be a password.
  const login = { email: 'typed@example.org', password: 'a secret guess' };
  const failed = await call(['post', '/auth/login'], {}, login);
  expect(failed).toMatchObject({ msg: 'POST answered with 401', from });
  const text = JSON.stringify(lines);
  const secrets = [race.helper, race.admin, pass, 'secret guess', 'typed@', '198.51.100.77'];
  expect(secrets.filter((secret) => text.includes(secret))).toEqual([]);
});

test('[AC24] a flood of refused calls of strangers does not hide that of an organiser', async () => {
  const { race, call, lines } = await openLogged();
  const forged = { [AUTH_HEADER]: 'forged' };
  for (let i = 0; i < 20; i += 1) await call(['get', '/organisers'], forged);
  expect(lines).toHaveLength(1);
  const viewer = await race.signIn('nia@example.org', 'viewer');
  for (const token of [race.helper, viewer, race.helper, viewer]) {
    await call(['get', '/organisers'], { [AUTH_HEADER]: token });
  }
  expect(lines.map(({ by }) => by)).toEqual([undefined, 'mari@example.org', 'nia@example.org']);
});
