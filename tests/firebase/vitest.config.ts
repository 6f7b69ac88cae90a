import { defineConfig } from 'vitest/config';

/** Against the real Firebase Auth emulator, which `server/bootstrap/run-test-firebase.mjs` starts. */
export default defineConfig({
  root: `${import.meta.dirname}/../..`,
  test: {
    name: 'firebase',
    include: ['tests/firebase/**/*.test.ts'],
    setupFiles: ['tests/support/setup.ts'],
    globalSetup: ['tests/support/worker-redis.ts', 'tests/support/browser.ts'],
    maxWorkers: 2,
    testTimeout: 60_000,
    hookTimeout: 60_000,
  },
});
