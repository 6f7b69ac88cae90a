import { setImmediate as nextTurn } from 'node:timers/promises';

import type { Steps } from '#shared/scoring/steps.ts';

/**
 * Lets everybody else have a turn between two steps of a long piece of work. However many such pieces
 * are under way, one step is done in each turn of the event loop: whoever saves or signs in meanwhile
 * waits for a few milliseconds, and not for a step of each.
 */
export class Turns {
  #last: Promise<unknown> = Promise.resolve();

  readonly take = (): Promise<unknown> => {
    this.#last = this.#last.then(() => nextTurn());
    return this.#last;
  };
}

/** Waits for the next turn that no other piece of work of this process has. */
export const { take: takeTurn } = new Turns();

/** Does all steps, each in a turn of its own. */
export async function inTurns<T>(steps: Steps<T>): Promise<T> {
  for (;;) {
    await takeTurn();
    const step = steps.next();
    if (step.done) return step.value;
  }
}
