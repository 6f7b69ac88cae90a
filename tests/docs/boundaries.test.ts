import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';

import { expect, test } from 'vitest';

const ROOT = join(import.meta.dirname, '../..');

interface Boundary {
  /** Globs of the files that it is for. */
  readonly files: readonly string[];
  readonly rules: {
    readonly 'no-restricted-imports'?: readonly [
      'error',
      { readonly patterns: readonly { readonly regex: string; readonly message: string }[] },
    ];
  };
}

const { overrides } = JSON.parse(
  readFileSync(join(ROOT, '.oxlintrc.json'), 'utf8').replaceAll(/^\s*\/\/.*$/gm, ''),
) as { readonly overrides: readonly Boundary[] };

const boundaries = overrides.flatMap(({ files, rules }) => {
  const patterns = rules['no-restricted-imports']?.[1].patterns.map(({ regex }) => regex);
  return patterns ? [{ globs: files.map(readGlob), patterns }] : [];
});

function readGlob(glob: string): RegExp {
  const source = glob
    .replaceAll('.', String.raw`\.`)
    .replaceAll(/\{([^}]*)\}/g, (_, names: string) => `(${names.replaceAll(',', '|')})`)
    .replaceAll(/\*\*\/?|\*/g, (stars) => (stars === '*' ? '[^/]*' : '.*'));
  return new RegExp(`^${source}$`);
}

/** Whether a file may import what is spelled so: like the linter, by the last boundary that is for it. */
function isRefused(file: string, spelling: string): boolean {
  const boundary = boundaries.findLast(({ globs }) => globs.some((glob) => glob.test(file)));
  return boundary?.patterns.some((pattern) => new RegExp(pattern).test(spelling)) ?? false;
}

test('no boundary looks ahead or behind, which the linter passes over without a word', () => {
  expect(boundaries.length).toBeGreaterThan(20);
  expect(
    boundaries.flatMap(({ patterns }) => patterns).filter((one) => one.includes('(?')),
  ).toEqual([]);
});

test.each([
  ['shared/model/x.ts', '../format/format-time.ts', '../templates/laps.json'],
  ['shared/texts/x.ts', '../format/format-time.ts', '../model/time.ts'],
  ['shared/format/x.ts', '../scoring/standings.ts', '../texts/en.ts'],
  ['shared/scoring/x.ts', '../wire/schemas.ts', '../format/format-time.ts'],
  ['shared/forecast/x.ts', '../wire/schemas.ts', '../scoring/standings.ts'],
  ['shared/news/x.ts', '../control/to-do.ts', '../scoring/standings.ts'],
  ['client/worker/x.ts', '#server/context.ts', '#client/live/kept-names.ts'],
  ['client/worker-build.ts', '#server/context.ts', '#server/bundle-file.ts'],
  ['server/bootstrap/x.mjs', 'express', '../system/lock.mjs'],
  ['server/system/x.mjs', 'express', 'node:fs'],
  ['server/bootstrap/redis.mjs', 'redis', 'ioredis'],
])('%s: %s is refused, %s is not', (file, above, below) => {
  expect(isRefused(file, above)).toBe(true);
  expect(isRefused(file, below)).toBe(false);
});

test('nothing imports across a boundary', () => {
  const files = ['client', 'server', 'shared'].flatMap((folder) =>
    readdirSync(join(ROOT, folder), { recursive: true, encoding: 'utf8' })
      .filter((name) => /\.(?:tsx?|mjs)$/.test(name))
      .map((name) => join(folder, name)),
  );
  expect(files.length).toBeGreaterThan(1_000);
  const across = files.flatMap((file) => {
    const imports = readFileSync(join(ROOT, file), 'utf8').matchAll(
      /(?:\bfrom|^import) '([^']+)'/gm,
    );
    return Array.from(imports, ([, spelling = '']) => spelling)
      .filter((spelling) => isRefused(file, spelling))
      .map((spelling) => `${file}: ${spelling}`);
  });
  expect(across).toEqual([]);
});
