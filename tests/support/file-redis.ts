import { onTestFinished } from 'vitest';

import { createRaceKeys, type RaceKeys } from '#server/store/keys.ts';
import type { RaceStore } from '#server/store/race-store.ts';

import { openStore } from './follow-race.ts';
import { connectRedis, type TestRedisClient } from './ingest-scans.ts';
import { uniqueRaceKey } from './race-key.ts';
import { provideRedis, type WorkerRedis } from './worker-redis.ts';

/** A race of the test's own on the Redis of its file. */
export interface TestRace {
  readonly url: string;
  readonly raceKey: string;
  readonly keys: RaceKeys;
  readonly store: RaceStore;
  /** Accesses Redis without the store. */
  readonly redis: TestRedisClient;
}

/** Races on the Redis of this worker; call it at the top of a file, and `openRace` in each test. */
export function provideFileRedis(): WorkerRedis & { readonly openRace: () => Promise<TestRace> } {
  const { url, port } = provideRedis();
  return {
    url,
    port,
    openRace: async () => {
      const raceKey = uniqueRaceKey();
      const store = await openStore({ url, raceKey });
      const redis = await connectRedis(url);
      onTestFinished(() => redis.destroy());
      return { url, raceKey, keys: createRaceKeys(raceKey), store, redis };
    },
  };
}
