import { io } from 'socket.io-client';
import supertest from 'supertest';
import { describe, expect, onTestFinished, test } from 'vitest';

import { AUTH_HEADER, type LoginReply } from '#shared/wire/auth-api.ts';
import { statusOf } from '#tests/support/answer.ts';
import { eventually } from '#tests/support/eventually.ts';
import { provideOrganisersRace } from '#tests/support/organisers-race.ts';
import {
  type IdentityServer,
  PASSWORD,
  startIdentityServer,
} from '#tests/support/identity-server.ts';

const openRace = provideOrganisersRace();

const NIA = 'nia@example.org';
const PUBLIC_ORIGIN = 'https://results.example';

type Headers = Readonly<Record<string, string>>;

async function start(settings: Headers = {}) {
  const race = await openRace();
  const server = await startIdentityServer(race, settings);
  await server.addOrganiser(NIA, 'admin');
  return { race, server };
}

/** Signs in, and returns the token and the cookie, if set. */
async function signIn(server: IdentityServer, headers: Headers = {}) {
  const { body, headers: got } = await server.logIn(NIA, PASSWORD).set(headers).expect(200);
  const set = (got as { 'set-cookie'?: string[] })['set-cookie'];
  return { token: (body as LoginReply).token, cookie: set?.[0] };
}

const own = (server: IdentityServer): Headers => ({ Origin: server.url });

/** The statuses of a read and of a write with a cookie. */
async function probe(server: IdentityServer, cookie: string, headers: Headers = {}) {
  const call = supertest(server.url);
  const sent = { Cookie: cookie, ...headers };
  return {
    read: await statusOf(call.get('/organisers').set(sent)),
    write: await statusOf(call.post('/organisers').set(sent).send({})),
  };
}

const OPEN = { read: 200, write: 400 };
const READ_ONLY = { read: 200, write: 401 };
const SHUT = { read: 401, write: 401 };

describe('[CL81] the session cookie', () => {
  test.each([
    ['by the proxy’s header', { 'X-Forwarded-Proto': 'https' }, {}],
    ['by the public origin', { Host: 'results.example' }, { PUBLIC_ORIGIN }],
  ])(
    'over HTTPS, %s, is Secure and bound to the host',
    async (_how, headers: Headers, settings) => {
      const { race, server } = await start(settings);
      const { token, cookie } = await signIn(server, headers);
      const name = `session-${race.raceKey}`;
      expect(cookie).toBe(
        `__Host-${name}=${token}; Path=/; Max-Age=86400; HttpOnly; SameSite=Lax; Secure`,
      );
      // A neighbouring host can set one without the prefix.
      expect(await probe(server, `${name}=${token}`, headers)).toEqual(SHUT);
      expect(await probe(server, `${name}=x; __Host-${name}=${token}`, headers)).toEqual(READ_ONLY);
    },
  );

  test('gives the rights of its token, but writes only from a page of this service', async () => {
    const { race, server } = await start({ PUBLIC_ORIGIN });
    const { token, cookie: set } = await signIn(server);
    const name = `session-${race.raceKey}`;
    expect(set).toBe(`${name}=${token}; Path=/; Max-Age=86400; HttpOnly; SameSite=Lax`);
    const cookie = `other=1; ${name}=${token}`;
    const foreign = { Origin: 'https://elsewhere.example' };
    for (const [headers, expected] of [
      [own(server), OPEN],
      [{ Origin: PUBLIC_ORIGIN }, OPEN],
      [{ 'X-Forwarded-Host': 'front.example', Origin: 'https://front.example' }, OPEN],
      [{ 'Sec-Fetch-Site': 'same-origin' }, OPEN],
      [{}, READ_ONLY],
      [foreign, READ_ONLY],
      [{ Origin: 'null' }, READ_ONLY],
      [{ 'Sec-Fetch-Site': 'same-site' }, READ_ONLY],
      [{ ...own(server), 'Sec-Fetch-Site': 'cross-site' }, READ_ONLY],
      [{ ...own(server), [AUTH_HEADER]: 'forged' }, SHUT],
    ] as const) {
      const answers = await probe(server, cookie, headers);
      expect({ headers, answers }).toEqual({ headers, answers: expected });
    }
    // With a token in the header the origin doesn't matter.
    const write = server.as(token).post('/organisers').set(foreign);
    expect(await statusOf(write.send({}))).toBe(400);
  });

  test('[CL12] follows the session: a new token replaces it, signing out removes it, and GET /auth reports it', async () => {
    const { race, server } = await start();
    const { token } = await signIn(server);
    const name = `session-${race.raceKey}`;
    const sent = { ...own(server), Cookie: `${name}=${token}` };
    const call = supertest(server.url);
    const form = { email: NIA, password: PASSWORD };
    const renewed = await call.post('/auth/login').set(sent).send(form).expect(200);
    const next = (renewed.body as LoginReply).token;
    expect(renewed.headers['set-cookie']?.[0]).toContain(`${name}=${next};`);
    expect(await probe(server, `${name}=${token}`, own(server))).toEqual(SHUT);
    const reported = await call.get('/auth').set({ Cookie: `${name}=${next}` });
    expect(reported.body).toEqual({ provider: 'local', hasSession: true });
    expect((await call.get('/auth')).body).toEqual({ provider: 'local' });
    sent.Cookie = `${name}=${next}`;
    const left = await call.post('/auth/logout').set(sent).expect(204);
    expect(left.headers['set-cookie']?.[0]).toContain(`${name}=; Path=/; Max-Age=0;`);
    expect(await probe(server, `${name}=${next}`, own(server))).toEqual(SHUT);
  });

  test('is neither set nor removed by a page of another site', async () => {
    const { server } = await start();
    const foreign = { Origin: 'https://elsewhere.example' };
    expect((await signIn(server, foreign)).cookie).toBeUndefined();
    const left = await server.http.post('/auth/logout').set(foreign).expect(204);
    expect(left.headers['set-cookie']).toBeUndefined();
  });
});

describe('[AD4] the connection of the organisers', () => {
  test('accepts the cookie only from a page of this service', async () => {
    const race = await openRace();
    const web = await race.serve();
    const Cookie = `session-${race.raceKey}=${race.helper}`;
    const open = (headers: Headers, auth = {}) => {
      const extraHeaders = { Cookie, ...headers };
      const socket = io(`${web.url}/admin`, {
        auth,
        extraHeaders,
        transports: ['websocket'],
        forceNew: true,
        reconnection: false,
      });
      onTestFinished(() => void socket.disconnect());
      return socket;
    };
    const answerTo = (socket: ReturnType<typeof open>) =>
      new Promise((resolve) => {
        socket.on('connect', () => resolve('let in'));
        socket.on('connect_error', (error) => resolve((error as { data?: unknown }).data));
      });
    const refused = { status: 401 };
    expect(await answerTo(open({}))).toEqual(refused);
    const foreign = { Origin: 'https://elsewhere.example' };
    expect(await answerTo(open(foreign))).not.toBe('let in');
    expect(await answerTo(open({ Origin: web.url }, { token: 'forged' }))).toEqual(refused);
    const socket = open({ Origin: web.url });
    expect(await answerTo(socket)).toBe('let in');
    // The whole connection ends, since its cookie can't change.
    let end = '';
    socket.io.engine.on('close', (reason) => {
      end = reason;
    });
    await race.disable('mari@example.org');
    await eventually(() => expect(end).not.toBe(''));
  });
});
