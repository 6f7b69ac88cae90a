import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const ROOT = join(import.meta.dirname, '../..');

const ORDERED = [
  'react',
  'react-dom',
  'react-router-dom',
  'vite',
  'socket.io',
  'socket.io-client',
  'express',
  'redis',
  'ioredis',
  'firebase-admin',
  'firebase',
  'multer',
  'csv-parse',
  'vitest',
  'supertest',
];

const read = (path: string): string => readFileSync(join(ROOT, path), 'utf8');

test('the ordered packages are there, in an exact version', () => {
  const { dependencies, devDependencies } = JSON.parse(read('package.json')) as Readonly<
    Record<'dependencies' | 'devDependencies', Readonly<Record<string, string>>>
  >;
  const versions = { ...devDependencies, ...dependencies };
  const missing = ORDERED.filter((name) => !/^\d+\.\d+\.\d+$/.test(versions[name] ?? ''));
  expect(missing).toEqual([]);
  expect(versions['react-router-dom']).toMatch(/^7\./);
});

test('each of them is imported by the part of the project that it was ordered for', () => {
  const sources = ['client', 'server', 'tests'].flatMap((folder) =>
    readdirSync(join(ROOT, folder), { recursive: true, encoding: 'utf8' })
      .filter((name) => /\.(?:ts|tsx|mjs)$/.test(name))
      .map((name) => read(join(folder, name))),
  );
  const isUsed = (name: string): boolean =>
    sources.some((source) => new RegExp(`(?:from|import\\(?) ?'${name}(?:/[^']+)?'`).test(source));
  expect(ORDERED.filter((name) => !isUsed(name))).toEqual([]);
});

test('docs/architecture.md names them', () => {
  const [, section = ''] = read('docs/architecture.md').split('\n## Built on\n');
  const [builtOn = ''] = section.split('\n## ');
  expect(Array.from(builtOn.matchAll(/`([^`]+)`/g), ([, name]) => name)).toEqual(ORDERED);
});
