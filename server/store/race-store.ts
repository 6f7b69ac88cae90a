import { randomUUID } from 'node:crypto';
import type { RunnerId } from '#shared/model/ids.ts';
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
import { InstanceNotes } from './notes.ts';
import { findEarlierEntries, forgetChipsInHistory, forgetInHistory } from './forget-runner.ts';
import { OrganiserRecords } from './organiser-records.ts';
import { PictureRecords } from './picture-records.ts';
import { PresenceChannel } from './presence-channel.ts';
import { PublicCorrectionRecords } from './public-corrections.ts';
import { PushRecords } from './push-records.ts';
import { ReaderRecords } from './reader-records.ts';
import { storePublishedScan } from './published-reads.ts';
import type { RaceKeys } from './keys.ts';
import type { RedisClient } from './redis-connection.ts';
import { RaceConnection } from './race-connection.ts';
import { readChanges, readConfig, readHead, readRecord, readState } from './race-record.ts';
import { RaceOrigin, RecordUpkeep } from './record-upkeep.ts';
import { SessionRecords } from './session-records.ts';
import { replaceRunners } from './replace-runners.ts';
import { TapRecords } from './tap-records.ts';
import { UnreadableLog } from './unreadable.ts';
import { putWholeRace, readWholeRace } from './whole-race.ts';

/**
 * The record of one race in Redis, and the only way to it. Every call is one
 * attempt: when Redis cannot be reached it fails, and what a failed write did
 * is unknown.
 */
export class RaceStore extends RaceConnection {
  /** Unreadable records found outside {@link readRecord}. */
  readonly unreadable = new UnreadableLog();
  readonly publicCorrections = new PublicCorrectionRecords(this.client, this.keys);
  readonly taps = new TapRecords(this.client, this.keys);
  readonly pictures = new PictureRecords(this.client, this.keys);
  readonly presence = new PresenceChannel(this.client, this.subscriber, this.keys, this.logger);
  readonly organisers = new OrganiserRecords(this.client, this.keys, this.unreadable);
  readonly sessions = new SessionRecords(this.client, this.keys);
  readonly readers = new ReaderRecords(this.client, this.keys, this.unreadable);
  readonly push = new PushRecords(this.client, this.keys);
  readonly alarms = new AlarmRecords(this.client, this.keys);
  readonly upkeep = new RecordUpkeep(this.client, this.keys);
  readonly instances = new InstanceNotes(this.client, this.keys);
  readonly #latestChanges = new LatestChangesReader(this.client, this.keys, this.unreadable);
  readonly origin = new RaceOrigin(this.client, this.keys);

  readonly readHead = this.#bind(readHead);
  readonly readState = this.#bind(readState);
  readonly readRecord = this.#bind(readRecord);
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

  /** How much an import would replace. */
  async countRecords(): Promise<{ runners: number; scans: number }> {
    return { runners: await this.client.hLen(this.keys.runners), scans: await this.countScans() };
  }

  /**
   * Gives a new record its epoch, so that readers of an empty race have something to compare. Returns its head.
   */
  async beginEpoch(): Promise<Head> {
    await this.client.hSetNX(this.keys.meta, 'epoch', randomUUID());
    return this.readHead();
  }

  /**
   * Gives the record another epoch in place of `epoch`, since it has lost changes that were shown: nobody compares its
   * versions with those. Of several instances that notice, one does it.
   */
  async renewEpoch(epoch: string): Promise<void> {
    await this.commit({
      on: { epoch },
      epoch: randomUUID(),
      ops: [{ op: 'reload' }],
      audit: { by: 'system', action: 'renew-epoch', before: { epoch } },
    });
  }

  /** A function of this folder, on this record. */
  #bind<Args extends readonly unknown[], T>(
    work: (client: RedisClient, keys: RaceKeys, ...args: Args) => T,
  ): (...args: Args) => T {
    return (...args) => work(this.client, this.keys, ...args);
  }
}
