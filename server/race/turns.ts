import { setImmediate as nextTurn } from 'node:timers/promises';

import type { Steps } from '#shared/scoring/steps.ts';

/**
 * Yields to all other work between two steps of long work. However many pieces of long work are
 * under way, one step is done in each turn of the event loop: a save or sign-in meanwhile waits for
 * a few milliseconds, and not for a step of each.
 */
export class Turns {
  #last: Promise<unknown> = Promise.resolve();

  readonly take = (): Promise<unknown> => {
    this.#last = this.#last.then(() => nextTurn());
    return this.#last;
  };
}

/** Waits for a turn in which no other long work of this process runs. */
export const { take: takeTurn } = new Turns();

/** Does all steps, each in a turn of its own. */
export async function inTurns<T>(steps: Steps<T>): Promise<T> {
  for (;;) {
    await takeTurn();
    const step = steps.next();
    if (step.done) return step.value;
  }
}
