import { readFileSync, readdirSync } from 'node:fs';
import { extname, join } from 'node:path';
import { expect, test } from 'vitest';

import { findRules } from '#tests/support/find-rules.ts';

const ROOT = join(import.meta.dirname, '../..');
const FOLDERS = ['client', 'server', 'shared', 'tests', 'docs'];
const TEXTS = new Set(['.ts', '.tsx', '.mjs', '.lua', '.css', '.awk', '.md']);

const ID = /\b[A-Z]{2}\d+\b/g;
/** The brackets at the head of a title, such as `('[RK3 PR9] a gap …`. */
const TITLE_BRACKETS = /\(\s*['"`]\[([\w ,.]+)\] /g;
const COMMENT = /\/\*[^]*?\*\/|(?:\/\/|--|#).*$/gm;
const CODE_SPAN = /`[^`\n]*`/g;
/** Documents that nobody who clones this repository has. */
const FOREIGN = /\b(?:CONTRACT|DESIGN|spec(?:\.md)?(?: section)?) \d/;

const files = [
  ...readdirSync(ROOT, { withFileTypes: true }).filter((entry) => entry.isFile()),
  ...FOLDERS.flatMap((folder) => readFolder(folder)),
]
  .map((entry) => join(entry.parentPath, entry.name).slice(ROOT.length + 1))
  .filter((path) => TEXTS.has(extname(path)))
  .map((path) => ({ path, text: readFileSync(join(ROOT, path), 'utf8') }));

const rules = files
  .filter(({ path }) => path.endsWith('.md'))
  .flatMap(({ text }) => findRules(text));
const prefixes = new Set(rules.map((id) => id.slice(0, 2)));

const titles = files
  .filter(({ path }) => /\.test\.tsx?$/.test(path))
  .flatMap(({ path, text }) =>
    Array.from(text.matchAll(TITLE_BRACKETS), ([, ids = '']) => ({ path, ids: ids.split(' ') })),
  );

test('no rule id is given twice', () => {
  expect(rules.length).toBeGreaterThan(200);
  expect(rules.filter((id, index) => rules.indexOf(id) !== index)).toEqual([]);
});

test('every rule is cited by the title of a test', () => {
  const cited = new Set(titles.flatMap(({ ids }) => ids));
  expect(rules.filter((id) => !cited.has(id))).toEqual([]);
});

test('the brackets of a title hold ids of rules and nothing else', () => {
  const unknown = titles.flatMap(({ path, ids }) =>
    ids.filter((id) => !rules.includes(id)).map((id) => `${path}: [${id}]`),
  );
  expect(unknown).toEqual([]);
});

/** How many rules are tested in three folders of `tests` or more: lower it with each test that goes. */
const MOST_AT_THREE_LEVELS = 28;

test('a rule is held at the lowest level that can see it', () => {
  const levels = new Map<string, Set<string>>();
  for (const { path, ids } of titles) {
    const [, level = ''] = path.split('/');
    for (const id of ids) levels.set(id, (levels.get(id) ?? new Set()).add(level));
  }
  const held = [...levels].filter(([, its]) => its.size >= 3);
  const listed = held.map(([id, its]) => `${id}: ${[...its].toSorted().join(', ')}`).toSorted();
  expect(listed.length > MOST_AT_THREE_LEVELS ? listed : []).toEqual([]);
});

test('no comment and no document cites a rule that is not written down', () => {
  const unknown = files.flatMap(({ path, text }) =>
    citationsIn(path, text)
      .filter((id) => prefixes.has(id.slice(0, 2)) && !rules.includes(id))
      .map((id) => `${path}: ${id}`),
  );
  expect(unknown).toEqual([]);
});

test('nothing cites a document that is not in this repository', () =>
  expect(files.filter(({ text }) => FOREIGN.test(text)).map(({ path }) => path)).toEqual([]));

/** Ids in comments, and in documents outside code: `CP6` in backquotes is what a checkpoint goes by. */
function citationsIn(path: string, text: string): readonly string[] {
  const prose = path.endsWith('.md') ? text : (text.match(COMMENT) ?? []).join('\n');
  return prose.replaceAll(CODE_SPAN, '').match(ID) ?? [];
}

function readFolder(folder: string) {
  try {
    return readdirSync(join(ROOT, folder), { recursive: true, withFileTypes: true }).filter(
      (entry) => entry.isFile(),
    );
  } catch {
    return [];
  }
}
