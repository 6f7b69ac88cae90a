import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';

import { expect, test } from 'vitest';

const ROOT = join(import.meta.dirname, '../..');

test.for(['shared/wire/PROTOCOL.md', 'server/race/FEED.md'])(
  'every rule of %s is cited by the title of a test',
  (path) => {
    const rules = readFileSync(join(ROOT, path), 'utf8').matchAll(/^- \*\*([A-Z]+\d+)\*\*/gm);
    const ids = Array.from(rules, ([, id = '']) => id);
    expect(ids.length).toBeGreaterThan(10);
    expect(new Set(ids).size).toBe(ids.length);
    const cited = findCitedRules();
    expect(ids.filter((id) => !cited.has(id))).toEqual([]);
  },
);

/** All ids in square brackets at the head of a test's title. */
function findCitedRules(): Set<string> {
  const files = readdirSync(join(ROOT, 'tests'), { recursive: true, encoding: 'utf8' });
  const cited = new Set<string>();
  for (const file of files.filter((name) => /\.test\.tsx?$/.test(name))) {
    const text = readFileSync(join(ROOT, 'tests', file), 'utf8');
    for (const [, ids = ''] of text.matchAll(/['"`]\[([A-Z0-9 ,]+)\]/g)) {
      for (const id of ids.split(/[ ,]+/)) cited.add(id);
    }
  }
  return cited;
}
