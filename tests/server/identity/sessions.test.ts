import { describe, expect, test } from 'vitest';

import { HOUR_MS, MINUTE_MS } from '#shared/model/time.ts';
import { USE_HEADER } from '#shared/wire/auth-api.ts';
import { answerOf, statusOf } from '#tests/support/answer.ts';
import { provideFileRedis } from '#tests/support/file-redis.ts';
import { PASSWORD, startIdentityServer, TestClock } from '#tests/support/identity-server.ts';

const { openRace } = provideFileRedis();

const ENDED = { error: 'Sign in first, or again: this session has ended.' };
const MARI = 'mari@example.org';

async function signIn() {
  const race = await openRace();
  const server = await startIdentityServer(race);
  await server.addOrganiser(MARI, 'admin');
  const { token } = await server.getLogin(MARI, PASSWORD);
  return { race, server, token };
}

describe('[AC6] a session', () => {
  test('ends after twelve hours without a call, and at once if it began an hour in the future', async () => {
    const { server, token } = await signIn();
    server.clock.nowMs -= HOUR_MS + 1;
    expect(await statusOf(server.as(token).get('/organisers'))).toBe(401);
    server.clock.nowMs += HOUR_MS + 1;
    server.clock.nowMs += 12 * HOUR_MS - 1;
    expect(await statusOf(server.as(token).get('/organisers'))).toBe(200);
    server.clock.nowMs += 12 * HOUR_MS - 1;
    expect(await statusOf(server.as(token).get('/organisers'))).toBe(200);
    const idle = server.as((await server.getLogin(MARI, PASSWORD)).token);
    server.clock.nowMs += 12 * HOUR_MS - 1;
    // An automatic call is not use.
    expect(await statusOf(idle.get('/organisers').set(USE_HEADER, 'no'))).toBe(200);
    server.clock.nowMs += 1;
    expect(await answerOf(idle.get('/organisers'))).toEqual({ status: 401, body: ENDED });
  });

  test('records its use at most once a minute', async () => {
    const { race, server, token } = await signIn();
    const readAll = async (): Promise<string> =>
      (await race.redis.hVals(race.keys.sessions)).join('\n');
    const before = await readAll();
    server.clock.nowMs += MINUTE_MS - 1;
    expect(await statusOf(server.as(token).get('/organisers'))).toBe(200);
    expect(await readAll()).toBe(before);
    server.clock.nowMs += 1;
    expect(await statusOf(server.as(token).get('/organisers'))).toBe(200);
    expect(await readAll()).toContain(`"usedMs":${server.clock.nowMs}`);
  });

  test('ends by POST /auth/logout on every instance; others of the account stay open', async () => {
    const { race, server, token } = await signIn();
    const second = await server.getLogin(MARI, PASSWORD);
    const other = await startIdentityServer(race, {}, server.clock);
    expect(await statusOf(server.as(token).post('/auth/logout'))).toBe(204);
    for (const instance of [server, other]) {
      expect(await answerOf(instance.as(token).get('/organisers'))).toEqual({
        status: 401,
        body: ENDED,
      });
      expect(await statusOf(instance.as(second.token).get('/organisers'))).toBe(200);
    }
    expect(await statusOf(server.as(token).post('/auth/logout'))).toBe(204);
    expect(await statusOf(server.http.post('/auth/logout'))).toBe(204);
  });

  test('that has ended is not restored by a simultaneous call', async () => {
    const { race, server, token } = await signIn();
    const { sessions } = server.store;
    const [sessionId = ''] = await race.redis.hKeys(race.keys.sessions);
    const stored = await sessions.find(sessionId);
    if (!stored) throw new Error('The session is not there.');
    expect(await statusOf(server.as(token).post('/auth/logout'))).toBe(204);
    await sessions.touch(stored, server.clock.nowMs);
    expect(await race.redis.hLen(race.keys.sessions)).toBe(0);
  });
});

test('a sign-in removes ended sessions from the record, and no others', async () => {
  const race = await openRace();
  const clock = new TestClock();
  const server = await startIdentityServer(race, {}, clock);
  const host = 'test';
  await server.addOrganiser(MARI, 'admin');
  await server.addOrganiser('nia@example.org', 'registration');
  await server.getLogin(MARI, PASSWORD);
  clock.nowMs += 13 * HOUR_MS;
  await server.getLogin('nia@example.org', PASSWORD);
  await server.identity.organisers.disable('nia@example.org', host);
  const { token } = await server.getLogin(MARI, PASSWORD);
  expect(await race.redis.hLen(race.keys.sessions)).toBe(1);
  expect(await statusOf(server.as(token).get('/organisers'))).toBe(200);
});

test('[CL13] GET /auth/me is 503 with a sentence while Redis is away', async () => {
  const { server, token } = await signIn();
  server.store.close();
  const { body } = await server.as(token).get('/auth/me').expect(503);
  expect(body).toEqual({ error: expect.stringMatching(/^[A-Z].*Try again.*\.$/) as string });
});
