import { existsSync } from 'node:fs';
import { join } from 'node:path';

import { beforeAll, expect, test } from 'vitest';

import { bootstrap, buildFirst, launch } from '#tests/support/launcher.ts';
import { createTempFolder } from '#tests/support/temp-folder.ts';

beforeAll(buildFirst, 120_000);

test.for<[status: number, command: string, ...args: string[]]>([
  [0, 'scanner', '--help'],
  [0, 'race', '-h'],
  [2, 'organiser'],
])('[CM14] help needs no Redis, and ends with %i for %s %s', async ([status, command, ...args]) => {
  const dataDir = join(createTempFolder(), 'data');
  const env = { DATA_DIR: dataDir, REDIS_URL: undefined };
  const launcher = launch(process.execPath, bootstrap(command, ...args), env);
  expect(await launcher.exitCode).toBe(status);
  expect(launcher.output).toMatch(/npm run (scanner|race|organiser)/);
  expect(existsSync(dataDir)).toBe(false);
});
