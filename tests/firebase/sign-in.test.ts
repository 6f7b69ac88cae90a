import { describe, expect, onTestFinished, test } from 'vitest';

import { HOUR_MS, SECOND_MS } from '#shared/model/time.ts';
import { answerOf, statusOf } from '#tests/support/answer.ts';
import { startBuiltProgram } from '#tests/support/built-program.ts';
import { provideFileRedis } from '#tests/support/file-redis.ts';
import {
  EMULATED_PROJECT,
  EMULATOR_HOST,
  FIREBASE_SETTINGS,
  type FirebaseUser,
  signUp,
} from '#tests/support/firebase-users.ts';
import { startIdentityServer } from '#tests/support/identity-server.ts';

const { openRace } = provideFileRedis();

const HOST = { name: 'test', isHost: true };

/** Users at the emulator, and a server that has them on its list. */
async function open(...names: string[]) {
  const users = await Promise.all(names.map((name) => signUp(name)));
  const ORGANISER_EMAILS = users.map(({ email }) => email.toUpperCase()).join(', ');
  const server = await startIdentityServer(await openRace(), {
    ...FIREBASE_SETTINGS,
    ORGANISER_EMAILS,
  });
  return { server, users: users as [FirebaseUser, ...FirebaseUser[]] };
}

function encode(part: object): string {
  return Buffer.from(JSON.stringify(part)).toString('base64url');
}

/** A token as anybody can write one: nobody has signed it. */
function forge(claims: Readonly<Record<string, unknown>>): string {
  const nowS = Math.floor(Date.now() / 1_000);
  const payload = {
    iss: `https://securetoken.google.com/${EMULATED_PROJECT}`,
    aud: EMULATED_PROJECT,
    auth_time: nowS - 60,
    iat: nowS - 60,
    exp: nowS + 3_600,
    ...claims,
  };
  return `${encode({ alg: 'none', typ: 'JWT' })}.${encode(payload)}.`;
}

