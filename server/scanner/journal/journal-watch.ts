import type { JournalListener } from './journal.ts';

export interface JournalWatchOptions {
  readonly path: string;
  readonly say: (text: string) => void;
  readonly onWritten: () => void;
  /** Ends the retries: nothing more is to be taken in anyway. */
  readonly stop: AbortSignal;
  /** After how long a write that fails is given up; undefined waits for ever, as a live reader must. */
  readonly patienceMs: number | undefined;
}

/** Tells the operator when the disk refuses the reads, and decides how long to try. */
export class JournalWatch implements JournalListener {
  readonly #options: JournalWatchOptions;
  readonly #patience = new AbortController();
  readonly giveUp: AbortSignal;
  #timer: NodeJS.Timeout | undefined;

  constructor(options: JournalWatchOptions) {
    this.#options = options;
    this.giveUp = AbortSignal.any([options.stop, this.#patience.signal]);
  }

  onWritten(): void {
    this.#options.onWritten();
  }

  onBlocked(error: Error): void {
    const { path, say, patienceMs } = this.#options;
    say(
      `The journal ${path} cannot be written (${error.message}). ` +
        'Nothing more is taken in until it can: make room on the disk.',
    );
    if (patienceMs !== undefined) {
      this.#timer = setTimeout(() => this.#patience.abort(), patienceMs);
    }
  }

  onUnblocked(): void {
    clearTimeout(this.#timer);
    this.#options.say('The journal can be written again; reading goes on.');
  }

  dispose(): void {
    clearTimeout(this.#timer);
  }
}
