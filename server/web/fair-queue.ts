import { setTimeout as rest } from 'node:timers/promises';

import { groupNetwork } from '#server/identity/address-groups.ts';
import { yieldToOthers } from '#server/race/yield-queue.ts';

import { Refusal } from './refusal.ts';

/** How many pieces of work may wait or be in progress. */
export interface QueueLimits {
  readonly inAll: number;
  readonly perNetwork: number;
}

interface Waiting {
  readonly begin: () => Promise<unknown>;
  readonly refuse: (refusal: Refusal) => void;
}

/** Rests for as long as the work took. */
export type Rest = (workedMs: number) => Promise<unknown>;

const restUnheeded: Rest = (workedMs) => rest(workedMs, undefined, { ref: false });

/**
 * Does what strangers ask for and what costs the server something: one piece at a time.
 *
 * 1. The networks that wait have their turns one after the other, however much each of them asks for.
 * 2. So much may wait, in all and of one network; of more the asker is refused with 503. When there is
 *    no room, the last of the network with the most gives way to a network that has less.
 * 3. After each piece there is a rest as long as it took, so that this is half of a core at most.
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

  constructor(limits: QueueLimits, whileResting = restUnheeded) {
    this.#limits = limits;
    this.#rest = whileResting;
  }

  /** How many pieces wait or are in progress. */
  get size(): number {
    return this.#taken;
  }

  /**
   * Does the work in its turn. Throws a {@link Refusal} at once where there is no room; work that has to give way later
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

  /** Drops the last piece of the network that waits for most, if that is more than one that has `own` would. */
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
      // A crowd asks in one turn: the work for each does not begin in it.
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
    // Moved to the end of the turns, or removed.
    this.#lines.delete(network);
    if (line.length > 0) this.#lines.set(network, line);
    return next;
  }
}

function refuse(): Refusal {
  return new Refusal(503, 'You have asked for too much at once. Try again in a moment.');
}
