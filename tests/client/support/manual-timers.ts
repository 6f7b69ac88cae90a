import type { Timers } from '#client/live/timers.ts';

interface Timer {
  readonly atMs: number;
  readonly run: () => void;
}

/** A clock and timers that a test advances. */
export class ManualTimers implements Timers {
  #nowMs: number;
  #waiting: Timer[] = [];

  constructor(nowMs = 1_000_000) {
    this.#nowMs = nowMs;
  }

  /** The number of waiting timers. */
  get pending(): number {
    return this.#waiting.length;
  }

  now(): number {
    return this.#nowMs;
  }

  after(delayMs: number, run: () => void): () => void {
    const timer = { atMs: this.#nowMs + delayMs, run };
    this.#waiting.push(timer);
    return () => {
      this.#waiting = this.#waiting.filter((other) => other !== timer);
    };
  }

  /** Lets time pass; timers run in order, each at its own moment. */
  advance(byMs: number): void {
    const untilMs = this.#nowMs + byMs;
    for (;;) {
      const [next] = this.#waiting
        .filter((timer) => timer.atMs <= untilMs)
        .toSorted((a, b) => a.atMs - b.atMs);
      if (!next) break;
      this.#waiting = this.#waiting.filter((timer) => timer !== next);
      this.#nowMs = next.atMs;
      next.run();
    }
    this.#nowMs = untilMs;
  }
}
