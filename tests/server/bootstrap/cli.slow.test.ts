import { cpSync, existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { expect, onTestFinished, test, vi } from 'vitest';

import { compileApp } from '#server/bootstrap/build.mjs';
import { bootstrap, launch, PROJECT } from '#tests/support/launcher.ts';
import { startProcess, type TestProcess } from '#tests/support/process.ts';
import { createTempFolder } from '#tests/support/temp-folder.ts';

test('[CM6] an old Node is refused first, in two plain lines', async () => {
  const pretend = `Object.defineProperty(process, 'versions', { value: { node: '18.20.8' } })`;
  const old = run([
    '--import',
    `data:text/javascript,${encodeURIComponent(pretend)}`,
    ...bootstrap('start'),
  ]);
  expect(await old.exitCode).toBe(1);
  expect(old.stderr.trim().split('\n')).toEqual([
    'This is Node 18.20.8, but Splitcast needs 20.19 or newer.',
    expect.stringContaining('Install a current Node'),
  ]);
});

test('an unknown command is refused with the list of commands', async () => {
  const wrong = run(bootstrap('strat'));
  expect(await wrong.exitCode).toBe(1);
  expect(wrong.stderr).toBe(
    'There is no command "strat".\n' +
      'The commands are start, demo, test, test:all, bench, faults, build, scanner, race, backup, restore, organiser.\n',
  );
});

/** The files of the commands before an installation, with an npm that has no network. */
function createClone(): string {
  const clone = createTempFolder();
  for (const path of ['server/bootstrap', 'server/system', 'package.json', 'package-lock.json']) {
    cpSync(join(PROJECT, path), join(clone, path), { recursive: true });
  }
  writeFileSync(join(clone, 'npm'), '#!/bin/sh\necho no network; exit 1\n', { mode: 0o755 });
  return clone;
}

// `race` and `organiser` run like `scanner`.
test.for(['start', 'demo', 'scanner', 'test', 'test:all', 'build', 'bench', 'faults'])(
  '[CM8] on a fresh clone `%s` needs no package before the installation',
  async (name) => {
    const clone = createClone();
    const command = run([join(clone, 'server', 'bootstrap', 'cli.mjs'), name], {
      PATH: clone,
      npm_execpath: undefined,
    });
    expect(await command.exitCode).toBe(1);
    expect(command.stderr).toMatch(
      /^The dependencies could not be installed: npm ci failed\.\nCheck the network .*\n$/m,
    );
  },
);

test.for<[status: number, command: string, ...args: string[]]>([
  [0, 'scanner', '--help'],
  [2, 'organiser'],
])('[CM14] help needs no Redis, and ends with %i for %s %s', async ([status, command, ...args]) => {
  const dataDir = join(createTempFolder(), 'data');
  const env = { DATA_DIR: dataDir, REDIS_URL: undefined };
  const launcher = launch(process.execPath, bootstrap(command, ...args), env);
  expect(await launcher.exitCode).toBe(status);
  expect(launcher.output).toMatch(/npm run (scanner|organiser)/);
  expect(existsSync(dataDir)).toBe(false);
});

test('[CM8 SR30] the build is always for production', async () => {
  vi.stubEnv('NODE_ENV', 'development');
  onTestFinished(() => void vi.unstubAllEnvs());
  const folder = createTempFolder();
  await compileApp(folder);
  const screens = readFileSync(join(folder, 'client/.first-screen/draw.mjs'), 'utf8');
  expect(screens.includes('renderFirstScreen')).toBe(true);
  // Elements of a development page, which the service cannot render.
  expect(screens.includes('jsxDEV')).toBe(false);
});

function run(
  args: readonly string[],
  env: Readonly<Record<string, string | undefined>> = {},
): TestProcess {
  const command = startProcess(process.execPath, args, { env });
  onTestFinished(async () => void (await command.kill('SIGKILL')));
  return command;
}
