import { type DurationMs, MINUTE_MS } from '#shared/model/time.ts';

/** Minutes that count as recent, including the current one. */
const MINUTES = 5;

interface Minute {
  readonly number: number;
  count: number;
  most: number;
}

/** The number of figures of the last five minutes, and the largest, in memory of a fixed size. */
export class RecentFigures {
  readonly #now: () => DurationMs;
  #minutes: Minute[] = [];

  /** `now` is monotonic, as `performance.now()`. */
  constructor(now = (): DurationMs => performance.now()) {
    this.#now = now;
  }

  add(figure = 0): void {
    const number = Math.floor(this.#now() / MINUTE_MS);
    let minute = this.#minutes.at(-1);
    if (minute?.number !== number) {
      minute = { number, count: 0, most: 0 };
      this.#minutes = [...this.#listRecent(), minute];
    }
    minute.count += 1;
    minute.most = Math.max(minute.most, figure);
  }

  get count(): number {
    return this.#listRecent().reduce((sum, { count }) => sum + count, 0);
  }

  /** 0 for none. */
  get most(): number {
    return Math.max(0, ...this.#listRecent().map(({ most }) => most));
  }

  #listRecent(): Minute[] {
    const number = Math.floor(this.#now() / MINUTE_MS);
    return this.#minutes.filter((minute) => minute.number > number - MINUTES);
  }
}
