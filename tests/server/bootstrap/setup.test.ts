import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';

import { expect, test } from 'vitest';

import { Failure } from '#server/bootstrap/launcher.mjs';
import { findTool, isInstalled, provideTool, REDIS } from '#server/bootstrap/setup.mjs';
import { recordSteps } from '#tests/support/record-steps.ts';
import { createTempFolder } from '#tests/support/temp-folder.ts';

type Packages = Readonly<Record<string, { version: string; optional?: boolean }>>;

const LOCKED: Packages = {
  '': { version: '0.1.0' },
  'node_modules/express': { version: '5.3.0' },
  'node_modules/@oxlint/win32-x64': { version: '1.0.0', optional: true },
};
const EXPRESS: Packages = { 'node_modules/express': { version: '5.3.0' } };

test.for<[string, Packages | undefined, boolean]>([
  ['node_modules is missing', undefined, false],
  ['only packages for other platforms are missing', EXPRESS, true],
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

test('an interrupted installation, without the complete record of npm, counts as missing', () => {
  const project = createTempFolder();
  writePackages(join(project, 'package-lock.json'), LOCKED);
  mkdirSync(join(project, 'node_modules', 'express'), { recursive: true });
  expect(isInstalled(project)).toBe(false);
});

function writePackages(file: string, packages: Packages): void {
  writeFileSync(file, JSON.stringify({ packages }));
}

test('[CM6] redis-server is found on PATH, in the order of PATH', () => {
  const [first, second] = [createTempFolder(), createTempFolder()];
  writeProgram(second, 'redis-server');
  const PATH = [first, second].join(delimiter);
  expect(findTool(REDIS, { PATH })).toBe(join(second, 'redis-server'));
  // A folder is no program.
  mkdirSync(join(first, 'redis-server'));
  expect(findTool(REDIS, { PATH })).toBe(join(second, 'redis-server'));
  expect(findTool(REDIS, { PATH: first })).toBeUndefined();
  expect(findTool(REDIS, {})).toBeUndefined();
});

test('[EN3] REDIS_SERVER_PATH precedes PATH, and is named if invalid', () => {
  const folder = createTempFolder();
  writeProgram(folder, 'redis-server');
  writeProgram(folder, 'redis-8');
  const REDIS_SERVER_PATH = join(folder, 'redis-8');
  expect(findTool(REDIS, { PATH: folder, REDIS_SERVER_PATH })).toBe(REDIS_SERVER_PATH);
  expect(() => findTool(REDIS, { PATH: folder, REDIS_SERVER_PATH: '/no/redis' })).toThrow(
    'REDIS_SERVER_PATH is "/no/redis", but there is no program there.',
  );
});

test('[CM6] a missing Redis is installed with apt, without a question', async () => {
  const folder = createTempFolder();
  const log = writeAptGet(folder, 'redis-server');
  const steps = recordSteps();
  expect(await provideTool(REDIS, { PATH: folder }, steps)).toBe(join(folder, 'redis-server'));
  expect(readFileSync(log, 'utf8').trim().split('\n')).toEqual([
    'noninteractive: -o DPkg::Lock::Timeout=120 update',
    'noninteractive: -o DPkg::Lock::Timeout=120 install -y --no-install-recommends redis-server',
  ]);
  expect(steps.lines[0]).toMatch(/^Installing Redis \(.*apt-get .* redis-server\)$/);
  const { length } = readFileSync(log);
  await provideTool(REDIS, { PATH: folder }, steps);
  expect(readFileSync(log)).toHaveLength(length);
});

test('a failed installation names its log and the remedy', async () => {
  const folder = createTempFolder();
  writeProgram(folder, 'apt-get', 'echo "E: no such host"; exit 100');
  writeSudo(folder);
  const failure = await provideTool(REDIS, { PATH: folder }, recordSteps()).catch(
    (error: unknown) => error,
  );
  if (!(failure instanceof Failure)) throw failure;
  expect(failure.message).toMatch(/could not be installed \(see .*install-redis-server\.log\)/);
  expect(failure.remedy).toContain('sudo apt-get install redis-server');
});

/** An apt-get that logs its calls, and can install one program. */
function writeAptGet(folder: string, program: string): string {
  const log = join(folder, 'apt.log');
  const target = join(folder, program);
  writeProgram(
    folder,
    'apt-get',
    `echo "$DEBIAN_FRONTEND: $*" >> '${log}'
case "$*" in *install*' ${program}') printf '#!/bin/sh\\n' > '${target}'; /bin/chmod 755 '${target}';; *install*) exit 100;; esac`,
  );
  writeSudo(folder);
  return log;
}

/** A sudo without a question, since the tests may not run as root. */
function writeSudo(folder: string): void {
  writeProgram(folder, 'sudo', 'while [ "${1#-}" != "$1" ]; do shift; done; exec "$@"');
}

function writeProgram(folder: string, name: string, script = 'exit 0'): void {
  writeFileSync(join(folder, name), `#!/bin/sh\n${script}\n`, { mode: 0o755 });
}
