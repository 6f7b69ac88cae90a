import { randomUUID } from 'node:crypto';
import type { RaceConfig } from '#shared/model/race-config.ts';
import type { BandId, RunnerId } from '#shared/model/ids.ts';
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
import { readChanges } from './change-log.ts';
import { commit, type CommitOutcome, type CommitPlan } from './commit.ts';
import { type ConfigChange, saveConfig, type SavedConfig } from './config-record.ts';
import { InstanceNotes } from './instance-notes.ts';
import { listBackups } from './kept-backups.ts';
import {
  type AuditedChange,
  type LoggedVersion,
  readLoggedVersion,
  readRunnerHistory,
} from './audit-log.ts';
import { type LatestChanges, LatestChangesReader } from './latest-changes.ts';
import {
  type EarlierEntries,
  findEarlierEntries,
  forgetChipsInHistory,
  forgetInHistory,
} from './forget-runner.ts';
import { OrganiserRecords } from './organiser-records.ts';
import { PictureRecords } from './picture-records.ts';
import { PresenceChannel } from './presence-channel.ts';
import { PublicCorrectionRecords } from './public-corrections.ts';
import { PushRecords } from './push-records.ts';
import { ReaderRecords } from './reader-records.ts';
import { storePublishedScan } from './published-reads.ts';
import { RaceConnection } from './race-connection.ts';
import { RaceOrigin } from './race-origin.ts';
import { type RaceRecord, readConfig, readHead, readRecord, readState } from './race-record.ts';
import { RecordUpkeep } from './record-upkeep.ts';
import { type Replacement, type ReplacementOrder, replaceRunners } from './replace-record.ts';
import { mergeRunners, type RunnersMerge } from './merge-runners.ts';
import { SessionRecords } from './session-records.ts';
import { TapRecords } from './tap-records.ts';
import { UnreadableLog } from './unreadable.ts';
import { putWholeRace, readWholeRace, type WholeRace, type WholeRaceOrder } from './whole-race.ts';

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

  readHead(): Promise<Head> {
    return readHead(this.client, this.keys);
  }

  /** The head, and the version of the last change that was more than reads. */
  readState(): Promise<Head & { readonly edits: number }> {
    return readState(this.client, this.keys);
  }

  readRecord(): Promise<RaceRecord> {
    return readRecord(this.client, this.keys);
  }

  readConfig(): Promise<RaceConfig> {
    return readConfig(this.client, this.keys);
  }

  async countScans(): Promise<number> {
    return this.client.hLen(this.keys.scans);
  }

  /** How much an import would replace. */
  async countRecords(): Promise<{ runners: number; scans: number }> {
    return { runners: await this.client.hLen(this.keys.runners), scans: await this.countScans() };
  }

  /** The changes after `version` up to `until`; see {@link readChanges}. */
  readChanges(version: number, until: number): Promise<Change[] | undefined> {
    return readChanges(this.client, this.keys, version, until);
  }

  commit(plan: CommitPlan): Promise<CommitOutcome> {
    return commit(this.client, this.keys, plan);
  }

  /**
   * Gives a record that nobody wrote to yet its epoch, so that readers of an
   * empty race have something to compare. Returns where the record stands.
   */
  async beginEpoch(): Promise<Head> {
    await this.client.hSetNX(this.keys.meta, 'epoch', randomUUID());
    return this.readHead();
  }

  /**
   * Gives the record another epoch in place of `epoch`, whatever has been written: for a record that lost changes it
   * once showed, so that nobody compares its versions with those. Of several instances that notice, one does it.
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
    return saveConfig(this.client, this.keys, change, by);
  }

  /** One change with all that the log has of it. */
  readLoggedVersion(version: number): Promise<LoggedVersion> {
    return readLoggedVersion(this.client, this.keys, version);
  }

  /** All changes of a runner, newest first; see {@link readRunnerHistory}. */
  readRunnerHistory(runnerId: RunnerId): Promise<AuditedChange[]> {
    return readRunnerHistory(this.client, this.keys, runnerId);
  }
  /** The newest changes of anything; see {@link LatestChangesReader}. */
  readLatestChanges(): Promise<LatestChanges> {
    return this.#latestChanges.read();
  }

  /** Replaces all runners and scans, keeping the old ones as a backup. */
  replaceRunners(
    runners: readonly Runner[],
    order: Pick<ReplacementOrder, 'by' | 'maxScans' | 'madeBy'>,
    chips?: Readonly<Record<string, BandId>>,
  ): Promise<Replacement> {
    return replaceRunners(this.client, this.keys, runners, order, chips);
  }

  /** Adds runners and changes others; see {@link mergeRunners}. */
  mergeRunners(
    decide: (present: readonly Runner[]) => RunnersMerge | undefined,
    by: string,
  ): Promise<Replacement | undefined> {
    return mergeRunners(this.client, this.keys, decide, by);
  }

  listBackups(): Promise<BackupEntry[]> {
    return listBackups(this.client, this.keys, this.unreadable);
  }

  /** What restoring a backup would do; see {@link planRestore}. */
  planRestore(backupId: string): Promise<RestorePlan | undefined> {
    return planRestore(this.client, this.keys, backupId);
  }

  /** Brings a backup back; see {@link restoreBackup}. */
  restoreBackup(backupId: string, order: RestoreOrder): Promise<Restored | undefined> {
    return restoreBackup(this.client, this.keys, backupId, order);
  }

  /** Finds a person under other ids; see {@link findEarlierEntries}. */
  findEarlierEntries(runnerId: RunnerId): Promise<EarlierEntries> {
    return findEarlierEntries(this.client, this.keys, runnerId);
  }

  /** Removes a person from records other than the entry; see {@link forgetInHistory}. */
  forgetInHistory(runnerId: RunnerId): Promise<number> {
    return forgetInHistory(this.client, this.keys, runnerId);
  }

  /** Removes chips from records other than the table; see {@link forgetChipsInHistory}. */
  forgetChipsInHistory(codes: readonly string[]): Promise<number> {
    return forgetChipsInHistory(this.client, this.keys, codes);
  }

  /** All of it for a backup file; see {@link readWholeRace}. */
  readWhole(): Promise<WholeRace> {
    return readWholeRace(this.client, this.keys);
  }

  /** Puts a race from such a file in its place; see {@link putWholeRace}. */
  putWhole(race: WholeRace, order: WholeRaceOrder): Promise<Head> {
    return putWholeRace(this.client, this.keys, race, order);
  }

  /** Stores a read that came by plain publish; see {@link storePublishedScan}. */
  storePublishedScan(scan: StoredScan, isUntimed: boolean): Promise<boolean> {
    return storePublishedScan(this.client, this.keys, scan, isUntimed);
  }
}
