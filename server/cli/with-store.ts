import { setTimeout as delay } from 'node:timers/promises';

import type { ServerConfig } from '#server/config/config.ts';
import { createLogger } from '#server/observe/logger.ts';
import { RaceStore } from '#server/store/race-store.ts';

import { CommandError } from './command-error.ts';

/** How long a command waits for a Redis that does not answer. */
const CONNECT_MS = 5_000;

/** Runs `task` on the record of the race; a Redis that is not there is a {@link CommandError}. */
export async function withStore<T>(
  { redisUrl, raceKey }: ServerConfig,
  task: (store: RaceStore) => Promise<T>,
): Promise<T> {
  const store = new RaceStore(redisUrl, raceKey, createLogger('silent'));
  const { host } = new URL(redisUrl);
  try {
    await connectInTime(store, host);
    await store.upkeep.mend(0);
    return await task(store);
  } catch (error) {
    if (store.isConnected || error instanceof CommandError) throw error;
    throw new CommandError(
      `Redis at ${host} went away. What was being written may or may not be stored: run this again.`,
      { cause: error },
    );
  } finally {
    store.close();
  }
}

async function connectInTime(store: RaceStore, host: string): Promise<void> {
  const giveUp = new AbortController();
  const connected = store.connect().then(() => true);
  const tooLate = delay(CONNECT_MS, false, { signal: giveUp.signal });
  // Of the two, the one that loses is told to stop and its complaint is of no interest.
  connected.catch(() => undefined);
  tooLate.catch(() => undefined);
  const isConnected = await Promise.race([connected, tooLate]);
  giveUp.abort();
  if (!isConnected) {
    throw new CommandError(
      `Redis at ${host} does not answer. Look whether it runs, and whether REDIS_URL is right.`,
    );
  }
}
