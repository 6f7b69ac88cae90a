import { isDeepStrictEqual } from 'node:util';

import type { Logger } from '#server/observe/logger.ts';
import type { RaceStore } from '#server/store/race-store.ts';
import type { RaceRecord } from '#server/store/race-record.ts';
import type { DurationMs } from '#shared/model/time.ts';
import type { Change } from '#shared/wire/change-feed.ts';
import type { Head } from '#shared/wire/http-api.ts';

import type { LiveRace } from './live-race.ts';

/** The size of a race before its record was found empty. */
export interface LostRace {
  readonly runners: number;
  readonly scans: number;
}

/** How often the head is compared with the record's own, since no later message reveals a lost last one. */
const HEAD_CHECK_MS: DurationMs = 1_000;

/**
 * Keeps a {@link LiveRace} equal to the record in Redis (FEED.md). Published changes are applied as they arrive; anything
 * else (a gap, another epoch, a new subscription, a newer head) leads to a catch-up, which reads the missing changes or,
 * if they are no longer kept, everything.
 */
export class RaceFollower {
  readonly counts = { applied: 0, caughtUp: 0, reloads: 0 };
  readonly #store: RaceStore;
  readonly #race: LiveRace;
  readonly #logger: Logger;
  readonly #onPublishedRead: (payload: string) => void;
  readonly #headCheckMs: DurationMs;
  #timer: NodeJS.Timeout | undefined;
  #catchUp: Promise<void> | undefined;
  /** Changes published during a catch-up; applied after it. */
  readonly #pending: Change[] = [];
  #isCatchUpWanted = false;
  #isReloadWanted = false;
  /** A new connection may lead to a Redis that lost changes: published changes wait for a check (CF3). */
  #isUnchecked = true;
  /** The change that led to the present head, to recognise another history. */
  #last: Change | undefined;
  /** Epochs that were replaced: a record that returns to one has lost everything since. */
  readonly #pastEpochs = new Set<string>();
  /** The unreadable records already logged. */
  #logged: RaceStore['unreadable']['named'] = [];
  #lost: LostRace | undefined;
  #failures = 0;
  #levelMs: number | undefined;
  #isClosed = false;

  constructor(
    store: RaceStore,
    race: LiveRace,
    logger: Logger,
    onPublishedRead: (payload: string) => void,
    headCheckMs = HEAD_CHECK_MS,
  ) {
    this.#store = store;
    this.#race = race;
    this.#logger = logger;
    this.#onPublishedRead = onPublishedRead;
    this.#headCheckMs = headCheckMs;
  }

  /** When the race last equalled the record, by `performance.now()`; undefined before the first time. */
  get levelMs(): number | undefined {
    return this.#levelMs;
  }

  /** The race that was shown before Redis was emptied; undefined once there are runners again. */
  get lost(): LostRace | undefined {
    return this.#race.runnerCount === 0 ? this.#lost : undefined;
  }

