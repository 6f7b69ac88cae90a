import { performance as eventLoop } from 'node:perf_hooks';

import type { DurationMs } from '#shared/model/time.ts';
import { MAX_PUSH_INTERVAL_MS, MIN_PUSH_INTERVAL_MS } from '#shared/wire/socket-events.ts';

interface PushSpan {
  readonly tookMs: DurationMs;
  /** How long after its due time it began. */
  readonly lateMs: DurationMs;
}

interface Pace {
  next(span: PushSpan): DurationMs;
  /** An interval passed without anything to push. */
  rest(): void;
}

export function steady(intervalMs: DurationMs): Pace {
  return { next: () => intervalMs, rest: () => undefined };
}

/**
 * Calls `push` at once when idle, and otherwise at most once an interval: the next call carries everything that
 * happened meanwhile.
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

/** The load of an instance while it pushes; more of any part never makes the interval shorter. */
export interface PushLoad {
  /** How long it took to send the last message to everybody. */
  readonly fanOutMs: DurationMs;
  /** The share of the time since the previous message in which the event loop did other work. */
  readonly otherShare: number;
  /** How late the event loop was with the last message. */
  readonly lateMs: DurationMs;
  /** The share of viewers who had not taken the previous message. */
  readonly drainingShare: number;
}

/** The share of time in which the event loop may be busy, so that requests are answered soon. */
const BUSY_SHARE = 0.75;
/** The share for pushing in any case: less would not help other work that needs all the rest. */
const LEAST_SHARE = 0.1;
/** An event loop is late by the first now and then; by the second, it is far overloaded. */
const LATE_FROM_MS = 100;
const LATE_ALL_MS = 500;
/** Some phones are always in a tunnel. With this share of them the network is full. */
const DRAINING_FROM = 0.1;
const DRAINING_ALL = 0.5;
/** The interval shrinks by no more than this at once, and not at all for less. */
const SHRINK = 0.8;

/** The interval that suits a load by itself. */
function findWantedMs({ fanOutMs, otherShare, lateMs, drainingShare }: PushLoad): DurationMs {
  const pressure = Math.max(
    (lateMs - LATE_FROM_MS) / (LATE_ALL_MS - LATE_FROM_MS),
    (drainingShare - DRAINING_FROM) / (DRAINING_ALL - DRAINING_FROM),
  );
  return Math.max(
    fanOutMs / Math.max(LEAST_SHARE, BUSY_SHARE - otherShare),
    MIN_PUSH_INTERVAL_MS + pressure * (MAX_PUSH_INTERVAL_MS - MIN_PUSH_INTERVAL_MS),
  );
}

/**
 * The interval after `intervalMs` under this load: longer at once, shorter by steps, and unchanged within `SHRINK` of
 * what suits the load, so that it does not oscillate.
 */
export function findNextInterval(intervalMs: DurationMs, load: PushLoad): DurationMs {
  const boundedMs = Math.max(
    MIN_PUSH_INTERVAL_MS,
    Math.min(MAX_PUSH_INTERVAL_MS, Math.ceil(findWantedMs(load))),
  );
  const stepMs = Math.max(boundedMs, Math.floor(intervalMs * SHRINK));
  if (boundedMs === MIN_PUSH_INTERVAL_MS) return stepMs;
  return Math.max(stepMs, Math.min(intervalMs, Math.ceil(boundedMs / SHRINK)));
}

/** The pace of pushes to all viewers: as fast as allowed, and slower while the instance has more to do. */
export class PushPace implements Pace {
  /** The share of viewers with waiting messages at the last message. */
  drainingShare = 0;
  #intervalMs: DurationMs = MIN_PUSH_INTERVAL_MS;
  #used = eventLoop.eventLoopUtilization();

  get intervalMs(): DurationMs {
    return this.#intervalMs;
  }

  next({ tookMs, lateMs }: PushSpan): DurationMs {
    const used = eventLoop.eventLoopUtilization();
    const { active, idle } = eventLoop.eventLoopUtilization(used, this.#used);
    this.#used = used;
    this.#intervalMs = findNextInterval(this.#intervalMs, {
      fanOutMs: tookMs,
      otherShare: Math.max(0, active - tookMs) / Math.max(1, active + idle),
      lateMs,
      drainingShare: this.drainingShare,
    });
    return this.#intervalMs;
  }

  /** Nothing came for a whole interval, so nothing is owed. */
  rest(): void {
    this.#intervalMs = MIN_PUSH_INTERVAL_MS;
  }
}
