import type { Timers } from '#client/live/timers.ts';

interface Alarm {
  readonly atMs: number;
  readonly run: () => void;
}

/** A clock and alarms that a test turns by hand. */
export class ManualTimers implements Timers {
  #nowMs: number;
  #alarms: Alarm[] = [];

  constructor(nowMs = 1_000_000) {
    this.#nowMs = nowMs;
  }

  /** How many alarms are set. */
  get pending(): number {
    return this.#alarms.length;
  }

  now(): number {
    return this.#nowMs;
  }

  after(delayMs: number, run: () => void): () => void {
    const alarm = { atMs: this.#nowMs + delayMs, run };
    this.#alarms.push(alarm);
    return () => {
      this.#alarms = this.#alarms.filter((other) => other !== alarm);
    };
  }

  /** Lets time pass; alarms go off in their order, each at its own moment. */
  advance(byMs: number): void {
    const untilMs = this.#nowMs + byMs;
    for (;;) {
      const [next] = this.#alarms
        .filter((alarm) => alarm.atMs <= untilMs)
        .toSorted((a, b) => a.atMs - b.atMs);
      if (!next) break;
      this.#alarms = this.#alarms.filter((alarm) => alarm !== next);
      this.#nowMs = next.atMs;
      next.run();
    }
    this.#nowMs = untilMs;
  }
}
