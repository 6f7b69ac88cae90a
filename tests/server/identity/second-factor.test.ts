import { Secret, TOTP } from 'otpauth';
import { describe, expect, test } from 'vitest';

import type {
  LoginReply,
  OrganiserEntry,
  OrganiserReply,
  SecondFactorSecret,
} from '#shared/wire/auth-api.ts';
import { statusOf } from '#tests/support/answer.ts';
import { provideFileRedis } from '#tests/support/file-redis.ts';
import {
  type IdentityServer,
  PASSWORD,
  startIdentityServer,
} from '#tests/support/identity-server.ts';

const { openRace } = provideFileRedis();

const MARI = 'mari@example.org';
const NIA = 'nia@example.org';
const NEW = 'a goat on the roof of the barn';
const STEP_MS = 30_000;
const HOME = '192.0.2.1';
const NEEDS = { error: 'Enter the code that your authenticator app shows.', code: 'second-factor' };

/** The app's code `steps` from now. */
function showCode({ clock }: IdentityServer, secret: string, steps = 0): string {
  const totp = new TOTP({ secret: Secret.fromBase32(secret) });
  return totp.generate({ timestamp: clock.nowMs + steps * STEP_MS });
}

/** A code that is not valid around now. */
function showWrongCode(server: IdentityServer, secret: string): string {
  const near = new Set([-1, 0, 1].map((steps) => showCode(server, secret, steps)));
  return ['000000', '000001', '000002', '000003'].find((code) => !near.has(code)) ?? '';
}

function logIn(
  server: IdentityServer,
  rest: { readonly code?: string; readonly password?: string } = {},
  address = HOME,
) {
  const body = { email: MARI, password: PASSWORD, ...rest };
  return server.http.post('/auth/login').set('X-Forwarded-For', address).send(body);
}

async function signInOf(server: IdentityServer): Promise<string> {
  await server.addOrganiser(MARI, 'admin');
  return (await server.getLogin(MARI, PASSWORD)).token;
}

/** Turns codes on for Mari. */
async function enrol(server: IdentityServer, token: string) {
  const asked = await server.as(token).post('/auth/second-factor/secret').expect(200);
  const { secret, uri } = asked.body as SecondFactorSecret;
  const form = { password: PASSWORD, secret, code: showCode(server, secret) };
  const reply = await server.as(token).post('/auth/second-factor').send(form).expect(200);
  return { secret, uri, ...(reply.body as LoginReply) };
}

/** A server where Mari needs codes, one step later. */
async function startEnrolled() {
  const race = await openRace();
  const server = await startIdentityServer(race);
  const enrolled = await enrol(server, await signInOf(server));
  server.clock.nowMs += STEP_MS;
  return { race, server, ...enrolled };
}

