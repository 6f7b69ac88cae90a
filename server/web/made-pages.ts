import type { LiveRace } from '#server/race/live-race.ts';
import { type EpochMs, SECOND_MS } from '#shared/model/time.ts';

import type { CachedBody } from './cached-body.ts';
import { FairQueue } from './fair-queue.ts';
import { MadeOnce } from './made-once.ts';

/** However quickly the race changes, a page is made no more often than this. */
const LEAST_AGE_MS = 2 * SECOND_MS;
/** The time stated on a page is never older. */
const MOST_AGE_MS = 30 * SECOND_MS;
/** A page is kept plain and in compressed forms, which are smaller. */
const KEPT_FORMS = 2;
/** The cost of remembering that there is no such page. */
const NOTHING_BYTES = 100;

const LIMITS = { inAll: 64, perNetwork: 16 };

export interface MadePagesParts {
  readonly race: LiveRace;
  readonly maxBytes: number;
  /** Shared by kinds of pages that are to be made one at a time. */
  readonly queue?: FairQueue;
  readonly now?: () => EpochMs;
}

/** Makes a page, yielding between its steps; undefined where there is none. */
export type MakePage = (nowMs: EpochMs) => Promise<CachedBody | undefined>;

interface Kept {
  readonly body: CachedBody | undefined;
  readonly version: number;
  readonly madeMs: EpochMs;
}

/**
 * Pages of the race that are made on request and kept for all (`MadeOnce`), including that there is none. A page is
 * served to everybody until it is too old.
 */
export class MadePages {
  readonly #race: LiveRace;
  readonly #now: () => EpochMs;
  readonly #made: MadeOnce<Kept>;

  constructor({ race, maxBytes, queue = new FairQueue(LIMITS), now = Date.now }: MadePagesParts) {
    this.#race = race;
    this.#now = now;
    this.#made = new MadeOnce({
      maxBytes,
      bytesOf: ({ body }, key) => KEPT_FORMS * ((body?.size ?? NOTHING_BYTES) + key.length),
      queue,
    });
    race.on('outdated', () => this.#made.clear());
  }

  get keptBytes(): number {
    return this.#made.keptBytes;
  }

  /** The page, which may be a moment old; undefined where there is none. */
  async get(key: string, from: string, make: MakePage): Promise<CachedBody | undefined> {
    // The clock may have been set back since.
    const isYounger = ({ madeMs }: Kept, ageMs: number): boolean =>
      Math.abs(this.#now() - madeMs) < ageMs;
    const { body } = await this.#made.get(key, from, {
      make: () => this.#make(make),
      isFresh: (kept) => isYounger(kept, this.#mostAgeOf(kept)),
      mayBeGiven: (kept) => isYounger(kept, MOST_AGE_MS),
    });
    return body;
  }

  #mostAgeOf({ version }: Kept): number {
    return version === this.#race.head.version ? MOST_AGE_MS : LEAST_AGE_MS;
  }

  async #make(make: MakePage): Promise<Kept> {
    const { version } = this.#race.head;
    const madeMs = this.#now();
    const body = await make(madeMs);
    // Compressed in the same turn: otherwise somebody who requests many has many compressed at once.
    await body?.encode(body.choose(['br', 'identity']));
    return { body, version, madeMs };
  }
}
