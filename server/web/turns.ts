import { setImmediate as nextTurn } from 'node:timers/promises';

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

const { take } = new Turns();

/** Waits for the next turn that no other piece of work of this process has. */
export const takeTurn = take;
