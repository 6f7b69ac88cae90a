import type { EpochMs } from '#shared/model/time.ts';

import type { RaceKeys } from './keys.ts';
import { mendRecord } from './mend-record.ts';
import { findWeakPromises } from './promise-check.ts';
import type { RedisClient } from './redis-connection.ts';
import type { RedisState } from './redis-state.ts';
import { readRedisState } from './redis-state.ts';
import type { WrongClock } from './scanner-clocks.ts';
import { readWrongClocks } from './scanner-clocks.ts';

/** What keeps the record fit for use, and tells how it is. */
export class RecordUpkeep {
  readonly #client: RedisClient;
  readonly #keys: RaceKeys;

  constructor(client: RedisClient, keys: RaceKeys) {
    this.#client = client;
    this.#keys = keys;
  }

  /** Sets apart what keeps the record from being written; see {@link mendRecord}. */
  mend(knownVersion: number): Promise<readonly string[]> {
    return mendRecord(this.#client, this.#keys, knownVersion);
  }

  /** Whether the log knows of any runner: of a change of one, an import or a restore. That of an emptied Redis does not. */
  async isRunnerLogged(): Promise<boolean> {
    for await (const entries of this.#client.hScanIterator(this.#keys.audit, { COUNT: 500 })) {
      for (const { field, value } of Array.isArray(entries) ? entries : [entries]) {
        if (/^\d+:/.test(field) || /"action":"(import|restore)"/.test(value)) return true;
      }
    }
    return false;
  }

  /**
   * Writes one field, always the same, as a save would: it costs as little as a
   * write can, and rejects with what Redis has against it. It is no change, so
   * it has no version.
   */
  async tryWrite(): Promise<void> {
    await this.#client.hSet(this.#keys.probe, 'at', String(Date.now()));
  }

  /** One sentence for each promise that is weaker than a race needs. */
  findWeakPromises(): Promise<string[]> {
    return findWeakPromises(this.#client);
  }

  readState(): Promise<RedisState> {
    return readRedisState(this.#client);
  }

  /** The scanners whose clocks are wrong; see {@link readWrongClocks}. */
  readWrongClocks(nowMs: EpochMs): Promise<WrongClock[]> {
    return readWrongClocks(this.#client, this.#keys, nowMs);
  }
}
