import type { DurationMs } from '#shared/model/time.ts';

import type { Timers } from './timers.ts';

/** Does something at a steady interval while it is on; the first time after one interval. */
export class Poller {
  readonly #intervalMs: DurationMs;
  readonly #timers: Timers;
  readonly #poll: () => void;
  #cancel: (() => void) | undefined;

  constructor(intervalMs: DurationMs, timers: Timers, poll: () => void) {
    this.#intervalMs = intervalMs;
    this.#timers = timers;
    this.#poll = poll;
  }

  start(): void {
    if (this.#cancel) return;
    this.#cancel = this.#timers.after(this.#intervalMs, () => {
      this.#cancel = undefined;
      this.start();
      this.#poll();
    });
  }

  stop(): void {
    this.#cancel?.();
    this.#cancel = undefined;
  }
}
