import { createRandom, type Random } from '#server/system/random.ts';
import type { DurationMs, EpochMs } from '#shared/model/time.ts';

/** A process of the simulated race, as far as time and death concern it. */
export class Process {
  readonly name: string;
  /** How far its clock is ahead of the true time. */
  skewMs: DurationMs = 0;
  /** Counts its starts: what was meant for an earlier life never arrives. */
  life = 0;
  isUp = true;
  /** It stands still until then. */
  pausedUntilMs: EpochMs = 0;

  constructor(name: string) {
    this.name = name;
  }
}

/** Something that will happen. */
export interface Happening {
  atMs: EpochMs;
  readonly order: number;
  readonly process: Process;
  readonly life: number;
  readonly run: () => void;
  isCancelled: boolean;
}

const nextTurn = setImmediate;

/**
 * All that happens, one thing after the other, at a time of its own making. Between two things every promise
 * that can go on has gone on, so that nothing depends on the machine: the same seed gives the same course.
 */
export class World {
  readonly random: Random;
  /** Not of any process: the hand that gives reads and does faults. */
  readonly outside = new Process('outside');
  current = this.outside;
  nowMs: EpochMs = Date.UTC(2026, 5, 20, 9, 30);
  events = 0;
  /** Stands for all that happened and when: the same for the same course. */
  digest = 0;
  #ordered = 0;
  readonly #queue: Happening[] = [];

  constructor(seed: number) {
    this.random = createRandom(seed);
  }

  /** Has a process do something after a while, unless it dies before; a process that stands still does it later. */
  after(process: Process, delayMs: DurationMs, run: () => void): Happening {
    this.#ordered += 1;
    const happening: Happening = {
      atMs: this.nowMs + Math.max(0, delayMs),
      order: this.#ordered,
      process,
      life: process.life,
      run,
      isCancelled: false,
    };
    this.#push(happening);
    return happening;
  }

  /** Lets everything happen up to a moment. */
  async runUntil(untilMs: EpochMs): Promise<void> {
    for (;;) {
      const [next] = this.#queue;
      if (!next || next.atMs > untilMs) break;
      this.#pop();
      const { process } = next;
      if (next.isCancelled || next.life !== process.life || !process.isUp) continue;
      if (process.pausedUntilMs > next.atMs) {
        next.atMs = process.pausedUntilMs;
        this.#push(next);
        continue;
      }
      this.nowMs = next.atMs;
      this.events += 1;
      this.digest = (Math.imul(this.digest, 31) + next.order + (next.atMs % 1_000_003)) | 0;
      this.current = process;
      next.run();
      await new Promise((resolve) => nextTurn(resolve));
      this.current = this.outside;
    }
    this.nowMs = untilMs;
  }

  /** What a process sees on its clock. */
  get clockMs(): EpochMs {
    return Math.floor(this.nowMs + this.current.skewMs);
  }

  #push(happening: Happening): void {
    const queue = this.#queue;
    let at = queue.push(happening) - 1;
    while (at > 0) {
      const above = (at - 1) >> 1;
      if (!isBefore(happening, queue[above])) break;
      queue[at] = queue[above] as Happening;
      at = above;
    }
    queue[at] = happening;
  }

  #pop(): void {
    const queue = this.#queue;
    const last = queue.pop();
    if (!last || queue.length === 0) return;
    let at = 0;
    for (;;) {
      let below = 2 * at + 1;
      if (below >= queue.length) break;
      if (isBefore(queue[below + 1], queue[below])) below += 1;
      if (!isBefore(queue[below], last)) break;
      queue[at] = queue[below] as Happening;
      at = below;
    }
    queue[at] = last;
  }
}

function isBefore(a: Happening | undefined, b: Happening | undefined): boolean {
  if (!a || !b) return a !== undefined;
  return a.atMs === b.atMs ? a.order < b.order : a.atMs < b.atMs;
}
