import { randomUUID } from 'node:crypto';
import type { RedisSettings } from '#server/config/redis-settings.ts';
import type { Logger } from '#server/observe/logger.ts';
import type { RunnerId } from '#shared/model/ids.ts';
import type { Change } from '#shared/wire/change-feed.ts';
import type { BackupEntry } from '#shared/wire/import-api.ts';
import type { Head } from '#shared/wire/http-api.ts';
import { AlarmRecords } from './alarm-records.ts';
import { describeReplacement, listBackups, planRestore, restoreBackup } from './backups.ts';
import {
  type LatestChanges,
  LatestChangesReader,
  readLoggedVersion,
  readRunnerHistory,
} from './change-log.ts';
import { commit } from './commit.ts';
import { findEarlierEntries, forgetChipsInHistory, forgetInHistory } from './forget-runner.ts';
import { OrganiserRecords } from './organiser-records.ts';
import { PictureRecords } from './picture-records.ts';
import { PublicCorrectionRecords } from './public-corrections.ts';
import { PushRecords } from './push-records.ts';
import { ReaderRecords } from './reader-records.ts';
import { storePublishedScan } from './published-reads.ts';
import { createRaceKeys, type RaceKeys } from './keys.ts';
import { createRedisClient, type RedisClient, StoredRecords } from './redis-connection.ts';
import {
  parseChange,
  type RaceRecord,
  readChanges,
  readConfig,
  readHead,
  readRecord,
  readState,
} from './race-record.ts';
import { RecordUpkeep } from './record-upkeep.ts';
import { SessionRecords } from './session-records.ts';
import { replaceRunners } from './replace-runners.ts';
import { TapRecords } from './tap-records.ts';
import { putWholeRace, readWholeRace } from './whole-race.ts';

/** Receives the messages of the race, which any process may send at any time. */
interface RaceListener {
  /** A change, as published; a hint only, since any may be lost. */
  onChange(change: Change): void;
  /** The raw text that another program published. */
  onPublishedRead(payload: string): void;
  /** Subscribed, for the first time or again: changes may have been missed. */
  onSubscribed(): void;
}

/**
 * The record of one race in Redis, and the only way to it: one connection for commands and one for subscriptions. Every
 * call is one attempt: when Redis cannot be reached it fails, and the outcome of a failed write is unknown.
 */
export class RaceStore extends StoredRecords {
  readonly raceKey: string;
  /** Resolves at the first failure of the connection. */
  readonly firstFailure: Promise<void>;
  readonly publicCorrections = new PublicCorrectionRecords(this.client, this.keys);
  readonly taps = new TapRecords(this.client, this.keys);
  readonly pictures = new PictureRecords(this.client, this.keys);
  /** The channel on which the web instances share who is editing, which is not stored. */
  readonly presence = {
    /** Listens from the next connection on. Any process may send messages, and some may be missed. */
    listen: (onMessage: (text: string) => void): void => {
      this.#subscriber.on('ready', () => {
        this.#subscriber
          .subscribe(this.keys.presenceChannel, onMessage)
          .catch((error: unknown) => this.#warnOfPresence(error));
      });
    },
    /** Sends to all instances, including this one. */
    publish: (text: string): void => {
      this.client
        .publish(this.keys.presenceChannel, text)
        .catch((error: unknown) => this.#warnOfPresence(error));
    },
  };
  readonly organisers = new OrganiserRecords(this.client, this.keys, this.unreadable);
  readonly sessions = new SessionRecords(this.client, this.keys);
  readonly readers = new ReaderRecords(this.client, this.keys, this.unreadable);
  readonly push = new PushRecords(this.client, this.keys);
  readonly alarms = new AlarmRecords(this.client, this.keys);
  readonly upkeep = new RecordUpkeep(this.client, this.keys);
  readonly #latestChanges = new LatestChangesReader(this.client, this.keys, this.unreadable);
  readonly #subscriber: RedisClient;
  readonly #logger: Logger;
  #isSubscribed = false;
  #lastError: unknown;

  readonly readHead = this.#bind(readHead);
  readonly readState = this.#bind(readState);
  readonly readConfig = this.#bind(readConfig);
  readonly readChanges = this.#bind(readChanges);
  readonly commit = this.#bind(commit);
  readonly readLoggedVersion = this.#bind(readLoggedVersion);
  readonly readRunnerHistory = this.#bind(readRunnerHistory);
  readonly replaceRunners = this.#bind(replaceRunners);
  readonly describeReplacement = this.#bind(describeReplacement);
  readonly planRestore = this.#bind(planRestore);
  readonly restoreBackup = this.#bind(restoreBackup);
  readonly forgetChipsInHistory = this.#bind(forgetChipsInHistory);
  readonly readWhole = this.#bind(readWholeRace);
  readonly putWhole = this.#bind(putWholeRace);
  readonly storePublishedScan = this.#bind(storePublishedScan);

