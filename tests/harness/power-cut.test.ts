import { expect, test } from 'vitest';

import { cutTail, readNotes } from './power-cut.ts';

const ROOT = 1;

/** The names that are on disk in the root, and how many bytes of each. */
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

test('a cut is on disk at once, and a file with the number of an earlier one is another', () => {
  expect(readRoot('n 1 2 a', 's 2 10', 'd 1 0', 't 2 4')).toEqual({ a: 4 });
  expect(readRoot('n 1 2 a', 's 2 10', 'd 1 0', 't 2 14')).toEqual({ a: 10 });
  expect(readRoot('n 1 2 a', 's 2 10', 'd 1 0', 'r 1 0 a', 'n 1 2 b', 'd 1 0')).toEqual({ b: 0 });
});

test('unsynced bytes are gone, cut in half, or zeros', () => {
  const bytes = Buffer.from('synced, tail');
  expect(cutTail(bytes, 6, 'all').toString()).toBe('synced');
  expect(cutTail(bytes, 6, 'half').toString()).toBe('synced, t');
  expect(cutTail(bytes, 6, 'zeros')).toEqual(Buffer.from('synced\0\0\0\0\0\0'));
  for (const loss of ['all', 'half', 'zeros'] as const)
    expect(cutTail(bytes, 20, loss)).toEqual(bytes);
});
