import { randomUUID } from 'node:crypto';

import type { Cluster, Redis, Result } from 'ioredis';

import type { RedisSettings } from '#server/config/redis-settings.ts';
import { CHANGES_KEPT, createRaceKeys, markOf, type RaceKeys } from '#server/store/keys.ts';
import ingestScansLua from '#server/store/scripts/ingest-scans.lua?raw';
import { withRecordCheck } from '#server/store/scripts/writing-scripts.ts';
import { createScanId, type ReaderState, type StoredScan } from '#shared/model/scan.ts';
import type { ClockSample } from '#shared/model/clock-error.ts';
import { parseJsonObject } from '#shared/model/json-object.ts';
import { type DurationMs, type EpochMs, SECOND_MS } from '#shared/model/time.ts';

import { parseRaceSettings, type RaceSettings } from '../clock/race-settings.ts';
import type { JournalHeader, JournalRead } from '../journal/journal-lines.ts';
import {
  type ConnectionListener,
  connectRedis,
  type LinkListener,
  RedisLink,
} from './redis-link.ts';

/** How long a batch may take to reach its replicas. */
const COPY_MS = 1_000;

export type IngestReply =
  | { readonly kind: 'stored'; readonly stored: number; readonly duplicates: number }
  /** Reads before the batch are missing: only those up to `mark` are there. */
  | { readonly kind: 'gap'; readonly mark: number };

/**
 * The race's scans in Redis, as far as a scanner needs them. Calls wait while Redis is away and are
 * sent again after a lost reply, since each of them is idempotent.
 */
export class ScanRecord {
  readonly #link: RedisLink;
  readonly #keys: RaceKeys;
  readonly #waitReplicas: number;
  #connections = 0;
  #lastReadMs: EpochMs | undefined;
  /** Two scanners with the same name, on two machines, have two clocks. */
  readonly #clockId = randomUUID();

