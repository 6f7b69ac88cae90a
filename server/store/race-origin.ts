import { createRaceKeys, type RaceKeys } from './keys.ts';
import type { LatestChangesReader } from './latest-changes.ts';
import type { RedisClient } from './redis-connection.ts';

/** Distinguishes races that people made from invented ones. */
export class RaceOrigin {
  readonly #client: RedisClient;
  readonly #keys: RaceKeys;
  readonly #latestChanges: LatestChangesReader;

  constructor(client: RedisClient, keys: RaceKeys, latestChanges: LatestChangesReader) {
    this.#client = client;
    this.#keys = keys;
    this.#latestChanges = latestChanges;
  }

  async listRaceKeys(): Promise<string[]> {
    const names: string[] = [];
    for await (const keys of this.#client.scanIterator({ MATCH: createRaceKeys('*').meta })) {
      names.push(...keys.flatMap((key) => /^\{(.*)\}/.exec(key)?.[1] ?? []));
    }
    return names;
  }

  /** Whether the race is still empty; accounts do not count. */
  async isEmpty(): Promise<boolean> {
    const { runners, scans, config, assets } = this.#keys;
    const lengths = [runners, scans, config, assets].map((key) => this.#client.hLen(key));
    return (await Promise.all(lengths)).every((length) => length === 0);
  }

  /**
   * Whether the demo made it and no import or restore has replaced it since. A race that is older than the mark is
   * recognised by the author of its last import; nobody else can sign in by that name.
   */
  async isDemo(): Promise<boolean> {
    const madeBy = await this.#client.hGet(this.#keys.meta, 'madeBy');
    if (madeBy !== null) return madeBy === 'demo';
    const { changes } = await this.#latestChanges.read();
    const last = changes.find(
      ({ action }) => action === 'import' || action === 'restore' || action === 'merge',
    );
    return last?.by === 'demo';
  }
}
