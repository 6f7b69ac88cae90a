import { describe, expect, test } from 'vitest';

import { LocalSessions } from '#server/identity/local-sessions.ts';
import { describeBrowser } from '#server/features/accounts/session-routes.ts';
import { HOUR_MS, MINUTE_MS } from '#shared/model/time.ts';
import {
  AUTH_HEADER,
  type LoginReply,
  type OrganiserEntry,
  type OwnSession,
  type RenewedSession,
} from '#shared/wire/auth-api.ts';
import { statusOf } from '#tests/support/answer.ts';
import { eventually } from '#tests/support/eventually.ts';
import { provideFileRedis } from '#tests/support/file-redis.ts';
import {
  type IdentityServer,
  PASSWORD,
  startIdentityServer,
} from '#tests/support/identity-server.ts';
import { reach } from '#tests/support/organisers-race.ts';
import { startWeb } from '#tests/support/start-web.ts';

const { openRace } = provideFileRedis();

const MARI = 'mari@example.org';
const NIA = 'nia@example.org';
const ANDROID =
  'Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Mobile Safari/537.36';
const FIREFOX = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:144.0) Gecko/20100101 Firefox/144.0';

async function start() {
  const race = await openRace();
  const server = await startIdentityServer(race);
  await server.addOrganiser(MARI, 'admin');
  const signIn = async (agent: string, address: string, held = ''): Promise<string> => {
    const request = server.logIn(MARI, PASSWORD, address).set('User-Agent', agent);
    if (held !== '') request.set(AUTH_HEADER, held);
    return ((await request.expect(200)).body as LoginReply).token;
  };
  return { race, server, signIn };
}

async function listFor(server: IdentityServer, token: string): Promise<OwnSession[]> {
  return (await server.as(token).get('/auth/sessions').expect(200)).body as OwnSession[];
}

/** Ends one session, or all others, and returns the new token. */
async function end(server: IdentityServer, token: string, id?: string): Promise<string> {
  const form = { password: PASSWORD, ...(id === undefined ? {} : { id }) };
  const { body } = await server.as(token).post('/auth/sessions/end').send(form).expect(200);
  return (body as RenewedSession).token;
}

const isOpen = async (server: IdentityServer, token: string): Promise<boolean> =>
  (await statusOf(server.as(token).get('/auth/me'))) === 200;

describe('[AC21] the list of sessions', () => {
  test('has the browser, address and times, most recently used first', async () => {
    const { race, server, signIn } = await start();
    const startMs = server.clock.nowMs;
    const phone = await signIn(ANDROID, '2001:db8:1:2:3:4:5:6');
    server.clock.nowMs += HOUR_MS;
    const laptop = await signIn(FIREFOX, '192.0.2.7');
    server.clock.nowMs += MINUTE_MS - 1;
    const list = await listFor(server, laptop);
    const id = expect.stringMatching(/^[\da-f]{16}$/) as string;
    const signedInAt = startMs + HOUR_MS;
    expect(list).toEqual([
      {
        id,
        browser: 'Firefox on Windows',
        address: '192.0.2.7',
        signedInAt,
        usedAt: signedInAt,
        isThis: true,
      },
      {
        id,
        browser: 'Chrome on Android',
        address: '2001:db8:1:2::/64',
        signedInAt: startMs,
        usedAt: startMs,
      },
    ]);
    // It has neither tokens nor their hashes.
    const names = await race.redis.hKeys(race.keys.sessions);
    const text = JSON.stringify(list);
    expect([phone, laptop, ...names].filter((one) => text.includes(one))).toEqual([]);
  });

  test('allows ending one with the password, on every instance and socket', async () => {
    const { race } = await start();
    const web = reach(await startWeb(race));
    const there = reach(await startWeb(race));
    const signInNow = async (agent: string): Promise<string> => {
      const request = web.http.post('/auth/login').set('User-Agent', agent);
      const { body } = await request.send({ email: MARI, password: PASSWORD }).expect(200);
      return (body as LoginReply).token;
    };
    const phone = await signInNow(ANDROID);
    const own = await signInNow(FIREFOX);
    const socket = there.connectAdmin(phone);
    const signedOut = new Promise((resolve) => void socket.once('disconnect', resolve));
    await eventually(() => expect(socket.connected).toBe(true));
    const asOwn = web.as(own);
    const list = (await asOwn.get('/auth/sessions').expect(200)).body as OwnSession[];
    const id = list.find(({ browser }) => browser === 'Chrome on Android')?.id;
    const wrong = await asOwn.post('/auth/sessions/end').send({ password: 'a guess', id });
    expect([wrong.status, wrong.body]).toMatchObject([400, { errors: [{ field: 'password' }] }]);
    expect(await statusOf(web.as(phone).get('/auth/me'))).toBe(200);
    const next = await asOwn
      .post('/auth/sessions/end')
      .send({ password: PASSWORD, id })
      .expect(200);
    const { token } = next.body as RenewedSession;
    const statuses = [phone, own, token].map((one) => statusOf(there.as(one).get('/auth/me')));
    expect(await Promise.all(statuses)).toEqual([401, 401, 200]);
    await signedOut;
  });

  test('allows ending all others of the account, and none of another', async () => {
    const { server, signIn } = await start();
    await server.addOrganiser(NIA, 'viewer');
    const nia = await server.getLogin(NIA, PASSWORD);
    const own = await signIn(FIREFOX, '192.0.2.1');
    const others = [await signIn(ANDROID, '192.0.2.2'), await signIn(ANDROID, '192.0.2.3')];
    const areOpen = () => Promise.all([nia.token, ...others].map((one) => isOpen(server, one)));
    const [niaSession] = await listFor(server, nia.token);
    const token = await end(server, own, niaSession?.id);
    expect(await areOpen()).toEqual([true, true, true]);
    await end(server, token);
    expect(await areOpen()).toEqual([true, false, false]);
  });

  test('is counted for an admin, who can end all without disabling the account', async () => {
    const { server, signIn } = await start();
    await server.addOrganiser(NIA, 'viewer');
    const nia = [await server.getLogin(NIA, PASSWORD), await server.getLogin(NIA, PASSWORD)];
    const mari = await signIn(FIREFOX, '192.0.2.1');
    const count = async () => {
      const { body } = await server.as(mari).get('/organisers').expect(200);
      return (body as OrganiserEntry[]).map(({ email, sessions }) => [email, sessions]);
    };
    expect(await count()).toEqual([
      [MARI, 1],
      [NIA, 2],
    ]);
    await server.as(mari).post(`/organisers/${NIA}/sign-out`).expect(200);
    expect(await Promise.all(nia.map(({ token }) => isOpen(server, token)))).toEqual([
      false,
      false,
    ]);
    await server.as(mari).post('/organisers/nobody@example.org/sign-out').expect(404);
  });
});

