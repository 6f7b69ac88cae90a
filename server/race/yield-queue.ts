import { setImmediate as yieldOnce } from 'node:timers/promises';

import type { Steps } from '#shared/scoring/steps.ts';

/**
 * Yields to all other work between two steps of long work. However many pieces of long work are
 * under way, one step is done in each turn of the event loop: a save or sign-in meanwhile waits for
 * a few milliseconds, and not for a step of each.
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

/** Does all steps, each in a turn of the event loop of its own. */
export async function inSlices<T>(steps: Steps<T>): Promise<T> {
  for (;;) {
    await yieldToOthers();
    const step = steps.next();
    if (step.done) return step.value;
  }
}
