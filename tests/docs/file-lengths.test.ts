import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const ROOT = join(import.meta.dirname, '../..');
/** A file holds one whole idea; one that is longer holds two, or says one of them at length. */
const MOST_LINES = 250;
/** A language is one file, whatever there is to say. */
const TEXTS = /^shared\/texts\//;
/** What stays longer, how long it may be, and why. No file is added; one that was made shorter is taken off. */
const LONGER: Readonly<Record<string, readonly [lines: number, because: string]>> = {
  'client/public/plain.css': [
    340,
    'The plain page asks for one sheet and nothing else, no build joins two, and the service worker keeps it by its name.',
  ],
};

const files = ['client', 'server', 'shared'].flatMap((folder) =>
  readdirSync(join(ROOT, folder), { recursive: true, encoding: 'utf8' })
    .map((name) => `${folder}/${name}`)
    .filter((path) => /\.(?:tsx?|mjs|css)$/.test(path) && !TEXTS.test(path))
    .map((path) => ({
      path,
      lines: readFileSync(join(ROOT, path), 'utf8').split('\n').length - 1,
    })),
);

test('a file of the product has at most 250 lines, but for the texts and those that are named here', () => {
  expect(files.length).toBeGreaterThan(1_000);
  expect(files.filter(({ path, lines }) => lines > (LONGER[path]?.[0] ?? MOST_LINES))).toEqual([]);
});

test('whoever is named here is longer still', () => {
  const longer = files.filter(({ lines }) => lines > MOST_LINES).map(({ path }) => path);
  expect(Object.keys(LONGER).toSorted()).toEqual(longer.toSorted());
});
