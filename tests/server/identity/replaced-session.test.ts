import { expect, test } from 'vitest';

import { AUTH_HEADER, type LoginReply } from '#shared/wire/auth-api.ts';
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

const isOpen = async (server: IdentityServer, token: string): Promise<boolean> =>
  (await statusOf(server.as(token).get('/auth/me'))) === 200;

test('[AC22] a sign-in ends the session of the same browser, but a failed one does not', async () => {
  const server = await startIdentityServer(await openRace());
  await server.addOrganiser(MARI, 'admin');
  await server.addOrganiser(NIA, 'viewer');
  const { token: first } = await server.getLogin(MARI, PASSWORD);
  const signIn = (email: string, password: string, held: string) =>
    server.logIn(email, password).set(AUTH_HEADER, held);
  expect(await statusOf(signIn(MARI, 'a guess', first))).toBe(401);
  expect(await isOpen(server, first)).toBe(true);
  const { body } = await signIn(MARI, PASSWORD, first).expect(200);
  const second = (body as LoginReply).token;
  expect([await isOpen(server, first), await isOpen(server, second)]).toEqual([false, true]);
  await signIn(NIA, PASSWORD, second).expect(200);
  expect(await isOpen(server, second)).toBe(false);
});
