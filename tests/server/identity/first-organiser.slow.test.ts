import { expect, onTestFinished, test } from 'vitest';

import { type FirstOrganiser, makeFirstOrganiser } from '#server/identity/create-identity.ts';
import { PasswordHasher } from '#server/identity/passwords.ts';
import { createLogger } from '#server/observe/logger.ts';
import type { RaceStore } from '#server/store/race-store.ts';
import { startBuiltProgram } from '#tests/support/built-program.ts';
import { provideFileRedis } from '#tests/support/file-redis.ts';
import { openStore } from '#tests/support/follow-race.ts';
import { startIdentityServer } from '#tests/support/identity-server.ts';
import { uniqueRaceKey } from '#tests/support/race-key.ts';
import { startRedis } from '#tests/support/redis-server.ts';

const file = provideFileRedis();

const makeIn = ({ organisers }: RaceStore) =>
  makeFirstOrganiser(
    organisers,
    new PasswordHasher(),
    createLogger('silent'),
    new AbortController().signal,
  );

test('[AC1] of six instances that start at once one creates the account', async () => {
  for (let round = 0; round < 5; round += 1) {
    const race = await file.openRace();
    const made = await Promise.all(
      Array.from({ length: 6 }, async () => {
        const store = await openStore(race);
        return makeIn(store);
      }),
    );
    const [account, ...others] = made.filter((one) => one !== undefined);
    expect(others).toEqual([]);
    expect(account).toEqual({
      email: 'organiser@race.local',
      password: expect.stringMatching(/^([a-z2-9]{4}-){3}[a-z2-9]{4}$/) as string,
    } satisfies FirstOrganiser);
    const server = await startIdentityServer(race);
    const login = await server.getLogin('organiser@race.local', account?.password ?? '');
    expect(login).toMatchObject({ role: 'admin', mustChangePassword: true });
  }
});

test('[AC1] the account is created once Redis is up', async () => {
  const redis = await startRedis();
  onTestFinished(() => redis.stop());
  const store = await openStore({ url: redis.url, raceKey: uniqueRaceKey() });
  await redis.kill();
  const made = makeIn(store);
  await redis.restart();
  expect(await made).toMatchObject({ email: 'organiser@race.local' });
});

test('[AC1] only the process that created it prints it, after the addresses', async () => {
  const raceKey = uniqueRaceKey();
  const start = () => {
    const instance = startBuiltProgram('main', [], {
      env: { REDIS_URL: file.url, RACE_KEY: raceKey, PORT: '0', HOST: '127.0.0.1' },
    });
    onTestFinished(async () => void (await instance.kill()));
    return instance;
  };
  const first = start();
  const [, password = ''] = await first.waitForOutput(/^One-time password: +(\S+)$/m);
  expect(first.stdout).toMatch(/^Results: [^]*organiser@race\.local/);
  const second = start();
  const [, url = ''] = await second.waitForOutput(/^Results: +(\S+)$/m);
  const login = await fetch(`${url}/auth/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email: 'organiser@race.local', password }),
  });
  expect(await login.json()).toMatchObject({ mustChangePassword: true });
  expect(second.output).not.toContain('organiser@race.local');
  expect(first.stderr + second.output).not.toContain(password);
});
