import type { DurationMs, EpochMs } from '#shared/model/time.ts';

/** Strikes are forgotten this long after the last one. */
const FORGET_MS = 30 * 60_000;
/** Entries kept; past that the one that was struck longest ago makes room. */
const CAPACITY = 20_000;

interface Strikes {
  readonly count: number;
  readonly lastMs: EpochMs;
}

/** Counts failures by name, in bounded memory. */
export class StrikeTable {
  /** In the order of the last strike. */
  readonly #entries = new Map<string, Strikes>();

  count(name: string, nowMs: EpochMs): number {
    return this.#find(name, nowMs)?.count ?? 0;
  }

  /** How long after the last strike something is still to wait, when `delayMs` is how long in all. */
  remainingMs(name: string, nowMs: EpochMs, delayMs: (count: number) => DurationMs): DurationMs {
    const strikes = this.#find(name, nowMs);
    return strikes ? Math.max(0, strikes.lastMs + delayMs(strikes.count) - nowMs) : 0;
  }

  strike(name: string, nowMs: EpochMs): void {
    const count = this.count(name, nowMs) + 1;
    this.#entries.delete(name);
    this.#entries.set(name, { count, lastMs: nowMs });
    const [oldest] = this.#entries.keys();
    if (this.#entries.size > CAPACITY && oldest !== undefined) this.#entries.delete(oldest);
  }

  clear(name: string): void {
    this.#entries.delete(name);
  }

  #find(name: string, nowMs: EpochMs): Strikes | undefined {
    const strikes = this.#entries.get(name);
    return strikes && nowMs - strikes.lastMs < FORGET_MS ? strikes : undefined;
  }
}
