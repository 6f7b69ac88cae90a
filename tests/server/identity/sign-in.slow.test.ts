import { verify } from '@node-rs/argon2';
import { describe, expect, test, vi } from 'vitest';

import type { LoginReply } from '#shared/wire/auth-api.ts';
import { HOUR_MS } from '#shared/model/time.ts';
import { answerOf, statusOf } from '#tests/support/answer.ts';
import { provideFileRedis } from '#tests/support/file-redis.ts';
import { PASSWORD, startIdentityServer } from '#tests/support/identity-server.ts';

// Spies on the real function, which takes most of the time.
vi.mock(import('@node-rs/argon2'), async (load) => {
  const argon2 = await load();
  return { ...argon2, verify: vi.fn(argon2.verify) };
});

const { openRace } = provideFileRedis();

const WRONG = { error: 'The e-mail address or the password is not right.' };

describe('[AC4] POST /auth/login', () => {
  test('gives a token with the rights of the role', async () => {
    const server = await startIdentityServer(await openRace());
    await server.addOrganiser('Mari@Example.ORG', 'admin');
    const reply = await server.getLogin(' mari@EXAMPLE.org ', PASSWORD);
    expect(reply).toEqual({
      token: expect.stringMatching(/^[\w-]{43}$/) as string,
      expiresAt: server.clock.nowMs + 24 * HOUR_MS,
      email: 'mari@example.org',
      role: 'admin',
      mustChangePassword: false,
    } satisfies LoginReply);
    expect(await statusOf(server.as(reply.token).get('/organisers'))).toBe(200);
  });

  test('does not reveal whether the address or the password was wrong', async () => {
    const server = await startIdentityServer(await openRace());
    await server.addOrganiser('mari@example.org', 'admin');
    for (const email of ['mari@example.org', 'nobody@example.org', 'no address', '']) {
      const { status, body, headers } = await server.logIn(email, 'not the password');
      expect({ status, body: body as unknown }).toEqual({ status: 401, body: WRONG });
      expect(headers['cache-control']).toBe('no-store');
    }
  });

  test('does the same work for an unknown address as for a wrong password', async () => {
    const server = await startIdentityServer(await openRace());
    await server.addOrganiser('mari@example.org', 'admin');
    // The first call creates the decoy hash.
    await server.logIn('mari@example.org', 'not the password');
    for (const email of ['mari@example.org', 'nobody@example.org']) {
      vi.mocked(verify).mockClear();
      expect(await statusOf(server.logIn(email, 'not the password'))).toBe(401);
      expect(verify).toHaveBeenCalledExactlyOnceWith(
        expect.stringMatching(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/),
        'not the password',
      );
    }
  });

  test('accepts the password in another Unicode form', async () => {
    const server = await startIdentityServer(await openRace());
    await server.addOrganiser('siân@ras.cymru', 'admin', 'tŷ bach twt, tŷ mawr'.normalize('NFC'));
    const login = await server.getLogin(
      'siân@ras.cymru'.normalize('NFD'),
      'tŷ bach twt, tŷ mawr'.normalize('NFD'),
    );
    expect(login.email).toBe('siân@ras.cymru'.normalize('NFC'));
  });

  test('reveals a disabled account only with its password', async () => {
    const server = await startIdentityServer(await openRace());
    await server.addOrganiser('mari@example.org', 'admin');
    await server.identity.organisers.disable('mari@example.org', { name: 'test', isHost: true });
    expect(await answerOf(server.logIn('mari@example.org', 'not the password'))).toEqual({
      status: 401,
      body: WRONG,
    });
    const { body } = await server.logIn('mari@example.org', PASSWORD).expect(403);
    expect(body).toEqual({ error: expect.stringContaining('disabled') as string });
  });

  test('refuses an invalid or too long form with a sentence', async () => {
    const { http } = await startIdentityServer(await openRace());
    for (const [body, status] of [
      [undefined, 400],
      [{ email: 'mari@example.org', password: 1 }, 400],
      [{ email: 'a@b', password: 'x', role: 'admin' }, 400],
      [{ email: 'mari@example.org\u0000', password: 'x' }, 400],
      [{ email: 'mari@example.org', password: 'x'.repeat(10_000) }, 400],
      [{ email: 'mari@example.org', password: 'x'.repeat(70_000) }, 413],
    ] as const) {
      const reply = await http.post('/auth/login').send(body);
      expect(reply.body).toEqual({ error: expect.stringMatching(/^[A-Z].*\.$/) as string });
      expect(reply.status).toBe(status);
    }
  });
});

test('[CL12] GET /auth names the provider to sign in with', async () => {
  const { http } = await startIdentityServer(await openRace());
  expect(await answerOf(http.get('/auth'))).toEqual({ status: 200, body: { provider: 'local' } });
});

test('[AC10] the content of Redis gives no access', async () => {
  const race = await openRace();
  const server = await startIdentityServer(race);
  await server.addOrganiser('mari@example.org', 'admin');
  const { token } = await server.getLogin('mari@example.org', PASSWORD);
  const [sessions, organisers, audit] = await Promise.all(
    [race.keys.sessions, race.keys.organisers, race.keys.audit].map((key) =>
      race.redis.hGetAll(key),
    ),
  );
  const all = JSON.stringify([sessions, organisers, audit]);
  expect(all).not.toContain(token);
  expect(all).not.toContain(PASSWORD);
  expect(JSON.stringify(audit)).not.toContain('argon2');
  for (const stolen of Object.keys(sessions ?? {})) {
    expect(await statusOf(server.as(stolen).get('/auth/me'))).toBe(401);
  }
});
