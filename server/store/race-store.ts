import { randomUUID } from 'node:crypto';
import type { RedisSettings } from '#server/config/redis-settings.ts';
import type { Logger } from '#server/observe/logger.ts';
import type { RaceConfig } from '#shared/model/race-config.ts';
import type { RunnerId } from '#shared/model/ids.ts';
import type { Runner } from '#shared/model/runner.ts';
import type { StoredScan } from '#shared/model/scan.ts';
import type { BackupEntry } from '#shared/wire/import-api.ts';
import type { Change } from '#shared/wire/change-feed.ts';
import type { Head } from '#shared/wire/http-api.ts';
import { AlarmRecords } from './alarm-records.ts';
import {
  planRestore,
  restoreBackup,
  type Restored,
  type RestoreOrder,
  type RestorePlan,
} from './backups.ts';
import { parseChange, readChanges } from './change-log.ts';
import { commit, type CommitOutcome, type CommitPlan } from './commit.ts';
import { type ConfigChange, saveConfig, type SavedConfig } from './config-record.ts';
import { InstanceNotes } from './instance-notes.ts';
import { listBackups } from './kept-backups.ts';
import { createRaceKeys, type RaceKeys } from './keys.ts';
import { type AuditedChange, readRunnerHistory } from './audit-log.ts';
import { ControlRecords } from './control-records.ts';
import { CorrectionRecords } from './correction-records.ts';
import { DismissalRecords } from './dismissal-records.ts';
import {
  type LatestChanges,
  LatestChangesReader,
  type LoggedOtherChange,
  readConfigChange,
} from './latest-changes.ts';
import { forgetInHistory } from './forget-runner.ts';
import { MarshalRecords } from './marshal-records.ts';
import { OrganiserRecords } from './organiser-records.ts';
import { PictureRecords } from './picture-records.ts';
import { PresenceChannel } from './presence-channel.ts';
import { PublicCorrectionRecords } from './public-corrections.ts';
import { PushRecords } from './push-records.ts';
import { storePublishedScan } from './published-reads.ts';
import { RaceOrigin } from './race-origin.ts';
import { type RaceRecord, readConfig, readHead, readRecord } from './race-record.ts';
import { RecordUpkeep } from './repair-record.ts';
import { createRedisClient, type RedisClient } from './redis-connection.ts';
import type { Replacement, ReplacementOrder } from './replace-record.ts';
import { mergeRunners, type RunnersMerge } from './merge-runners.ts';
import { replaceRunners } from './replace-runners.ts';
import { RunnerRecords } from './runner-records.ts';
import { SessionRecords } from './session-records.ts';
import { StoredBackup } from './stored-backup.ts';
import { UnreadableLog } from './unreadable.ts';
import { putWholeRace, readWholeRace, type WholeRace, type WholeRaceOrder } from './whole-race.ts';

/** What a subscriber to the race hears. Both may come from any process, at any time. */
export interface RaceListener {
  /** A change, as published; a hint only, since any may be lost. */
  onChange(change: Change): void;
  /** What another program published, as it came. */
  onPublishedRead(payload: string): void;
  /** The subscription stands, for the first time or again: changes may have been missed. */
  onSubscribed(): void;
}

/**
 * The record of one race in Redis, and the only way to it. Every call is one
 * attempt: when Redis cannot be reached it fails, and what a failed write did
 * is unknown.
 */
export class RaceStore {
  readonly raceKey: string;
  readonly keys: RaceKeys;
  readonly runners: RunnerRecords;
  readonly dismissals: DismissalRecords;
  readonly corrections: CorrectionRecords;
  readonly publicCorrections: PublicCorrectionRecords;
  readonly control: ControlRecords;
  readonly marshals: MarshalRecords;
  readonly pictures: PictureRecords;
  readonly origin: RaceOrigin;
  readonly presence: PresenceChannel;
  readonly organisers: OrganiserRecords;
  readonly sessions: SessionRecords;
  readonly push: PushRecords;
  readonly alarms: AlarmRecords;
  readonly upkeep: RecordUpkeep;
  readonly instances: InstanceNotes;
  readonly storedBackup: StoredBackup;
  /** What was found unreadable beside what {@link readRecord} names. */
  readonly unreadable = new UnreadableLog();
  /** Resolves when the connection first fails, if it ever does. */
  readonly firstFailure: Promise<void>;
  readonly #client: RedisClient;
  readonly #subscriber: RedisClient;
  readonly #latestChanges: LatestChangesReader;
  readonly #logger: Logger;
  #isSubscribed = false;
  #lastError: unknown;

