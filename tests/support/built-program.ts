import { fileURLToPath } from 'node:url';

import { type ProcessOptions, startProcess, type TestProcess } from './process.ts';

/** Starts a program of `dist/server` by its name, `race` or `scanner`, as the launchers do. */
export function startBuiltProgram(
  name: string,
  args: readonly string[],
  options: ProcessOptions = {},
): TestProcess {
  const path = fileURLToPath(new URL(`../../dist/server/${name}.mjs`, import.meta.url));
  return startProcess(process.execPath, [path, ...args], options);
}
