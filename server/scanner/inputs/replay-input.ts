import { createReadStream } from 'node:fs';
import { basename } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';

import { type EpochMs, HOUR_MS } from '#shared/model/time.ts';

import type { DecodedRead, ReadDecoder } from '../read-decoder.ts';
import type { InputPosition, ReadSink, ReadInput } from './read-sink.ts';

/** Reads a whole file, then emits its reads in the order of their times, at `speed` times their pace. */
export class ReplayInput implements ReadInput {
  readonly #path: string;
  readonly #speed: number;
  readonly #decoder: ReadDecoder;
  readonly #sink: ReadSink;
  #position: InputPosition | undefined;

  constructor(path: string, speed: number, decoder: ReadDecoder, sink: ReadSink) {
    this.#path = path;
    this.#speed = speed;
    this.#decoder = decoder;
    this.#sink = sink;
  }

  get position(): InputPosition | undefined {
    return this.#position;
  }

  async run(stop: AbortSignal): Promise<boolean> {
    const schedule = createSchedule(await this.#readFile(), this.#speed);
    const totalMs = schedule.at(-1)?.dueMs ?? 0;
    const startedMs = performance.now();
    for (let next = 0; next < schedule.length;) {
      const elapsedMs = performance.now() - startedMs;
      const end = findNextDue(schedule, next, elapsedMs);
      await this.#sink.takeReads(schedule.slice(next, end).map(({ read }) => read));
      next = end;
      const remainingMs = Math.max(0, totalMs - elapsedMs);
      this.#position = { done: next, total: schedule.length, remainingMs };
      if (stop.aborted) return next === schedule.length;
      const waitMs = (schedule[next]?.dueMs ?? 0) - (performance.now() - startedMs);
      if (waitMs > 0) await pause(waitMs, stop);
    }
    return true;
  }

  async #readFile(): Promise<DecodedRead[]> {
    const name = basename(this.#path);
    const reads: DecodedRead[] = [];
    const add = (decoded: ReturnType<ReadDecoder['push']>): void => {
      this.#sink.reportBad(decoded, name);
      for (const read of decoded.reads) reads.push(read);
    };
    for await (const chunk of createReadStream(this.#path))
      add(this.#decoder.push(chunk as Buffer));
    add(this.#decoder.end());
    return reads;
  }
}

export interface ScheduledRead {
  readonly read: DecodedRead;
  /** When to emit it, counted from the start of the replay. */
  readonly dueMs: number;
}

/**
 * The reads in the order of their times, equal times in the order of the file. One without a time
 * follows the one before it in the file.
 */
export function createSchedule(reads: readonly DecodedRead[], speed: number): ScheduledRead[] {
  const firstTimed = reads.find(({ timeMs }) => timeMs !== undefined)?.timeMs ?? 0;
  let previousMs: EpochMs = firstTimed;
  const placed = reads.map((read) => {
    previousMs = read.timeMs ?? previousMs;
    return { read, atMs: previousMs };
  });
  const sorted = placed.toSorted((a, b) => a.atMs - b.atMs);
  const startMs = sorted[0]?.atMs ?? 0;
  return sorted.map(({ read, atMs }) => ({ read, dueMs: (atMs - startMs) / speed }));
}

/** The first index from `from` on whose read is not due yet. */
function findNextDue(schedule: readonly ScheduledRead[], from: number, elapsedMs: number): number {
  let at = from;
  while ((schedule[at]?.dueMs ?? Infinity) <= elapsedMs) at += 1;
  return at;
}

/** Waits, at most an hour since timers are limited, or until `stop`. */
async function pause(ms: number, stop: AbortSignal): Promise<void> {
  try {
    await delay(Math.min(ms, HOUR_MS), undefined, { signal: stop });
  } catch (error) {
    if (!stop.aborted) throw error;
  }
}