describe('[AC22] a replaced token', () => {
  test('is invalid after a sign-in in the same browser, but not after a failed one', async () => {
    const { server, signIn } = await start();
    await server.addOrganiser(NIA, 'viewer');
    const first = await signIn(FIREFOX, '192.0.2.1');
    const failed = server.logIn(MARI, 'a guess').set(AUTH_HEADER, first);
    expect(await statusOf(failed)).toBe(401);
    expect(await isOpen(server, first)).toBe(true);
    const second = await signIn(FIREFOX, '192.0.2.1', first);
    expect([await isOpen(server, first), await isOpen(server, second)]).toEqual([false, true]);
    await server.logIn(NIA, PASSWORD).set(AUTH_HEADER, second).expect(200);
    expect(await isOpen(server, second)).toBe(false);
  });

  test('[AC6] keeps its expiry', async () => {
    const { server, signIn } = await start();
    const token = await signIn(FIREFOX, '192.0.2.1');
    const beganMs = server.clock.nowMs;
    server.clock.nowMs += 11 * HOUR_MS;
    const form = { password: PASSWORD };
    const { body } = await server.as(token).post('/auth/sessions/end').send(form).expect(200);
    const renewed = body as RenewedSession;
    expect(renewed.expiresAt).toBe(beganMs + 24 * HOUR_MS);
    // In use, but over.
    server.clock.nowMs = beganMs + 23 * HOUR_MS - 1;
    expect(await isOpen(server, renewed.token)).toBe(true);
    server.clock.nowMs = beganMs + 24 * HOUR_MS;
    expect(await isOpen(server, renewed.token)).toBe(false);
  });

  test.each([
    ['ended', false],
    ['used', true],
  ])('of a session that was %s in between is renewed: %s', async (change, isRenewed) => {
    const { race, server, signIn } = await start();
    const token = await signIn(FIREFOX, '192.0.2.1');
    const sessions = new LocalSessions(race.store, server.clock.read);
    const open = await sessions.find(token);
    if (!open) throw new Error('The session is not there.');
    if (change === 'ended') await sessions.end(open);
    else await race.store.sessions.touch(open.session, server.clock.nowMs + 1);
    const renewed = await sessions.renew(open, open.organiser.record, '192.0.2.1');
    expect(await isOpen(server, renewed?.token ?? '')).toBe(isRenewed);
    expect(await race.redis.hLen(race.keys.sessions)).toBe(isRenewed ? 1 : 0);
  });
});

test('[AC21] the fifty-first sign-in ends the least recently used session', async () => {
  const { race, server, signIn } = await start();
  const first = await signIn(FIREFOX, '192.0.2.1');
  const sessions = new LocalSessions(race.store, server.clock.read);
  const organiser = await race.store.organisers.find(MARI);
  if (!organiser) throw new Error('The account is not there.');
  const others: string[] = [];
  for (let i = 1; i < 50; i += 1) {
    server.clock.nowMs += 1;
    others.push((await sessions.open(organiser.record)).token);
  }
  // Use the oldest once more, so that the second is ended.
  server.clock.nowMs += MINUTE_MS;
  expect(await listFor(server, first)).toHaveLength(50);
  const last = await signIn(ANDROID, '192.0.2.2');
  const [second = '', third = ''] = others;
  const tokens = [first, second, third, last];
  expect(await Promise.all(tokens.map((one) => isOpen(server, one)))).toEqual([
    true,
    false,
    true,
    true,
  ]);
  expect(await listFor(server, last)).toHaveLength(50);
});

describe('[AC21] the stored description of a browser', () => {
  test.each([
    [ANDROID, 'Chrome on Android'],
    [FIREFOX, 'Firefox on Windows'],
    ['Mozilla/5.0 (iPhone) AppleWebKit/605.1.15 Version/26.0 Safari/604.1', 'Safari on iPhone'],
    [`${ANDROID} Edg/142.0.0.0`, 'Edge on Android'],
    ['something for Linux', 'A browser on Linux'],
    ['', ''],
  ])('of %s is “%s”', (userAgent, words) => expect(describeBrowser(userAgent)).toBe(words));
});
