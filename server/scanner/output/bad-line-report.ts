/** The prefix of a line of the report, and the word for those left out. */
interface ReportWords {
  readonly one: string;
  readonly many: string;
}

const BAD_LINES: ReportWords = { one: 'bad line, ', many: 'bad lines' };
/** Messages of readers about their clock, battery and buttons. */
export const READER_NOTES: ReportWords = { one: 'Reader ', many: 'messages of readers' };

/** Bad lines shown one by one before they are only counted. */
const SHOWN_AT_ONCE = 100;
/** One more may be shown after each span of this length. */
const SHOWN_EACH_MS = 1_000;

/**
 * Shows bad lines as they come, but never floods: after the first hundred it shows one a second,
 * with the number of those left out.
 */
export class BadLineReport {
  readonly #say: (text: string) => void;
  readonly #now: () => number;
  readonly #words: ReportWords;
  #left = SHOWN_AT_ONCE;
  #refilledMs: number;
  #hidden = 0;

  constructor(say: (text: string) => void, now: () => number, words = BAD_LINES) {
    this.#say = say;
    this.#words = words;
    this.#now = now;
    this.#refilledMs = now();
  }

  add(text: string): void {
    this.#refill();
    if (this.#left < 1) {
      this.#hidden += 1;
      return;
    }
    this.#left -= 1;
    this.reportHidden();
    this.#say(`${this.#words.one}${text}`);
  }

  /** Reports how many were left out since the last one shown. */
  reportHidden(): void {
    if (this.#hidden > 0) {
      this.#say(`… and ${this.#hidden} more ${this.#words.many} that are not shown`);
    }
    this.#hidden = 0;
  }

  #refill(): void {
    const spans = Math.floor((this.#now() - this.#refilledMs) / SHOWN_EACH_MS);
    this.#refilledMs += spans * SHOWN_EACH_MS;
    this.#left = Math.min(SHOWN_AT_ONCE, this.#left + spans);
  }
}
