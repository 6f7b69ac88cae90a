import { setTimeout as delay } from 'node:timers/promises';

import type { Logger } from '#server/observe/logger.ts';
import type { LatestChanges, LoggedOtherChange } from '#server/store/latest-changes.ts';
import type { SavedConfig } from '#server/store/config-record.ts';
import type { Lost, LostSave, LostSetting } from '#server/store/lost-saves.ts';
import type { RunnerRecords } from '#server/store/runner-records.ts';
import { UnreadableRecordError } from '#server/store/unreadable.ts';
import type { Runner } from '#shared/model/runner.ts';
import type { RaceConfig } from '#shared/model/race-config.ts';
import { valueOf } from '#shared/model/setting-parts.ts';
import { SECOND_MS } from '#shared/model/time.ts';
import type { Notice } from '#shared/wire/missing-api.ts';

import {
  type AcknowledgedSave,
  AcknowledgedSaves,
  type AcknowledgedSetting,
  AcknowledgedSettings,
  describeSave,
  isKept,
  labelOf,
  type WrittenRunner,
} from './acknowledged-saves.ts';
import type { LiveRace } from './live-race.ts';
import { findReplacement, findText, listSettingChanges } from './present-changes.ts';
import { describeSetup } from './settle-setup.ts';

export interface LostSavesStore {
  readonly runners: Pick<RunnerRecords, 'read'>;
  readonly upkeep: { noteLostSaves(lost: Lost): Promise<void> };
  readConfig(): Promise<RaceConfig>;
  readConfigChange(version: number): Promise<LoggedOtherChange | undefined>;
  readLatestChanges(): Promise<LatestChanges>;
}

/**
 * Finds the saves that this instance answered with success and that a failover lost (FEED.md CF29). The reloaded race
 * gives the suspects; the record then decides, since it may be ahead of what was loaded.
 */
export class LostSaves {
  readonly #acknowledged = new AcknowledgedSaves();
  readonly #settings = new AcknowledgedSettings();
  readonly #store: LostSavesStore;
  readonly #race: LiveRace;
  readonly #logger: Logger;
  readonly #closing = new AbortController();
  #suspects: readonly AcknowledgedSave[] = [];
  #suspectSettings: readonly AcknowledgedSetting[] = [];
  #isConfirming = false;
  #runnersVersion = 0;

  constructor(store: LostSavesStore, race: LiveRace, logger: Logger) {
    this.#store = store;
    this.#race = race;
    this.#logger = logger;
    race.on('reloaded', () => this.#look());
    race.on('advanced', () => this.#forgetDeleted());
    race.on('config', () => this.#settings.forgetChanged(race.config, race.head.version));
  }

  /** To be called before the answer: the record may be reloaded while it is under way. */
  note(written: readonly WrittenRunner[], version: number, by: string): void {
    const atMs = Date.now();
    for (const one of written) {
      this.#acknowledged.note(describeSave(one, { version, by, atMs }), atMs);
    }
  }

  /** The same for settings. */
  noteSettings({ before, config, version }: SavedConfig, by: string): void {
    const atMs = Date.now();
    for (const { name, after } of listSettingChanges(before, config)) {
      this.#settings.note({ part: name, value: after, version, by, atMs });
    }
  }

  close(): void {
    this.#closing.abort();
  }

  #forgetDeleted(): void {
    const { runnersVersion, head } = this.#race;
    if (runnersVersion === this.#runnersVersion) return;
    this.#runnersVersion = runnersVersion;
    this.#acknowledged.forgetDeleted((id) => this.#race.findRunner(id), head.version);
  }

  #look(): void {
    const nowMs = Date.now();
    const suspects = this.#acknowledged.takeLost((id) => this.#race.findRunner(id), nowMs);
    const settings = this.#settings.takeLost(this.#race.config, nowMs);
    if (suspects.length === 0 && settings.length === 0) return;
    this.#suspects = [...this.#suspects, ...suspects];
    this.#suspectSettings = [...this.#suspectSettings, ...settings];
    if (!this.#isConfirming) void this.#confirmAll();
  }

  /** Until Redis has answered: it may go away again at once. */
  async #confirmAll(): Promise<void> {
    const { signal } = this.#closing;
    this.#isConfirming = true;
    while (this.#suspects.length + this.#suspectSettings.length > 0 && !signal.aborted) {
      try {
        await this.#confirm(this.#suspects);
        await this.#confirmSettings(this.#suspectSettings);
      } catch (error) {
        if (!signal.aborted) {
          this.#logger.warn({ err: error }, 'Cannot tell yet which saves were lost');
        }
        await delay(SECOND_MS, undefined, { signal }).catch(() => undefined);
      }
    }
    this.#isConfirming = false;
  }

  async #confirm(suspects: readonly AcknowledgedSave[]): Promise<void> {
    if (suspects.length === 0) return;
    const found = new Map<AcknowledgedSave, Runner | undefined>();
    for (const save of suspects) {
      const stored = await this.#read(save);
      if (stored !== 'unreadable') found.set(save, stored);
    }
    // After the runners: an import in between is no loss, nor is a deletion.
    const latest = await this.#store.readLatestChanges();
    const replacement = findReplacement(latest);
    const lostMs = Date.now();
    const lost: LostSave[] = [];
    for (const [save, stored] of found) {
      const { version, ...rest } = save;
      if (replacement && replacement.version > version) continue;
      if (!stored && wasDeletedSince(save, latest)) continue;
      if (isKept(save, stored)) this.#acknowledged.note(save, lostMs);
      else lost.push({ ...rest, lostMs, foundRev: stored?.rev });
    }
    await this.#store.upkeep.noteLostSaves({ runners: lost, settings: [] });
    this.#suspects = this.#suspects.filter((save) => !suspects.includes(save));
    if (lost.length === 0) return;
    const runners = lost.map(({ runnerId }) => runnerId);
    this.#logger.error({ runners }, 'Redis lost saves of runners that were answered with success');
  }

  /** A setting is lost when the record has another value and its log, written in the same step, has no such change. */
  async #confirmSettings(suspects: readonly AcknowledgedSetting[]): Promise<void> {
    if (suspects.length === 0) return;
    const config = await this.#store.readConfig();
    const lostMs = Date.now();
    const lost: LostSetting[] = [];
    for (const { version, ...saved } of suspects) {
      const { part, value, by } = saved;
      const found = String(valueOf(config, part));
      const logged = await this.#store.readConfigChange(version);
      const isLogged = logged?.by === by && findText(logged.after, part) === value;
      if (found === value) this.#settings.note({ version, ...saved });
      else if (!isLogged) lost.push({ ...saved, found, lostMs });
    }
    await this.#store.upkeep.noteLostSaves({ runners: [], settings: lost });
    this.#suspectSettings = this.#suspectSettings.filter((saved) => !suspects.includes(saved));
    if (lost.length === 0) return;
    const settings = lost.map(({ part }) => part);
    this.#logger.error({ settings }, 'Redis lost settings that were saved with success');
  }

