import { expect, test } from 'vitest';

import { readNotes } from './power-cut.ts';

const ROOT = 1;

/** The names on disk in the root, and the number of bytes of each. */
function readRoot(...lines: readonly string[]): Record<string, number | undefined> {
  const { names, sizes } = readNotes(lines.map((line) => `${line}\n`).join(''));
  const found = [...(names.get(ROOT) ?? [])].map(([name, inode]) => [name, sizes.get(inode)]);
  return Object.fromEntries(found) as Record<string, number | undefined>;
}

test('synced bytes are on disk, and names once their folder is synced', () => {
  expect(readRoot('n 1 2 a', 's 2 10')).toEqual({});
  expect(readRoot('n 1 2 a', 'd 1 0')).toEqual({ a: 0 });
  expect(readRoot('n 1 2 a', 'd 1 0', 's 2 10', 'n 1 3 b')).toEqual({ a: 10 });
  expect(readRoot('n 1 2 two words', 's 2 3', 'd 1 0')).toEqual({ 'two words': 3 });
  const made = ['n 1 2 a', 's 2 10', 'd 1 0', 'n 1 3 a.new', 's 3 12'];
  expect(readRoot(...made, 'r 1 0 a.new', 'l 1 3 a')).toEqual({ a: 10 });
  expect(readRoot(...made, 'r 1 0 a.new', 'l 1 3 a', 'd 1 0')).toEqual({ a: 12 });
  const { names } = readNotes('n 1 2 in\nn 2 3 a\nd 2 0\nn 2 4 b\nd 1 0\n');
  expect(names.get(2)).toEqual(new Map([['a', 3]]));
});

test('a truncation is on disk at once, and a reused inode is another file', () => {
  expect(readRoot('n 1 2 a', 's 2 10', 'd 1 0', 't 2 4')).toEqual({ a: 4 });
  expect(readRoot('n 1 2 a', 's 2 10', 'd 1 0', 't 2 14')).toEqual({ a: 10 });
  expect(readRoot('n 1 2 a', 's 2 10', 'd 1 0', 'r 1 0 a', 'n 1 2 b', 'd 1 0')).toEqual({ b: 0 });
});
