import { hash, verify } from '@node-rs/argon2';
import { describe, expect, test, vi } from 'vitest';

import type { OrganiserRecord } from '#server/store/organiser-records.ts';
import type { LoginReply } from '#shared/wire/auth-api.ts';
import { HOUR_MS } from '#shared/model/time.ts';
import { answerOf, statusOf } from '#tests/support/answer.ts';
import { provideFileRedis } from '#tests/support/file-redis.ts';
import { PASSWORD, startIdentityServer } from '#tests/support/identity-server.ts';

// The real one, which can be asked how often it was called: its work is what takes the time.
vi.mock(import('@node-rs/argon2'), async (load) => {
  const argon2 = await load();
  return { ...argon2, verify: vi.fn(argon2.verify) };
});

const { openRace } = provideFileRedis();

const WRONG = { error: 'The e-mail address or the password is not right.' };

describe('[AC4] POST /auth/login', () => {
  test('gives a token that opens what the role may do', async () => {
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
    // The first one makes the hash that unknown addresses are compared with.
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

  test('the same password in another spelling of its letters is the same', async () => {
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

  test('brings a hash of weaker parameters up to the present ones', async () => {
    const server = await startIdentityServer(await openRace());
    await server.addOrganiser('mari@example.org', 'admin');
    const before = await getStored(server.store.organisers);
    const passwordHash = await hash(PASSWORD, { memoryCost: 8_192, timeCost: 1, parallelism: 1 });
    const weak: OrganiserRecord = { ...before.record, passwordHash };
    await server.store.organisers.commit({ before, after: weak, by: 'test', action: 'weaken' });
    const { token } = await server.getLogin('mari@example.org', PASSWORD);
    const { record } = await getStored(server.store.organisers);
    expect(record.passwordHash).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
    expect(await statusOf(server.as(token).get('/organisers'))).toBe(200);
    await server.getLogin('mari@example.org', PASSWORD);
  });

  test('refuses a form that is none, or too long, with a sentence', async () => {
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

test('[AC10] what Redis holds opens nothing: no token, no password', async () => {
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

async function getStored(records: {
  find(email: string): Promise<{ text: string; record: OrganiserRecord } | undefined>;
}) {
  const stored = await records.find('mari@example.org');
  if (!stored) throw new Error('There is no such account.');
  return stored;
}
