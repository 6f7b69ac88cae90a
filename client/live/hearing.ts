import type { DurationMs, EpochMs } from '#shared/model/time.ts';

import type { ConnectionState } from './race-store.ts';
import type { Timers } from './timers.ts';

/** Past this a silent link is doubted when the page wakes: a healthy one carries a ping sooner. */
const DOUBT_MS: DurationMs = 15_000;
/** Past this the page says that it is offline, whatever it still tries. */
const SILENCE_MS: DurationMs = 25_000;

/** For how long the server has been silent, and word of when the page has to say so or need not any more. */
export class Hearing {
  readonly #timers: Timers;
  readonly #onVerdict: () => void;
  #sinceMs: EpochMs | undefined;
  #isLost = false;
  #cancelAlarm = (): void => undefined;

  constructor(timers: Timers, onVerdict: () => void) {
    this.#timers = timers;
    this.#onVerdict = onVerdict;
  }

  /** Counts from now, which it returns: the server was heard, or the page listens again after a sleep. */
  restart(): EpochMs {
    const wasLost = this.#isLost;
    this.#isLost = false;
    this.#cancelAlarm();
    this.#cancelAlarm = this.#timers.after(SILENCE_MS, this.#onVerdict);
    this.#sinceMs = this.#timers.now();
    if (wasLost) this.#onVerdict();
    return this.#sinceMs;
  }

  stop(): void {
    this.#cancelAlarm();
  }

  /** The browser says that there is no network: until the server is heard again, it is believed. */
  lose(): void {
    this.#isLost = true;
    this.#onVerdict();
  }

  get isLost(): boolean {
    return this.#isLost;
  }

  /** Whether the link may be dead; one that never was is not. */
  get isDoubtful(): boolean {
    return this.#silenceMs > DOUBT_MS;
  }

  get isSilent(): boolean {
    return this.#isLost || this.#silenceMs >= SILENCE_MS;
  }

  get #silenceMs(): DurationMs {
    return this.#sinceMs === undefined ? 0 : this.#timers.now() - this.#sinceMs;
  }
}

/** What a feed knows of its link to the server. */
export interface LinkFacts {
  readonly hearing: Hearing;
  readonly isUp: boolean;
  /** Some of what the server has is still on its way. */
  readonly isBehind: boolean;
  /** Whether the socket has tried and failed since it was last up. */
  readonly isRefused: boolean;
  readonly lastFetch: 'none' | 'done' | 'failed';
  /** What the browser says of the network. */
  readonly isOnline: boolean;
}

/** How fresh a page with such a link is. */
export function judgeConnection(facts: LinkFacts): ConnectionState {
  const { hearing, isUp, isBehind, isRefused, lastFetch, isOnline } = facts;
  if (isUp && !hearing.isLost) return isBehind ? 'catching-up' : 'live';
  if (lastFetch === 'failed' || !isOnline || hearing.isSilent) return 'offline';
  return isRefused && lastFetch === 'done' ? 'polling' : 'catching-up';
}
