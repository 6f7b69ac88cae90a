import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';

const ROOT = join(import.meta.dirname, '../..');
const DOCUMENT = readFileSync(join(ROOT, 'docs/architecture.md'), 'utf8');
/** More of each nobody has to follow: a list that grows past it asks for a layer less. */
const MOST_FILES = {
  'A scan to a row': 39,
  "An organiser's edit": 32,
  'An import': 32,
  'A setting': 28,
  '`npm start`': 30,
  'The first paint': 30,
  'A Web Push': 21,
};

/** A file in backquotes, or in italics and brackets what joins it to the one before. */
const STEP = /_\(.+?\)_|`([\w./-]+\.(?:tsx?|mjs|lua))`/gs;
const IMPORT = /(?:\bfrom|\bimport)\s*\(?\s*'([^'?]+)(?:\?\w+)?'/g;

const [, ofFlows = ''] = DOCUMENT.split('\n## Seven flows\n');
const flows = ofFlows
  .split('\n### ')
  .slice(1)
  .map((text) => ({ name: text.slice(0, text.indexOf('\n')), text }));

interface Pair {
  readonly before: string;
  readonly file: string;
}

/** The files of a list and, of two neighbours, those of which it does not say what joins them. */
function readFlow(text: string): { readonly files: readonly string[]; readonly pairs: Pair[] } {
  const files: string[] = [];
  const pairs: Pair[] = [];
  let before: string | undefined;
  for (const [, named] of text.matchAll(STEP)) {
    if (named === undefined) {
      before = undefined;
      continue;
    }
    const known = files.filter((file) => file === named || file.endsWith(`/${named}`));
    const [file = named] = known;
    expect(known.length, `${named} is one file of the list`).toBeLessThan(2);
    if (known.length === 0) files.push(file);
    if (before !== undefined) pairs.push({ before, file });
    before = file;
  }
  return { files, pairs };
}

function doesImport({ before, file }: Pair): boolean {
  const text = readFileSync(join(ROOT, before), 'utf8');
  return Array.from(text.matchAll(IMPORT), ([, name = '']) =>
    name.startsWith('#') ? name.slice(1) : join(dirname(before), name),
  ).includes(file);
}

test('seven flows are told', () =>
  expect(flows.map(({ name }) => name)).toEqual(Object.keys(MOST_FILES)));

test.each(flows)('$name: each file is there and leads to the next', ({ text }) => {
  const { files, pairs } = readFlow(text);
  expect(files.filter((file) => !existsSync(join(ROOT, file)))).toEqual([]);
  expect(pairs.length).toBeGreaterThan(10);
  const apart = pairs.filter(
    ({ before, file }) =>
      !doesImport({ before, file }) && !doesImport({ before: file, file: before }),
  );
  expect(apart).toEqual([]);
});

test.each(Object.entries(MOST_FILES))('%s: it can be followed through %i files', (name, most) => {
  const { text = '' } = flows.find((flow) => flow.name === name) ?? {};
  expect(readFlow(text).files.length).toBeLessThanOrEqual(most);
});
