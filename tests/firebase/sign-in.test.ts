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

  test('a verified address on the list is admitted, with all rights', async () => {
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

  test('the claim organiser: true admits without the list and without verification', async () => {
    const { server } = await open('mari');
    const nia = await signUp('nia');
    const before = await nia.signIn();
    await nia.update({ customAttributes: JSON.stringify({ organiser: true }) });
    expect(await statusOf(server.as(before).get('/organisers'))).toBe(403);
    expect(await statusOf(server.as(await nia.signIn()).get('/organisers'))).toBe(200);
  });

  test('a user disabled or deleted at Firebase is refused', async () => {
    const { server, users } = await open('mari');
    const [mari] = users;
    await mari.update({ emailVerified: true });
    const token = await mari.signIn();
    await mari.update({ disableUser: true });
    expect(await statusOf(server.as(token).get('/auth/me'))).toBe(401);
  });

  test('the service starts with it, prints no account, and lets the page reach it', async () => {
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
