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

const STATES = ['met', 'not met', 'not applicable'];
const RULE_ID = /\b[A-Z]{2}\d+\b/g;
const FILE = /`([^`]+\/[^`]+)`/g;
const LINKED_DOCUMENT = /\]\((?![a-z]+:|#)([^)#\s]+\.md)\)/g;

const text = readFileSync(join(ROOT, 'docs/security.md'), 'utf8');
const rows = text
  .split('\n### ')
  .slice(1)
  .flatMap((part) => {
    const [chapter = ''] = part.split(' ');
    return part
      .split('\n')
      .filter((line) => line.startsWith('| v5.0.0-'))
      .map((line) => {
        const cells = line.split('|').slice(1, -1);
        const [ids = '', asks = '', state = '', how = '', shown = ''] = cells.map((c) => c.trim());
        return { chapter, ids: ids.split(', '), asks, state, how, shown, width: cells.length };
      });
  });

test('each requirement of level 1 and 2 of ASVS 5.0.0 stands in its chapter once', () => {
  const all = Object.entries(REQUIREMENTS).flatMap(([chapter, sections]) =>
    sections.flatMap((count, section) =>
      Array.from(
        { length: count },
        (_, at) => `${chapter} v5.0.0-${chapter.slice(1)}.${section + 1}.${at + 1}`,
      ),
    ),
  );
  expect(all).toHaveLength(253);
  const listed = rows.flatMap(({ chapter, ids }) => ids.map((id) => `${chapter} ${id}`));
  expect(listed.toSorted()).toEqual(all.toSorted());
});

test('each is met and shown, or not, with a reason', () => {
  const wrong = rows.filter(({ asks, state, how, shown, width }) => {
    const isShown = shown !== '' || how.includes('.md)');
    const isWhole = width === 5 && asks !== '' && how !== '';
    return !isWhole || !STATES.includes(state) || (state === 'met' && !isShown);
  });
  expect(wrong).toEqual([]);
  for (const state of STATES) expect(rows.map((row) => row.state)).toContain(state);
});

test('each file it names is there, and what shows a requirement is a test', () => {
  const shown = rows.flatMap((row) =>
    Array.from(row.shown.matchAll(FILE), ([, path = '']) => path),
  );
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
    const paths = Array.from(shown.matchAll(FILE), ([, path = '']) => path);
    // What is written down is shown by the tests of the documents.
    if (state !== 'met' || paths.every((path) => path.startsWith('tests/docs/'))) return [];
    const held = paths.map((path) => readFileSync(join(ROOT, path), 'utf8')).join('\n');
    const ids = new Set(held.match(RULE_ID));
    return (how.match(RULE_ID) ?? []).filter((id) => !ids.has(id)).map((id) => `${first}: ${id}`);
  });
  expect(unshown).toEqual([]);
});
