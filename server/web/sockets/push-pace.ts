import type { DurationMs } from '#shared/model/time.ts';
import { MAX_PUSH_INTERVAL_MS, MIN_PUSH_INTERVAL_MS } from '#shared/wire/socket-events.ts';

interface PushSpan {
  readonly tookMs: DurationMs;
  /** The delay of its start. */
  readonly lateMs: DurationMs;
}

/** Calls `push` at once when idle, otherwise at most once an interval, for all requests since. */
export class ConflatedPush {
  readonly #push: () => void;
  /** Of a fixed interval, or one that follows the load. */
  readonly #pace: DurationMs | PushPace;
  #timer: NodeJS.Timeout | undefined;
  #isWanted = false;

  constructor(push: () => void, pace: DurationMs | PushPace) {
    this.#push = push;
    this.#pace = pace;
  }

  request(): void {
    if (this.#timer) this.#isWanted = true;
    else this.#run(performance.now());
  }

  close(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    this.#isWanted = false;
  }

  #run(dueMs: DurationMs): void {
    this.#isWanted = false;
    const startMs = performance.now();
    this.#push();
    const endMs = performance.now();
    const span = { tookMs: endMs - startMs, lateMs: Math.max(0, startMs - dueMs) };
    const pace = this.#pace;
    const nextMs = startMs + (typeof pace === 'number' ? pace : pace.next(span));
    this.#timer = setTimeout(() => this.#end(nextMs), nextMs - endMs);
  }

  #end(dueMs: DurationMs): void {
    this.#timer = undefined;
    if (this.#isWanted) this.#run(dueMs);
    else if (typeof this.#pace !== 'number') this.#pace.rest();
  }
}

/** Smaller delays of the event loop are normal. */
const LATE_MS = 100;

/**
 * The interval of pushes to all viewers: as short as allowed, doubled while the event loop is late or sending a message
 * takes more than half of it. It is halved again once sending takes less than a quarter, so that it does not oscillate.
 */
export class PushPace {
  #intervalMs: DurationMs = MIN_PUSH_INTERVAL_MS;

  get intervalMs(): DurationMs {
    return this.#intervalMs;
  }

  next({ tookMs, lateMs }: PushSpan): DurationMs {
    const intervalMs = this.#intervalMs;
    const isLate = lateMs > LATE_MS;
    if (isLate || tookMs > intervalMs / 2) {
      this.#intervalMs = Math.min(MAX_PUSH_INTERVAL_MS, 2 * intervalMs);
    } else if (tookMs < intervalMs / 4) {
      this.#intervalMs = Math.max(MIN_PUSH_INTERVAL_MS, intervalMs / 2);
    }
    return this.#intervalMs;
  }

  /** Called after an interval without a push. */
  rest(): void {
    this.#intervalMs = MIN_PUSH_INTERVAL_MS;
  }
}
