import { verify } from '@node-rs/argon2';
import { describe, expect, test, vi } from 'vitest';

import { answerOf, statusOf } from '#tests/support/answer.ts';
import { provideFileRedis } from '#tests/support/file-redis.ts';
import { PASSWORD, startIdentityServer } from '#tests/support/identity-server.ts';

// Spies on the real function, which takes most of the time.
vi.mock(import('@node-rs/argon2'), async (load) => {
  const argon2 = await load();
  return { ...argon2, verify: vi.fn(argon2.verify) };
});

const { openRace } = provideFileRedis();

const WRONG = {
  error:
    'The e-mail address or the password is not right. An organiser with all rights can reset a forgotten password.',
};

describe('[AC4] POST /auth/login', () => {
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
    await server.identity.organisers.disable('mari@example.org', 'test');
    expect(await answerOf(server.logIn('mari@example.org', 'not the password'))).toEqual({
      status: 401,
      body: WRONG,
    });
    const { body } = await server.logIn('mari@example.org', PASSWORD).expect(403);
    expect(body).toEqual({ error: expect.stringContaining('disabled') as string });
  });
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
