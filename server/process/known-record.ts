import { setTimeout as delay } from 'node:timers/promises';

import type { ServerConfig } from '#server/config/config.ts';
import { createLogger } from '#server/observe/logger.ts';
import { RaceStore } from '#server/store/race-store.ts';
import { NewerRecordError } from '#server/store/record-schema.ts';

import { StartError } from './listen.ts';

/** A Redis that is there and does not answer holds a start up for no longer. */
const ANSWER_MS = 2_000;

/**
 * Looks, before anything listens, whether a later release wrote the record (FEED.md CF27). Without a
 * Redis the start goes on: the follower looks again when there is one.
 * @throws {StartError}
 */
export async function requireKnownRecord({ redis, raceKey }: ServerConfig): Promise<void> {
  const store = new RaceStore(redis, raceKey, createLogger('silent'));
  try {
    await Promise.race([
      lookAt(store),
      store.firstFailure,
      delay(ANSWER_MS, undefined, { ref: false }),
    ]);
  } finally {
    store.close();
  }
}

async function lookAt(store: RaceStore): Promise<void> {
  try {
    await store.connect();
    await store.readHead();
  } catch (error) {
    // Whatever else is amiss the service itself meets, too, and says.
    if (error instanceof NewerRecordError) throw new StartError(error.message);
  }
}
