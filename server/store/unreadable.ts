import { escapeText } from '#shared/model/text-rules.ts';

/** An unreadable record, which is left out of the race. */
export interface UnreadableRecord {
  /** The name of its hash, such as `runners`. */
  readonly hash: string;
  /** Its field there, fit to be shown; empty for the hash as a whole. */
  readonly field: string;
  /** In words, to follow its name: `is no JSON object`. */
  readonly reason: string;
}

/** The number of unreadable records, the first of them by name. */
export interface Unreadable {
  readonly count: number;
  readonly named: readonly UnreadableRecord[];
}

export const NOTHING_UNREADABLE: Unreadable = { count: 0, named: [] };

const MOST_NAMED = 20;
const LONGEST_FIELD = 80;

/** Collects unreadable records, in bounded memory. */
export class UnreadableList implements Unreadable {
  readonly named: UnreadableRecord[] = [];
  #count = 0;

  get count(): number {
    return this.#count;
  }

  add(hash: string, field: string, reason: string): void {
    this.#count += 1;
    if (this.named.length >= MOST_NAMED) return;
    this.named.push({ hash, field: escapeText(field.slice(0, LONGEST_FIELD)), reason });
  }
}

/** The same for each hash, since they are read at different times. Reading a hash again resets its entries. */
export class UnreadableLog {
  readonly #byHash = new Map<string, UnreadableList>();

  begin(hash: string): void {
    this.#byHash.set(hash, new UnreadableList());
  }

  add(hash: string, field: string, reason: string): void {
    const list = this.#byHash.get(hash) ?? new UnreadableList();
    this.#byHash.set(hash, list);
    list.add(hash, field, reason);
  }

  /** Everything in the log, and `more`. */
  sumUp(more: Unreadable): Unreadable {
    const lists = [more, ...this.#byHash.values()];
    return {
      count: lists.reduce((sum, { count }) => sum + count, 0),
      named: lists.flatMap(({ named }) => named).slice(0, MOST_NAMED),
    };
  }
}

/** The subject of a call cannot be read; the message names the remedy. */
export class UnreadableRecordError extends Error {
  override readonly name = 'UnreadableRecordError';
}
