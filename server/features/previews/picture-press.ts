import { LRUCache } from 'lru-cache';

import type { QueueLimits } from '#server/web/fair-queue.ts';
import { FairQueue } from '#server/web/fair-queue.ts';

/** How much is kept, and how many may wait. */
export interface PressLimits extends QueueLimits {
  readonly maxBytes: number;
}

/** A picture is asked for once by each program that draws a preview: a few hundred are enough. */
const LIMITS: PressLimits = { maxBytes: 32_000_000, inAll: 32, perNetwork: 4 };

/**
 * Makes pictures one at a time, however many are asked for, and keeps those that were asked for last.
 * What is kept or being made is shared by all who ask for it; another one waits for the fair turn of
 * the network that asks (`FairQueue`).
 */
export class PicturePress {
  readonly #kept: LRUCache<string, Buffer>;
  readonly #queue: FairQueue;
  readonly #making = new Map<string, Promise<Buffer>>();

  constructor({ maxBytes, ...limits }: PressLimits = LIMITS) {
    this.#kept = new LRUCache({ maxSize: maxBytes, sizeCalculation: ({ length }) => length });
    this.#queue = new FairQueue(limits);
  }

  /** How many pictures are being made or waited for. */
  get waiting(): number {
    return this.#queue.size;
  }

  get keptBytes(): number {
    return this.#kept.calculatedSize;
  }

  /** The picture of this name, made now for whoever asks first. The name says all that it shows. */
  get(name: string, address: string, make: () => Promise<Buffer>): Promise<Buffer> {
    const kept = this.#kept.get(name);
    if (kept) return Promise.resolve(kept);
    const underWay = this.#making.get(name);
    if (underWay) return underWay;
    const made = this.#queue.run(address, async () => {
      const picture = await make();
      this.#kept.set(name, picture);
      return picture;
    });
    this.#making.set(name, made);
    const forget = (): void => void this.#making.delete(name);
    made.then(forget, forget);
    return made;
  }
}
