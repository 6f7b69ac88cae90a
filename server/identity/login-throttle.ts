import type { DurationMs, EpochMs } from '#shared/model/time.ts';

import { groupAddress, groupNetwork, isOwnNetwork } from './address-groups.ts';
import { createRecentlyUsed } from './recently-used.ts';

/** Strikes are forgotten this long after the last one. */
const FORGET_MS = 30 * 60_000;
/** Entries kept; beyond this the one struck longest ago is dropped. */
const CAPACITY = 20_000;

interface Strikes {
  readonly count: number;
  readonly lastMs: EpochMs;
}

/** Counts failures by name, in bounded memory. */
class StrikeTable {
  readonly #entries = createRecentlyUsed<Strikes>(CAPACITY);

  count(name: string, nowMs: EpochMs): number {
    return this.#find(name, nowMs)?.count ?? 0;
  }

  /** The wait that is left since the last strike, where `delayMs` is the whole wait. */
  remainingMs(name: string, nowMs: EpochMs, delayMs: (count: number) => DurationMs): DurationMs {
    const strikes = this.#find(name, nowMs);
    return strikes ? Math.max(0, strikes.lastMs + delayMs(strikes.count) - nowMs) : 0;
  }

  strike(name: string, nowMs: EpochMs): void {
    this.#entries.set(name, { count: this.count(name, nowMs) + 1, lastMs: nowMs });
  }

  clear(name: string): void {
    this.#entries.delete(name);
  }

  #find(name: string, nowMs: EpochMs): Strikes | undefined {
    const known = this.#entries.peek(name);
    // The clock was set back since: otherwise the wait would be longer by as much.
    if (known && known.lastMs > nowMs) this.#entries.set(name, { ...known, lastMs: nowMs });
    const strikes = this.#entries.peek(name);
    return strikes && nowMs - strikes.lastMs < FORGET_MS ? strikes : undefined;
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
/**
 * The time between two passwords that are checked for an account under attack from networks that tried it before, all of
 * them together.
 */
const TURN_MS = 10_000;
/** Networks that did not try it before have turns of their own: so many at once, then one in each second. */
const FRESH_AT_ONCE = 60;
const FRESH_TURN_MS = 1_000;
/** Wrong passwords from one address, for any accounts, before each further one costs a delay. */
const FREE_FOR_ADDRESS = 20;
const FIRST_DELAY_MS = 1_000;
/** The longest delay, so that people who share an address with an attacker are not locked out for long. */
const MAX_DELAY_MS = 60_000;
/** Sign-ins from one address that wait for their turn. */
const MAX_IN_LINE = 16;

/** Whose turns an attempt shares: a known browser's, the race's own network, a network new to the account, or another. */
type Lane = 'known' | 'own' | 'fresh' | 'seen';

export interface LoginAttempt {
  readonly email: string;
  readonly address: string;
  /**
   * Something known to be the account's own, such as a browser that signed in before: counted in place of the address.
   */
  readonly known?: string | undefined;
}

export type AttemptOutcome<T> =
  | { readonly proved: T }
  /** It was wrong, and counts as such. */
  | { readonly failed: true }
  /** It was not checked: try again after this time. */
  | { readonly waitMs: DurationMs };

/**
 * Slows down guessing. Failures count against the account together with their address, and against the address; so one
 * address can delay nobody who signs in from elsewhere. When many addresses try one account they count against the
 * account: networks that tried it before then share turns, those that did not have their own, and the private network of
 * the race waits for none. A known browser counts for itself, wherever it is and whatever strangers do. Sign-ins from one address are checked one after another: a hundred sent at
 * once gain nothing. The counts are this instance's own and gone when it ends: in Redis every guess of a stranger would
 * be a write to the race's disk.
 */
export class LoginThrottle {
  readonly #now: () => EpochMs;
  readonly #pairs = new StrikeTable();
  readonly #addresses = new StrikeTable();
  /** Only of strangers. */
  readonly #accounts = new StrikeTable();
  /** When a stranger's password for an account under attack was last checked. */
  readonly #turns = new StrikeTable();
  /** The networks that tried an account under attack. */
  readonly #networks = new StrikeTable();
  /** When the turns of networks that are new to an account under attack are all free again. */
  readonly #fresh = createRecentlyUsed<EpochMs>(CAPACITY);
  /** Strangers' passwords being checked, by account. */
  readonly #underWay = new Map<string, number>();
  readonly #lines = new Map<string, { last: Promise<unknown>; length: number }>();

