import { setImmediate as yieldOnce } from 'node:timers/promises';

/** Lets only one of all waiting long tasks go on in each turn of the event loop, so that short work waits for one at most. */
export class YieldQueue {
  #last: Promise<unknown> = Promise.resolve();

  readonly wait = (): Promise<unknown> => {
    this.#last = this.#last.then(() => yieldOnce());
    return this.#last;
  };
}

/** Waits, within long work, for a turn of the event loop in which no other long work of this process goes on. */
export const { wait: yieldToOthers } = new YieldQueue();
