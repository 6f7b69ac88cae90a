import { setImmediate as yieldOnce } from 'node:timers/promises';

/**
 * Yields to all other work within long work. However many pieces of long work are under way, one of
 * them goes on in each turn of the event loop: a save or sign-in waits for one, and not for each.
 */
export class YieldQueue {
  #last: Promise<unknown> = Promise.resolve();

  readonly wait = (): Promise<unknown> => {
    this.#last = this.#last.then(() => yieldOnce());
    return this.#last;
  };
}

/** Yields until a turn of the event loop in which no other long work of this process runs. */
export const { wait: yieldToOthers } = new YieldQueue();
