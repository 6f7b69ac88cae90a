import { performance } from 'node:perf_hooks';

import type { DurationMs } from '#shared/model/time.ts';
import { MAX_PUSH_INTERVAL_MS, MIN_PUSH_INTERVAL_MS } from '#shared/wire/socket-events.ts';

import type { Pace, PushSpan } from './conflated-push.ts';

/** What weighs on an instance while it pushes; more of any of it never makes the interval shorter. */
export interface PushLoad {
  /** How long the last message took to be handed to everybody. */
  readonly fanOutMs: DurationMs;
  /** Of the time since the message before, the share in which the event loop did anything else. */
  readonly otherShare: number;
  /** How late the event loop was with the last message. */
  readonly lateMs: DurationMs;
  /** The share of viewers who had not taken the message before. */
  readonly drainingShare: number;
}

/** The share of its time in which the event loop may be busy, so that whoever asks is soon answered. */
const BUSY_SHARE = 0.75;
/** What pushing may take in any case: to push less would not help who needs all the rest. */
const LEAST_SHARE = 0.1;
/** An event loop is late by this much now and then; by the other, it has far more to do than it can. */
const LATE_FROM_MS = 100;
const LATE_ALL_MS = 500;
/** Some phones are always in a tunnel. With so many of them it is the network that is full. */
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
 * The interval after `intervalMs` under this load: longer at once, shorter by steps, and no step
 * nearer to what suits the load than `SHRINK`, so that it does not flutter.
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

/** The pace of what is pushed to all viewers: as fast as it may be, and slower while the instance has more to do. */
export class PushPace implements Pace {
  /** Of the last message, what share of the viewers had something waiting. */
  drainingShare = 0;
  #intervalMs: DurationMs = MIN_PUSH_INTERVAL_MS;
  #used = performance.eventLoopUtilization();

  /** How long the next message waits after the last one. */
  get intervalMs(): DurationMs {
    return this.#intervalMs;
  }

  next({ tookMs, lateMs }: PushSpan): DurationMs {
    const used = performance.eventLoopUtilization();
    const { active, idle } = performance.eventLoopUtilization(used, this.#used);
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
