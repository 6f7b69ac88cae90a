import { describe, expect, test } from 'vitest';

import type { ErrorBody, LoginReply, OrganiserReply } from '#shared/wire/auth-api.ts';
import { statusOf } from '#tests/support/answer.ts';
import { provideFileRedis } from '#tests/support/file-redis.ts';
import { PASSWORD, startIdentityServer } from '#tests/support/identity-server.ts';

const { openRace } = provideFileRedis();

const MARI = 'mari@example.org';
const NEW = 'a goat on the roof of the barn';

async function signIn() {
  const server = await startIdentityServer(await openRace());
  await server.addOrganiser(MARI, 'admin');
  const { token } = await server.getLogin(MARI, PASSWORD);
  return { server, token };
}

describe('POST /auth/password', () => {
  test('[AC2] sets the password, begins a new session and ends all others', async () => {
    const { server, token } = await signIn();
    const other = await server.getLogin(MARI, PASSWORD);
    const form = { password: PASSWORD, newPassword: NEW };
    const reply = await server.as(token).post('/auth/password').send(form).expect(200);
    const fresh = reply.body as LoginReply;
    expect(await statusOf(server.as(fresh.token).get('/organisers'))).toBe(200);
    for (const old of [token, other.token]) await server.as(old).get('/auth/me').expect(401);
    expect(await statusOf(server.logIn(MARI, PASSWORD))).toBe(401);
    await server.getLogin(MARI, NEW);
  });

  test('refuses the same, a common and a wrong current password at their fields', async () => {
    const { server, token } = await signIn();
    const change = async (password: string, newPassword: string) => {
      const form = { password, newPassword };
      const { body } = await server.as(token).post('/auth/password').send(form).expect(400);
      return (body as ErrorBody).errors;
    };
    expect(await change(PASSWORD, PASSWORD)).toMatchObject([
      { field: 'newPassword', message: expect.stringContaining('same as the old') as string },
    ]);
    expect(await change(PASSWORD, 'Password1234')).toMatchObject([{ field: 'newPassword' }]);
    expect(await change('not the password', NEW)).toMatchObject([{ field: 'password' }]);
  });
});

describe('[AC2] a one-time password', () => {
  test('allows only setting a new one', async () => {
    const { server, token } = await signIn();
    const added = await server
      .as(token)
      .post('/organisers')
      .send({ email: 'nia@example.org', role: 'admin' })
      .expect(200);
    const { password = '' } = added.body as OrganiserReply;
    const first = await server.getLogin('nia@example.org', password);
    expect(first.mustChangePassword).toBe(true);
    const refused = await server.as(first.token).get('/organisers').expect(403);
    expect(refused.body).toEqual({ error: 'Set a new password first.', code: 'password-change' });
    expect(await server.identity.provider.check(first.token)).toHaveProperty('refusal');
    const me = await server.as(first.token).get('/auth/me').expect(200);
    expect(me.body).toMatchObject({ email: 'nia@example.org', mustChangePassword: true });

    const form = { password, newPassword: NEW };
    const reply = await server.as(first.token).post('/auth/password').send(form).expect(200);
    const fresh = reply.body as LoginReply;
    expect(fresh.mustChangePassword).toBe(false);
    expect(await statusOf(server.as(fresh.token).get('/organisers'))).toBe(200);
    expect(await statusOf(server.logIn('nia@example.org', password))).toBe(401);
  });
});