  constructor(
    redis: RedisSettings,
    raceKey: string,
    logger: Logger,
    createClient: typeof createRedisClient = createRedisClient,
  ) {
    this.raceKey = raceKey;
    this.keys = createRaceKeys(raceKey);
    this.#client = createClient(redis, raceKey, 'store', logger);
    this.#subscriber = createClient(redis, raceKey, 'follower', logger);
    this.firstFailure = new Promise((resolve) => this.#client.once('error', () => resolve()));
    this.#client.on('error', (error: unknown) => (this.#lastError = error));
    this.#logger = logger;
    this.runners = new RunnerRecords(this.#client, this.keys);
    this.dismissals = new DismissalRecords(this.#client, this.keys);
    this.corrections = new CorrectionRecords(this.#client, this.keys);
    this.publicCorrections = new PublicCorrectionRecords(this.#client, this.keys);
    this.control = new ControlRecords(this.#client, this.keys);
    this.marshals = new MarshalRecords(this.#client, this.keys);
    this.pictures = new PictureRecords(this.#client, this.keys);
    this.presence = new PresenceChannel(this.#client, this.#subscriber, this.keys, logger);
    this.organisers = new OrganiserRecords(this.#client, this.keys, this.unreadable);
    this.sessions = new SessionRecords(this.#client, this.keys);
    this.push = new PushRecords(this.#client, this.keys);
    this.alarms = new AlarmRecords(this.#client, this.keys);
    this.upkeep = new RecordUpkeep(this.#client, this.keys);
    this.instances = new InstanceNotes(this.#client, this.keys);
    this.storedBackup = new StoredBackup(this.#client, this.keys);
    this.#latestChanges = new LatestChangesReader(this.#client, this.keys, this.unreadable);
    this.origin = new RaceOrigin(this.#client, this.keys, this.#latestChanges);
  }

  /** Starts connecting, and goes on trying for ever; calls fail until it has succeeded. */
  connect(): Promise<void> {
    return this.#client.connect().then(() => undefined);
  }

  get isConnected(): boolean {
    return this.#client.isReady;
  }

  /** What last went wrong with the connection; it may name what is nobody's business. */
  get lastError(): unknown {
    return this.#lastError;
  }

  /** Why Redis cannot be reached, where that can be told. */
  get problem(): string | undefined {
    return this.#client.problem;
  }

  /** Whether what is published on the race is heard: a read that nobody hears is gone. */
  get isListening(): boolean {
    return this.#isSubscribed && this.#subscriber.isReady;
  }

  readHead(): Promise<Head> {
    return readHead(this.#client, this.keys);
  }

  readRecord(): Promise<RaceRecord> {
    return readRecord(this.#client, this.keys);
  }

  readConfig(): Promise<RaceConfig> {
    return readConfig(this.#client, this.keys);
  }

  async countScans(): Promise<number> {
    return this.#client.hLen(this.keys.scans);
  }

  /** How much an import would replace. */
  async countRecords(): Promise<{ runners: number; scans: number }> {
    return { runners: await this.#client.hLen(this.keys.runners), scans: await this.countScans() };
  }

  /** The changes after `version` up to `until`; see {@link readChanges}. */
  readChanges(version: number, until: number): Promise<Change[] | undefined> {
    return readChanges(this.#client, this.keys, version, until);
  }

  commit(plan: CommitPlan): Promise<CommitOutcome> {
    return commit(this.#client, this.keys, plan);
  }

  /**
   * Gives a record that nobody wrote to yet its epoch, so that readers of an
   * empty race have something to compare. Returns where the record stands.
   */
  async beginEpoch(): Promise<Head> {
    await this.#client.hSetNX(this.keys.meta, 'epoch', randomUUID());
    return this.readHead();
  }

  /**
   * Gives the record another epoch in place of `epoch`, whatever was written
   * meanwhile: for a record that lost changes it once showed, so that nobody
   * compares its versions with those. Of several who find out, one does it.
   */
  async renewEpoch(epoch: string): Promise<void> {
    const { meta } = this.keys;
    await this.commit({
      expect: [{ key: meta, field: 'epoch', value: epoch }],
      set: [{ key: meta, field: 'epoch', value: randomUUID() }],
      del: [],
      ops: [{ op: 'reload' }],
      audit: { by: 'system', action: 'renew-epoch', before: { epoch } },
    });
  }

  /** Saves what `change` makes of the settings; see {@link saveConfig}. */
  saveConfig(change: ConfigChange, by: string): Promise<SavedConfig | undefined> {
    return saveConfig(this.#client, this.keys, change, by);
  }

  /** All changes of a runner, newest first; see {@link readRunnerHistory}. */
  readRunnerHistory(runnerId: RunnerId): Promise<AuditedChange[]> {
    return readRunnerHistory(this.#client, this.keys, runnerId);
  }

  /** The change of the settings at this version; undefined when there is none. */
  readConfigChange(version: number): Promise<LoggedOtherChange | undefined> {
    return readConfigChange(this.#client, this.keys, version);
  }

  /** The newest changes of anything; see {@link LatestChangesReader}. */
  readLatestChanges(): Promise<LatestChanges> {
    return this.#latestChanges.read();
  }

  /** Replaces all runners and scans, keeping the old ones as a backup. */
  replaceRunners(
    runners: readonly Runner[],
    order: Pick<ReplacementOrder, 'by' | 'maxScans' | 'madeBy'>,
  ): Promise<Replacement> {
    return replaceRunners(this.#client, this.keys, runners, order);
  }

  /** Adds runners and changes others; see {@link mergeRunners}. */
  mergeRunners(
    decide: (present: readonly Runner[]) => RunnersMerge | undefined,
    by: string,
  ): Promise<Replacement | undefined> {
    return mergeRunners(this.#client, this.keys, decide, by);
  }

  listBackups(): Promise<BackupEntry[]> {
    return listBackups(this.#client, this.keys, this.unreadable);
  }

  /** What restoring a backup would do; see {@link planRestore}. */
  planRestore(backupId: string): Promise<RestorePlan | undefined> {
    return planRestore(this.#client, this.keys, backupId);
  }

  /** Brings a backup back; see {@link restoreBackup}. */
  restoreBackup(backupId: string, order: RestoreOrder): Promise<Restored | undefined> {
    return restoreBackup(this.#client, this.keys, backupId, order);
  }

  /** Takes a person out of what is kept beside the entry; see {@link forgetInHistory}. */
  forgetInHistory(runnerId: RunnerId): Promise<number> {
    return forgetInHistory(this.#client, this.keys, runnerId);
  }

  /** All of it for a backup file; see {@link readWholeRace}. */
  readWhole(): Promise<WholeRace> {
    return readWholeRace(this.#client, this.keys);
  }

  /** Puts a race from such a file in its place; see {@link putWholeRace}. */
  putWhole(race: WholeRace, order: WholeRaceOrder): Promise<Head> {
    return putWholeRace(this.#client, this.keys, race, order);
  }

  /** Stores a read that came by plain publish; see {@link storePublishedScan}. */
  storePublishedScan(scan: StoredScan, isUntimed: boolean): Promise<boolean> {
    return storePublishedScan(this.#client, this.keys, scan, isUntimed);
  }

  /**
   * Listens to the race until {@link close}; resolves when Redis was reached.
   * Each new connection subscribes again, also one that broke off on the way.
   */
  async subscribe(listener: RaceListener): Promise<void> {
    const onChange = (text: string): void => {
      const change = parseChange(text);
      if (change) listener.onChange(change);
      // Anyone may publish on the channel; what it drops, the check of the head finds.
      else this.#logger.warn({ text: text.slice(0, 200) }, 'Dropped a message that is no change');
    };
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
    for (const client of [this.#subscriber, this.#client]) {
      if (client.isOpen) client.destroy();
    }
  }
}
