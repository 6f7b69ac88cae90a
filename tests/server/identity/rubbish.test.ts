import * as fc from 'fast-check';
import { expect, test } from 'vitest';

import { provideFileRedis } from '#tests/support/file-redis.ts';
import { PASSWORD, startIdentityServer } from '#tests/support/identity-server.ts';

const { openRace } = provideFileRedis();

/** Forms, also with the expected fields. */
const form = fc.oneof(
  fc.json().map((text) => JSON.parse(text) as unknown),
  fc.dictionary(
    fc.oneof(
      fc.constantFrom('email', 'password', 'newPassword', 'role', '__proto__', 'constructor'),
      fc.string({ maxLength: 8 }),
    ),
    fc.oneof(fc.string({ unit: 'binary', maxLength: 60 }), fc.jsonValue({ maxDepth: 2 })),
    { maxKeys: 4 },
  ),
  fc.record({
    email: fc.string({ unit: 'binary', maxLength: 300 }),
    password: fc.string({ unit: 'binary', maxLength: 1_200 }),
  }),
);

const PATHS = [
  '/auth/login',
  '/auth/password',
  '/auth/second-factor',
  '/auth/second-factor/off',
  '/organisers',
  '/organisers/mari@example.org/role',
  '/organisers/nobody@example.org/disable',
] as const;

test('[CL7 CL14] rubbish is refused with a sentence, without a stack or a path', async () => {
  const race = await openRace();
  const server = await startIdentityServer(race);
  await server.addOrganiser('mari@example.org', 'admin');
  const { token } = await server.getLogin('mari@example.org', PASSWORD);
  const before = await race.redis.hGetAll(race.keys.organisers);
  await fc.assert(
    fc.asyncProperty(fc.constantFrom(...PATHS), form, async (path, body) => {
      const reply = await server
        .as(token)
        .post(path)
        .set('Content-Type', 'application/json')
        .send(JSON.stringify(body));
      expect([400, 401, 404, 413, 415, 429]).toContain(reply.status);
      const { error } = reply.body as { error: string };
      expect(error).toMatch(/^[A-Z].*\.$/);
      expect(reply.text).not.toMatch(/node_modules|\.ts\b|\.mjs\b|\n\s+at /);
    }),
    { numRuns: 300 },
  );
  expect(await race.redis.hGetAll(race.keys.organisers)).toEqual(before);
});
