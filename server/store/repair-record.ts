import { randomUUID } from 'node:crypto';

import type { EpochMs } from '#shared/model/time.ts';

import { readSteps } from './hash-steps.ts';
import type { RaceKeys } from './keys.ts';
import type { RedisClient } from './redis-connection.ts';
import { defineScript, runScript } from './run-script.ts';
import repairRecordLua from './scripts/repair-record.lua?raw';
import type { UnreadableList } from './unreadable.ts';
import {
  findDurabilityWarnings,
  readRedisRelease,
  readRedisState,
  type RedisState,
} from './redis-state.ts';
import { type Lost, noteLostSaves, readLostSaves } from './lost-saves.ts';
import {
  readScannerNotes,
  readWrongClocks,
  type ScannerNote,
  type WrongClock,
} from './scanner-notes.ts';

/** What keeps the record fit for use, and tells how it is. */
export class RecordUpkeep {
  readonly #client: RedisClient;
  readonly #keys: RaceKeys;

  constructor(client: RedisClient, keys: RaceKeys) {
    this.#client = client;
    this.#keys = keys;
  }

  /** Sets apart what keeps the record from being written; see {@link repairRecord}. */
  repair(knownVersion: number): Promise<readonly string[]> {
    return repairRecord(this.#client, this.#keys, knownVersion);
  }

  /** Whether the log knows of any runner: of a change of one, an import or a restore. That of an emptied Redis does not. */
  async isRunnerLogged(): Promise<boolean> {
    for await (const step of readSteps(this.#client, this.#keys.audit)) {
      for (const { field, value } of step) {
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
  findDurabilityWarnings(): Promise<string[]> {
    return findDurabilityWarnings(this.#client);
  }

  readState(): Promise<RedisState> {
    return readRedisState(this.#client);
  }

  /** The release of Redis; undefined where it does not tell. */
  readRedisRelease(): Promise<string | undefined> {
    return readRedisRelease(this.#client);
  }

  /** The scanners whose clocks are wrong; see {@link readWrongClocks}. */
  readWrongClocks(nowMs: EpochMs): Promise<WrongClock[]> {
    return readWrongClocks(this.#client, this.#keys, nowMs);
  }

  /** What scanners said that did not end; see {@link readScannerNotes}. */
  readScannerNotes(nowMs: EpochMs): Promise<ScannerNote[]> {
    return readScannerNotes(this.#client, this.#keys, nowMs);
  }

  /** Tells every instance of saves that were lost; see {@link noteLostSaves}. */
  noteLostSaves(lost: Lost): Promise<void> {
    return noteLostSaves(this.#client, this.#keys, lost);
  }

  /** What any instance found lost; see {@link readLostSaves}. */
  readLostSaves(nowMs: EpochMs): Promise<Lost> {
    return readLostSaves(this.#client, this.#keys, nowMs);
  }
}

const repairRecordScript = defineScript(repairRecordLua);

/** The hashes of a race, in the order in which the script takes them. */
const HASHES = [
  'meta',
  'changes',
  'audit',
  'bands',
  'runners',
  'config',
  'scans',
  'dismissals',
  'corrections',
  'reports',
  'control',
  'taps',
  'sources',
  'assets',
  'organisers',
  'sessions',
  'backups',
  'clocks',
  'scanners',
  'instances',
  'lostSaves',
  'publicCorrections',
  'push',
  'subscriptions',
  'told',
  'alarms',
  'alarmed',
  'probe',
] as const satisfies readonly (keyof RaceKeys)[];

/**
 * Looks whether the keys of the race are what they must be for anything to be
 * written, and sets apart what is not, under a name beside it: so one key that
 * somebody overwrote does not stop the race. Nothing is deleted. `knownVersion`
 * is one that was shown; what follows is newer. Returns what was repaired, a
 * sentence each.
 */
async function repairRecord(
  client: RedisClient,
  keys: RaceKeys,
  knownVersion: number,
): Promise<readonly string[]> {
  const at = new Date().toISOString();
  const reply = (await runScript(
    client,
    repairRecordScript,
    HASHES.map((name) => keys[name]),
    [
      keys.changesChannel,
      randomUUID(),
      String(knownVersion),
      at.replaceAll(/[-:.]/g, ''),
      keys.setApart,
      JSON.stringify({ at, by: 'system', action: 'renew-epoch' }),
      ...HASHES,
    ],
  )) as string[];
  return Array.from({ length: reply.length / 2 }, (_, i) => `${reply[2 * i]} ${reply[2 * i + 1]}`);
}

const APART = 'apart:';

/** Names what was set apart and is still there; it is told until somebody takes the key away. */
export async function listSetApart(
  client: RedisClient,
  keys: RaceKeys,
  unreadable: UnreadableList,
): Promise<void> {
  const meta = await client.hGetAll(keys.meta);
  for (const [field, key] of Object.entries(meta)) {
    if (!field.startsWith(APART) || (await client.exists(key)) === 0) continue;
    unreadable.add(field.slice(APART.length), '', `was no hash: what was there is kept as ${key}`);
  }
}
