import type { DurationMs, EpochMs } from '#shared/model/time.ts';

import { createRecentlyUsed, groupAddress, groupNetwork, isOwnNetwork } from './address-groups.ts';

/** Failures are forgotten this long after the last one. */
const FORGET_MS = 30 * 60_000;
/** Names kept; beyond this the one failed longest ago is dropped. */
const CAPACITY = 80_000;
const FIRST_DELAY_MS = 1_000;
/** The longest delay, so that people who share an address with an attacker are not locked out for long. */
const MAX_DELAY_MS = 60_000;

interface Failures {
  readonly count: number;
  readonly lastMs: EpochMs;
}

/** Counts failures by name, in bounded memory. */
class FailureCounts {
  readonly #now: () => EpochMs;
  readonly #entries = createRecentlyUsed<Failures>(CAPACITY);

  constructor(now: () => EpochMs) {
    this.#now = now;
  }

  count(name: string): number {
    return this.#find(name)?.count ?? 0;
  }

  /** The rest of the wait after the last failure: none for the first `free`, then twice as long after each. */
  findWaitMs(name: string, free: number): DurationMs {
    const { count, lastMs } = this.#find(name) ?? { count: 0, lastMs: 0 };
    if (count < free) return 0;
    const delayMs = Math.min(MAX_DELAY_MS, FIRST_DELAY_MS * 2 ** (count - free));
    return Math.max(0, lastMs + delayMs - this.#now());
  }

  /** Adds to the failures of a name, or with -1 takes one back. */
  add(name: string, by = 1): void {
    this.#entries.set(name, { count: this.count(name) + by, lastMs: this.#now() });
  }

  clear(name: string): void {
    this.#entries.delete(name);
  }

  #find(name: string): Failures | undefined {
    const known = this.#entries.peek(name);
    if (!known) return undefined;
    const nowMs = this.#now();
    // The clock was set back: otherwise the wait would be that much longer.
    const failures = { ...known, lastMs: Math.min(known.lastMs, nowMs) };
    if (failures.lastMs < known.lastMs) this.#entries.set(name, failures);
    return nowMs - failures.lastMs < FORGET_MS ? failures : undefined;
  }
}

/**
 * Wrong passwords for one account from one address before each further one costs a delay; only this
 * many from one address count for the account.
 */
const FREE_FOR_PAIR = 5;
/** The same once the account is under attack. */
const FREE_UNDER_ATTACK = 1;
/** Wrong passwords of strangers for one account, from anywhere, that put it under attack. */
const ATTACK = 20;
/** Wrong passwords from one address, for any accounts, before each further one costs a delay. */
const FREE_FOR_ADDRESS = 20;
/** Sign-ins from one address that wait for their turn. */
const MAX_IN_LINE = 16;

/** Passwords that are checked for an account under attack: after `atOnce` of them one each `everyMs`. */
interface Pace {
  readonly name: 'seen' | 'fresh';
  readonly everyMs: DurationMs;
  readonly atOnce: number;
}

/** Of networks that tried the account before, all of them together. */
const SEEN: Pace = { name: 'seen', everyMs: 10_000, atOnce: 0 };
/** Of networks that did not. */
const FRESH: Pace = { name: 'fresh', everyMs: 1_000, atOnce: 60 };

export interface LoginAttempt {
  readonly email: string;
  readonly address: string;
  /** Proof of the account, such as its session: counted in place of the address. */
  readonly known?: string | undefined;
}

export type AttemptOutcome<T> =
  | { readonly proved: T }
  /** It was wrong, and is counted. */
  | { readonly failed: true }
  /** It was not checked: try again after this time. */
  | { readonly waitMs: DurationMs };

/**
 * Slows down guessing. Failures count against the account together with their address, and against the address; so one
 * address can delay nobody who signs in from elsewhere. When many addresses try one account they count against the
 * account: networks that tried it before then share turns, those that did not have their own, and the private network of
 * the race waits for none. A session counts for itself, whatever strangers do. Sign-ins from
 * one address are checked one after another: a hundred sent at once gain nothing. The counts are this instance's own and
 * gone when it ends: in Redis every guess of a stranger would be a write to the race's disk.
 */
