import type { BandId } from '#shared/model/ids.ts';
import { MAX_CHIPS } from '#shared/model/chip-table.ts';
import type { ChipChanges } from '#shared/wire/change-feed.ts';

import { commit } from './commit.ts';
import type { RaceKeys } from './keys.ts';
import type { RedisClient } from './redis-connection.ts';

/** The race would know more chips than {@link MAX_CHIPS}: nothing was written. */
export class TooManyChipsError extends Error {
  override readonly name = 'TooManyChipsError';

  constructor() {
    super(`A race knows ${MAX_CHIPS} chips at most. Nothing was changed.`);
  }
}

/** Which wristband each chip of the race belongs to (RULES.md SC1). */
export class ChipRecords {
  readonly #client: RedisClient;
  readonly #keys: RaceKeys;

  constructor(client: RedisClient, keys: RaceKeys) {
    this.#client = client;
    this.#keys = keys;
  }

  /**
   * Gives chips to wristbands; null takes a code out. Values are absolute, so the last of two
   * organisers counts, and both are in the log. Returns the version, undefined when all is so already.
   * @throws {TooManyChipsError}
   */
  async put(chips: ChipChanges, by: string): Promise<number | undefined> {
    const key = this.#keys.chips;
    const codes = Object.keys(chips);
    if (codes.length === 0) return undefined;
    const [present, size] = await Promise.all([
      this.#client.hmGet(key, codes),
      this.#client.hLen(key),
    ]);
    const before = Object.fromEntries(
      codes.map((code, index) => [code, (present[index] ?? null) as BandId | null]),
    );
    const changed = codes.filter((code) => before[code] !== chips[code]);
    if (changed.length === 0) return undefined;
    const added = changed.filter((code) => before[code] === null && chips[code] !== null);
    if (size + added.length > MAX_CHIPS) throw new TooManyChipsError();
    const pick = (from: ChipChanges): ChipChanges =>
      Object.fromEntries(changed.map((code) => [code, from[code] ?? null]));
    const outcome = await commit(this.#client, this.#keys, {
      set: changed.flatMap((code) => {
        const value = chips[code];
        return value ? { key, field: code, value } : [];
      }),
      del: changed.flatMap((code) => (chips[code] ? [] : { key, field: code })),
      ops: [{ op: 'put-chips', chips: pick(chips) }],
      audit: {
        by,
        action: 'chips',
        before: summarise(pick(before)),
        after: summarise(pick(chips)),
      },
    });
    return outcome.ok ? outcome.value.version : undefined;
  }
}

/** The log has a few chips in full, and of a file only how many. */
function summarise(chips: ChipChanges): unknown {
  const codes = Object.keys(chips);
  return codes.length > 50 ? { chips: codes.length } : chips;
}
