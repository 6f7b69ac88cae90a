import { createRecentlyUsed, groupAddress } from '#server/identity/address-groups.ts';
import { type DurationMs, SECOND_MS } from '#shared/model/time.ts';

interface BudgetLimits {
  readonly atOnce: number;
  readonly perSecond: number;
}

/** Limits how often something may happen: a number at once, then a rate per second. */
export class Budget {
  readonly #limits: BudgetLimits;
  #left: number;
  #atMs: DurationMs = 0;

  constructor(limits: BudgetLimits) {
    this.#limits = limits;
    this.#left = limits.atOnce;
  }

  /** Whether it may happen once more; if so, counts it. */
  spend(nowMs = performance.now()): boolean {
    const { atOnce, perSecond } = this.#limits;
    const gained = ((nowMs - this.#atMs) / SECOND_MS) * perSecond;
    this.#left = Math.min(atOnce, this.#left + gained);
    this.#atMs = nowMs;
    const isLeft = this.#left >= 1;
    if (isLeft) this.#left -= 1;
    return isLeft;
  }
}

/** Addresses remembered; beyond this the least recently used is forgotten. */
const CAPACITY = 20_000;

/** A {@link Budget} for each address. */
export class AddressBudget {
  readonly #limits: BudgetLimits;
  readonly #budgets = createRecentlyUsed<Budget>(CAPACITY);

  constructor(limits: BudgetLimits) {
    this.#limits = limits;
  }

  get size(): number {
    return this.#budgets.size;
  }

  spend(rawAddress: string, nowMs?: DurationMs): boolean {
    const address = groupAddress(rawAddress);
    const budget = this.#budgets.get(address) ?? new Budget(this.#limits);
    this.#budgets.set(address, budget);
    return budget.spend(nowMs);
  }
}
