import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';
import { expect, test } from 'vitest';

const ROOT = join(import.meta.dirname, '../..');
/** A link or a picture in Markdown that stays in this repository: `](docs/settings.md)`. */
const RELATIVE_LINK = /\]\((?![a-z]+:|#)([^)#\s]+)/g;
/** A file of the repository that prose names: `server/race/follower.ts`. */
const NAMED_FILE =
  /`((?:client|docs|server|shared|tests)\/[\w./-]+\.(?:ts|tsx|mjs|lua|md|css|json))`/g;

const documents = [
  ...readdirSync(ROOT).filter((name) => name.endsWith('.md')),
  ...['client', 'docs', 'server', 'shared'].flatMap((folder) =>
    readdirSync(join(ROOT, folder), { recursive: true, encoding: 'utf8' })
      .filter((name) => name.endsWith('.md'))
      .map((name) => join(folder, name)),
  ),
];

test.each(documents)('%s: every link and every file it names is there', (document) => {
  const text = readFileSync(join(ROOT, document), 'utf8');
  const linked = Array.from(text.matchAll(RELATIVE_LINK), ([, path = '']) =>
    normalize(join(dirname(document), path)),
  );
  const named = Array.from(text.matchAll(NAMED_FILE), ([, path = '']) => path);
  expect([...linked, ...named].filter((path) => !existsSync(join(ROOT, path)))).toEqual([]);
});