describe('[AC8] AUTH=firebase', () => {
  test('GET /auth says how to sign in', async () => {
    const { server } = await open('mari');
    expect(await answerOf(server.http.get('/auth'))).toEqual({
      status: 200,
      body: {
        provider: 'firebase',
        projectId: EMULATED_PROJECT,
        apiKey: 'any',
        authDomain: `${EMULATED_PROJECT}.firebaseapp.com`,
        emulatorUrl: `http://${EMULATOR_HOST}`,
      },
    });
  });

  test('an address on the list that was verified gets in, with all rights', async () => {
    const { server, users } = await open('mari');
    const [mari] = users;
    await mari.update({ emailVerified: true });
    const beforeMs = Date.now();
    const me = await server.as(await mari.signIn()).get('/auth/me');
    expect(me.body).toEqual({
      email: mari.email,
      role: 'admin',
      mustChangePassword: false,
      expiresAt: expect.any(Number) as number,
    });
    // Firebase counts in whole seconds.
    const madeMs = (me.body as { expiresAt: number }).expiresAt - HOUR_MS;
    expect(madeMs).toBeGreaterThan(beforeMs - SECOND_MS);
    expect(madeMs).toBeLessThanOrEqual(Date.now());
  });

  test('an address on the list that anybody may have signed up with does not', async () => {
    const { server, users } = await open('mari');
    const [mari] = users;
    expect(await answerOf(server.as(await mari.signIn()).get('/organisers'))).toEqual({
      status: 403,
      body: {
        error: expect.stringMatching(/^This e-mail address is not verified/) as string,
        code: 'email-verification',
      },
    });
  });

  test('anybody not on the list does not, verified or not', async () => {
    const { server } = await open('mari');
    const stranger = await signUp('stranger');
    await stranger.update({ emailVerified: true });
    expect(await answerOf(server.as(await stranger.signIn()).get('/organisers'))).toEqual({
      status: 403,
      body: { error: 'This account is not on the list of organisers.' },
    });
  });

  test('the claim organiser: true lets in without the list and without verification', async () => {
    const { server } = await open('mari');
    const nia = await signUp('nia');
    const before = await nia.signIn();
    await nia.update({ customAttributes: JSON.stringify({ organiser: true }) });
    expect(await statusOf(server.as(before).get('/organisers'))).toBe(403);
    expect(await statusOf(server.as(await nia.signIn()).get('/organisers'))).toBe(200);
    for (const organiser of ['true', 1, { organiser: true }]) {
      await nia.update({ customAttributes: JSON.stringify({ organiser }) });
      expect(await statusOf(server.as(await nia.signIn()).get('/organisers'))).toBe(403);
    }
  });

  test('the role is ours to give, whatever a claim says', async () => {
    const { server, users } = await open('mari');
    const [mari] = users;
    await mari.update({
      emailVerified: true,
      customAttributes: JSON.stringify({ organiser: true, role: 'admin' }),
    });
    const token = await mari.signIn();
    expect(await statusOf(server.as(token).get('/organisers'))).toBe(200);
    await server.identity.organisers.add(mari.email, 'registration', { mustChange: false }, HOST);
    expect(await statusOf(server.as(token).get('/organisers'))).toBe(403);
    const { body } = await server.as(token).get('/auth/me');
    expect(body).toMatchObject({ role: 'registration' });
  });

  test('an admin disables another: out at the next call, with the same token', async () => {
    const { server, users } = await open('mari', 'nia');
    const [mari, nia] = users;
    const tokens = await Promise.all(
      [mari, nia ?? mari].map(async (user) => {
        await user.update({ emailVerified: true });
        return user.signIn();
      }),
    );
    const [boss = '', helper = ''] = tokens;
    expect(await statusOf(server.as(helper).get('/organisers'))).toBe(200);
    const path = `/organisers/${nia?.email}/disable`;
    expect(await statusOf(server.as(boss).post(path))).toBe(200);
    expect(await answerOf(server.as(helper).get('/organisers'))).toEqual({
      status: 403,
      body: { error: expect.stringContaining('disabled') as string },
    });
    expect(await statusOf(server.as(boss).post(path.replace('disable', 'enable')))).toBe(200);
    expect(await statusOf(server.as(helper).get('/organisers'))).toBe(200);
  });

  test('a user that was disabled or deleted at Firebase is nobody', async () => {
    const { server, users } = await open('mari');
    const [mari] = users;
    await mari.update({ emailVerified: true });
    const token = await mari.signIn();
    await mari.update({ disableUser: true });
    expect(await statusOf(server.as(token).get('/auth/me'))).toBe(401);
  });

  test.each([
    ['has expired', { exp: Math.floor(Date.now() / 1_000) - 1 }],
    ['is of another project', { aud: 'demo-other' }],
    ['was issued by somebody else', { iss: 'https://securetoken.google.com/demo-other' }],
    ['is of a user who does not exist', { sub: 'nobody', user_id: 'nobody' }],
    ['names no user', { sub: '' }],
  ])('a token that %s opens nothing', async (_what, claims) => {
    const { server, users } = await open('mari');
    const [mari] = users;
    await mari.update({ emailVerified: true });
    const token = forge({ sub: mari.uid, user_id: mari.uid, email: mari.email, ...claims });
    expect(await statusOf(server.as(token).get('/auth/me'))).toBe(401);
  });

  test('there is no sign-in here, and sign-out is the page’s', async () => {
    const { server } = await open('mari');
    const form = { email: 'mari@example.org', password: 'pedol arian' };
    expect(await answerOf(server.http.post('/auth/login').send(form))).toEqual({
      status: 404,
      body: { error: 'Accounts are kept by Firebase here: sign in there.' },
    });
    expect(await statusOf(server.as('any').post('/auth/logout'))).toBe(204);
  });

  test('the service starts on it, prints no account, and lets the page reach it', async () => {
    const race = await openRace();
    const service = startBuiltProgram('main', [], {
      env: {
        ...FIREBASE_SETTINGS,
        REDIS_URL: race.url,
        RACE_KEY: race.raceKey,
        PORT: '0',
        HOST: '127.0.0.1',
      },
    });
    onTestFinished(async () => void (await service.kill()));
    const [, url = ''] = await service.waitForOutput(/^Results: +(\S+)$/m);
    const page = await fetch(url, { headers: { accept: 'text/html' } });
    expect(page.headers.get('content-security-policy')).toContain(` http://${EMULATOR_HOST};`);
    expect(await race.redis.hLen(race.keys.organisers)).toBe(0);
    expect(service.output).not.toContain('password');
  });
});
