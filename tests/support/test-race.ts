import { afterAll, beforeAll } from 'vitest';

import { uniqueRaceKey } from '#tests/support/race-key.ts';
import type { RedisServer } from '#tests/support/redis-server.ts';
import { startRedis } from '#tests/support/redis-server.ts';
import { TestAccounts } from '#tests/support/test-accounts.ts';
import type { WebInstance } from '#tests/support/web-instance.ts';
import { startWebInstance } from '#tests/support/web-instance.ts';

/** One race with its organisers, on a Redis that the tests of a file share. */
export interface TestRace {
  readonly redisUrl: string;
  readonly raceKey: string;
  readonly accounts: TestAccounts;
  /** Tokens of an organiser of each role. */
  readonly admin: string;
  readonly helper: string;
  /** Starts an instance that serves it. */
  readonly serve: () => Promise<WebInstance>;
}

/** Gives the tests of a file a Redis, and each call a race of its own on it. */
export function shareRedis(): () => TestRace {
  let redis: RedisServer;
  beforeAll(async () => {
    redis = await startRedis();
  });
  afterAll(() => redis.stop());
  return () => {
    const raceKey = uniqueRaceKey();
    const accounts = new TestAccounts();
    return {
      redisUrl: redis.url,
      raceKey,
      accounts,
      admin: accounts.signIn('boss@example.org', 'admin'),
      helper: accounts.signIn('mari@example.org', 'registration'),
      serve: () => startWebInstance({ redisUrl: redis.url, raceKey, accounts }),
    };
  };
}
