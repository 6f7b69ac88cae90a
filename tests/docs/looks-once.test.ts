import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

import { expect, test } from 'vitest';

const TESTS = join(import.meta.dirname, '..');
const FOLDERS = ['component', 'e2e', 'journeys'];

/** What tries again until what it holds is true. */
const TRIES_AGAIN = /\b(?:eventually|waitFor|poll)(?:<[^>]*>)?\(/;
/** What asks the page for something that may be there a moment later. */
const LOOKS_ONCE = /\bexpect\(\s*await\b|\bexpect\($/;

/** How far a line is set in. The formatter sees to it that what is inside something stands further in. */
const indentOf = (line: string): number => line.length - line.trimStart().length;

/** The numbers, from 1, of lines on which a page is looked at once and held to that. */
function listSingleLooks(source: string): number[] {
  const lines = source.split('\n');
  return lines.flatMap((line, index) => {
    const isOpen = /\bexpect\($/.test(line);
    if (!LOOKS_ONCE.test(line) || (isOpen && !lines[index + 1]?.trimStart().startsWith('await ')))
      return [];
    let within = indentOf(line);
    if (TRIES_AGAIN.test(line)) return [];
    for (let above = index - 1; above >= 0 && within > 0; above -= 1) {
      const outer = lines[above] ?? '';
      if (outer.trim() === '' || indentOf(outer) >= within) continue;
      within = indentOf(outer);
      if (TRIES_AGAIN.test(outer)) return [];
    }
    return [index + 1];
  });
}

test('tests of pages wait for what they are about: none looks once', () => {
  const files = FOLDERS.flatMap((folder) =>
    readdirSync(join(TESTS, folder), { recursive: true, encoding: 'utf8' })
      .filter((name) => /\.tsx?$/.test(name))
      .map((name) => join(folder, name)),
  );
  expect(files.length).toBeGreaterThan(50);
  const found = files.flatMap((file) =>
    listSingleLooks(readFileSync(join(TESTS, file), 'utf8')).map((line) => `${file}:${line}`),
  );
  expect(found).toEqual([]);
});

test('one look is found, and one that is tried again is not', () => {
  const source = [
    "test('…', async () => {",
    '  expect(await rows.count()).toBe(1);',
    '  expect(',
    '    await rows.count(),',
    '  ).toBe(1);',
    '  await eventually(async () => {',
    '    expect(await rows.count()).toBe(1);',
    '  });',
    '  await eventually(async () => expect(await rows.count()).toBe(1));',
    '  expect(complaints).toEqual([]);',
    '});',
  ].join('\n');
  expect(listSingleLooks(source)).toEqual([2, 3]);
});
