import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const ROOT = join(import.meta.dirname, '../..');
const FOLDERS = ['tests/scoring', 'tests/format', 'tests/model'];
const RULE_HEAD = /^- \*\*([A-Z]{2}\d+)\*\*/gm;
const CITED_TITLE =
  /\b(?:test|it|describe)(?:\.each\([^]*?\)\s*)?\(\s*['"`]((?:\[[A-Z]{2}\d+\] ?)+)/g;

const rules = Array.from(
  readFileSync(join(ROOT, 'shared/scoring/RULES.md'), 'utf8').matchAll(RULE_HEAD),
  (match) => match[1] ?? '',
);

const cited = new Set(
  FOLDERS.flatMap((folder) =>
    readdirSync(join(ROOT, folder))
      .filter((name) => name.endsWith('.test.ts'))
      .flatMap((name) => citationsIn(readFileSync(join(ROOT, folder, name), 'utf8'))),
  ),
);

test('every rule has a test whose title cites it', () => {
  expect(rules.length).toBeGreaterThan(30);
  expect(rules.filter((rule) => !cited.has(rule))).toEqual([]);
});

test('no test cites a rule that is not written down', () => {
  expect([...cited].filter((rule) => !rules.includes(rule))).toEqual([]);
});

test('no rule id is given twice', () => {
  expect(rules).toEqual([...new Set(rules)]);
});

function citationsIn(source: string): string[] {
  return Array.from(source.matchAll(CITED_TITLE), (match) => match[1] ?? '').flatMap(
    (ids) => ids.match(/[A-Z]{2}\d+/g) ?? [],
  );
}
