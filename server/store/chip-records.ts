import { MAX_CHIPS, MAX_CHIPS_OF_A_RUNNER } from '#shared/model/chip-table.ts';
import type { BandId } from '#shared/model/ids.ts';
import { isPlainObject } from '#shared/model/json-object.ts';
import type { ChipChanges } from '#shared/wire/change-feed.ts';

import { readLogEntry } from './audit-log.ts';
import { commit, expectField } from './commit.ts';
import { readSteps } from './hash-steps.ts';
import type { RaceKeys } from './keys.ts';
import type { RedisClient } from './redis-connection.ts';

/** More chips at once are in the log by their number alone, and cannot be taken back there. */
const MOST_LOGGED = 50;

/**
 * The race would know more chips than {@link MAX_CHIPS}, or a wristband more than {@link MAX_CHIPS_OF_A_RUNNER}: nothing
 * was written.
 */
export class TooManyChipsError extends Error {
  override readonly name = 'TooManyChipsError';

  constructor(bandId?: BandId) {
    super(
      bandId === undefined
        ? `A race knows ${MAX_CHIPS} chips at most. Nothing was changed.`
        : `Band ${bandId} would have more than ${MAX_CHIPS_OF_A_RUNNER} chips, which is the most. Nothing was changed.`,
    );
  }
}

/** The chip table is not what the organiser saw any more: nothing was written. */
export class ChipsChangedError extends Error {
  override readonly name = 'ChipsChangedError';
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
   * Gives chips to wristbands; null takes a code out. With `seen`, only if these codes have these wristbands; without,
   * the last of two organisers counts, and both are in the log. Returns the version, undefined when all is so already.
   * @throws {TooManyChipsError} @throws {ChipsChangedError}
   */
  async put(chips: ChipChanges, by: string, seen?: ChipChanges): Promise<number | undefined> {
    const key = this.#keys.chips;
    const table = await this.#read();
    const stale = Object.entries(seen ?? {}).find(
      ([code, bandId]) => valueOf(table, code) !== bandId,
    );
    if (stale) throw describeChanged(stale[0], table);
    const changed = Object.keys(chips).filter((code) => valueOf(table, code) !== chips[code]);
    if (changed.length === 0) return undefined;
    const before = Object.fromEntries(changed.map((code) => [code, valueOf(table, code)]));
    const after = Object.fromEntries(changed.map((code) => [code, chips[code] ?? null]));
    for (const code of changed) {
      const bandId = after[code];
      if (bandId) table.set(code, bandId);
      else table.delete(code);
    }
    requireChipBounds(table, Object.values(after));
    const outcome = await commit(this.#client, this.#keys, {
      expect: Object.entries(seen ?? {}).map(([code, bandId]) => expectField(key, code, bandId)),
      set: changed.flatMap((code) => {
        const value = after[code];
        return value ? { key, field: code, value } : [];
      }),
      del: changed.flatMap((code) => (after[code] ? [] : { key, field: code })),
      ops: [{ op: 'put-chips', chips: after }],
      audit: { by, action: 'chips', before: summarise(before), after: summarise(after) },
    });
    if (!outcome.ok) throw describeChanged(Object.keys(seen ?? {})[outcome.error.stale] ?? '');
    return outcome.value.version;
  }

  /**
   * Takes every code out of the table, if there are as many as the organiser agreed to; returns the version.
   * @throws {ChipsChangedError}
   */
  async empty(agreed: number, by: string): Promise<number | undefined> {
    const codes = [...(await this.#read()).keys()];
    if (codes.length !== agreed) {
      throw new ChipsChangedError(
        `The race knows ${codes.length} chips now, and ${agreed} were agreed to. Nothing was changed.`,
      );
    }
    return this.put(Object.fromEntries(codes.map((code) => [code, null])), by);
  }

  /**
   * Takes a change of chips back, if none of these was changed since; the undo is a change of its own. Undefined for a
   * version that is no such change, or one of too many.
   * @throws {TooManyChipsError} @throws {ChipsChangedError}
   */
  async undo(version: number, by: string): Promise<{ readonly version?: number } | undefined> {
    const field = String(version);
    const entry = readLogEntry(field, (await this.#client.hGet(this.#keys.audit, field)) ?? '');
    if (entry?.action !== 'chips') return undefined;
    const [before, after] = [entry.before, entry.after].map(listLoggedChips);
    if (!before || !after) return undefined;
    const undone = await this.put(before, by, after);
    return undone === undefined ? {} : { version: undone };
  }

  /** Takes codes out of the table, of which the log has only how many they are. */
  async forget(codes: readonly string[], by: string): Promise<void> {
    if (codes.length === 0) return;
    const key = this.#keys.chips;
    await commit(this.#client, this.#keys, {
      del: codes.map((code) => ({ key, field: code })),
      ops: [{ op: 'put-chips', chips: Object.fromEntries(codes.map((code) => [code, null])) }],
      audit: { by, action: 'chips', before: { chips: codes.length }, after: { chips: 0 } },
    });
  }

  async #read(): Promise<Map<string, BandId>> {
    const table = new Map<string, BandId>();
    for await (const step of readSteps(this.#client, this.#keys.chips)) {
      for (const { field, value } of step) table.set(field, value as BandId);
    }
    return table;
  }
}

/** @throws {TooManyChipsError} for the race, or for one of the wristbands that get chips. */
export function requireChipBounds(
  table: ReadonlyMap<string, BandId>,
  given: Iterable<BandId | null>,
): void {
  if (table.size > MAX_CHIPS) throw new TooManyChipsError();
  const counts = new Map<BandId, number>();
  for (const bandId of table.values()) counts.set(bandId, (counts.get(bandId) ?? 0) + 1);
  for (const bandId of given) {
    if (bandId !== null && (counts.get(bandId) ?? 0) > MAX_CHIPS_OF_A_RUNNER) {
      throw new TooManyChipsError(bandId);
    }
  }
}

function valueOf(table: ReadonlyMap<string, BandId>, code: string): BandId | null {
  return table.get(code) ?? null;
}

function describeChanged(code: string, table?: ReadonlyMap<string, BandId>): ChipsChangedError {
  const bandId = table?.get(code);
  const now = bandId === undefined ? 'was changed since' : `counts for band ${bandId} now`;
  return new ChipsChangedError(`Chip ${code} ${now}. Nothing was changed: look again.`);
}

/** The log has a few chips in full, and of a file only how many have a wristband. */
function summarise(chips: ChipChanges): unknown {
  const given = Object.values(chips).filter((bandId) => bandId !== null);
  return Object.keys(chips).length > MOST_LOGGED ? { chips: given.length } : chips;
}

/** The chips of one side of a logged change, by their codes; undefined where it has only their number. */
export function listLoggedChips(logged: unknown): ChipChanges | undefined {
  if (!isPlainObject(logged)) return undefined;
  const isInFull = Object.values(logged).every(
    (bandId) => bandId === null || typeof bandId === 'string',
  );
  return isInFull ? (logged as ChipChanges) : undefined;
}