describe('[AC15] a code at sign-in', () => {
  test('is required once turned on, and only after the right password', async () => {
    const { server, token, secret, uri } = await startEnrolled();
    expect(uri).toMatch(
      /^otpauth:\/\/totp\/Splitcast:mari%40example\.org\?issuer=Splitcast&secret=/,
    );
    const { body } = await server.as(token).get('/auth/me').expect(200);
    expect(body).toMatchObject({ asksForCode: true });
    expect((await logIn(server).expect(401)).body).toEqual(NEEDS);
    expect((await logIn(server, { code: ' ' }).expect(401)).body).toEqual(NEEDS);
    const guessed = await logIn(server, { password: 'a guess' }).expect(401);
    expect(guessed.body).toEqual({
      error:
        'The e-mail address or the password is not right. An organiser with all rights can reset a forgotten password.',
    });
    const wrong = await logIn(server, { code: showWrongCode(server, secret) }).expect(401);
    expect(wrong.body).toMatchObject({ code: 'second-factor', errors: [{ field: 'code' }] });
    expect(wrong.body).not.toHaveProperty('token');
    const spaced = showCode(server, secret).replace(/^.../, '$& ');
    const right = await logIn(server, { code: spaced }).expect(200);
    expect(await statusOf(server.as((right.body as LoginReply).token).get('/organisers'))).toBe(
      200,
    );
  });

  test('is turned on only with the password and a code of the secret, and once', async () => {
    const server = await startIdentityServer(await openRace());
    const token = await signInOf(server);
    const asked = await server.as(token).post('/auth/second-factor/secret').expect(200);
    const { secret } = asked.body as SecondFactorSecret;
    const form = { password: PASSWORD, secret, code: showCode(server, secret) };
    const turnOn = (rest: object, as = token) =>
      server
        .as(as)
        .post('/auth/second-factor')
        .send({ ...form, ...rest });
    for (const [rest, field] of [
      [{ password: 'a guess' }, 'password'],
      [{ code: showWrongCode(server, secret) }, 'code'],
    ] as const) {
      expect((await turnOn(rest).expect(400)).body).toMatchObject({ errors: [{ field }] });
    }
    const { body } = await turnOn({}).expect(200);
    await turnOn({}, (body as LoginReply).token).expect(409);
  });

  test('is turned off with the password and a code', async () => {
    const { server, token, secret } = await startEnrolled();
    const turnOff = (form: object) =>
      server
        .as(token)
        .post('/auth/second-factor/off')
        .send({ password: PASSWORD, ...form });
    for (const [form, field] of [
      [{ password: 'a guess', code: showCode(server, secret) }, 'password'],
      [{ code: '' }, 'code'],
    ] as const) {
      expect((await turnOff(form).expect(400)).body).toMatchObject({ errors: [{ field }] });
    }
    await turnOff({ code: showCode(server, secret) }).expect(200);
    await server.getLogin(MARI, PASSWORD);
  });

  test('ends all other sessions when turned on or off, and begins a new one', async () => {
    const race = await openRace();
    const server = await startIdentityServer(race);
    const token = await signInOf(server);
    const statusesOf = (tokens: readonly string[]) =>
      Promise.all(tokens.map((one) => statusOf(server.as(one).get('/auth/me'))));
    const other = await server.getLogin(MARI, PASSWORD);
    const { token: next, secret } = await enrol(server, token);
    expect(await statusesOf([token, other.token, next])).toEqual([401, 401, 200]);
    server.clock.nowMs += STEP_MS;
    const third = await logIn(server, { code: showCode(server, secret) }).expect(200);
    const form = { password: PASSWORD, code: showCode(server, secret, 1) };
    const off = await server.as(next).post('/auth/second-factor/off').send(form).expect(200);
    const tokens = [next, (third.body as LoginReply).token, (off.body as LoginReply).token];
    expect(await statusesOf(tokens)).toEqual([401, 401, 200]);
  });

  test('stays required after a new password', async () => {
    const { server, token, secret } = await startEnrolled();
    const form = { password: PASSWORD, newPassword: NEW };
    await server.as(token).post('/auth/password').send(form).expect(200);
    expect((await logIn(server, { password: NEW }).expect(401)).body).toEqual(NEEDS);
    expect(await statusOf(logIn(server, { password: NEW, code: showCode(server, secret) }))).toBe(
      200,
    );
  });
});

describe('[AC15] a code', () => {
  test('is valid up to one step early or late', async () => {
    const { server, secret } = await startEnrolled();
    for (const steps of [-2, -1, 0, 1, 2]) {
      // Far from the last used code.
      server.clock.nowMs += 10 * STEP_MS;
      const code = showCode(server, secret, steps);
      expect(await statusOf(logIn(server, { code }))).toBe(Math.abs(steps) <= 1 ? 200 : 401);
    }
  });

  test('is valid once, and no earlier one after it, such as the one that turned codes on', async () => {
    const { server, secret } = await startEnrolled();
    expect(await statusOf(logIn(server, { code: showCode(server, secret, -1) }))).toBe(401);
    const [before, code] = [showCode(server, secret, -1), showCode(server, secret)];
    expect(await statusOf(logIn(server, { code }))).toBe(200);
    for (const old of [code, before])
      expect(await statusOf(logIn(server, { code: old }))).toBe(401);
    expect(await statusOf(logIn(server, { code: showCode(server, secret, 1) }))).toBe(200);
  });

  test('sent to two instances at once is accepted by one', async () => {
    const { race, server, secret } = await startEnrolled();
    const other = await startIdentityServer(race, {}, server.clock);
    const code = showCode(server, secret);
    const sent = [server, other].map((one) => statusOf(logIn(one, { code })));
    const statuses = await Promise.all(sent);
    expect(statuses.toSorted((first, second) => first - second)).toEqual([200, 401]);
  });
});

