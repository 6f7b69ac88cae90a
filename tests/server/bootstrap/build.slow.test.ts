import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import { expect, onTestFinished, test, vi } from 'vitest';

import { compileApp } from '#server/bootstrap/build.mjs';
import { createTempFolder } from '#tests/support/temp-folder.ts';

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
