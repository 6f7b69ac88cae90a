import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';

const ROOT = join(import.meta.dirname, '../..');
const DOCUMENT = readFileSync(join(ROOT, 'docs/architecture.md'), 'utf8');
const NAMES = ['A scan to a row', "An organiser's edit", '`npm start`', 'The first paint'];

/** A file in backquotes, or in italics and brackets what joins it to the one before. */
const STEP = /_\(.+?\)_|`([\w./-]+\.(?:tsx?|mjs|lua))`/gs;
const IMPORT = /(?:\bfrom|\bimport)\s*\(?\s*'([^'?]+)(?:\?\w+)?'/g;

const [, ofFlows = ''] = DOCUMENT.split('\n## Four flows\n');
const flows = ofFlows
  .split('\n### ')
  .slice(1)
  .map((text) => ({ name: text.slice(0, text.indexOf('\n')), text }));

interface Pair {
  readonly before: string;
  readonly file: string;
}

/** The files of a list, and each two neighbours that it does not join in words. */
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

test('four flows are described', () => expect(flows.map(({ name }) => name)).toEqual(NAMES));

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
