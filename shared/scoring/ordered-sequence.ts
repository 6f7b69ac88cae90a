import { PrefixCounts } from './prefix-counts.ts';
import { countWhile, listDistinct } from './ordered-values.ts';
import { type Steps, finish, inSteps, sortInSteps } from './steps.ts';

/** An ordered list that can be read by index but not changed. */
export interface OrderedView<T> {
  readonly length: number;
  at(index: number): T | undefined;
  /** The items, in order: several times faster than one by one. */
  list(): T[];
  [Symbol.iterator](): Iterator<T>;
}

export interface SortKey<T> {
  /** The number that ranks an item: items of equal value share a place. */
  valueOf(item: T): number;
  /** The order among items of equal value; zero only for identical items. */
  compareTies(a: T, b: T): number;
}

/** Consecutive items, with the values that rank them. */
interface Chunk<T> {
  readonly values: number[];
  readonly items: T[];
}

/** A larger chunk is halved; large enough that splitting is rare, small enough to shift fast. */
const MAX_CHUNK = 128;

/**
 * Items in the order of one sort key: adding, removing, reading by index and counting those before a value all take
 * about the logarithm of the length. The order and the places come from the same key, so they cannot disagree (RULES.md
 * RK2).
 *
 * Kept as sorted chunks with a prefix count over their sizes. An item must not change what its key is made of while it
 * is in here.
 */
export class OrderedSequence<T> implements OrderedView<T> {
  readonly #key: SortKey<T>;
  #chunks: Chunk<T>[] = [];
  #counts = new PrefixCounts([]);
  /** The distinct values; undefined from a change until the next read. */
  #distinct: Float64Array | undefined;
  #length = 0;

  constructor(key: SortKey<T>) {
    this.#key = key;
  }

  get length(): number {
    return this.#length;
  }

  /** Replaces everything by `items`, in any order. */
  load(items: Iterable<T>): void {
    finish(this.loadInSteps([...items]));
  }

  /**
   * {@link load} for a long list: yields after each step, and shows the old content until the last. Ordered items are
   * taken as they are; others are sorted part by part, and the parts merged in the last step.
   */
  *loadInSteps(items: readonly T[]): Steps<void> {
    const key = this.#key;
    const values: number[] = [];
    let before: T | undefined;
    let last = -Infinity;
    let isSorted = true;
    yield* inSteps(items, (item) => {
      const value = key.valueOf(item);
      isSorted &&=
        before === undefined ||
        (last === value ? key.compareTies(before, item) <= 0 : last < value);
      values.push(value);
      before = item;
      last = value;
    });
    if (isSorted) this.#cut(values, items);
    else yield* this.#sort(values, items);
  }

