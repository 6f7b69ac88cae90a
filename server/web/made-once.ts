import { LRUCache } from 'lru-cache';

import type { FairQueue } from './fair-queue.ts';
import { Refusal } from './refusal.ts';

export interface MadeOnceParts<Made extends object | undefined> {
  /** Bytes kept, the last requested ones. */
  readonly maxBytes: number;
  readonly bytesOf: (made: NonNullable<Made>, key: string) => number;
  readonly queue: FairQueue;
}

/** How something is made, and how long it is valid; for good by default. */
export interface HowMade<Made extends object | undefined> {
  readonly make: () => Promise<Made>;
  readonly isFresh?: (kept: NonNullable<Made>) => boolean;
  /** Whether the last one will do while the queue is too full to make another. */
  readonly mayBeGiven?: (kept: NonNullable<Made>) => boolean;
}

/**
 * What costs the server something to make, made when a stranger asks for it and kept for all.
 *
 * 1. It is made once for all who wait for it, in the fair turn of the network that asked first. The key
 *    says all that it depends on, and nothing that a stranger writes as they like.
 * 2. It is given to everybody while it is fresh. Where too much waits already the last one is given as
 *    long as it may be, else the {@link Refusal} of the queue.
 * 3. Nobody gets what was begun before {@link clear}; that there is none is not kept.
 */
export class MadeOnce<Made extends object | undefined> {
  readonly #queue: FairQueue;
  readonly #kept: LRUCache<string, NonNullable<Made>>;
  readonly #making = new Map<string, Promise<Made>>();
  /** How often everything made before was dropped. */
  #clears = 0;

  constructor({ maxBytes, bytesOf, queue }: MadeOnceParts<Made>) {
    this.#queue = queue;
    this.#kept = new LRUCache({ maxSize: maxBytes, sizeCalculation: bytesOf });
  }

  get keptBytes(): number {
    return this.#kept.calculatedSize;
  }

  async get(
    key: string,
    from: string,
    { make, isFresh = () => true, mayBeGiven = isFresh }: HowMade<Made>,
  ): Promise<Made> {
    const kept = this.#kept.get(key);
    if (kept && isFresh(kept)) return kept;
    try {
      return await (this.#making.get(key) ?? this.#begin(key, from, make));
    } catch (error) {
      const isLast = kept && this.#kept.peek(key) === kept;
      if (error instanceof Refusal && isLast && mayBeGiven(kept)) return kept;
      throw error;
    }
  }

  clear(): void {
    this.#kept.clear();
    this.#making.clear();
    this.#clears += 1;
  }

  #begin(key: string, from: string, make: () => Promise<Made>): Promise<Made> {
    const making = this.#queue.run(from, () => this.#make(key, make));
    this.#making.set(key, making);
    const forget = (): void => {
      if (this.#making.get(key) === making) this.#making.delete(key);
    };
    making.then(forget, forget);
    return making;
  }

  async #make(key: string, make: () => Promise<Made>): Promise<Made> {
    for (;;) {
      const clears = this.#clears;
      const made = await make();
      // A runner who became private while it was made is in it by name.
      if (clears !== this.#clears) continue;
      if (made) this.#kept.set(key, made);
      return made;
    }
  }
}
