import { LRUCache } from 'lru-cache';

import type { LiveRace } from '#server/race/live-race.ts';
import type { EpochMs } from '#shared/model/time.ts';
import { SECOND_MS } from '#shared/model/time.ts';

import type { CachedBody } from './cached-body.ts';
import { FairQueue } from './fair-queue.ts';
import { Refusal } from './refusal.ts';

/** However quickly the race changes, a page is not made anew before that. */
const LEAST_AGE_MS = 2 * SECOND_MS;
/** What a page says of when it is is never older. */
const MOST_AGE_MS = 30 * SECOND_MS;
/** A page is kept as it is and in compressed forms, which are smaller. */
const KEPT_FORMS = 2;
/** What it costs to know that there is no such page. */
const NOTHING_BYTES = 100;

const LIMITS = { inAll: 64, perNetwork: 16 };

/** What pages are made of, and when. */
export interface MadePagesParts {
  readonly race: LiveRace;
  /** So many bytes of pages are kept. */
  readonly maxBytes: number;
  /** Shared by kinds of pages that are to be made one at a time. */
  readonly queue?: FairQueue;
  readonly now?: () => EpochMs;
}

/** Makes a page, with turns of others between its steps; undefined where there is none. */
export type MakePage = (nowMs: EpochMs) => Promise<CachedBody | undefined>;

interface Kept {
  readonly body: CachedBody | undefined;
  readonly version: number;
  readonly madeMs: EpochMs;
}

/**
 * Pages that the server makes of the race when somebody asks for them, kept for all.
 *
 * 1. A page is made once for all who wait for it, in the fair turn of the network that asked first.
 *    The key says all that it depends on, and nothing that a stranger writes as they like.
 * 2. It is given to everybody until it is too old. That there is none is kept in the same way.
 * 3. Where too much waits already, the last one is given as long as it may be, else 503.
 * 4. Nobody gets what was begun before everything was replaced or somebody became private.
 */
export class MadePages {
  readonly #race: LiveRace;
  readonly #queue: FairQueue;
  readonly #now: () => EpochMs;
  readonly #kept: LRUCache<string, Kept>;
  readonly #making = new Map<string, Promise<CachedBody | undefined>>();
  /** How often all that was made before had to go. */
  #clears = 0;

  constructor({ race, maxBytes, queue = new FairQueue(LIMITS), now = Date.now }: MadePagesParts) {
    this.#race = race;
    this.#queue = queue;
    this.#now = now;
    this.#kept = new LRUCache({
      maxSize: maxBytes,
      sizeCalculation: ({ body }, key) => KEPT_FORMS * ((body?.size ?? NOTHING_BYTES) + key.length),
    });
    for (const news of ['reloaded', 'hidden'] as const) {
      race.on(news, () => {
        this.#kept.clear();
        this.#making.clear();
        this.#clears += 1;
      });
    }
  }

  get keptBytes(): number {
    return this.#kept.calculatedSize;
  }

  /** The page, which may be a moment old; undefined where there is none. */
  async get(key: string, from: string, make: MakePage): Promise<CachedBody | undefined> {
    const kept = this.#kept.get(key);
    const ageMs = kept ? this.#now() - kept.madeMs : Infinity;
    if (kept && ageMs < this.#mostAgeOf(kept)) return kept.body;
    try {
      return await (this.#making.get(key) ?? this.#begin(key, from, make));
    } catch (error) {
      const mayBeGiven = kept && ageMs < MOST_AGE_MS && this.#kept.peek(key) === kept;
      if (error instanceof Refusal && mayBeGiven) return kept.body;
      throw error;
    }
  }

  #mostAgeOf({ version }: Kept): number {
    return version === this.#race.head.version ? MOST_AGE_MS : LEAST_AGE_MS;
  }

  #begin(key: string, from: string, make: MakePage): Promise<CachedBody | undefined> {
    const making = this.#queue.run(from, () => this.#make(key, make));
    this.#making.set(key, making);
    const forget = (): void => {
      if (this.#making.get(key) === making) this.#making.delete(key);
    };
    making.then(forget, forget);
    return making;
  }

  async #make(key: string, make: MakePage): Promise<CachedBody | undefined> {
    for (;;) {
      const clears = this.#clears;
      const { version } = this.#race.head;
      const madeMs = this.#now();
      const body = await make(madeMs);
      // Compressed in the same turn: otherwise whoever asks for many has many compressed at once.
      await body?.encode(body.choose(['br', 'identity']));
      // Whoever became private while it was made stands in it with their name.
      if (clears !== this.#clears) continue;
      this.#kept.set(key, { body, version, madeMs });
      return body;
    }
  }
}
