import { defineConfig } from 'vitest/config';

import { HANGS_MS, TEST_HANGS_MS } from '../support/hangs.ts';

/** Against the real Firebase Auth emulator, which `server/bootstrap/run-test.mjs` starts. */
export default defineConfig({
  root: `${import.meta.dirname}/../..`,
  test: {
    name: 'firebase',
    include: ['tests/firebase/**/*.test.ts'],
    setupFiles: ['tests/support/setup.ts'],
    globalSetup: ['tests/support/worker-redis.ts', 'tests/support/browser.ts'],
    expect: { poll: { timeout: HANGS_MS } },
    maxWorkers: 2,
    testTimeout: TEST_HANGS_MS,
    hookTimeout: TEST_HANGS_MS,
  },
});
