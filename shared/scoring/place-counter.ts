import type { DurationMs } from '../model/time.ts';

/** Gives places to those who come in the order of their times: equal ones share a place, and as many of the next are skipped (RULES.md RK3). */
export class PlaceCounter {
  #passed = 0;
  #place = 0;
  #lastMs: DurationMs | null | undefined;

  next(timeMs: DurationMs | null): number {
    this.#passed += 1;
    if (timeMs !== this.#lastMs) this.#place = this.#passed;
    this.#lastMs = timeMs;
    return this.#place;
  }
}
