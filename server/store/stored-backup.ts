import { parseJsonObject } from '#shared/model/json-object.ts';
import type { EpochMs } from '#shared/model/time.ts';

import type { RaceKeys } from './keys.ts';
import type { RedisClient } from './redis-connection.ts';

/** The last backup that was made or found up to date in a place, by the clock of the machine that made it. */
export interface NewestBackup {
  readonly atMs: EpochMs;
  readonly bytes: number;
}

/**
 * Which backup got into the store of BACKUP_TO last (COMMANDS.md BK8): instances read it here, and none of
 * them waits for the store. It has neither its address nor a key.
 */
export class StoredBackup {
  readonly #client: RedisClient;
  readonly #keys: RaceKeys;

  constructor(client: RedisClient, keys: RaceKeys) {
    this.#client = client;
    this.#keys = keys;
  }

  async note({ atMs, bytes }: NewestBackup): Promise<void> {
    await this.#client.hSet(this.#keys.stored, 'last', JSON.stringify({ atMs, bytes }));
  }

  /** Undefined when none got there yet. */
  async read(): Promise<NewestBackup | undefined> {
    const text = await this.#client.hGet(this.#keys.stored, 'last');
    const { atMs, bytes } = parseJsonObject(text ?? '') ?? {};
    return typeof atMs === 'number' && typeof bytes === 'number' ? { atMs, bytes } : undefined;
  }
}