export class LoginThrottle {
  readonly #now: () => EpochMs;
  readonly #failures: FailureCounts;
  /** When the turns of an account under attack are all free again, by pace. */
  readonly #freeMs = createRecentlyUsed<EpochMs>(CAPACITY);
  readonly #lines = new Map<string, { last: Promise<unknown>; length: number }>();

  constructor(now: () => EpochMs) {
    this.#now = now;
    this.#failures = new FailureCounts(now);
  }

  /** Checks an attempt, unless it has to wait; `prove` returns undefined for a wrong password. */
  async attempt<T>(
    { email, address: rawAddress, known }: LoginAttempt,
    prove: () => Promise<T | undefined>,
  ): Promise<AttemptOutcome<T>> {
    const address = known === undefined ? groupAddress(rawAddress) : `known ${known}`;
    if ((this.#lines.get(address)?.length ?? 0) >= MAX_IN_LINE) return { waitMs: FIRST_DELAY_MS };
    return this.#inLine(address, async (): Promise<AttemptOutcome<T>> => {
      const failures = this.#failures;
      const isStranger = known === undefined;
      const pair = `pair ${address} ${email}`;
      const account = `account ${email}`;
      const network = `network ${groupNetwork(rawAddress)} ${email}`;
      const isAttacked = isStranger && failures.count(account) >= ATTACK;
      const pace = failures.count(network) === 0 ? FRESH : SEEN;
      const takesTurn = isAttacked && !isOwnNetwork(rawAddress);
      const waitMs = Math.max(
        failures.findWaitMs(pair, isAttacked ? FREE_UNDER_ATTACK : FREE_FOR_PAIR),
        failures.findWaitMs(`address ${address}`, FREE_FOR_ADDRESS),
        takesTurn ? this.#findTurnMs(email, pace) : 0,
      );
      if (waitMs > 0) return { waitMs };
      if (takesTurn) this.#takeTurn(email, pace);
      // Counted before the result is known: other addresses may come at once.
      const isCounted = isStranger && failures.count(pair) < FREE_FOR_PAIR;
      if (isStranger) failures.add(network);
      if (isCounted) failures.add(account);
      let isWrong = false;
      try {
        const proved = await prove();
        isWrong = proved === undefined;
        if (proved === undefined) {
          failures.add(pair);
          failures.add(`address ${address}`);
          return { failed: true };
        }
        failures.clear(pair);
        if (isStranger) failures.clear(network);
        return { proved };
      } finally {
        if (isCounted && !isWrong) failures.add(account, -1);
      }
    });
  }

  /** When all turns are free again; if the clock was set back, no later than possible. */
  #findFreeMs(email: string, { name, everyMs, atOnce }: Pace): EpochMs {
    const latestMs = this.#now() + (atOnce + 1) * everyMs;
    return Math.min(this.#freeMs.peek(`${name} ${email}`) ?? 0, latestMs);
  }

  #findTurnMs(email: string, pace: Pace): DurationMs {
    return this.#findFreeMs(email, pace) - this.#now() - pace.atOnce * pace.everyMs;
  }

  #takeTurn(email: string, pace: Pace): void {
    const freeMs = Math.max(this.#findFreeMs(email, pace), this.#now()) + pace.everyMs;
    this.#freeMs.set(`${pace.name} ${email}`, freeMs);
  }

  async #inLine<T>(address: string, task: () => Promise<T>): Promise<T> {
    const line = this.#lines.get(address) ?? { last: Promise.resolve(), length: 0 };
    this.#lines.set(address, line);
    const mine = line.last.then(task);
    line.length += 1;
    // The next attempt runs even if this one failed.
    line.last = mine.catch(() => undefined);
    try {
      return await mine;
    } finally {
      line.length -= 1;
      if (line.length === 0) this.#lines.delete(address);
    }
  }
}
