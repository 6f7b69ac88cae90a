import { PrefixCounts } from './prefix-counts.ts';

/** A list in order that can be read by index but not changed. */
export interface OrderedView<T> {
  readonly length: number;
  at(index: number): T | undefined;
  [Symbol.iterator](): Iterator<T>;
}

/** What a sequence is ordered by. */
export interface SortKey<T> {
  /** The number that ranks an item: items of equal value share a place. */
  valueOf(item: T): number;
  /** The order among items of equal value; zero only for items that are the same. */
  compareTies(a: T, b: T): number;
}

/** Past this a chunk is halved; large enough that splitting is rare, small enough to shift fast. */
const MAX_CHUNK = 512;

/**
 * Items in the order of one sort key, counted: adding, removing, reading by
 * index and asking how many rank before a value all take about the logarithm
 * of the length. The order and the places come from the same key, so they
 * cannot disagree (RULES.md RK2).
 *
 * Kept as sorted chunks with a prefix count over their sizes.
 */
export class OrderedSequence<T> implements OrderedView<T> {
  readonly #key: SortKey<T>;
  #chunks: T[][] = [];
  #counts = new PrefixCounts([]);
  #length = 0;

  constructor(key: SortKey<T>) {
    this.#key = key;
  }

  get length(): number {
    return this.#length;
  }

  /** Replaces everything by `items`, sorted at once. */
  load(items: Iterable<T>): void {
    const keyed = Array.from(items, (item) => ({ item, value: this.#key.valueOf(item) }));
    const sorted = keyed.toSorted((a, b) =>
      a.value === b.value ? this.#key.compareTies(a.item, b.item) : a.value < b.value ? -1 : 1,
    );
    this.#chunks = [];
    for (let from = 0; from < sorted.length; from += MAX_CHUNK / 2) {
      this.#chunks.push(sorted.slice(from, from + MAX_CHUNK / 2).map((entry) => entry.item));
    }
    this.#length = sorted.length;
    this.#recount();
  }

  /** Adds an item at its place. */
  add(item: T): void {
    const isBefore = this.#precedes(item);
    const index = Math.min(this.#findChunk(isBefore), Math.max(0, this.#chunks.length - 1));
    const chunk = this.#chunks[index];
    this.#length += 1;
    if (!chunk) {
      this.#chunks.push([item]);
      this.#recount();
      return;
    }
    chunk.splice(countWhile(chunk, isBefore), 0, item);
    if (chunk.length > MAX_CHUNK) {
      this.#chunks.splice(index + 1, 0, chunk.splice(MAX_CHUNK / 2));
      this.#recount();
    } else {
      this.#counts.change(index, 1);
    }
  }

  /** Removes the item that compares equal; false when there is none. */
  remove(item: T): boolean {
    const isBefore = this.#precedes(item);
    const index = this.#findChunk(isBefore);
    const chunk = this.#chunks[index];
    if (!chunk) return false;
    const offset = countWhile(chunk, isBefore);
    const found = chunk[offset];
    if (found === undefined || this.#compare(found, item) !== 0) return false;
    chunk.splice(offset, 1);
    this.#length -= 1;
    if (chunk.length === 0) {
      this.#chunks.splice(index, 1);
      this.#recount();
    } else {
      this.#counts.change(index, -1);
    }
    return true;
  }

  /** How many items rank before `value`: the place of an item is one more (RULES.md RK3). */
  countBelow(value: number): number {
    const isBelow = (item: T): boolean => this.#key.valueOf(item) < value;
    const index = this.#findChunk(isBelow);
    const chunk = this.#chunks[index];
    return this.#counts.before(index) + (chunk ? countWhile(chunk, isBelow) : 0);
  }

  at(index: number): T | undefined {
    if (!Number.isInteger(index) || index < 0 || index >= this.#length) return undefined;
    const { chunk, offset } = this.#counts.locate(index);
    return this.#chunks[chunk]?.[offset];
  }

  *[Symbol.iterator](): Generator<T, void> {
    for (const chunk of this.#chunks) yield* chunk;
  }

  /** The first chunk that reaches past the items for which `isBefore` holds. */
  #findChunk(isBefore: (item: T) => boolean): number {
    return countWhile(this.#chunks, (chunk) => {
      const last = chunk.at(-1);
      return last !== undefined && isBefore(last);
    });
  }

  #precedes(item: T): (other: T) => boolean {
    return (other) => this.#compare(other, item) < 0;
  }

  #compare(a: T, b: T): number {
    const valueA = this.#key.valueOf(a);
    const valueB = this.#key.valueOf(b);
    if (valueA !== valueB) return valueA < valueB ? -1 : 1;
    return this.#key.compareTies(a, b);
  }

  #recount(): void {
    this.#counts = new PrefixCounts(this.#chunks.map((chunk) => chunk.length));
  }
}

/** How many leading items satisfy `holds`, which must not hold again after it first fails. */
function countWhile<T>(items: readonly T[], holds: (item: T) => boolean): number {
  let low = 0;
  let high = items.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (holds(items[middle] as T)) low = middle + 1;
    else high = middle;
  }
  return low;
}