  constructor(redis: RedisSettings, raceKey: string, logger: Logger) {
    super(createRedisClient(redis, raceKey, 'store', logger), createRaceKeys(raceKey));
    this.raceKey = raceKey;
    this.#logger = logger;
    this.#subscriber = createRedisClient(redis, raceKey, 'follower', logger);
    this.firstFailure = new Promise((resolve) => this.client.once('error', () => resolve()));
    this.client.on('error', (error: unknown) => (this.#lastError = error));
  }

  /** Tries to connect for ever; calls fail until it succeeds. */
  async connect(): Promise<void> {
    await this.client.connect();
  }

  get isConnected(): boolean {
    return this.client.isReady;
  }

  /** The last error of the connection; it may contain private details. */
  get lastError(): unknown {
    return this.#lastError;
  }

  /** Why Redis cannot be reached, if known. */
  get problem(): string | undefined {
    return this.client.problem;
  }

  /** Whether published reads are received: a read that no instance receives is lost. */
  get isListening(): boolean {
    return this.#isSubscribed && this.#subscriber.isReady;
  }

  /** Subscribes to the race, again after each reconnection, until {@link close}; resolves when first connected. */
  async subscribe(listener: RaceListener): Promise<void> {
    const onChange = (text: string): void => {
      const change = parseChange(text);
      if (change) listener.onChange(change);
      // Anyone may publish on the channel. If it was a change, the check of the head finds it.
      else this.#logger.warn({ text: text.slice(0, 200) }, 'Dropped a message that is no change');
    };
    // One function for all reconnections: the client calls each different one that it was given for a channel.
    const onPublishedRead = (text: string): void => listener.onPublishedRead(text);
    const listen = async (): Promise<void> => {
      this.#isSubscribed = false;
      await this.#subscriber.subscribe(this.keys.changesChannel, onChange);
      await this.#subscriber.subscribe(this.keys.scansChannel, onPublishedRead);
      this.#isSubscribed = true;
      listener.onSubscribed();
    };
    this.#subscriber.on('ready', () => {
      listen().catch((error: unknown) =>
        this.#logger.warn({ err: error }, 'Not subscribed to the race; looking every second'),
      );
    });
    await this.#subscriber.connect();
  }

  close(): void {
    for (const client of [this.#subscriber, this.client]) if (client.isOpen) client.destroy();
  }

  readRecord(): Promise<RaceRecord> {
    return readRecord(this.client, this.keys, this.unreadable);
  }

  findEarlierEntries(runnerId: RunnerId): ReturnType<typeof findEarlierEntries> {
    return findEarlierEntries(this.client, this.keys, runnerId);
  }

  forgetInHistory(runnerId: RunnerId): Promise<number> {
    return forgetInHistory(this.client, this.keys, runnerId);
  }

  /** The newest changes of anything. */
  readLatestChanges(): Promise<LatestChanges> {
    return this.#latestChanges.read();
  }

  listBackups(): Promise<BackupEntry[]> {
    return listBackups(this.client, this.keys, this.unreadable);
  }

  countScans(): Promise<number> {
    return this.client.hLen(this.keys.scans);
  }

  /** The size of the record that an import would replace. */
  async countRecords(): Promise<{ runners: number; scans: number }> {
    return { runners: await this.client.hLen(this.keys.runners), scans: await this.countScans() };
  }

  /** Gives a new record its epoch, so that readers of an empty race can compare it. Returns its head. */
  async beginEpoch(): Promise<Head> {
    await this.client.hSetNX(this.keys.meta, 'epoch', randomUUID());
    return this.readHead();
  }

  /**
   * Gives a record that has lost published changes an epoch other than `epoch`, so that nobody compares its versions with
   * theirs. If several instances notice, one does it.
   */
  async renewEpoch(epoch: string): Promise<void> {
    await this.commit({
      on: { epoch },
      epoch: randomUUID(),
      ops: [{ op: 'reload' }],
      audit: { by: 'system', action: 'renew-epoch', before: { epoch } },
    });
  }

  #warnOfPresence(error: unknown): void {
    this.#logger.debug({ err: error }, 'Cannot share with other instances who is editing');
  }

  /** Binds a function of this folder to this record. */
  #bind<Args extends readonly unknown[], T>(
    work: (client: RedisClient, keys: RaceKeys, ...args: Args) => T,
  ): (...args: Args) => T {
    return (...args) => work(this.client, this.keys, ...args);
  }
}