  constructor(
    redis: RedisSettings,
    raceKey: string,
    listener: LinkListener,
    connect: typeof connectRedis = connectRedis,
  ) {
    this.#keys = createRaceKeys(raceKey);
    this.#waitReplicas = redis.waitReplicas;
    const open = (clientListener: ConnectionListener): Redis | Cluster =>
      withScripts(connect(redis, clientListener));
    this.#link = new RedisLink(open, {
      onConnected: () => {
        this.#connections += 1;
        listener.onConnected();
      },
      onDisconnected: (error) => listener.onDisconnected(error),
    });
  }

  get isConnected(): boolean {
    return this.#link.isConnected;
  }

  /** How many connections were made: when it has grown, calls under way may have been sent twice. */
  get connections(): number {
    return this.#connections;
  }

  /** The latest time of the stored reads; undefined before the first. */
  get lastReadMs(): EpochMs | undefined {
    return this.#lastReadMs;
  }

  async readSettings(): Promise<RaceSettings> {
    const names = ['timeZone', 'raceStart', 'starts'] as const;
    const texts = await this.#link.ask((redis) => redis.hmget(this.#keys.config, ...names));
    const [timeZone = null, raceStart = null, starts = null] = texts;
    return parseRaceSettings({ timeZone, raceStart, starts });
  }

  /** Up to which read of a journal everything is stored; undefined where Redis does not know the journal. */
  async readMark({ source, session }: JournalHeader): Promise<number | undefined> {
    const field = markOf(source, session);
    const mark = await this.#link.ask((redis) => redis.hget(this.#keys.sources, field));
    if (mark === null) return undefined;
    // As in the script, a mark that is no number is 0.
    return /^\d{1,15}$/.test(mark) ? Number(mark) : 0;
  }

  /** Stores reads in order. They stand for everything in the journal from number `from` to the last of them. */
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
    const keys = [meta, scans, sources, changes];
    const mark = markOf(journal.source, journal.session);
    const range = [from, reads.at(-1)?.seq ?? 0];
    const values = [changesChannel, CHANGES_KEPT, randomUUID(), mark, ...range];
    const sent = this.#link.ask((redis) =>
      this.#waitReplicas > 0
        ? this.#ingestAndWait(redis, [...keys, ...values, ...pairs])
        : redis.ingestScans(...keys, ...values, ...pairs),
    );
    const reply = (await sent) as [string, number, number, number];
    const [verdict, highest, stored, duplicates] = reply;
    if (verdict === 'ok') {
      for (const { timeMs } of reads)
        this.#lastReadMs = Math.max(this.#lastReadMs ?? -Infinity, timeMs);
    }
    return verdict === 'ok'
      ? { kind: 'stored', stored, duplicates }
      : { kind: 'gap', mark: highest };
  }

  /** Redis waits for replicas of this connection's writes, so both commands go in one pipeline. */
  async #ingestAndWait(
    redis: Redis | Cluster,
    values: readonly (string | number)[],
  ): Promise<unknown> {
    const { connections } = this;
    const wanted = this.#waitReplicas;
    const pipeline = redis
      .pipeline()
      .ingestScans(...values)
      .wait(wanted, COPY_MS);
    const [ingested, waited] = (await pipeline.exec()) ?? [];
    const error = ingested?.[0] ?? waited?.[0];
    if (error) throw error;
    if (connections !== this.#connections) throw new Error('the connection was made again');
    const copies = Number(waited?.[1]);
    if (copies < wanted) throw new Error(`of ${wanted} copies ${copies} have them`);
    return ingested?.[1];
  }

  /** The clock of Redis, between two readings of this machine's. */
  async sampleClock(): Promise<ClockSample> {
    const beforeMs = Date.now();
    const otherMs = await this.#link.ask(readTime);
    return { beforeMs, otherMs, afterMs: Date.now() };
  }

  /** Reports to organisers how far this machine's clock is ahead; 0 removes the note. */
  async reportClockError(source: string, aheadMs: DurationMs): Promise<void> {
    const field = `${source}|${this.#clockId}`;
    const { clocks } = this.#keys;
    await this.#link.ask(async (redis) => {
      if (aheadMs === 0) return redis.hdel(clocks, field);
      const note = { source, aheadMs, atMs: await readTime(redis) };
      return redis.hset(clocks, field, JSON.stringify(note));
    });
  }

  /**
   * Notes that the scanner of a source runs, or has ended (FEED.md CF28), with the state of its
   * reader and its unsent reads.
   */
  async notePresence(
    source: string,
    state: 'here' | 'ended',
    reader: ReaderState = {},
    unsent?: number,
  ): Promise<void> {
    const { scanners } = this.#keys;
    await this.#link.ask(async (redis) => {
      if (state === 'ended') return redis.hdel(scanners, source);
      const atMs = await readTime(redis);
      const before = parseJsonObject((await redis.hget(scanners, source)) ?? '');
      // A restarted scanner knows of no read yet.
      const lastReadMs = this.#lastReadMs ?? before?.['lastReadMs'];
      return redis.hset(scanners, source, JSON.stringify({ atMs, lastReadMs, unsent, reader }));
    });
  }

  /** How many of these reads are stored themselves, rather than as an equal earlier read. */
  async countOwn(journal: JournalHeader, reads: readonly JournalRead[]): Promise<number> {
    const ids = reads.map((read) => toStoredScan(journal, read).scanId);
    const texts = await this.#link.ask((redis) => redis.hmget(this.#keys.scans, ...ids));
    const own = reads.filter(({ seq }, index) => {
      const stored = parseJsonObject(texts[index] ?? '');
      return stored?.['session'] === journal.session && stored['seq'] === seq;
    });
    return own.length;
  }

  reconnect(): void {
    this.#link.renew();
  }

  /** Ends the connection; waiting calls fail. */
  close(): void {
    this.#link.close();
  }
}

/** The time by the clock of Redis. */
async function readTime(redis: Redis | Cluster): Promise<EpochMs> {
  const [seconds, micros] = await redis.time();
  return Number(seconds) * SECOND_MS + Math.floor(Number(micros) / 1_000);
}

function withScripts(redis: Redis | Cluster): Redis | Cluster {
  redis.defineCommand('ingestScans', { numberOfKeys: 4, lua: withRecordCheck(ingestScansLua) });
  return redis;
}

declare module 'ioredis' {
  interface RedisCommander<Context> {
    ingestScans(...keysAndValues: (string | number)[]): Result<unknown, Context>;
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
