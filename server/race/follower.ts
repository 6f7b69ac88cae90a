import type { Logger } from '#server/logger.ts';
import type { RaceListener } from '#server/store/race-store.ts';
import type { RaceRecord } from '#server/store/race-record.ts';
import type { Change } from '#shared/wire/change-feed.ts';
import type { Head } from '#shared/wire/http-api.ts';

import type { LiveRace } from './live-race.ts';

/** How often the head is compared with the record's own: a lost last message has no successor. */
const HEAD_CHECK_MS = 1_000;

/** What the follower needs of the store. */
export interface FollowedStore {
  subscribe(listener: RaceListener): Promise<void>;
  readHead(): Promise<Head>;
  readRecord(): Promise<RaceRecord>;
  readChanges(version: number, until: number): Promise<Change[] | undefined>;
  renewEpoch(head: Head): Promise<void>;
}

/** How often each way of keeping up was needed. */
export interface FollowerCounts {
  applied: number;
  caughtUp: number;
  reloads: number;
}

/**
 * Keeps a {@link LiveRace} equal to the record in Redis. Published changes are
 * applied as they come; whatever does not fit (a gap, another epoch, a new
 * subscription, a head that is ahead) leads to one catch-up, which reads the
 * missing changes or, when they are gone, everything.
 */
export class RaceFollower {
  readonly counts: FollowerCounts = { applied: 0, caughtUp: 0, reloads: 0 };
  readonly #store: FollowedStore;
  readonly #race: LiveRace;
  readonly #logger: Logger;
  readonly #onForeignScan: (payload: string) => void;
  #timer: NodeJS.Timeout | undefined;
  #catchUp: Promise<void> | undefined;
  /** What was published while a catch-up read the record; applied after it. */
  #pending: Change[] = [];
  #isCatchUpWanted = false;
  #isReloadWanted = false;
  #failures = 0;
  #isClosed = false;

  constructor(
    store: FollowedStore,
    race: LiveRace,
    logger: Logger,
    onForeignScan: (payload: string) => void,
  ) {
    this.#store = store;
    this.#race = race;
    this.#logger = logger;
    this.#onForeignScan = onForeignScan;
  }

  /** Follows until {@link close}. The first load happens once Redis can be reached. */
  async start(): Promise<void> {
    this.#timer = setInterval(() => this.#requestCatchUp(), HEAD_CHECK_MS);
    await this.#store.subscribe({
      onChange: (change) => this.#take(change),
      onForeignScan: this.#onForeignScan,
      onSubscribed: () => this.#requestCatchUp(),
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
    const isNext = this.#race.isLoaded && change.epoch === epoch && change.version === version + 1;
    if (isNext) this.#apply(change);
    else if (change.epoch !== epoch || change.version > version) this.#requestCatchUp();
  }

  #apply(change: Change): void {
    try {
      this.#race.apply(change);
      this.counts.applied += 1;
    } catch (error) {
      this.#logger.error(
        { err: error, change },
        'A change cannot be applied; loading the race anew',
      );
      this.#isReloadWanted = true;
      this.#requestCatchUp();
    }
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
      this.#failures = 0;
    } catch (error) {
      this.#reportFailure(error);
    }
    this.#endCatchUp();
  }

  #endCatchUp(): void {
    this.#catchUp = undefined;
    const pending = this.#pending;
    this.#pending = [];
    for (const change of pending) this.#take(change);
    if (!this.#isCatchUpWanted) return;
    this.#isCatchUpWanted = false;
    this.#requestCatchUp();
  }

  /** The check every second tries again; a long outage is told once a minute. */
  #reportFailure(error: unknown): void {
    if (this.#failures % 60 === 0) {
      this.#logger.warn({ err: error }, 'Cannot follow the race; showing what is known');
    }
    this.#failures += 1;
  }

  async #runCatchUp(): Promise<void> {
    const head = await this.#store.readHead();
    const here = this.#race.head;
    const isSameEpoch = this.#race.isLoaded && !this.#isReloadWanted && head.epoch === here.epoch;
    if (isSameEpoch && head.version === here.version) return;
    if (isSameEpoch && head.version < here.version) {
      // Everyone who saw the lost versions must learn that the numbers start over.
      this.#logger.error({ shown: here, found: head }, 'Redis came back older than what was shown');
      await this.#store.renewEpoch(head);
    }
    const changes =
      isSameEpoch && head.version > here.version
        ? await this.#store.readChanges(here.version, head.version)
        : undefined;
    if (this.#isClosed) return;
    if (changes?.every((change) => change.epoch === here.epoch)) {
      for (const change of changes) this.#apply(change);
      this.counts.caughtUp += 1;
      return;
    }
    const record = await this.#store.readRecord();
    if (this.#isClosed) return;
    this.#isReloadWanted = false;
    this.#race.load(record.head, record);
    this.counts.reloads += 1;
    this.#logger.info(
      { ...record.head, runners: record.runners.length, scans: record.scans.length },
      'Race loaded',
    );
  }
}
