import type { Journal, JournalListener } from './journal.ts';

const LOOK_MS = 1_000;

export interface JournalWatchOptions {
  readonly path: string;
  readonly say: (text: string) => void;
  readonly onWritten: () => void;
  /** The journal was removed and written again: other journals in the folder are gone. */
  readonly onRestored: () => void;
  /** Ends the retries: no more reads are coming anyway. */
  readonly stop: AbortSignal;
  /** How long a failing write is repeated; undefined for ever, as a live reader needs. */
  readonly timeoutMs: number | undefined;
}

/** Warns the operator when the disk refuses the reads, and decides how long to retry. */
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

  /** Checks every second that the journal's file still exists, until {@link dispose}. */
  watch(journal: Journal): void {
    this.#look = setInterval(() => {
      // The cause was reported, and waiting reads get their own outcome.
      journal.check().catch(() => undefined);
    }, LOOK_MS);
  }

  dispose(): void {
    clearTimeout(this.#timer);
    clearInterval(this.#look);
  }
}
