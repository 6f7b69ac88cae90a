import { createHmac, generateKeyPairSync } from 'node:crypto';

import { describe, expect, onTestFinished, test, vi } from 'vitest';

import { answerOf, statusOf } from '#tests/support/answer.ts';
import { provideFileRedis } from '#tests/support/file-redis.ts';
import { provideGoogleKeys } from '#tests/support/google-keys.ts';
import { startIdentityServer } from '#tests/support/identity-server.ts';

const { openRace } = provideFileRedis();

const PROJECT = 'ras-beca';
const MARI = 'mari@example.org';

/** Firebase's claims about a signed-in user with a verified address. */
function claimsOf(changes: object = {}): object {
  const nowS = Math.floor(Date.now() / 1_000);
  return {
    iss: `https://securetoken.google.com/${PROJECT}`,
    aud: PROJECT,
    sub: 'uid-of-mari',
    user_id: 'uid-of-mari',
    auth_time: nowS - 60,
    iat: nowS - 60,
    exp: nowS + 3_540,
    email: 'Mari@Example.org',
    email_verified: true,
    ...changes,
  };
}

async function open() {
  // Set for tests against the emulator; it would accept every token.
  vi.stubEnv('FIREBASE_AUTH_EMULATOR_HOST', undefined);
  onTestFinished(() => void vi.unstubAllEnvs());
  const google = await provideGoogleKeys();
  const server = await startIdentityServer(await openRace(), {
    AUTH: 'firebase',
    FIREBASE_PROJECT_ID: PROJECT,
    FIREBASE_API_KEY: 'any',
    FIREBASE_AUTH_DOMAIN: 'ras-beca.firebaseapp.com',
    ORGANISER_EMAILS: MARI,
  });
  return { google, server };
}

describe('[AC8] an ID token, verified with Google’s keys', () => {
  test('with the claim of a role gives that role; a role set here takes precedence; the keys are fetched once', async () => {
    const { google, server } = await open();
    const host = 'test';
    const email = 'nia@example.org';
    const asNia = (organiser: unknown) =>
      server.as(
        google.sign(claimsOf({ sub: 'uid-of-nia', email, email_verified: false, organiser })),
      );
    const roleOf = async (organiser: unknown): Promise<unknown> => {
      const { status, body } = await asNia(organiser).get('/auth/me');
      return status === 200 ? (body as { role: string }).role : status;
    };
    expect(await roleOf('medical')).toBe('medical');
    expect(await roleOf(true)).toBe('admin');
    expect(google.fetches).toBe(1);
    for (const none of ['owner', 'Medical', false, 1, ['admin'], null]) {
      expect([none, await roleOf(none)]).toEqual([none, 403]);
    }
    expect(await statusOf(asNia('medical').get('/organisers'))).toBe(403);
    // Disabling and enabling doesn't extend the rights.
    await server.identity.organisers.disable(email, host);
    expect(await roleOf('medical')).toBe(403);
    await server.identity.organisers.enable(email, host);
    expect(await roleOf('medical')).toBe('medical');
    await server.identity.organisers.setRole(email, 'viewer', host);
    expect(await roleOf('medical')).toBe('viewer');
    expect(await roleOf(true)).toBe('viewer');
  });

  test('[AC15] has no codes here: Firebase manages them', async () => {
    const { google, server } = await open();
    const token = google.sign(claimsOf());
    for (const [path, form] of [
      ['/auth/second-factor/secret', {}],
      ['/auth/second-factor', { password: 'any', secret: 'A'.repeat(32), code: '123456' }],
      ['/auth/second-factor/off', { password: 'any', code: '123456' }],
    ] as const) {
      expect(await answerOf(server.as(token).post(path).send(form))).toEqual({
        status: 404,
        body: { error: 'Accounts are kept by Firebase here: sign in there.' },
      });
    }
  });

  test('is refused if expired, of another project, or not signed by Google', async () => {
    const { google, server } = await open();
    const stranger = generateKeyPairSync('rsa', { modulusLength: 2_048 }).privateKey;
    const good = google.sign(claimsOf());
    const [head = '', , signature = ''] = good.split('.');
    const payload = (changes: object) =>
      Buffer.from(JSON.stringify(claimsOf(changes))).toString('base64url');
    const confused = `${Buffer.from('{"alg":"HS256","kid":"key-1"}').toString('base64url')}.${payload({})}`;
    const forged = [
      google.sign(claimsOf({ exp: Math.floor(Date.now() / 1_000) - 1 })),
      google.sign(claimsOf({ aud: 'other' })),
      google.sign(claimsOf({ iss: 'https://securetoken.google.com/other' })),
      google.sign(claimsOf({ sub: '' })),
      google.sign(claimsOf(), { alg: 'none' }, null),
      google.sign(claimsOf(), {}, null),
      google.sign(claimsOf(), {}, stranger),
      google.sign(claimsOf(), { kid: 'key-2' }),
      `${head}.${payload({ sub: 'uid-of-nia' })}.${signature}`,
      `${confused}.${createHmac('sha256', 'key-1').update(confused).digest('base64url')}`,
      'x'.repeat(43),
      '..',
    ];
    for (const token of forged) {
      expect([token, await statusOf(server.as(token).get('/organisers'))]).toEqual([token, 401]);
    }
    expect(await statusOf(server.as(good).get('/organisers'))).toBe(200);
  });

  test('is 403 if its address is not verified, not on the list or missing', async () => {
    const { google, server } = await open();
    const unverified = { code: 'email-verification' };
    for (const [changes, code] of [
      [{ email_verified: false }, unverified],
      [{ email: 'nia@example.org' }, {}],
      [{ email: undefined, organiser: true }, {}],
    ]) {
      const call = server.as(google.sign(claimsOf(changes))).get('/organisers');
      expect(await answerOf(call)).toEqual({
        status: 403,
        body: { error: expect.stringMatching(/^This .*\.$/) as string, ...code },
      });
    }
  });

  test('is 503 without Google’s keys', async () => {
    const { google, server } = await open();
    google.isAway = true;
    const token = google.sign(claimsOf());
    expect(await answerOf(server.as(token).get('/organisers'))).toEqual({
      status: 503,
      body: { error: expect.stringContaining('Try again') as string },
    });
    // Invalid claims are recognised without a key.
    const other = google.sign(claimsOf({ aud: 'other' }));
    expect(await statusOf(server.as(other).get('/organisers'))).toBe(401);
    google.isAway = false;
    expect(await statusOf(server.as(token).get('/organisers'))).toBe(200);
    google.isAway = true;
    expect(await statusOf(server.as(token).get('/organisers'))).toBe(200);
  });
});

test('[AC8] with Firebase the page may contact its two hosts, and no others', async () => {
  const { server } = await open();
  const { headers } = await server.http.get('/auth');
  expect(headers['content-security-policy']).toMatch(
    /connect-src 'self' https:\/\/identitytoolkit\.googleapis\.com https:\/\/securetoken\.googleapis\.com;/,
  );
  const local = await startIdentityServer(await openRace());
  const reply = await local.http.get('/auth');
  expect(reply.headers['content-security-policy']).toContain("connect-src 'self';");
});