  /** Follows until {@link close}. The first load happens once Redis can be reached. */
  async start(): Promise<void> {
    if (this.#isClosed) return;
    this.#timer = setInterval(() => this.#requestCatchUp(), this.#headCheckMs);
    await this.#store.subscribe({
      onChange: (change) => this.#take(change),
      onPublishedRead: this.#onPublishedRead,
      onSubscribed: () => {
        this.#isUnchecked = true;
        this.#requestCatchUp();
      },
    });
  }

  close(): void {
    this.#isClosed = true;
    clearInterval(this.#timer);
  }

  #take(change: Change): void {
    if (this.#catchUp) {
      this.#pending.push(change);
      return;
    }
    const { epoch, version } = this.#race.head;
    const isNext =
      this.#race.isLoaded &&
      !this.#isUnchecked &&
      change.epoch === epoch &&
      change.version === version + 1;
    if (isNext && this.#tryApply(change)) return;
    if (isNext || change.epoch !== epoch || change.version > version) this.#requestCatchUp();
  }

  /** Returns whether the change could be applied; if not, requests a reload. */
  #tryApply(change: Change): boolean {
    try {
      this.#race.apply(change);
    } catch (error) {
      this.#logger.error(
        { err: error, change },
        'A change cannot be applied; loading the race again',
      );
      this.#isReloadWanted = true;
      return false;
    }
    this.#last = change;
    this.counts.applied += 1;
    return true;
  }

  /** One catch-up at a time; a request during one leads to another after it. */
  #requestCatchUp(): void {
    if (this.#isClosed) return;
    if (this.#catchUp) {
      this.#isCatchUpWanted = true;
      return;
    }
    this.#catchUp = this.#tryCatchUp();
  }

  async #tryCatchUp(): Promise<void> {
    try {
      await this.#runCatchUp();
      this.#levelMs = performance.now();
      this.#failures = 0;
    } catch (error) {
      this.#reportFailure(error);
    }
    this.#catchUp = undefined;
    for (const change of this.#pending.splice(0)) this.#take(change);
    if (!this.#isCatchUpWanted) return;
    this.#isCatchUpWanted = false;
    this.#requestCatchUp();
  }

  /** Logs an outage once a minute, since the check tries again every second. */
  #reportFailure(error: unknown): void {
    if (this.#failures % 60 === 0) {
      this.#logger.warn({ err: error }, 'Cannot follow the race; showing its last known state');
    }
    this.#failures += 1;
  }

  async #runCatchUp(): Promise<void> {
    const found = await this.#store.readHead();
    const head = found.epoch === '' ? await this.#store.beginEpoch() : found;
    const shown = this.#race.head;
    const isSame = this.#race.isLoaded && !this.#isReloadWanted && head.epoch === shown.epoch;
    if (this.#pastEpochs.has(head.epoch) || (isSame && (await this.#hasLostChanges(head)))) {
      this.#logger.error(
        { shown, found: head },
        'Redis came back without changes that were shown; everyone loads the race again',
      );
      await this.#store.renewEpoch(head.epoch);
    } else if (isSame && (await this.#applyMissed(head))) {
      this.#markChecked();
      return;
    }
    await this.#reload();
  }

  /** Whether the record is older than the shown race, or has another change at its version (CF8). */
  async #hasLostChanges(head: Head): Promise<boolean> {
    const { version } = this.#race.head;
    if (head.version < version) return true;
    // On the same connection an equal version is the same history; a higher one need not be.
    if (!this.#last || (head.version === version && !this.#isUnchecked)) return false;
    const [kept] = (await this.#store.readChanges(version - 1, version)) ?? [];
    return kept !== undefined && !isDeepStrictEqual(kept, this.#last);
  }

  /** Applies missed changes; false if they are no longer kept or of another epoch, or one cannot be applied. */
  async #applyMissed(head: Head): Promise<boolean> {
    const { epoch, version } = this.#race.head;
    if (head.version === version) return true;
    const changes = await this.#store.readChanges(version, head.version);
    if (this.#isClosed) return true;
    if (!changes?.every((change) => change.epoch === epoch)) return false;
    for (const change of changes) {
      if (!this.#tryApply(change)) return false;
    }
    this.counts.caughtUp += 1;
    return true;
  }

  async #reload(): Promise<void> {
    // Until it succeeds: the state after a failed load is no base for changes.
    this.#isReloadWanted = true;
    const record = await this.#store.readRecord();
    const { epoch, version } = record.head;
    const [last] = (await this.#store.readChanges(version - 1, version)) ?? [];
    this.#reportDamage(record);
    if (this.#isClosed) return;
    const before = this.#race.head.epoch;
    await this.#race.loadInTurns(record.head, record);
    if (before !== '' && before !== epoch) this.#pastEpochs.add(before);
    if (this.#isClosed) return;
    this.#last = last?.epoch === epoch ? last : undefined;
    this.#isReloadWanted = false;
    this.#markChecked();
    this.counts.reloads += 1;
    this.#logger.info(
      { epoch, version, runners: record.runners.length, scans: record.scans.length },
      'Race loaded',
    );
  }

  /** Logs if the record, which is about to be shown, was emptied or has unreadable parts. */
  #reportDamage({ edits, runners }: RaceRecord): void {
    const { runnerCount, scanCount, edits: shown } = this.#race;
    // Imports of nobody and deletions raise `edits`. The version also rises with reads that scanners send again.
    if (runnerCount > 0 && runners.length === 0 && edits < shown) {
      this.#lost = { runners: runnerCount, scans: scanCount };
      this.#logger.error(this.#lost, 'Redis was emptied: the race that was shown is gone');
    }
    const { count, named } = this.#store.unreadable;
    const isKnown = isDeepStrictEqual(named, this.#logged);
    this.#logged = named;
    if (count === 0 || isKnown) return;
    this.#logger.error({ count, named }, 'Records that cannot be read are left out of the race');
  }

  /** Unless a connection was made during this catch-up: then the next one decides. */
  #markChecked(): void {
    if (!this.#isCatchUpWanted) this.#isUnchecked = false;
  }
}
