import { type DurationMs, MINUTE_MS, SECOND_MS } from '#shared/model/time.ts';

import { createRecentlyUsed, groupAddress, groupNetwork, isOwnNetwork } from './address-groups.ts';
import { tooManyTries } from './account-refusals.ts';

/** After the last failure. */
const FORGET_MS = 30 * MINUTE_MS;
/** Beyond this the oldest are dropped. */
const CAPACITY = 80_000;
const FIRST_DELAY_MS = SECOND_MS;

/** Wrong passwords for one account before sign-ins take turns; `seen`: the network has failed before. */
const FREE = { fresh: 60, seen: 20 } as const;

interface Failures {
  readonly count: number;
  readonly lastMs: number;
}

/** After `free` failures, each further one doubles the delay, up to `longestMs`. */
interface Limit {
  readonly name: string;
  readonly free: number;
  readonly longestMs: DurationMs;
}

export interface LoginAttempt {
  readonly email: string;
  readonly address: string;
  /** Identifies a proven owner, such as by a session; replaces the address. */
  readonly known?: string | undefined;
}

/**
 * Slows down guessing (ACCOUNTS.md AC7, AC13). Counts are kept in memory: in Redis each guess of a stranger would be a
 * write to disk.
 */
export class LoginThrottle {
  readonly #now: () => number;
  readonly #failures = createRecentlyUsed<Failures>(CAPACITY);

  constructor(now: () => number) {
    this.#now = now;
  }

  /**
   * Checks an attempt; `prove` returns undefined for a wrong password, which is counted.
   * @throws {Refusal} if it must wait; it was not checked then
   */
  async attempt<T>(
    from: LoginAttempt,
    prove: () => Promise<T | undefined>,
  ): Promise<T | undefined> {
    const limits = this.#listLimits(from);
    const waitMs = Math.max(...limits.map((limit) => this.#findWaitMs(limit)));
    if (waitMs > 0) throw tooManyTries(waitMs);
    // Count before the result is known, so that simultaneous attempts gain nothing.
    for (const { name } of limits) this.#add(name, 1);
    let isWrong = false;
    try {
      const proved = await prove();
      isWrong = proved === undefined;
      // Forget only the caller's failures.
      if (!isWrong) this.#failures.delete(limits[0].name);
      return proved;
    } finally {
      if (!isWrong) for (const { name } of limits) this.#add(name, -1);
    }
  }

  #listLimits({ email, address: rawAddress, known }: LoginAttempt): readonly [Limit, ...Limit[]] {
    if (known !== undefined) return [{ name: `known ${known}`, free: 5, longestMs: MINUTE_MS }];
    const address = groupAddress(rawAddress);
    const network = `network ${groupNetwork(rawAddress)} ${email}`;
    // An attack from many networks mustn't slow down the owner, whose network has not failed.
    const kind = this.#count(network) === 0 ? 'fresh' : 'seen';
    return [
      { name: `pair ${address} ${email}`, free: 5, longestMs: MINUTE_MS },
      { name: `address ${address}`, free: 20, longestMs: MINUTE_MS },
      { name: network, free: Infinity, longestMs: 0 },
      ...(isOwnNetwork(rawAddress)
        ? []
        : [{ name: `${kind} ${email}`, free: FREE[kind], longestMs: SECOND_MS }]),
    ];
  }

  #findWaitMs({ name, free, longestMs }: Limit): DurationMs {
    const { count, lastMs } = this.#find(name) ?? { count: 0, lastMs: 0 };
    if (count < free) return 0;
    const delayMs = Math.min(longestMs, FIRST_DELAY_MS * 2 ** (count - free));
    return Math.max(0, lastMs + delayMs - this.#now());
  }

  #add(name: string, by: 1 | -1): void {
    const count = Math.max(0, this.#count(name) + by);
    this.#failures.set(name, { count, lastMs: this.#now() });
  }

  #count(name: string): number {
    return this.#find(name)?.count ?? 0;
  }

  #find(name: string): Failures | undefined {
    const known = this.#failures.peek(name);
    return known && this.#now() - known.lastMs < FORGET_MS ? known : undefined;
  }
}
