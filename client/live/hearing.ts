import type { DurationMs, EpochMs } from '#shared/model/time.ts';

import type { Timers } from './timers.ts';

/** Past this a silent link is doubted when the page wakes: a healthy one carries a ping sooner. */
const DOUBT_MS: DurationMs = 15_000;
/** Past this the page says that it is offline, whatever it still tries. */
const SILENCE_MS: DurationMs = 25_000;

/** For how long the server has been silent, and an alarm for when that is too long. */
export class Hearing {
  readonly #timers: Timers;
  readonly #onSilence: () => void;
  #sinceMs: EpochMs | undefined;
  #cancelAlarm = (): void => undefined;

  constructor(timers: Timers, onSilence: () => void) {
    this.#timers = timers;
    this.#onSilence = onSilence;
  }

  /** Counts from now, which it returns: the server was heard, or the page listens again after a sleep. */
  restart(): EpochMs {
    this.#cancelAlarm();
    this.#cancelAlarm = this.#timers.after(SILENCE_MS, this.#onSilence);
    this.#sinceMs = this.#timers.now();
    return this.#sinceMs;
  }

  stop(): void {
    this.#cancelAlarm();
  }

  /** Whether the link may be dead; one that never was is not. */
  get isDoubtful(): boolean {
    return this.#silenceMs > DOUBT_MS;
  }

  get isSilent(): boolean {
    return this.#silenceMs >= SILENCE_MS;
  }

  get #silenceMs(): DurationMs {
    return this.#sinceMs === undefined ? 0 : this.#timers.now() - this.#sinceMs;
  }
}
