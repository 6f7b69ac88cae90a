import type { DurationMs } from '#shared/model/time.ts';

/** Counts the messages of one connection, to detect a flood. */
export class MessageBudget {
  readonly #max: number;
  readonly #windowMs: DurationMs;
  #spent = 0;
  #windowStartMs = Number.NEGATIVE_INFINITY;

  constructor(max: number, windowMs: DurationMs) {
    this.#max = max;
    this.#windowMs = windowMs;
  }

  /** Whether one more message is within the limit of a window. */
  spend(nowMs: number): boolean {
    if (nowMs - this.#windowStartMs > this.#windowMs) {
      this.#windowStartMs = nowMs;
      this.#spent = 0;
    }
    this.#spent += 1;
    return this.#spent <= this.#max;
  }
}
