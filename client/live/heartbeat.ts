import type { DurationMs, EpochMs } from '#shared/model/time.ts';

import type { Timers } from './timers.ts';

/** After this a silent link is suspect when the page wakes: a healthy one carries a ping sooner. */
const SUSPECT_MS: DurationMs = 15_000;
/** After this long the page shows that it is offline, even while it still tries. */
const TIMEOUT_MS: DurationMs = 25_000;

/** How long the server has been silent, and when the page has to show it or can stop showing it. */
export class Heartbeat {
  readonly #timers: Timers;
  readonly #onChange: () => void;
  #lastMs: EpochMs | undefined;
  #isNetworkLost = false;
  #cancelTimeout = (): void => undefined;

  constructor(timers: Timers, onChange: () => void) {
    this.#timers = timers;
    this.#onChange = onChange;
  }

  /** Counts from now: the server was heard, or the page listens again after a sleep. */
  restart(): EpochMs {
    const wasLost = this.#isNetworkLost;
    this.#isNetworkLost = false;
    this.#cancelTimeout();
    this.#cancelTimeout = this.#timers.after(TIMEOUT_MS, this.#onChange);
    this.#lastMs = this.#timers.now();
    if (wasLost) this.#onChange();
    return this.#lastMs;
  }

  stop(): void {
    this.#cancelTimeout();
  }

  /** The browser reports that there is no network. Believed until the server is heard again. */
  loseNetwork(): void {
    this.#isNetworkLost = true;
    this.#onChange();
  }

  get isNetworkLost(): boolean {
    return this.#isNetworkLost;
  }

  /** Whether the link may be dead. A server that was never heard is not suspect. */
  get isSuspect(): boolean {
    return this.#silenceMs > SUSPECT_MS;
  }

  get isTimedOut(): boolean {
    return this.#isNetworkLost || this.#silenceMs >= TIMEOUT_MS;
  }

  get #silenceMs(): DurationMs {
    return this.#lastMs === undefined ? 0 : this.#timers.now() - this.#lastMs;
  }
}
