import { afterAll, beforeAll, onTestFinished } from 'vitest';

import type { RaceKeys } from '#server/store/keys.ts';
import { createRaceKeys } from '#server/store/keys.ts';
import type { RaceStore } from '#server/store/race-store.ts';

import { openStore } from './follow-race.ts';
import type { TestRedisClient } from './ingest-scans.ts';
import { connectRedis } from './ingest-scans.ts';
import { uniqueRaceKey } from './race-key.ts';
import type { RedisOptions, RedisServer } from './redis-server.ts';
import { startRedis } from './redis-server.ts';

/** A race of the test's own on the Redis of its file. */
export interface TestRace {
  readonly url: string;
  readonly raceKey: string;
  readonly keys: RaceKeys;
  readonly store: RaceStore;
  /** Looks into Redis past the store. */
  readonly redis: TestRedisClient;
}

/** One Redis for all tests of a file; call it at the top, and `openRace` in each test. */
export function provideFileRedis(options: RedisOptions = {}): {
  readonly server: RedisServer;
  readonly openRace: () => Promise<TestRace>;
} {
  let server: RedisServer | undefined;
  beforeAll(async () => {
    server = await startRedis(options);
  });
  afterAll(() => server?.stop());
  const getServer = (): RedisServer => {
    if (!server) throw new Error('The Redis of this file runs only while its tests do.');
    return server;
  };
  return {
    get server() {
      return getServer();
    },
    openRace: async () => {
      const { url } = getServer();
      const raceKey = uniqueRaceKey();
      const store = await openStore({ url, raceKey });
      const redis = await connectRedis(url);
      onTestFinished(() => redis.destroy());
      return { url, raceKey, keys: createRaceKeys(raceKey), store, redis };
    },
  };
}