describe('[AC17] a reset of the password', () => {
  test('turns codes off, and the list of organisers shows it', async () => {
    const { server, token } = await startEnrolled();
    await server.addOrganiser(NIA, 'admin');
    const nia = await server.getLogin(NIA, PASSWORD);
    const list = async (): Promise<OrganiserEntry[]> =>
      (await server.as(nia.token).get('/organisers').expect(200)).body as OrganiserEntry[];
    expect((await list()).map(({ email, asksForCode }) => [email, asksForCode])).toEqual([
      [MARI, true],
      [NIA, undefined],
    ]);
    const reply = await server.as(nia.token).post(`/organisers/${MARI}/reset`).expect(200);
    const { password = '' } = reply.body as OrganiserReply;
    expect((await list()).filter(({ asksForCode }) => asksForCode)).toEqual([]);
    await server.getLogin(MARI, password);
    expect(await statusOf(server.as(token).get('/auth/me'))).toBe(401);
  });
});

describe('[AC7] guessing codes', () => {
  test('is slowed down by account, from any address, and a right password does not reset it', async () => {
    const { server, secret } = await startEnrolled();
    const wrong = showWrongCode(server, secret);
    for (let i = 0; i < 5; i += 1) {
      expect(await statusOf(logIn(server, { code: wrong }, `198.51.100.${i}`))).toBe(401);
      expect(await statusOf(logIn(server, {}, `198.51.100.${i}`))).toBe(401);
    }
    const refused = await logIn(server, { code: wrong }, '203.0.113.9').expect(429);
    expect(refused.headers['retry-after']).toBe('1');
    server.clock.nowMs += 1_000;
    expect(await statusOf(logIn(server, { code: wrong }, '203.0.113.10'))).toBe(401);
    expect(await statusOf(logIn(server, { code: showCode(server, secret) }, HOME))).toBe(429);
    server.clock.nowMs += 2_000;
    expect(await statusOf(logIn(server, { code: showCode(server, secret) }, HOME))).toBe(200);
  });

  test('in a session is slowed down by account, even with a new token', async () => {
    const { server, token, secret } = await startEnrolled();
    const code = showWrongCode(server, secret);
    const guess = (as: string, password = PASSWORD) =>
      statusOf(server.as(as).post('/auth/second-factor/off').send({ password, code }));
    for (let i = 0; i < 5; i += 1) expect(await guess(token)).toBe(400);
    expect(await guess(token)).toBe(429);
    const form = { password: PASSWORD, newPassword: NEW };
    const { body } = await server.as(token).post('/auth/password').send(form).expect(200);
    expect(await guess((body as LoginReply).token, NEW)).toBe(429);
  });
});

describe('[AC19 AC10] the secret', () => {
  test('is in no record, answer or audit', async () => {
    const { race, server, token, secret } = await startEnrolled();
    const reply = await logIn(server, { code: showCode(server, secret) }).expect(200);
    const answers = [reply, await server.as(token).get('/organisers')];
    const audit = await race.redis.hGetAll(race.keys.audit);
    const organisers = await race.redis.hGetAll(race.keys.organisers);
    const { sealedSecret } = (
      JSON.parse(organisers[MARI] ?? '') as { secondFactor: { sealedSecret: string } }
    ).secondFactor;
    const shown = [...answers.map(({ text }) => text), ...Object.values(audit)].join('\n');
    expect([secret, sealedSecret].filter((one) => shown.includes(one))).toEqual([]);
    expect(JSON.stringify(organisers)).not.toContain(secret);

    server.clock.nowMs += STEP_MS;
    const form = { password: PASSWORD, code: showCode(server, secret) };
    await server.as(token).post('/auth/second-factor/off').send(form).expect(200);
    const { changes } = await race.store.readLatestChanges();
    expect(changes.map(({ action }) => action)).toEqual([
      'organiser-codes-off',
      'organiser-codes-on',
      'organiser-add',
    ]);
  });
});
