import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { OrderedSequence } from '#shared/scoring/ordered-sequence.ts';

interface Item {
  readonly value: number;
  readonly name: number;
}

const byValue = {
  valueOf: (item: Item): number => item.value,
  compareTies: (a: Item, b: Item): number => a.name - b.name,
};

/** Few values, so that many are equal. */
const items = fc.uniqueArray(
  fc.record({
    value: fc.oneof(fc.integer({ min: 0, max: 9 }), fc.constant(Infinity)),
    name: fc.integer({ min: 0, max: 5_000 }),
  }),
  { selector: (item) => `${item.value}/${item.name}`, maxLength: 300, size: 'max' },
);

test('[RK2] adding one by one gives the order of sorting all at once', () => {
  fc.assert(
    fc.property(items, (drawn) => {
      const added = new OrderedSequence(byValue);
      for (const item of drawn) added.add(item);
      const loaded = new OrderedSequence(byValue);
      loaded.load(drawn);
      expect(readThrough(added)).toEqual(sortPlainly(drawn));
      expect(readThrough(loaded)).toEqual(sortPlainly(drawn));
    }),
    { numRuns: 25 },
  );
});

test('[RK2] removing and adding again keeps the order and the counts', () => {
  fc.assert(
    fc.property(items, fc.infiniteStream(fc.boolean()), (drawn, coins) => {
      const sequence = new OrderedSequence(byValue);
      sequence.load(drawn);
      const gone = drawn.filter(() => coins.next().value === true);
      for (const item of gone) expect(sequence.remove({ ...item })).toBe(true);
      for (const item of gone) expect(sequence.remove(item)).toBe(false);
      expect(readThrough(sequence)).toEqual(
        sortPlainly(drawn.filter((item) => !gone.includes(item))),
      );
      for (const item of gone) sequence.add(item);
      expect(readThrough(sequence)).toEqual(sortPlainly(drawn));
      for (const item of drawn) sequence.remove(item);
      expect(readThrough(sequence)).toEqual(sortPlainly([]));
    }),
    { numRuns: 25 },
  );
});

test('[RK2] replacing an item by one of the same key swaps the object in place', () => {
  const sequence = new OrderedSequence(byValue);
  const first = { value: 1, name: 1 };
  const again = { value: 1, name: 1 };
  sequence.load([first, { value: 2, name: 2 }]);
  sequence.replace(first, again);
  expect(sequence.at(0)).toBe(again);
  expect(sequence.length).toBe(2);
});

test('[RK3] the count below any value is that of a plain filter', () => {
  fc.assert(
    fc.property(items, (drawn) => {
      const sequence = new OrderedSequence(byValue);
      sequence.load(drawn);
      for (const value of [-1, 0, 0.5, 3, 9, 10, Infinity]) {
        expect(sequence.countBelow(value)).toBe(drawn.filter((item) => item.value < value).length);
      }
    }),
    { numRuns: 25 },
  );
});

test('[RK2] an empty sequence has no items and nothing below', () => {
  const sequence = new OrderedSequence(byValue);
  expect([...sequence]).toEqual([]);
  expect(sequence.at(0)).toBeUndefined();
  expect(sequence.at(-1)).toBeUndefined();
  expect(sequence.countBelow(5)).toBe(0);
  expect(sequence.remove({ value: 1, name: 1 })).toBe(false);
});

/** The expected sequence: the items in a plain sort. */
function sortPlainly(items: readonly Item[]): Item[] {
  return items.toSorted((a, b) =>
    a.value === b.value ? a.name - b.name : a.value < b.value ? -1 : 1,
  );
}

/** The items by iteration, after checking that length and index read the same. */
function readThrough(sequence: OrderedSequence<Item>): Item[] {
  const read = [...sequence];
  expect(sequence.length).toBe(read.length);
  expect(read.map((_, index) => sequence.at(index))).toEqual(read);
  return read;
}
