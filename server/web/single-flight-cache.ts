import { LRUCache } from 'lru-cache';

import type { LiveRace } from '#server/race/live-race.ts';
import { type DurationMs, type EpochMs, SECOND_MS } from '#shared/model/time.ts';

import type { FairQueue } from './fair-queue.ts';
import { Refusal } from './refusal.ts';

export interface CacheParts<Made> {
  /** Bytes kept, the last requested ones. */
  readonly maxBytes: number;
  readonly bytesOf: (made: Made, key: string) => number;
  readonly queue: FairQueue;
  /** The race that it shows and ages with; without one a key names its content for good. */
  readonly race?: LiveRace;
  /** However quickly the race changes, nothing is made more often than this. */
  readonly leastAgeMs?: DurationMs;
  /** The time stated in it is never older. */
  readonly mostAgeMs?: DurationMs;
  readonly now?: () => EpochMs;
}

interface Kept<Made> {
  readonly made: Made;
  /** The version of the race when it was begun. */
  readonly version: number | undefined;
  readonly atMs: EpochMs;
}

/**
 * What costs the server something to make, made when a stranger asks for it and kept for all.
 *
 * 1. It is made once for all who wait for it, in the fair turn of the network that asked first. The key says all that it
 *    depends on, and nothing that a stranger writes as they like.
 * 2. Everybody gets it while it is fresh. Where too much waits already they get the last one as long as that may be
 *    shown, else the {@link Refusal} of the queue.
 * 3. Once a runner became private, settings changed or everything was replaced, nobody gets what was begun before.
 */
export class SingleFlightCache<Made> {
  readonly #parts: CacheParts<Made>;
  readonly #now: () => EpochMs;
  readonly #kept: LRUCache<string, Kept<Made>>;
  readonly #making = new Map<string, Promise<Made>>();
  /** How often everything made before was dropped. */
  #clears = 0;

  constructor(parts: CacheParts<Made>) {
    const { maxBytes, bytesOf, race, now = Date.now } = parts;
    this.#parts = parts;
    this.#now = now;
    this.#kept = new LRUCache({
      maxSize: maxBytes,
      sizeCalculation: ({ made }, key) => bytesOf(made, key),
    });
    for (const event of ['outdated', 'config'] as const) race?.on(event, () => this.#clear());
  }

  get keptBytes(): number {
    return this.#kept.calculatedSize;
  }

  /** `isSame` is false where the race changed so that the last one must not be given, however young it is. */
  async get(
    key: string,
    from: string,
    make: (nowMs: EpochMs) => Promise<Made>,
    isSame: (made: Made) => boolean = () => true,
  ): Promise<Made> {
    const { race, leastAgeMs = 2 * SECOND_MS, mostAgeMs = 30 * SECOND_MS } = this.#parts;
    const kept = this.#kept.get(key);
    if (kept) {
      const isCurrent = kept.version === race?.head.version;
      const isFresh = isCurrent
        ? this.#isYounger(kept, mostAgeMs)
        : this.#isYounger(kept, leastAgeMs) && isSame(kept.made);
      if (isFresh) return kept.made;
    }
    try {
      return await (this.#making.get(key) ?? this.#begin(key, from, make));
    } catch (error) {
      const isLast = kept && this.#kept.peek(key) === kept;
      if (error instanceof Refusal && isLast && this.#isYounger(kept, mostAgeMs)) return kept.made;
      throw error;
    }
  }

  #isYounger({ atMs }: Kept<Made>, ageMs: DurationMs): boolean {
    // The clock may have been set back since.
    return !this.#parts.race || Math.abs(this.#now() - atMs) < ageMs;
  }

  #clear(): void {
    this.#kept.clear();
    this.#making.clear();
    this.#clears += 1;
  }

  #begin(key: string, from: string, make: (nowMs: EpochMs) => Promise<Made>): Promise<Made> {
    const making = this.#parts.queue.run(from, () => this.#make(key, make));
    this.#making.set(key, making);
    const forget = (): void => {
      if (this.#making.get(key) === making) this.#making.delete(key);
    };
    making.then(forget, forget);
    return making;
  }

  async #make(key: string, make: (nowMs: EpochMs) => Promise<Made>): Promise<Made> {
    for (;;) {
      const clears = this.#clears;
      const version = this.#parts.race?.head.version;
      const atMs = this.#now();
      const made = await make(atMs);
      // A runner who became private while it was made is in it by name.
      if (clears !== this.#clears) continue;
      this.#kept.set(key, { made, version, atMs });
      return made;
    }
  }
}
