import { describe, expect, test } from 'vitest';

import { statusOf } from '#tests/support/answer.ts';
import { provideFileRedis } from '#tests/support/file-redis.ts';
import { PASSWORD, startIdentityServer } from '#tests/support/identity-server.ts';

const { openRace } = provideFileRedis();

const BOSS = 'boss@example.org';
const NIA = 'nia@example.org';

/** An admin and a helper, signed in. */
async function open() {
  const race = await openRace();
  const server = await startIdentityServer(race);
  await server.addOrganiser(BOSS, 'admin');
  await server.addOrganiser('mari@example.org', 'registration');
  const admin = server.as((await server.getLogin(BOSS, PASSWORD)).token);
  const helper = server.as((await server.getLogin('mari@example.org', PASSWORD)).token);
  return { race, server, admin, helper };
}

describe('managing accounts', () => {
  test('simultaneous creations of an account give one', async () => {
    const { admin } = await open();
    const replies = await Promise.all(
      Array.from({ length: 6 }, () =>
        admin.post('/organisers').send({ email: NIA, role: 'admin' }),
      ),
    );
    expect(replies.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(replies.filter(({ status }) => status === 409)).toHaveLength(5);
  });

  test('POST /organisers refuses an invalid address, role or field', async () => {
    const { race, admin } = await open();
    for (const body of [
      { email: 'nia', role: 'admin' },
      { email: 'nia\u202E@example.org', role: 'admin' },
      { email: NIA, role: 'owner' },
    ]) {
      const reply = await admin.post('/organisers').send(body);
      expect(reply.body).toEqual({ error: expect.stringMatching(/^[A-Z].*\.$/) as string });
      expect(reply.status).toBe(400);
    }
    expect(await race.redis.hLen(race.keys.organisers)).toBe(2);
  });

  test('disable ends the sessions and the right to sign in; enable restores no session', async () => {
    const { admin, helper, server } = await open();
    expect(await statusOf(helper.get('/auth/me'))).toBe(200);
    const reply = await admin.post('/organisers/mari@example.org/disable').expect(200);
    expect(reply.body).toMatchObject({ email: 'mari@example.org', disabled: true });
    expect(await statusOf(helper.get('/auth/me'))).toBe(401);
    expect(await statusOf(server.logIn('mari@example.org', PASSWORD))).toBe(403);
    expect(await statusOf(admin.post('/organisers/MARI%40example.org/enable'))).toBe(200);
    expect(await statusOf(helper.get('/auth/me'))).toBe(401);
    await server.getLogin('mari@example.org', PASSWORD);
  });
});

test('admins cannot remove their own rights', async () => {
  const { admin } = await open();
  expect(await statusOf(admin.post(`/organisers/${BOSS}/disable`))).toBe(409);
  expect(
    await statusOf(admin.post(`/organisers/${BOSS}/role`).send({ role: 'registration' })),
  ).toBe(409);
  expect(await statusOf(admin.get('/organisers'))).toBe(200);
});
