import { setTimeout as rest } from 'node:timers/promises';

import { LRUCache } from 'lru-cache';

import type { SlotLimits } from '#server/web/connection-slots.ts';
import { ConnectionSlots } from '#server/web/connection-slots.ts';
import { Refusal } from '#server/web/refusal.ts';

/** How much is kept, and how many may wait. */
export interface PressLimits extends SlotLimits {
  readonly maxBytes: number;
}

/** A picture is asked for once by each program that draws a preview: a few hundred are enough. */
const LIMITS: PressLimits = { maxBytes: 32_000_000, inAll: 32, perAddress: 4 };

/**
 * Makes pictures one at a time, however many are asked for, and keeps those that were asked for last.
 *
 * 1. What is kept or being made is shared by all who ask for it.
 * 2. Another one waits for its turn, if there is room among those who wait, in all and from one
 *    address: else 503.
 * 3. After each the press rests for as long as it worked, so that it takes half of a core at most.
 */
export class PicturePress {
  readonly #kept: LRUCache<string, Buffer>;
  readonly #slots: ConnectionSlots;
  readonly #making = new Map<string, Promise<Buffer>>();
  #last: Promise<unknown> = Promise.resolve();

  constructor({ maxBytes, ...slots }: PressLimits = LIMITS) {
    this.#kept = new LRUCache({ maxSize: maxBytes, sizeCalculation: ({ length }) => length });
    this.#slots = new ConnectionSlots(slots);
  }

  /** How many pictures are being made or waited for. */
  get waiting(): number {
    return this.#making.size;
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
    if (!this.#slots.has(address)) {
      throw new Refusal(503, 'Too many pictures are being drawn. Try again in a moment.');
    }
    const leave = this.#slots.take(address);
    let workedMs = 0;
    const made = this.#last.then(async () => {
      const startedMs = performance.now();
      const picture = await make().finally(() => (workedMs = performance.now() - startedMs));
      this.#kept.set(name, picture);
      return picture;
    });
    this.#making.set(name, made);
    this.#last = made
      .catch(() => undefined)
      .then(() => {
        this.#making.delete(name);
        leave();
        return rest(workedMs, undefined, { ref: false });
      });
    return made;
  }
}
