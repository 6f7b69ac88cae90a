import type { DurationMs, EpochMs } from '#shared/model/time.ts';

/** A reading of the server's clock: it showed `serverMs` at some moment of the round trip. */
export interface ClockSample {
  readonly serverMs: EpochMs;
  /** The phone's clock before the request and after the answer. */
  readonly askedMs: EpochMs;
  readonly answeredMs: EpochMs;
}

/** By how much two readings may differ beyond their round trips: clocks drift and round. */
const SLACK_MS = 250;

/**
 * The server's time on a phone whose own clock may be wrong. The reading with the shortest round
 * trip is the most exact and counts until a later one contradicts it: then the phone's clock was
 * set, or stopped during sleep.
 */
export class ServerClock {
  #offsetMs: DurationMs = 0;
  #errorMs: DurationMs = Infinity;

  /** How far the server is ahead of the phone. */
  get offsetMs(): DurationMs {
    return this.#offsetMs;
  }

  /** Returns whether the reading changed the offset. */
  add({ serverMs, askedMs, answeredMs }: ClockSample): boolean {
    const errorMs = (answeredMs - askedMs) / 2;
    if (errorMs < 0) return false;
    const offsetMs = serverMs - (askedMs + answeredMs) / 2;
    const isContradiction =
      Math.abs(offsetMs - this.#offsetMs) > errorMs + this.#errorMs + SLACK_MS;
    if (errorMs > this.#errorMs && !isContradiction) return false;
    this.#offsetMs = offsetMs;
    this.#errorMs = errorMs;
    return true;
  }
}
