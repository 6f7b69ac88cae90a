import { afterAll, beforeAll } from 'vitest';

import { LocalSessions } from '#server/identity/local-sessions.ts';
import { PasswordHasher } from '#server/identity/password-hasher.ts';
import { Organisers } from '#server/identity/organisers.ts';
import type { OrganiserRecord } from '#server/store/organiser-records.ts';
import type { RaceStore } from '#server/store/race-store.ts';
import type { Role } from '#shared/wire/admin-api.ts';

import { openStore } from './follow-race.ts';
import { uniqueRaceKey } from './race-key.ts';
import type { RedisServer } from './redis-server.ts';
import { startRedis } from './redis-server.ts';
import type { WebInstance } from './web-instance.ts';
import { startWebInstance } from './web-instance.ts';

const HOST = { name: 'test', isHost: true };

/** One race with its organisers, on a Redis that the tests of a file share. */
export interface TestRace {
  readonly redis: RedisServer;
  readonly raceKey: string;
  readonly store: RaceStore;
  /** Tokens of `boss@example.org`, who may do all, and of `mari@example.org`, who registers. */
  readonly admin: string;
  readonly helper: string;
  /** Makes an account and signs it in, `agoMs` ago unless now; returns the token. */
  readonly signIn: (email: string, role: Role, agoMs?: number) => Promise<string>;
  readonly disable: (email: string) => Promise<void>;
  /** Starts an instance that serves it. */
  readonly serve: () => Promise<WebInstance>;
}

/** Gives the tests of a file a Redis, and each call a race of its own on it. */
export function shareRedis(): () => Promise<TestRace> {
  let redis: RedisServer;
  beforeAll(async () => {
    redis = await startRedis();
  });
  afterAll(() => redis.stop());
  return () => openRace(redis);
}

async function openRace(redis: RedisServer): Promise<TestRace> {
  const raceKey = uniqueRaceKey();
  const store = await openStore({ url: redis.url, raceKey });
  const organisers = new Organisers(store.organisers, new PasswordHasher(), undefined);
  const signIn = async (email: string, role: Role, agoMs = 0): Promise<string> => {
    const after: OrganiserRecord = {
      email,
      role,
      disabled: false,
      createdAt: new Date().toISOString(),
      // No password leads here; the tests sign in by the session itself.
      passwordHash: 'none',
      mustChangePassword: false,
      generation: 0,
    };
    await store.organisers.commit({
      before: undefined,
      after,
      by: 'test',
      action: 'organiser-add',
    });
    const { token } = await new LocalSessions(store, () => Date.now() - agoMs).open(after);
    return token;
  };
  return {
    redis,
    raceKey,
    store,
    admin: await signIn('boss@example.org', 'admin'),
    helper: await signIn('mari@example.org', 'registration'),
    signIn,
    disable: async (email) => {
      const outcome = await organisers.disable(email, HOST);
      if (!outcome.ok) throw new Error(JSON.stringify(outcome));
    },
    serve: () => startWebInstance({ redisUrl: redis.url, raceKey }),
  };
}
