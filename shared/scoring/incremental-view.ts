import type { UnrankedResult } from '../model/result.ts';

/** A row that replaced another; either may be missing. */
export interface RowChange {
  readonly before: UnrankedResult | undefined;
  readonly after: UnrankedResult | undefined;
}

/** After more changes counting anew is hardly slower. */
const MOST_CHANGES = 500;

/** The last changes of the standings in order, by number. */
export class ChangeLog {
  #changes: RowChange[] = [];
  /** The number of the oldest change kept. */
  #first = 0;

  get next(): number {
    return this.#first + this.#changes.length;
  }

  note(change: RowChange): void {
    this.#changes.push(change);
    if (this.#changes.length < 2 * MOST_CHANGES) return;
    this.#changes = this.#changes.slice(MOST_CHANGES);
    this.#first += MOST_CHANGES;
  }

  /** Everything changed: no list of changes describes it. */
  forget(): void {
    this.#first = this.next + 1;
    this.#changes = [];
  }

  /** The changes from a number on; undefined when some of them are no longer kept. */
  since(number: number): readonly RowChange[] | undefined {
    return number < this.#first ? undefined : this.#changes.slice(number - this.#first);
  }
}

/** Something derived from the rows of the standings, which can be updated by each change. */
export interface Follower {
  /** Removes `before` and adds `after`; false where only a new start gives the result. */
  replace(before: UnrankedResult | undefined, after: UnrankedResult | undefined): boolean;
}

/** The standings, which note the changes. */
interface Noted {
  readonly log: ChangeLog;
}

/**
 * Keeps a view of the standings up to date: made from all rows at its first read, and from then on updated by the rows
 * that changed since. Without reads it costs nothing.
 */
export class IncrementalView<S extends Noted, T extends Follower> {
  readonly #standings: S;
  readonly #make: (standings: S) => T;
  #made: T | undefined;
  #next = 0;

  constructor(standings: S, make: (standings: S) => T) {
    this.#standings = standings;
    this.#make = make;
  }

  /** The view in its present state. */
  read(): T {
    const { log } = this.#standings;
    const made = this.#made;
    const changes = made && log.since(this.#next);
    this.#next = log.next;
    if (made && changes?.every(({ before, after }) => made.replace(before, after))) return made;
    return (this.#made = this.#make(this.#standings));
  }
}
