import type { DurationMs } from '#shared/model/time.ts';

/** How one push went. */
export interface PushSpan {
  readonly tookMs: DurationMs;
  /** How long after its time it began. */
  readonly lateMs: DurationMs;
}

/** Says how long after one push the next may begin. */
export interface Pace {
  next(span: PushSpan): DurationMs;
  /** An interval passed in which nothing came. */
  rest(): void;
}

/** Always the same interval. */
export function steady(intervalMs: DurationMs): Pace {
  return { next: () => intervalMs, rest: () => undefined };
}

/**
 * Calls `push` at once when idle, and while more comes in, at most once an
 * interval: what happens meanwhile is carried by the next call, however much.
 */
export class ConflatedPush {
  readonly #push: () => void;
  readonly #pace: Pace;
  #timer: NodeJS.Timeout | undefined;
  #isWanted = false;

  constructor(push: () => void, pace: Pace) {
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
    const nextMs = startMs + this.#pace.next(span);
    this.#timer = setTimeout(() => this.#end(nextMs), nextMs - endMs);
  }

  #end(dueMs: DurationMs): void {
    this.#timer = undefined;
    if (this.#isWanted) this.#run(dueMs);
    else this.#pace.rest();
  }
}
