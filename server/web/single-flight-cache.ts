import { setTimeout as rest } from 'node:timers/promises';

import { LRUCache } from 'lru-cache';

import { groupNetwork } from '#server/identity/address-groups.ts';
import type { LiveRace } from '#server/race/live-race.ts';
import { yieldToOthers } from '#server/race/yield-queue.ts';
import { type DurationMs, type EpochMs, SECOND_MS } from '#shared/model/time.ts';

import { Refusal } from '#server/system/refusal.ts';

/** How many pieces of work may wait or be in progress. */
interface QueueLimits {
  readonly inAll: number;
  readonly perNetwork: number;
}

interface Waiting {
  readonly begin: () => Promise<unknown>;
  readonly refuse: (refusal: Refusal) => void;
}

/** Rests for as long as the work took. */
type Rest = (workedMs: number) => Promise<unknown>;

const restUnrefed: Rest = (workedMs) => rest(workedMs, undefined, { ref: false });

/**
 * Does costly work for strangers, one piece at a time.
 *
 * 1. Waiting networks take turns, one piece each.
 * 2. The number of waiting pieces is limited, in all and for each network; any further one is refused with 503. When
 *    all places are taken, the network with the most loses its last piece to a network with fewer.
 * 3. After each piece there is a rest as long as the work, so that this takes half of a core at most.
 */
export class FairQueue {
  readonly #limits: QueueLimits;
  readonly #rest: Rest;
  /** By network, in the order of their turns. */
  readonly #lines = new Map<string, Waiting[]>();
  /** Pieces that wait or are in progress. */
  #taken = 0;
  /** The network whose piece is in progress. */
  #working: string | undefined;
  /** Whether a piece is in progress or its rest. */
  #isBusy = false;

  constructor(limits: QueueLimits, whileResting = restUnrefed) {
    this.#limits = limits;
    this.#rest = whileResting;
  }

  /** How many pieces wait or are in progress. */
  get size(): number {
    return this.#taken;
  }

  /**
   * Does the work in its turn. Throws a {@link Refusal} at once when there is no place; work that loses its place later
   * is rejected with one.
   */
  run<T>(address: string, work: () => Promise<T>): Promise<T> {
    const network = groupNetwork(address);
    const own = this.#countOf(network);
    if (own >= this.#limits.perNetwork) throw refuse();
    if (this.#taken >= this.#limits.inAll && !this.#makeRoom(own)) throw refuse();
    this.#taken += 1;
    return new Promise<T>((resolve, reject) => {
      const leave = (): void => {
        this.#taken -= 1;
        this.#working = undefined;
      };
      const begin = (): Promise<unknown> => work().finally(leave).then(resolve, reject);
      const line = this.#lines.get(network) ?? [];
      line.push({ begin, refuse: reject });
      this.#lines.set(network, line);
      if (!this.#isBusy) void this.#workOn();
    });
  }

  #countOf(network: string): number {
    const waiting = this.#lines.get(network)?.length ?? 0;
    return waiting + (this.#working === network ? 1 : 0);
  }

  /** Drops the last piece of the network with the most, if that is more than a network with `own` would have. */
  #makeRoom(own: number): boolean {
    const [longest] = [...this.#lines].toSorted(([, a], [, b]) => b.length - a.length);
    if (!longest || longest[1].length <= own + 1) return false;
    longest[1].pop()?.refuse(refuse());
    this.#taken -= 1;
    return true;
  }

  async #workOn(): Promise<void> {
    this.#isBusy = true;
    while (this.#lines.size > 0) {
      // Work begins after the event-loop turn in which a crowd asks.
      await yieldToOthers();
      const next = this.#takeNext();
      if (!next) break;
      const startedMs = performance.now();
      await next.begin();
      await this.#rest(performance.now() - startedMs);
    }
    this.#isBusy = false;
  }

  #takeNext(): Waiting | undefined {
    const [first] = this.#lines;
    if (!first) return undefined;
    const [network, line] = first;
    this.#working = network;
    const next = line.shift();
    // Move the network to the end of the turns, or remove it.
    this.#lines.delete(network);
    if (line.length > 0) this.#lines.set(network, line);
    return next;
  }
}

function refuse(): Refusal {
  return new Refusal(503, 'You have asked for too much at once. Try again in a moment.');
}

/** The least time between two makings, however quickly the race changes. */
const LEAST_AGE_MS: DurationMs = 2 * SECOND_MS;
/** The greatest age at which content is served: it may name how long ago something was. */
const MOST_AGE_MS: DurationMs = 30 * SECOND_MS;

interface CacheParts<Made> {
  /** Bytes kept; the least recently requested are dropped. */
  readonly maxBytes: number;
  readonly bytesOf: (made: Made, key: string) => number;
  readonly queue: FairQueue;
  /** The race shown; without one the content of a key never changes. */
  readonly race?: LiveRace;
}

interface Kept<Made> {
  readonly made: Made;
  /** The version of the race when making began. */
  readonly version: number | undefined;
  readonly atMs: EpochMs;
}

/**
 * A cache of costly content, made on a stranger's request.
 *
 * 1. Content is made once for all who wait for it, in the fair turn of the network that asked first. The key has
 *    everything it depends on, and nothing that strangers can choose freely.
 * 2. While fresh it is served to everybody. With a full queue the last one is served while valid, else the
 *    {@link Refusal} of the queue is thrown.
 * 3. Once a runner becomes private, settings change or everything is replaced, nothing begun before is served.
 */
export class SingleFlightCache<Made> {
  readonly #parts: CacheParts<Made>;
  readonly #kept: LRUCache<string, Kept<Made>>;
  readonly #making = new Map<string, Promise<Made>>();
  /** The number of times everything was dropped. */
  #clears = 0;

