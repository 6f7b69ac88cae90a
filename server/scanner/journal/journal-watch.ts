import type { Journal, JournalListener } from './journal.ts';

const LOOK_MS = 1_000;

export interface JournalWatchOptions {
  readonly path: string;
  readonly say: (text: string) => void;
  readonly onWritten: () => void;
  /** The journal was removed and made anew: whatever else lay beside it is gone. */
  readonly onRestored: () => void;
  /** Ends the retries: nothing more is to be taken in anyway. */
  readonly stop: AbortSignal;
  /** After how long a write that fails is given up; undefined waits for ever, as a live reader must. */
  readonly timeoutMs: number | undefined;
}

/** Tells the operator when the disk refuses the reads, and decides how long to try. */
export class JournalWatch implements JournalListener {
  readonly #options: JournalWatchOptions;
  readonly #timedOut = new AbortController();
  readonly giveUp: AbortSignal;
  #timer: NodeJS.Timeout | undefined;
  #look: NodeJS.Timeout | undefined;

  constructor(options: JournalWatchOptions) {
    this.#options = options;
    this.giveUp = AbortSignal.any([options.stop, this.#timedOut.signal]);
  }

  onWritten(): void {
    this.#options.onWritten();
  }

  onBlocked(error: Error): void {
    const { path, say, timeoutMs } = this.#options;
    say(
      `The journal ${path} cannot be written (${error.message}). ` +
        'Nothing more is taken in until it can: make room on the disk.',
    );
    if (timeoutMs !== undefined) {
      this.#timer = setTimeout(() => this.#timedOut.abort(), timeoutMs);
    }
  }

  onUnblocked(): void {
    clearTimeout(this.#timer);
    this.#options.say('The journal can be written again; reading goes on.');
  }

  onRestored(): void {
    const { path, say, onRestored } = this.#options;
    say(
      `The journal ${path} was removed while it was written. It is there again, with every read of this run; ` +
        'what else lay in its folder, such as journals of earlier runs, is gone. Leave the folder alone.',
    );
    onRestored();
  }

  /** Looks every second whether the journal is still where it was, until {@link dispose}. */
  watch(journal: Journal): void {
    this.#look = setInterval(() => {
      // What keeps it from being made anew was told, and the reads that wait for it are told their own outcome.
      journal.check().catch(() => undefined);
    }, LOOK_MS);
  }

  dispose(): void {
    clearTimeout(this.#timer);
    clearInterval(this.#look);
  }
}