  constructor(now: () => EpochMs) {
    this.#now = now;
  }

  /** Checks an attempt, unless it has to wait; `prove` returns undefined for a wrong password. */
  async attempt<T>(
    { email, address: rawAddress, known }: LoginAttempt,
    prove: () => Promise<T | undefined>,
  ): Promise<AttemptOutcome<T>> {
    const address = known === undefined ? groupAddress(rawAddress) : `known ${known}`;
    if ((this.#lines.get(address)?.length ?? 0) >= MAX_IN_LINE) return { waitMs: FIRST_DELAY_MS };
    return this.#inLine(address, async (): Promise<AttemptOutcome<T>> => {
      const isKnown = known !== undefined;
      const lane = isKnown ? 'known' : this.#findLane(email, rawAddress);
      const waitMs = this.#findWaitMs(email, address, lane);
      if (waitMs > 0) return { waitMs };
      const proved = await this.#look(email, rawAddress, lane, prove);
      if (proved === undefined) {
        this.#strike(email, address, isKnown);
        return { failed: true };
      }
      this.#pairs.clear(pairOf(email, address));
      if (!isKnown) this.#networks.clear(pairOf(email, groupNetwork(rawAddress)));
      return { proved };
    });
  }

  #findLane(email: string, address: string): Lane {
    if (isOwnNetwork(address)) return 'own';
    const network = pairOf(email, groupNetwork(address));
    return this.#networks.count(network, this.#now()) === 0 ? 'fresh' : 'seen';
  }

  #findWaitMs(email: string, address: string, lane: Lane): DurationMs {
    const nowMs = this.#now();
    const isAttacked = lane !== 'known' && this.#isAttacked(email, nowMs);
    const freeForPair = isAttacked ? FREE_UNDER_ATTACK : FREE_FOR_PAIR;
    const turnMs =
      lane === 'fresh'
        ? (this.#fresh.peek(email) ?? 0) - nowMs - FRESH_AT_ONCE * FRESH_TURN_MS
        : this.#turns.remainingMs(email, nowMs, () => (lane === 'seen' ? TURN_MS : 0));
    return Math.max(
      this.#pairs.remainingMs(pairOf(email, address), nowMs, delayAfter(freeForPair)),
      this.#addresses.remainingMs(address, nowMs, delayAfter(FREE_FOR_ADDRESS)),
      isAttacked ? turnMs : 0,
    );
  }

  /** Attempts under way count before they are known to be wrong. */
  #isAttacked(email: string, nowMs: EpochMs): boolean {
    return this.#accounts.count(email, nowMs) + (this.#underWay.get(email) ?? 0) >= ATTACK;
  }

  async #look<T>(
    email: string,
    address: string,
    lane: Lane,
    prove: () => Promise<T | undefined>,
  ): Promise<T | undefined> {
    if (lane === 'known') return prove();
    const nowMs = this.#now();
    if (this.#isAttacked(email, nowMs)) {
      if (lane === 'seen') this.#turns.strike(email, nowMs);
      if (lane === 'fresh') {
        const freeMs = Math.min(
          this.#fresh.peek(email) ?? 0,
          nowMs + 2 * FRESH_AT_ONCE * FRESH_TURN_MS,
        );
        this.#fresh.set(email, Math.max(freeMs, nowMs) + FRESH_TURN_MS);
      }
    }
    // Before it is known to be wrong: the other addresses of the network may come at once.
    this.#networks.strike(pairOf(email, groupNetwork(address)), nowMs);
    this.#underWay.set(email, (this.#underWay.get(email) ?? 0) + 1);
    try {
      return await prove();
    } finally {
      const left = (this.#underWay.get(email) ?? 1) - 1;
      if (left === 0) this.#underWay.delete(email);
      else this.#underWay.set(email, left);
    }
  }

  #strike(email: string, address: string, isKnown: boolean): void {
    const nowMs = this.#now();
    const pair = pairOf(email, address);
    const isCounted = !isKnown && this.#pairs.count(pair, nowMs) < FREE_FOR_PAIR;
    this.#pairs.strike(pair, nowMs);
    this.#addresses.strike(address, nowMs);
    if (isCounted) this.#accounts.strike(email, nowMs);
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

function delayAfter(free: number): (count: number) => DurationMs {
  return (count) =>
    count < free ? 0 : Math.min(MAX_DELAY_MS, FIRST_DELAY_MS * 2 ** (count - free));
}

/** An account contains no blank. */
function pairOf(email: string, address: string): string {
  return `${address} ${email}`;
}
