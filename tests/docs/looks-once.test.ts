import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

import { expect, test } from 'vitest';

const TESTS = join(import.meta.dirname, '..');
const FOLDERS = ['component', 'e2e', 'journeys'];

/** What tries again until what it holds is true. */
const TRIES_AGAIN = /\b(?:eventually|waitFor|poll)(?:<[^>]*>)?\(/;
/** What waits for something on the page and has it from then on, as it is then. */
const FINDS =
  /\b(?:const|let) (?:\{[^}]*\}|\[[^\]]*\]|(\w+)) = (?:\(|within\()?await .*\bfind\w*\(/;
/** What reads the page, once. */
const READS =
  /\b(?:const|let) (\w+) = await .*\.(?:allInnerTexts|allTextContents|boundingBox|count|getAttribute|innerText|inputValue|isChecked|isDisabled|isEnabled|isVisible|textContent)\(\)?/;

/** How far a line is set in. The formatter sees to it that what is inside something stands further in. */
const indentOf = (line: string): number => line.length - line.trimStart().length;

/** What stands between the parentheses that open there, however many lines it takes. */
function readArguments(lines: readonly string[], index: number, from: number): string {
  const rest = [lines[index]?.slice(from) ?? '', ...lines.slice(index + 1, index + 40)]
    .join('\n')
    // Those of a text or a pattern are none.
    .replaceAll(/'(?:\\.|[^'\\\n])*'|\\./g, '');
  let depth = 0;
  for (let at = 0; at < rest.length; at += 1) {
    if (rest[at] === '(') depth += 1;
    if (rest[at] === ')') depth -= 1;
    if (depth === 0) return rest.slice(1, at);
  }
  return rest;
}

/** Whether the line is, or is within, something that is tried again. */
function isTriedAgain(lines: readonly string[], index: number): boolean {
  const line = lines[index] ?? '';
  if (TRIES_AGAIN.test(line)) return true;
  let within = indentOf(line);
  for (let above = index - 1; above >= 0 && within > 0; above -= 1) {
    const outer = lines[above] ?? '';
    if (outer.trim() === '' || indentOf(outer) >= within) continue;
    within = indentOf(outer);
    if (TRIES_AGAIN.test(outer)) return true;
  }
  return false;
}

/** The names that the lines above, of the same test, gave to what matches. */
function listNames(lines: readonly string[], index: number, pattern: RegExp): string[] {
  const names: string[] = [];
  for (let above = index - 1; above >= 0; above -= 1) {
    const line = lines[above] ?? '';
    if (line.trim() !== '' && indentOf(line) === 0) break;
    const name = pattern.exec(line)?.[1];
    if (name !== undefined) names.push(name);
  }
  return names;
}

/**
 * The numbers, from 1, of lines on which a page is looked at once and held to that: what `expect` is given is
 * awaited there, was read before, or is the text of what was found before, which may stand there before its text does.
 */
function listSingleLooks(source: string): number[] {
  const lines = source.split('\n');
  return lines.flatMap((line, index) => {
    const call = /\bexpect\(/.exec(line);
    if (!call || isTriedAgain(lines, index)) return [];
    const given = readArguments(lines, index, call.index + 'expect'.length);
    const isText = /\.textContent\b/.test(given);
    const isLook =
      /\bawait\b/.test(given) ||
      listNames(lines, index, READS).some((name) => new RegExp(`^${name}\\b`).test(given)) ||
      (isText &&
        listNames(lines, index, FINDS).some((name) => new RegExp(`\\b${name}\\b`).test(given)));
    return isLook ? [index + 1] : [];
  });
}

test('tests of pages wait for their state: none looks once', () => {
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
    '  expect((await read()).runners).toEqual([await rows.count()]);',
    '  const half = await row.boundingBox();',
    '  expect(half?.height).toBeGreaterThan(1);',
    "  const notice = await screen.findByText('…');",
    "  expect(notice.parentElement?.textContent).toBe('…');",
    '  await eventually(async () => {',
    '    expect(await rows.count()).toBe(1);',
    "    expect(notice.textContent).toBe('…');",
    '  });',
    '  await eventually(async () => expect(await rows.count()).toBe(1));',
    "  await expect.poll(() => notice.textContent).toBe('…');",
    '  await expect.poll(() => row.boundingBox()).toEqual(half);',
    '  expect(complaints).toEqual([]);',
    '});',
    '',
    "test('…', () => {",
    "  expect(notice.textContent).toBe('…');",
    '});',
  ].join('\n');
  expect(listSingleLooks(source)).toEqual([2, 3, 6, 8, 10]);
});
