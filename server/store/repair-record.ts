import { randomUUID } from 'node:crypto';

import type { EpochMs } from '#shared/model/time.ts';

import { readSteps } from './hash-steps.ts';
import type { RaceKeys } from './keys.ts';
import { type FlippedBits, mendRecord } from './mend-record.ts';
import type { RedisClient } from './redis-connection.ts';
import { defineScript, runScript } from './run-script.ts';
import repairRecordLua from './scripts/repair-record.lua?raw';
import type { UnreadableList } from './unreadable.ts';
import {
  findDurabilityWarnings,
  readRedisServer,
  readRedisState,
  rewriteLog,
  type RedisServer,
  type RedisState,
} from './redis-state.ts';
import { type Lost, noteLostSaves, readLostSaves } from './lost-saves.ts';
import {
  readScannerNotes,
  readWrongClocks,
  type ScannerNote,
  type WrongClock,
} from './scanner-notes.ts';

export class RecordUpkeep {
  readonly #client: RedisClient;
  readonly #keys: RaceKeys;

  constructor(client: RedisClient, keys: RaceKeys) {
    this.#client = client;
    this.#keys = keys;
  }

  /** Sets apart what prevents writes to the record; see {@link repairRecord}. */
  repair(knownVersion: number): Promise<readonly string[]> {
    return repairRecord(this.#client, this.#keys, knownVersion);
  }

  /** Puts damaged records right as far as that goes; see {@link mendRecord}. */
  mend(flippedBits: FlippedBits): Promise<void> {
    return mendRecord(this.#client, this.#keys, flippedBits);
  }

  /** Has the index of wristbands made anew from the runners, at the next {@link repair} of any instance. */
  async renewBands(): Promise<void> {
    await this.#client.hSet(this.#keys.meta, 'staleBands', '1');
  }

  /** Whether the log has any change of a runner, import or restore. That of an emptied Redis has none. */
  async isRunnerLogged(): Promise<boolean> {
    for await (const step of readSteps(this.#client, this.#keys.audit)) {
      for (const { field, value } of step) {
        if (/^\d+:/.test(field) || /"action":"(import|restore)"/.test(value)) return true;
      }
    }
    return false;
  }

  /**
   * Writes one fixed field, as a save would: the cheapest possible write, which rejects with the refusal of Redis. It
   * is no change, so it has no version.
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

  /** Removes from the files of Redis what is gone from its data; see {@link rewriteLog}. */
  rewriteLog(): Promise<boolean> {
    return rewriteLog(this.#client);
  }

  /** The release of Redis, and which run of it this is. */
  readRedisServer(): Promise<RedisServer> {
    return readRedisServer(this.#client);
  }

  readWrongClocks(nowMs: EpochMs): Promise<WrongClock[]> {
    return readWrongClocks(this.#client, this.#keys, nowMs);
  }

  readScannerNotes(nowMs: EpochMs): Promise<ScannerNote[]> {
    return readScannerNotes(this.#client, this.#keys, nowMs);
  }

  noteLostSaves(lost: Lost): Promise<void> {
    return noteLostSaves(this.#client, this.#keys, lost);
  }

  readLostSaves(nowMs: EpochMs): Promise<Lost> {
    return readLostSaves(this.#client, this.#keys, nowMs);
  }
}

const repairRecordScript = defineScript(repairRecordLua);

/** The hashes of a race, in the order of the script's keys. */
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
 * Checks that the keys of the race have the types that every write needs, and sets others apart, under a name beside
 * theirs: so one overwritten key does not stop the race. Nothing is deleted. `knownVersion` was shown; the next version
 * is higher. Returns the repairs, a sentence each.
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

/** Names the keys that are still set apart; they are reported until somebody removes them. */
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
