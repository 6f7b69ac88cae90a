import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { expect, test } from 'vitest';

import { isInstalled } from '#server/bootstrap/dependencies.mjs';
import { createTempFolder } from '#tests/support/temp-folder.ts';

type Packages = Readonly<Record<string, { version: string; optional?: boolean }>>;

const LOCKED: Packages = {
  '': { version: '0.1.0' },
  'node_modules/express': { version: '5.3.0' },
  'node_modules/@oxlint/win32-x64': { version: '1.0.0', optional: true },
};
const EXPRESS: Packages = { 'node_modules/express': { version: '5.3.0' } };

test.for<[string, Packages | undefined, boolean]>([
  ['there is no node_modules', undefined, false],
  ['all is there but what other platforms need', EXPRESS, true],
  ['a package is missing', {}, false],
  ['a package has another version', { 'node_modules/express': { version: '5.2.0' } }, false],
  [
    'an optional package has another version',
    { ...EXPRESS, 'node_modules/@oxlint/win32-x64': { version: '0.9.0' } },
    false,
  ],
])('[CM8] dependencies: %s', ([, present, installed]) => {
  const project = createTempFolder();
  writePackages(join(project, 'package-lock.json'), LOCKED);
  if (present) {
    mkdirSync(join(project, 'node_modules'));
    writePackages(join(project, 'node_modules', '.package-lock.json'), present);
  }
  expect(isInstalled(project)).toBe(installed);
});

test('an installation that was interrupted, so that npm has not written its record, is made again', () => {
  const project = createTempFolder();
  writePackages(join(project, 'package-lock.json'), LOCKED);
  mkdirSync(join(project, 'node_modules', 'express'), { recursive: true });
  expect(isInstalled(project)).toBe(false);
  writeFileSync(join(project, 'node_modules', '.package-lock.json'), '{"packages": {');
  expect(isInstalled(project)).toBe(false);
});

test('this checkout is installed as its lockfile says', () => {
  const project = join(import.meta.dirname, '..', '..', '..');
  expect(isInstalled(project)).toBe(true);
});

function writePackages(file: string, packages: Packages): void {
  writeFileSync(file, JSON.stringify({ packages }));
}
