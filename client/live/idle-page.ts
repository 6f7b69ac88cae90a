import { PUBLIC_POLL_MS } from '#shared/wire/socket-events.ts';

import type { Timers } from './timers.ts';

export interface IdlePageOptions {
  readonly timers: Timers;
  readonly isHidden: () => boolean;
  /** Whether the server pushes, and there are results to push to. */
  readonly isPushed: () => boolean;
  /** Tells the server that the page is hidden. */
  readonly rest: () => void;
  /** Asks for the missed changes, after which the server pushes again. Never rejects. */
  readonly resume: () => Promise<void>;
}

/**
 * While the page is hidden the server pushes nothing (PROTOCOL.md PR33): the page asks every ten
 * seconds, as often as the browser lets a page in the background, and when it becomes visible.
 */
export class IdlePage {
  readonly #options: IdlePageOptions;
  /** Whether the server was told to rest, and not asked to resume since. */
  #isIdle = false;
  #cancel = (): void => undefined;

  constructor(options: IdlePageOptions) {
    this.#options = options;
  }

  /** The page was hidden, or the server greets a hidden page. */
  hide(): void {
    const { timers, isHidden } = this.#options;
    this.#cancel();
    if (isHidden()) this.#cancel = timers.after(PUBLIC_POLL_MS, () => void this.#pause());
  }

  /** A new connection or a resume: either way the server pushes from here on. */
  push(): void {
    this.#isIdle = false;
  }

  /** Asks for the missed changes: the page became visible, or may have. */
  async confirm(): Promise<void> {
    const { isHidden, resume } = this.#options;
    await resume();
    // A request on its way may have been sent before the server was told to rest.
    if (this.#isIdle && !isHidden()) await resume();
  }

  close(): void {
    this.#cancel();
  }

  async #pause(): Promise<void> {
    const { isHidden, isPushed, rest } = this.#options;
    if (this.#isIdle && isHidden()) await this.confirm();
    if (isHidden() && isPushed() && !this.#isIdle) {
      this.#isIdle = true;
      rest();
    }
    this.hide();
  }
}
