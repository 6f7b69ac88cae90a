import { createRecentlyUsed, groupAddress } from '#server/identity/address-groups.ts';
import { type EpochMs, SECOND_MS } from '#shared/model/time.ts';

/** Addresses remembered; beyond this the one heard longest ago is forgotten. */
const CAPACITY = 20_000;

interface Spent {
  readonly tokens: number;
  readonly atMs: EpochMs;
}

/** Limits how often something may be done from one address: a number at once, and then a rate per second. */
export class AddressBudget {
  readonly #atOnce: number;
  readonly #perSecond: number;
  readonly #now: () => EpochMs;
  readonly #left = createRecentlyUsed<Spent>(CAPACITY);

  constructor(atOnce: number, perSecond: number, now: () => EpochMs) {
    this.#atOnce = atOnce;
    this.#perSecond = perSecond;
    this.#now = now;
  }

  get size(): number {
    return this.#left.size;
  }

  /** Whether it may be done once more; if so, counts it. */
  spend(rawAddress: string, nowMs = this.#now()): boolean {
    const address = groupAddress(rawAddress);
    const before = this.#left.get(address) ?? { tokens: this.#atOnce, atMs: nowMs };
    const gained = (Math.max(0, nowMs - before.atMs) / SECOND_MS) * this.#perSecond;
    const tokens = Math.min(this.#atOnce, before.tokens + gained);
    const isLeft = tokens >= 1;
    this.#left.set(address, { tokens: isLeft ? tokens - 1 : tokens, atMs: nowMs });
    return isLeft;
  }
}