  *#sort(values: readonly number[], items: readonly T[]): Steps<void> {
    const keyed = items.map((item, index) => ({ item, value: values[index] ?? Infinity }));
    const sorted = yield* sortInSteps(keyed, (a, b) =>
      a.value === b.value ? this.#key.compareTies(a.item, b.item) : a.value < b.value ? -1 : 1,
    );
    this.#cut(
      sorted.map(({ value }) => value),
      sorted.map(({ item }) => item),
    );
  }

  /** Takes ordered items, cut into chunks with room to grow. */
  #cut(values: readonly number[], items: readonly T[]): void {
    this.#distinct = undefined;
    this.#chunks = [];
    for (let from = 0; from < items.length; from += MAX_CHUNK / 2) {
      const to = from + MAX_CHUNK / 2;
      this.#chunks.push({ values: values.slice(from, to), items: items.slice(from, to) });
    }
    this.#length = items.length;
    this.#recount();
  }

  add(item: T): void {
    this.#distinct = undefined;
    const value = this.#key.valueOf(item);
    const index = Math.min(this.#findChunk(value, item), Math.max(0, this.#chunks.length - 1));
    const chunk = this.#chunks[index];
    this.#length += 1;
    if (!chunk) {
      this.#chunks.push({ values: [value], items: [item] });
      this.#recount();
      return;
    }
    const offset = this.#findOffset(chunk, value, item);
    chunk.values.splice(offset, 0, value);
    chunk.items.splice(offset, 0, item);
    if (chunk.items.length > MAX_CHUNK) {
      const half = MAX_CHUNK / 2;
      const rest = { values: chunk.values.splice(half), items: chunk.items.splice(half) };
      this.#chunks.splice(index + 1, 0, rest);
      this.#recount();
    } else {
      this.#counts.change(index, 1);
    }
  }

  /** Removes the item that compares equal; false when there is none. */
  remove(item: T): boolean {
    const found = this.#find(item);
    if (!found) return false;
    this.#distinct = undefined;
    const { index, chunk, offset } = found;
    chunk.values.splice(offset, 1);
    chunk.items.splice(offset, 1);
    this.#length -= 1;
    if (chunk.items.length === 0) {
      this.#chunks.splice(index, 1);
      this.#recount();
    } else {
      this.#counts.change(index, -1);
    }
    return true;
  }

  /** Replaces `before` by `after`; either may be missing. */
  replace(before: T | undefined, after: T | undefined): void {
    if (before !== undefined && after !== undefined && this.#haveSameKey(before, after)) {
      const found = this.#find(before);
      if (found) found.chunk.items[found.offset] = after;
      else this.add(after);
      return;
    }
    if (before !== undefined) this.remove(before);
    if (after !== undefined) this.add(after);
  }

  /** How many items rank before `value`: the place of an item is one more (RULES.md RK3). */
  countBelow(value: number): number {
    return this.#countWhile((other) => other < value);
  }

  /**
   * One more than the items before `value`; where places are `isDense` items of one value count once (RULES.md RK13).
   */
  placeOf(value: number, isDense: boolean): number {
    if (!isDense) return this.countBelow(value) + 1;
    const distinct = (this.#distinct ??= listDistinct(this.listValues()));
    return countWhile(distinct.length, (at) => (distinct[at] ?? Infinity) < value) + 1;
  }

  /** How many items rank before `value` or equal to it. */
  countUpTo(value: number): number {
    return this.#countWhile((other) => other <= value);
  }

  #countWhile(holds: (value: number) => boolean): number {
    const chunks = this.#chunks;
    const index = countWhile(chunks.length, (at) => holds(chunks[at]?.values.at(-1) ?? Infinity));
    const values = chunks[index]?.values ?? [];
    const offset = countWhile(values.length, (at) => holds(values[at] ?? Infinity));
    return this.#counts.before(index) + offset;
  }

  list(): T[] {
    return this.#chunks.flatMap(({ items }) => items);
  }

  /** The values that rank the items, in order. */
  listValues(): Float64Array {
    const all = new Float64Array(this.#length);
    let at = 0;
    for (const { values } of this.#chunks) {
      all.set(values, at);
      at += values.length;
    }
    return all;
  }

  at(index: number): T | undefined {
    if (!Number.isInteger(index) || index < 0 || index >= this.#length) return undefined;
    const { chunk, offset } = this.#counts.locate(index);
    return this.#chunks[chunk]?.items[offset];
  }

  [Symbol.iterator](): Iterator<T> {
    return this.list().values();
  }

  #find(item: T): { index: number; chunk: Chunk<T>; offset: number } | undefined {
    const value = this.#key.valueOf(item);
    const index = this.#findChunk(value, item);
    const chunk = this.#chunks[index];
    if (!chunk) return undefined;
    const offset = this.#findOffset(chunk, value, item);
    const found = chunk.items[offset];
    if (found === undefined || chunk.values[offset] !== value) return undefined;
    return this.#key.compareTies(found, item) === 0 ? { index, chunk, offset } : undefined;
  }

  #haveSameKey(a: T, b: T): boolean {
    return this.#key.valueOf(a) === this.#key.valueOf(b) && this.#key.compareTies(a, b) === 0;
  }

  /** The first chunk that does not end before this item. */
  #findChunk(value: number, item: T): number {
    const chunks = this.#chunks;
    return countWhile(chunks.length, (at) => {
      const chunk = chunks[at];
      return chunk !== undefined && this.#isBefore(chunk, chunk.items.length - 1, value, item);
    });
  }

  /** How many items of the chunk come before this one. */
  #findOffset(chunk: Chunk<T>, value: number, item: T): number {
    return countWhile(chunk.items.length, (at) => this.#isBefore(chunk, at, value, item));
  }

  #isBefore(chunk: Chunk<T>, at: number, value: number, item: T): boolean {
    const other = chunk.values[at] ?? Infinity;
    if (other !== value) return other < value;
    return this.#key.compareTies(chunk.items[at] as T, item) < 0;
  }

  #recount(): void {
    this.#counts = new PrefixCounts(this.#chunks.map((chunk) => chunk.items.length));
  }
}
