import { existsSync } from 'node:fs';
import { join } from 'node:path';

import { beforeAll, expect, test } from 'vitest';

import { bootstrap, buildFirst, launch } from '#tests/support/launcher.ts';
import { createTempFolder } from '#tests/support/temp-folder.ts';

beforeAll(buildFirst, 120_000);

const CASES: readonly (readonly [status: number, command: string, ...args: readonly string[]])[] = [
  [0, 'scanner', '--help'],
  [2, 'scanner', '--sorce', 'mat-1'],
  [2, 'scanner', '--source', 'mat-1', '--speed', '3'],
  [0, 'race', '--help'],
  [2, 'race', 'import'],
  [2, 'race', '--yess'],
  [0, 'organiser', '--help'],
  [2, 'organiser', 'ad', 'mari@example.org'],
  [2, 'organiser', 'list', '--rolle', 'admin'],
];

test.for(CASES)(
  '[CM14] it ends with %i and starts no Redis: %s %s',
  async ([status, command, ...args]) => {
    const dataDir = join(createTempFolder(), 'data');
    const env = { DATA_DIR: dataDir, REDIS_URL: undefined };
    const launcher = launch(process.execPath, bootstrap(command, ...args), env);
    expect(await launcher.exitCode).toBe(status);
    expect(status === 0 ? launcher.stdout : launcher.stderr).toMatch(
      /npm run (scanner|race|organiser)/,
    );
    expect(existsSync(dataDir)).toBe(false);
  },
);