  constructor(parts: CacheParts<Made>) {
    const { maxBytes, bytesOf, race } = parts;
    this.#parts = parts;
    this.#kept = new LRUCache({
      maxSize: maxBytes,
      sizeCalculation: ({ made }, key) => bytesOf(made, key),
    });
    for (const event of ['outdated', 'config'] as const) race?.on(event, () => this.#clear());
  }

  get keptBytes(): number {
    return this.#kept.calculatedSize;
  }

  /** `isSame` is false if a change of the race makes the last content invalid, however young it is. */
  async get(
    key: string,
    from: string,
    make: (nowMs: EpochMs) => Promise<Made>,
    isSame: (made: Made) => boolean = () => true,
  ): Promise<Made> {
    const { race } = this.#parts;
    const kept = this.#kept.get(key);
    if (kept) {
      const isCurrent = kept.version === race?.head.version;
      const isFresh = isCurrent
        ? this.#isYounger(kept, MOST_AGE_MS)
        : this.#isYounger(kept, LEAST_AGE_MS) && isSame(kept.made);
      if (isFresh) return kept.made;
    }
    try {
      return await (this.#making.get(key) ?? this.#begin(key, from, make));
    } catch (error) {
      const isLast = kept && this.#kept.peek(key) === kept;
      if (error instanceof Refusal && isLast && this.#isYounger(kept, MOST_AGE_MS))
        return kept.made;
      throw error;
    }
  }

  #isYounger({ atMs }: Kept<Made>, ageMs: DurationMs): boolean {
    // The clock may have been set back since.
    return !this.#parts.race || Math.abs(Date.now() - atMs) < ageMs;
  }

  #clear(): void {
    this.#kept.clear();
    this.#making.clear();
    this.#clears += 1;
  }

  #begin(key: string, from: string, make: (nowMs: EpochMs) => Promise<Made>): Promise<Made> {
    const making = this.#parts.queue.run(from, () => this.#make(key, make));
    this.#making.set(key, making);
    const forget = (): void => {
      if (this.#making.get(key) === making) this.#making.delete(key);
    };
    making.then(forget, forget);
    return making;
  }

  async #make(key: string, make: (nowMs: EpochMs) => Promise<Made>): Promise<Made> {
    for (;;) {
      const clears = this.#clears;
      const version = this.#parts.race?.head.version;
      const atMs = Date.now();
      const made = await make(atMs);
      // It may name a runner who has become private meanwhile.
      if (clears !== this.#clears) continue;
      this.#kept.set(key, { made, version, atMs });
      return made;
    }
  }
}
