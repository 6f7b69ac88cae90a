import { join } from 'node:path';

import { expect, onTestFinished } from 'vitest';

import { eventually } from './eventually.ts';
import { reservePort } from './free-port.ts';
import { killServer } from './private-servers.ts';
import { startProcess, type TestProcess } from './process.ts';

export const PROJECT = join(import.meta.dirname, '..', '..');

/** Builds the app, so that launchers need not. */
export async function buildFirst(): Promise<void> {
  const build = startProcess(process.execPath, bootstrap('build'));
  if ((await build.exitCode) !== 0) throw new Error(build.output);
}

/** Node's arguments for a command of package.json. */
export function bootstrap(command: string, ...args: readonly string[]): string[] {
  return [join(PROJECT, 'server', 'bootstrap', 'cli.mjs'), command, ...args];
}

/** A command as typed into a terminal; killed at the latest when the test ends. */
export function launch(
  command: string,
  args: readonly string[],
  env: Readonly<Record<string, string | undefined>> = {},
): TestProcess {
  const launcher = startProcess(command, args, { cwd: PROJECT, env, group: true });
  onTestFinished(async () => {
    await launcher.kill('SIGKILL');
    // A killed launcher leaves its Redis running.
    if (env['DATA_DIR']) killServer(env['DATA_DIR']);
  });
  return launcher;
}

export async function startService(
  dataDir: string,
  command = process.execPath,
  args: readonly string[] = bootstrap('start'),
  wantedPort?: number,
  env: Readonly<Record<string, string>> = {},
): Promise<{ launcher: TestProcess; port: number }> {
  const port = wantedPort ?? (await reservePort());
  const launcher = launch(command, args, { ...env, DATA_DIR: dataDir, PORT: String(port) });
  await launcher.waitForOutput(/http:\/\/localhost:\d+/);
  await eventually(() => expectReady(port));
  return { launcher, port };
}

export async function expectReady(port: number): Promise<void> {
  const response = await fetch(`http://127.0.0.1:${port}/readyz`);
  expect(response.status).toBe(200);
}
