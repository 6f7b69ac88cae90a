import type { UnrankedResult } from '../model/result.ts';

/** A row that came in the place of another; either may be missing. */
export interface RowChange {
  readonly before: UnrankedResult | undefined;
  readonly after: UnrankedResult | undefined;
}

/** After more changes than these counting anew is hardly dearer. */
const MOST_CHANGES = 500;

/** The last changes of the standings in their order, by their numbers. */
export class ChangeLog {
  #changes: RowChange[] = [];
  /** The number of the first that is still here. */
  #first = 0;

  /** The number that the next change gets. */
  get next(): number {
    return this.#first + this.#changes.length;
  }

  note(change: RowChange): void {
    this.#changes.push(change);
    if (this.#changes.length < 2 * MOST_CHANGES) return;
    this.#changes = this.#changes.slice(MOST_CHANGES);
    this.#first += MOST_CHANGES;
  }

  /** Everything is another: no change tells of it. */
  forget(): void {
    this.#first = this.next + 1;
    this.#changes = [];
  }

  /** The changes from a number on; undefined when some of them are no longer here. */
  since(number: number): readonly RowChange[] | undefined {
    return number < this.#first ? undefined : this.#changes.slice(number - this.#first);
  }
}

/** What follows from the rows of the standings and can be told of each change. */
export interface Follower {
  /** Takes out `before` and puts in `after`; false where only a new start tells what is left. */
  replace(before: UnrankedResult | undefined, after: UnrankedResult | undefined): boolean;
}

/** Where changes are noted: the standings. */
interface Noted {
  readonly log: ChangeLog;
}

/**
 * Keeps something in step with the standings: made from all rows when it is first read, and from then
 * on brought up to date by the rows that changed since. Nobody who does not read it pays for it.
 */
export class InStep<S extends Noted, T extends Follower> {
  readonly #standings: S;
  readonly #make: (standings: S) => T;
  #made: T | undefined;
  #next = 0;

  constructor(standings: S, make: (standings: S) => T) {
    this.#standings = standings;
    this.#make = make;
  }

  /** It as it stands now. */
  read(): T {
    const { log } = this.#standings;
    const made = this.#made;
    const changes = made && log.since(this.#next);
    this.#next = log.next;
    if (made && changes?.every(({ before, after }) => made.replace(before, after))) return made;
    return (this.#made = this.#make(this.#standings));
  }
}
