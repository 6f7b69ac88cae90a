import { randomUUID } from 'node:crypto';

import type { RedisSettings } from '#server/config/redis-settings.ts';
import { CHANGES_KEPT, createRaceKeys, markOf, type RaceKeys } from '#server/store/keys.ts';
import {
  createRedisClient,
  type OutageLog,
  type RedisClient,
} from '#server/store/redis-connection.ts';
import { withGuard } from '#server/store/record-schema.ts';
import { runChange } from '#server/store/run-script.ts';
import ingestScansLua from '#server/store/scripts/ingest-scans.lua?raw';
import { type ClockSample, findClockError } from '#shared/model/clock-error.ts';
import { parseJsonObject } from '#shared/model/json-object.ts';
import { createScanId, type ReaderCondition, type StoredScan } from '#shared/model/scan.ts';
import { type DurationMs, type EpochMs, SECOND_MS } from '#shared/model/time.ts';

import type { SettingsFields } from '../clock/race-settings.ts';
import type { JournalHeader, JournalRead } from '../journal/journal-lines.ts';

const ingestScans = withGuard(ingestScansLua);

export type IngestReply =
  | { readonly kind: 'stored'; readonly duplicates: number }
  /** Reads before the batch are missing: only those up to `mark` are stored. */
  | { readonly kind: 'gap'; readonly mark: number };

/**
 * A scanner's access to the race in Redis. A call fails at once while Redis is away, and when the connection breaks off
 * before the reply; each is idempotent, so the caller repeats it.
 */
export class ScanRecord {
  readonly #client: RedisClient;
  readonly #keys: RaceKeys;
  /** The latest time of the stored reads; undefined before the first. */
  #lastReadMs: EpochMs | undefined;
  /** Resolves when the first attempt to connect has succeeded or failed. */
  readonly firstAttempt: Promise<void>;

  constructor(redis: RedisSettings, raceKey: string, log: OutageLog) {
    this.#keys = createRaceKeys(raceKey);
    const client = createRedisClient(redis, raceKey, 'scanner', log);
    this.#client = client;
    this.firstAttempt = new Promise((resolve) => {
      client.once('ready', resolve);
      client.once('error', () => resolve());
    });
    // The client retries for ever, unless it is closed first.
    client.connect().catch(() => undefined);
  }

  onConnected(listener: () => void): void {
    this.#client.on('ready', listener);
  }

  get isConnected(): boolean {
    return this.#client.isReady;
  }

  get connections(): number {
    return this.#client.connections;
  }

  async readSettings(): Promise<SettingsFields> {
    return this.#client.hGetAll(this.#keys.config);
  }

  /** The number up to which the reads of a journal are stored; undefined if Redis does not know it. */
  async readMark({ source, session }: JournalHeader): Promise<number | undefined> {
    const mark = await this.#client.hGet(this.#keys.sources, markOf(source, session));
    if (mark === null) return undefined;
    // As in the script, an invalid mark is 0.
    return /^\d{1,15}$/.test(mark) ? Number(mark) : 0;
  }

  /** Stores all reads of the journal from number `from` to the last of these. */
  async ingest(
    journal: JournalHeader,
    reads: readonly JournalRead[],
    from: number,
  ): Promise<IngestReply> {
    const { meta, scans, sources, changes, changesChannel } = this.#keys;
    const pairs = reads.flatMap((read) => {
      const scan = toStoredScan(journal, read);
      return [scan.scanId, JSON.stringify(scan)];
    });
    const mark = markOf(journal.source, journal.session);
    const range = [from, reads.at(-1)?.seq ?? 0].map(String);
    const values = [changesChannel, String(CHANGES_KEPT), randomUUID(), mark, ...range, ...pairs];
    const reply = await runChange(
      this.#client,
      ingestScans,
      [meta, scans, sources, changes],
      values,
    );
    const [verdict, highest, , duplicates] = reply as [string, number, number, number];
    if (verdict !== 'ok') return { kind: 'gap', mark: highest };
    for (const { timeMs } of reads) {
      this.#lastReadMs = Math.max(this.#lastReadMs ?? -Infinity, timeMs);
    }
    return { kind: 'stored', duplicates };
  }

  /**
   * Notes that the scanner of a source runs, or has ended (FEED.md CF28). Returns how far the clock of this machine is ahead
   * of that of Redis, 0 where it is right.
   */
  async notePresence(
    source: string,
    state: 'here' | 'ended',
    { reader = {}, unsent }: { readonly reader?: ReaderCondition; readonly unsent?: number } = {},
  ): Promise<DurationMs> {
    const { scanners } = this.#keys;
    if (state === 'ended') {
      await this.#client.hDel(scanners, source);
      return 0;
    }
    const clock = await this.#sampleClock();
    const aheadMs = findClockError(clock);
    const before = parseJsonObject((await this.#client.hGet(scanners, source)) ?? '');
    // After a restart, until the first read is stored.
    const lastReadMs = this.#lastReadMs ?? before?.['lastReadMs'];
    const error = aheadMs === 0 ? {} : { clockAheadMs: aheadMs };
    const note = { atMs: clock.otherMs, lastReadMs, unsent, reader, ...error };
    await this.#client.hSet(scanners, source, JSON.stringify(note));
    return aheadMs;
  }

  close(): void {
    if (this.#client.isOpen) this.#client.destroy();
  }

  /** The clock of Redis, read between two readings of this machine's. */
  async #sampleClock(): Promise<ClockSample> {
    const beforeMs = Date.now();
    const [seconds, micros] = (await this.#client.sendCommand(['TIME'])) as unknown as string[];
    const otherMs = Number(seconds) * SECOND_MS + Math.floor(Number(micros) / 1_000);
    return { beforeMs, otherMs, afterMs: Date.now() };
  }
}

function toStoredScan({ source, session, isReplay }: JournalHeader, read: JournalRead): StoredScan {
  const { seq, bandId, points, timeMs, receivedMs } = read;
  const scan = { bandId, points, timeMs, source };
  return {
    scanId: createScanId(scan),
    ...scan,
    session,
    seq,
    receivedMs,
    ...(isReplay && { isReplay }),
  };
}
