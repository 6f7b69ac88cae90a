import { createRaceKeys, type RaceKeys } from './keys.ts';
import { StoredRecords } from './redis-connection.ts';

/** Distinguishes races that people made from invented ones. */
export class RaceOrigin extends StoredRecords {
  async listRaceKeys(): Promise<string[]> {
    const names: string[] = [];
    for await (const keys of this.client.scanIterator({ MATCH: createRaceKeys('*').meta })) {
      names.push(...keys.flatMap((key) => /^\{(.*)\}/.exec(key)?.[1] ?? []));
    }
    return names;
  }

  /** Whether the race is still empty; accounts do not count. */
  async isEmpty(): Promise<boolean> {
    const { runners, scans, config, assets } = this.keys;
    const lengths = [runners, scans, config, assets].map((key) => this.client.hLen(key));
    return (await Promise.all(lengths)).every((length) => length === 0);
  }

  /** Whether the demo made it and no import or restore has replaced it since. */
  async isDemo(): Promise<boolean> {
    return (await this.client.hGet(this.keys.meta, 'madeBy')) === 'demo';
  }
}
