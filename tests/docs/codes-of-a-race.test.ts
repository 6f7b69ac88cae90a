import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

import { expect, test } from 'vitest';

import { USUAL_COURSES } from '#shared/model/courses.ts';

const ROOT = join(import.meta.dirname, '../..');

/** Where the codes of the usual race may stand, and why. */
const ALLOWED: Readonly<Record<string, string>> = {
  'server/cli/import-mapping.ts': 'an example in help',
  'server/cli/race-command.ts': 'an example in help',
  'server/cli/race-import.ts': 'an example in what to do about a fault',
  'server/demo/invent-runners.ts':
    'the demo runs the usual race, and says how old and quick its field is',
  'server/store/published-reads.ts': 'an example in what to do about a fault',
  'shared/model/race-setup-form.ts': 'examples in what to do about a fault',
};

const { events, climbs, categories, points } = USUAL_COURSES;
const codes = [
  ...events,
  ...climbs.map(({ code }) => code),
  ...categories,
  ...points.filter((point) => point !== 'start' && point !== 'finish'),
];
const CODE = new RegExp(`(?<![\\w-])(?:${codes.join('|')})(?![\\w-])`);

/** Without its comments, which may tell of the race that everybody knows. */
function readCode(path: string): string {
  const text = readFileSync(join(ROOT, path), 'utf8');
  if (path.endsWith('.lua')) return text.replaceAll(/--.*$/gm, '');
  return text.replaceAll(/\/\*\*?\s[^]*?\*\/|(?<=^|\s)\/\/.*$/gm, '');
}

test('[RD1] no code names a distance, a checkpoint, a climb or a category', () => {
  const files = ['client', 'server', 'shared']
    .flatMap((folder) =>
      readdirSync(join(ROOT, folder), { recursive: true, encoding: 'utf8' }).map(
        (name) => `${folder}/${name}`,
      ),
    )
    .filter((path) => /\.(?:tsx?|mjs|lua)$/.test(path) && !path.startsWith('shared/templates/'));
  expect(files.length).toBeGreaterThan(500);
  const naming = files.filter((path) => CODE.test(readCode(path)));
  expect(naming.toSorted()).toEqual(Object.keys(ALLOWED).toSorted());
});
