import type { EpochMs } from '#shared/model/time.ts';

import { readSteps } from './hash-steps.ts';
import { RECORD_PARTS } from './keys.ts';
import { StoredRecords } from './redis-connection.ts';
import { confirmCopies, defineScript, runScript } from './run-script.ts';
import { withRecordCheck } from './scripts/writing-scripts.ts';
import {
  findDurabilityWarnings,
  readRedisServer,
  readRedisState,
  rewriteLog,
  type RedisServer,
  type RedisState,
} from './redis-state.ts';
import {
  readScannerNotes,
  readWrongClocks,
  type ScannerNote,
  type WrongClock,
} from './scanner-notes.ts';

/** The first is that of the version. */
const WRITTEN_KEYS = ['meta', 'changes', 'audit', 'sources', ...RECORD_PARTS] as const;

const tryWrite = defineScript(
  withRecordCheck(
    "return find_damage(KEYS, KEYS[1]) or redis.call('HSET', KEYS[#KEYS], 'at', ARGV[1])",
  ),
);

/** Questions of the web service and the commands to the record and its Redis, apart from the race. */
export class RecordUpkeep extends StoredRecords {
  /** Whether the log has any change of a runner, import or restore. That of an emptied Redis has none. */
  async isRunnerLogged(): Promise<boolean> {
    for await (const step of readSteps(this.client, this.keys.audit)) {
      for (const { field, value } of step) {
        if (/^\d+:/.test(field) || /"action":"(import|restore)"/.test(value)) return true;
      }
    }
    return false;
  }

  /**
   * Writes one fixed field, and rejects with the refusal of Redis or the damage that would keep every save from being
   * made. It is no change, so it has no version.
   */
  async tryWrite(): Promise<void> {
    const keys = [...WRITTEN_KEYS, 'probe' as const].map((name) => this.keys[name]);
    await runScript(this.client, tryWrite, keys, [String(Date.now())]);
  }

  /** Before the answer that something is so already; see {@link confirmCopies}. */
  confirmCopies(): Promise<void> {
    return confirmCopies(this.client, this.keys);
  }

  /** One sentence for each promise that is weaker than a race needs. */
  findDurabilityWarnings(): Promise<string[]> {
    return findDurabilityWarnings(this.client);
  }

  readState(): Promise<RedisState> {
    return readRedisState(this.client);
  }

  /** Removes from the files of Redis what is gone from its data; see {@link rewriteLog}. */
  rewriteLog(): Promise<boolean> {
    return rewriteLog(this.client);
  }

  /** The release of Redis, and which run of it this is. */
  readRedisServer(): Promise<RedisServer> {
    return readRedisServer(this.client);
  }

  readWrongClocks(nowMs: EpochMs): Promise<WrongClock[]> {
    return readWrongClocks(this.client, this.keys, nowMs);
  }

  readScannerNotes(nowMs: EpochMs): Promise<ScannerNote[]> {
    return readScannerNotes(this.client, this.keys, nowMs);
  }
}
