import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

import { expect, test } from 'vitest';

import { findRules } from '#tests/support/find-rules.ts';

const ROOT = join(import.meta.dirname, '../..');

/** How many requirements of level 1 and 2 each section of ASVS 5.0.0 has; those of level 3 come after them. */
const REQUIREMENTS: Readonly<Record<string, readonly number[]>> = {
  V1: [2, 9, 11, 3, 2],
  V2: [3, 3, 4, 1],
  V3: [0, 2, 4, 6, 5, 0, 2],
  V4: [3, 1, 2, 4],
  V5: [1, 3, 2, 3],
  V6: [3, 12, 4, 4, 5, 3, 0, 4],
  V7: [3, 4, 2, 5, 2, 2],
  V8: [2, 3, 1, 1],
  V9: [3, 4],
  V10: [2, 2, 4, 11, 5, 2, 3],
  V11: [2, 3, 3, 4, 1, 1, 0],
  V12: [3, 2, 4],
  V13: [1, 5, 2, 5],
  V14: [2, 4, 3],
  V15: [3, 3, 7, 0],
  V16: [1, 5, 4, 3, 3],
  V17: [1, 4, 2],
};

const RULE_ID = /\b[A-Z]{2}\d+\b/g;
const FILE = /`([^`]+\/[^`]+)`/g;
const LINKED_DOCUMENT = /\]\((?![a-z]+:|#)([^)#\s]+\.md)\)/g;

const text = readFileSync(join(ROOT, 'docs/security.md'), 'utf8');
/** `- **1.2.6–8, 1.3.1 not applicable** No LDAP …`. */
const ROW = /^- \*\*([\d.–, ]+?)(?: (not met|not applicable))?\*\* (.+)$/gm;

const rows = text
  .split('\n### ')
  .slice(1)
  .flatMap((part) => {
    const [chapter = ''] = part.split(' ');
    return Array.from(part.matchAll(ROW), ([, ids = '', state = 'met', how = '']) => ({
      chapter,
      ids: ids.split(', ').flatMap(listRange),
      state,
      how,
      shown: Array.from(how.matchAll(FILE), ([, path = '']) => path).filter((path) =>
        path.startsWith('tests/'),
      ),
    }));
  });

/** `1.2.6–8` is `1.2.6`, `1.2.7` and `1.2.8`. */
function listRange(range: string): string[] {
  const [from = '', last] = range.split('–');
  const [chapter, section, first] = from.split('.').map(Number);
  const length = Number(last ?? first) - Number(first) + 1;
  return Array.from({ length }, (_, at) => `${chapter}.${section}.${Number(first) + at}`);
}

test('each requirement of level 1 and 2 of ASVS 5.0.0 is in its chapter once', () => {
  const all = Object.entries(REQUIREMENTS).flatMap(([chapter, sections]) =>
    sections.flatMap((count, section) =>
      Array.from(
        { length: count },
        (_, at) => `${chapter} ${chapter.slice(1)}.${section + 1}.${at + 1}`,
      ),
    ),
  );
  expect(all).toHaveLength(253);
  const listed = rows.flatMap(({ chapter, ids }) => ids.map((id) => `${chapter} ${id}`));
  expect(listed.toSorted()).toEqual(all.toSorted());
});

test('each is met and shown by a test or a document, or not', () => {
  const wrong = rows.filter(
    ({ state, how, shown }) => state === 'met' && shown.length === 0 && !how.includes('.md)'),
  );
  expect(wrong).toEqual([]);
  expect(new Set(rows.map(({ state }) => state)).size).toBe(3);
});

test('each file it names is there, and what shows a requirement is a test', () => {
  const shown = rows.flatMap((row) => row.shown);
  const named = Array.from(text.matchAll(FILE), ([, path = '']) => path);
  expect(shown.length).toBeGreaterThan(100);
  expect(shown.filter((path) => !/^tests\/.*\.test\.tsx?$/.test(path))).toEqual([]);
  const files = named.filter((path) => /\.\w+$/.test(path));
  expect(files.filter((path) => !existsSync(join(ROOT, path)))).toEqual([]);
});

test('each rule it cites stands in one of the documents that it links', () => {
  const documents = new Set(
    Array.from(text.matchAll(LINKED_DOCUMENT), ([, path = '']) => join(ROOT, 'docs', path)),
  );
  const rules = new Set([...documents].flatMap((path) => findRules(readFileSync(path, 'utf8'))));
  const cited = text.match(RULE_ID) ?? [];
  expect(cited.length).toBeGreaterThan(100);
  expect(cited.filter((id) => !rules.has(id))).toEqual([]);
});

test('each rule by which one is met is held by a test that shows it, where tests of the product do', () => {
  const unshown = rows.flatMap(({ ids: [first], state, how, shown }) => {
    // What is written down is shown by the tests of the documents.
    if (state !== 'met' || shown.every((path) => path.startsWith('tests/docs/'))) return [];
    const held = shown.map((path) => readFileSync(join(ROOT, path), 'utf8')).join('\n');
    const ids = new Set(held.match(RULE_ID));
    return (how.match(RULE_ID) ?? []).filter((id) => !ids.has(id)).map((id) => `${first}: ${id}`);
  });
  expect(unshown).toEqual([]);
});
