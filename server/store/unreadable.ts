import { escapeText } from '#shared/model/text-rules.ts';

/** A record that was left out of the race. */
interface UnreadableRecord {
  /** The name of its hash, such as `runners`. */
  readonly hash: string;
  /** Its field there, escaped and cut. */
  readonly field: string;
  /** In words, to follow its name: `is no JSON object`. */
  readonly reason: string;
}

/** The number of unreadable records, and the first of them. */
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

/** Unreadable records of hashes that are read at different times; {@link begin} resets those of one. */
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

  /** Everything in the log, after `more`. */
  sumUp(more: Unreadable): Unreadable {
    const lists = [more, ...this.#byHash.values()];
    return {
      count: lists.reduce((sum, { count }) => sum + count, 0),
      named: lists.flatMap(({ named }) => named).slice(0, MOST_NAMED),
    };
  }
}

/** The record that a call is about cannot be read; the message names the remedy. */
export class UnreadableRecordError extends Error {
  override readonly name = 'UnreadableRecordError';
}
