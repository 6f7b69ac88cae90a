import { isDeepStrictEqual } from 'node:util';

import { LRUCache } from 'lru-cache';

import type { Logger } from '#server/observe/logger.ts';
import type { RaceStore } from '#server/store/race-store.ts';
import type { RaceRecord } from '#server/store/race-record.ts';
import {
  NOTHING_UNREADABLE,
  type Unreadable,
  type UnreadableLog,
} from '#server/store/unreadable.ts';
import type { DurationMs } from '#shared/model/time.ts';
import type { Change } from '#shared/wire/change-feed.ts';
import type { Head } from '#shared/wire/http-api.ts';

import type { LiveRace } from './live-race.ts';

/** The contents of a record before it was found empty. */
export interface LostRace {
  readonly runners: number;
  readonly scans: number;
}

/** Reports damage of the record that is followed: to the log, and on request. */
class RecordDamage {
  readonly #others: UnreadableLog;
  readonly #race: LiveRace;
  readonly #logger: Logger;
  #unreadable = NOTHING_UNREADABLE;
  #lost: LostRace | undefined;

  constructor(others: UnreadableLog, race: LiveRace, logger: Logger) {
    this.#others = others;
    this.#race = race;
    this.#logger = logger;
  }

  get unreadable(): Unreadable {
    return this.#others.sumUp(this.#unreadable);
  }

  /** Defined from when the shown race was gone until there are runners again. */
  get lost(): LostRace | undefined {
    return this.#race.runnerCount === 0 ? this.#lost : undefined;
  }

  /** Checks a record that is about to replace the shown one. */
  check({ edits, runners, unreadable }: RaceRecord): void {
    const { runnerCount, scanCount, edits: shown } = this.#race;
    // An import of nobody, and deletions, are later edits; the version rises with each read that a scanner sends again.
    if (runnerCount > 0 && runners.length === 0 && edits < shown) {
      this.#lost = { runners: runnerCount, scans: scanCount };
      this.#logger.error(this.#lost, 'Redis was emptied: the race that was shown is gone');
    }
    const isKnown = isDeepStrictEqual(unreadable.named, this.#unreadable.named);
    this.#unreadable = unreadable;
    if (unreadable.count === 0 || isKnown) return;
    const { count, named } = unreadable;
    this.#logger.error({ count, named }, 'Records that cannot be read are left out of the race');
  }
}

/** How often the head is compared with the record's own: nothing follows a lost last message. */
const HEAD_CHECK_MS: DurationMs = 1_000;

type FollowedStore = Pick<
  RaceStore,
  | 'unreadable'
  | 'subscribe'
  | 'readHead'
  | 'beginEpoch'
  | 'readRecord'
  | 'readChanges'
  | 'renewEpoch'
>;

interface FollowerCounts {
  applied: number;
  caughtUp: number;
  reloads: number;
}

/**
 * Keeps a {@link LiveRace} equal to the record in Redis (FEED.md). Published changes are applied as
 * they come; anything else (a gap, another epoch, a new subscription, a head that is ahead)
 * leads to one catch-up, which reads the missing changes or, when they are gone, everything.
 */
export class RaceFollower {
  readonly counts: FollowerCounts = { applied: 0, caughtUp: 0, reloads: 0 };
  /** Damage of the record, to be reported. */
  readonly damage: RecordDamage;
  readonly #store: FollowedStore;
  readonly #race: LiveRace;
  readonly #logger: Logger;
  readonly #onPublishedRead: (payload: string) => void;
  readonly #headCheckMs: DurationMs;
  #timer: NodeJS.Timeout | undefined;
  #catchUp: Promise<void> | undefined;
  /** Changes published while a catch-up read the record; applied after it. */
  readonly #pending: Change[] = [];
  #isCatchUpWanted = false;
  #isReloadWanted = false;
  /** A new connection may lead to a Redis that lost changes: nothing is trusted before a check (CF3). */
  #isUnchecked = true;
  /** The change that led to the present head, to recognise another history. */
  #last: Change | undefined;
  /** Epochs that an import, a restore or a loss replaced: a record that returns to one has lost everything since. */
  readonly #left = new LRUCache<string, true>({ max: 1_000 });
  #failures = 0;
  #levelMs: number | undefined;
  #isClosed = false;

  constructor(
    store: FollowedStore,
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
    this.damage = new RecordDamage(store.unreadable, race, logger);
  }

  /** When the race was last known to equal the record, by `performance.now()`; undefined before the first time. */
  get levelMs(): number | undefined {
    return this.#levelMs;
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

  /** Returns whether it could be applied; if not, the race is reloaded. */
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

  /** The check every second tries again; a long outage is logged once a minute. */
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
    if (this.#left.has(head.epoch) || (isSame && (await this.#hasLostChanges(head)))) {
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

  /** Whether the record is behind what was shown, or has reached the same version in another way (CF8). */
  async #hasLostChanges(head: Head): Promise<boolean> {
    const { version } = this.#race.head;
    if (head.version < version) return true;
    // Without a new connection the same version is the same history, while further changes may be of another.
    if (!this.#last || (head.version === version && !this.#isUnchecked)) return false;
    const [kept] = (await this.#store.readChanges(version - 1, version)) ?? [];
    return kept !== undefined && !isDeepStrictEqual(kept, this.#last);
  }

  /** Applies changes whose messages were missed; false when they are no longer kept or do not fit. */
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
    // Until it has succeeded: a load that fails half-way leaves nothing to build on.
    this.#isReloadWanted = true;
    const record = await this.#store.readRecord();
    const { epoch, version } = record.head;
    const [last] = (await this.#store.readChanges(version - 1, version)) ?? [];
    this.damage.check(record);
    if (this.#isClosed) return;
    const before = this.#race.head.epoch;
    await this.#race.loadInTurns(record.head, record);
    if (before !== '' && before !== epoch) this.#left.set(before, true);
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

  /** A connection made since this catch-up began asks for another one, which decides. */
  #markChecked(): void {
    if (!this.#isCatchUpWanted) this.#isUnchecked = false;
  }
}