  /** An unreadable record is reported as such (CF19). */
  async #read({ runnerId }: AcknowledgedSave): Promise<Runner | 'unreadable' | undefined> {
    try {
      return (await this.#store.runners.read(runnerId, [])).current?.runner;
    } catch (error) {
      if (error instanceof UnreadableRecordError) return 'unreadable';
      throw error;
    }
  }
}

/** Whether somebody deleted the runner from a record that had the save. */
function wasDeletedSince(
  { runnerId, rev, isDeletion }: AcknowledgedSave,
  { changes }: LatestChanges,
): boolean {
  if (isDeletion) return false;
  return changes.some(
    ({ runnerId: whose, before, after }) =>
      whose === runnerId && before !== undefined && after === undefined && before.rev >= rev,
  );
}

/** Beyond this organisers only see their number. */
export const MOST_LISTED_SAVES = 20;

/** The notices of lost saves for organisers: those that nobody has entered again since. */
export function noticeLostSaves({ runners: lost, settings }: Lost, race: LiveRace): Notice[] {
  const isGone = lost.some(
    (save) => save.foundRev === undefined && !race.findRunner(save.runnerId),
  );
  // Walked once, however many were lost.
  const entered = new Set(isGone ? Array.from(race.listRunners(), entryOf) : []);
  const open = lost.filter((save) => !isSettled(save, race, entered));
  const listed = open.slice(0, MOST_LISTED_SAVES);
  return [
    ...settings
      .filter(({ part, found }) => String(valueOf(race.config, part)) === found)
      .map(({ part, value, by, atMs }): Notice => ({
        kind: 'setting-lost',
        name: part,
        value: part === 'setup' ? describeSetup(value) : value,
        by,
        atMs,
      })),
    ...listed.map(({ runnerId, isDeletion, by, atMs, bib, name, foundRev }): Notice => {
      const isThere = foundRev !== undefined;
      return { kind: 'save-lost', runnerId, isDeletion, isThere, by, atMs, bib, name };
    }),
    ...(open.length > listed.length
      ? [{ kind: 'more-saves-lost', count: open.length - listed.length } as const]
      : []),
  ];
}

/** Whether somebody has saved, deleted or re-entered the runner since. */
function isSettled(save: LostSave, race: LiveRace, entered: ReadonlySet<string>): boolean {
  const { runnerId, foundRev, bib, name } = save;
  const runner = race.findRunner(runnerId);
  if (runner) return foundRev === undefined || runner.rev > foundRev;
  return foundRev !== undefined || entered.has(`${bib} ${name}`);
}

function entryOf(runner: Runner): string {
  const { bib, name } = labelOf(runner);
  return `${bib} ${name}`;
}
