import { findClockError } from '#shared/model/clock-error.ts';
import { type DurationMs, type EpochMs, SECOND_MS } from '#shared/model/time.ts';

import { type RedisClient, StoredRecords } from './redis-connection.ts';
import { confirmCopies } from './run-script.ts';
import { readScannerNotes, type ScannerNote } from './notes.ts';

/** The settings of Redis with which an acknowledged scan survives a power cut. */
const DURABLE_SETTINGS: readonly (readonly [name: string, wanted: string, risk: string])[] = [
  ['appendonly', 'yes', 'a restart can lose everything since the last snapshot'],
  ['appendfsync', 'always', 'a power cut can lose the last second of scans'],
  ['maxmemory-policy', 'noeviction', 'a full memory can throw records away'],
];

/** The state of a running Redis. */
export interface RedisState {
  /** Reasons why it cannot keep data. */
  readonly problems: readonly string[];
  /** Causes of later problems. */
  readonly warnings: readonly string[];
  /** How far this machine's clock is ahead of that of Redis, as `findClockError` computes it. */
  readonly aheadMs: DurationMs;
  /** By its own clock. */
  readonly nowMs: EpochMs;
  /** The files of its data; undefined if unknown, or if it writes none. */
  readonly files: RedisFiles | undefined;
}

/** Paths on the machine of Redis. */
export interface RedisFiles {
  readonly folder: string;
  /** The folder of the append-only files; undefined without one. */
  readonly log: string | undefined;
}

const LOG_PROBLEM =
  'Redis cannot write its append-only file, so it loses new data when it ends: make room on its disk.';
const REWRITE_WARNING =
  'Redis could not rewrite its append-only file, which therefore keeps growing: check whether its folder can be written and its disk has room.';
const SNAPSHOT_WARNING =
  'Redis could not write its last snapshot: check whether its folder can be written and its disk has room.';

async function findFiles(client: RedisClient, isLogging: boolean): Promise<RedisFiles | undefined> {
  const names = ['dir', 'appenddirname', 'save'];
  const settings = await queryOr({}, async () => {
    const answers = await Promise.all(names.map((name) => client.configGet(name)));
    return Object.assign({}, ...answers) as Record<string, string>;
  });
  const { dir, appenddirname, save } = settings;
  if (dir === undefined || (!isLogging && !save)) return undefined;
  return { folder: dir, log: isLogging && appenddirname ? `${dir}/${appenddirname}` : undefined };
}

/** The answer of Redis, or `fallback` if this user may not run the command. */
async function queryOr<T>(fallback: T, query: () => Promise<T>): Promise<T> {
  try {
    return await query();
  } catch (error) {
    if (error instanceof Error && /NOPERM|unknown command/i.test(error.message)) return fallback;
    throw error;
  }
}

function parseInfo(text: string): ReadonlyMap<string, string> {
  const lines = text.split(/\r?\n/).filter((line) => line.includes(':'));
  return new Map(
    lines.map((line) => [line.slice(0, line.indexOf(':')), line.slice(line.indexOf(':') + 1)]),
  );
}

/** The state and upkeep of Redis. */
export class RecordUpkeep extends StoredRecords {
  /** Writes one fixed field, which is no change of the race; rejects if Redis refuses. */
  async tryWrite(): Promise<void> {
    await this.client.hSet(this.keys.probe, 'at', String(Date.now()));
  }

  /** See {@link confirmCopies}. */
  confirmCopies(): Promise<void> {
    return confirmCopies(this.client, this.keys);
  }

  /** One sentence for each setting of Redis that is too weak for a race, or hidden (CONFIG forbidden). */
  async findDurabilityWarnings(): Promise<string[]> {
    const settings = DURABLE_SETTINGS.map(async ([name, wanted, risk]): Promise<string[]> => {
      const given = await queryOr(undefined, () => this.client.configGet(name));
      if (!given)
        return [`Redis does not report its ${name}; it should be ${wanted}, else ${risk}.`];
      const value = given[name];
      return value === wanted
        ? []
        : [`Redis has ${name} ${value ?? 'unset'}, not ${wanted}: ${risk}.`];
    });
    return (await Promise.all(settings)).flat();
  }

  /** The state of Redis, without problems where this user may not read them. */
  async readState(): Promise<RedisState> {
    const { client } = this;
    const beforeMs = Date.now();
    const time = (await client.sendCommand(['TIME'])) as unknown as string[];
    const afterMs = Date.now();
    const [seconds = '0', micros = '0'] = time;
    const otherMs = Number(seconds) * SECOND_MS + Math.floor(Number(micros) / 1_000);
    const info = parseInfo(await queryOr('', () => client.info('persistence')));
    const isLogging = info.get('aof_enabled') === '1';
    const isOk = (name: string): boolean => (info.get(name) ?? 'ok') === 'ok';
    return {
      problems: [
        ...(info.get('loading') === '1' ? ['Redis is still loading its data.'] : []),
        ...(isLogging && !isOk('aof_last_write_status') ? [LOG_PROBLEM] : []),
      ],
      warnings: [
        ...(isLogging && !isOk('aof_last_bgrewrite_status') ? [REWRITE_WARNING] : []),
        ...(isOk('rdb_last_bgsave_status') ? [] : [SNAPSHOT_WARNING]),
      ],
      aheadMs: findClockError({ beforeMs, otherMs, afterMs }),
      nowMs: otherMs,
      files: await findFiles(client, isLogging),
    };
  }

  /** Rewrites the append-only file, if there is one, in the background, without deleted data; false if refused. */
  async rewriteLog(): Promise<boolean> {
    try {
      const info = parseInfo(await this.client.info('persistence'));
      if (info.get('aof_enabled') === '1') await this.client.bgRewriteAof();
      return true;
    } catch (error) {
      const isRefusal = /^(ERR|NOPERM)|unknown command/i;
      if (error instanceof Error && isRefusal.test(error.message)) return false;
      throw error;
    }
  }

  readScannerNotes(nowMs: EpochMs): Promise<ScannerNote[]> {
    return readScannerNotes(this.client, this.keys, nowMs);
  }
}
