import { readFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';

import react from '@vitejs/plugin-react';
import { defineConfig } from 'vitest/config';

import { HANGS_MS, TEST_HANGS_MS } from './support/hangs.ts';
import { MixedOrder } from './support/mixed-order.ts';

/**
 * For a service in the test's own process: a pause of that process must not count as a silent Redis, and an answered
 * change must be found on the instance that answered, however late that one receives it.
 */
const PATIENT = {
  SPLITCAST_TIMING: JSON.stringify({ redisSilenceMs: HANGS_MS, versionWaitMs: HANGS_MS }),
};

// The settings of the user's own race must not reach the tests, except for the paths of programs.
const settings = readFileSync(new URL('../.env.example', import.meta.url), 'utf8');
for (const [, name = ''] of settings.matchAll(/^#? ?([A-Z_]+)=/gm)) {
  if (!name.endsWith('_PATH')) delete process.env[name];
}

const SERVED = ['tests/support/built-app.ts', 'tests/support/worker-redis.ts'];
const BROWSER = [...SERVED, 'tests/support/browser.ts'];

/**
 * `npm test` runs `core`, which needs nothing but Node; `component`, screens in jsdom on a fake wire; `server`,
 * the service in the test's process on a real Redis; and `journeys`, the main ones in a real Chromium. Nothing
 * in these depends on a timer, a paint or another process being quick enough. `npm run test:all` runs the rest:
 * `slow` (`*.slow.test.ts`) with the built app or a whole field, `faults`, which kills real processes, and `e2e`,
 * all other browser tests; `firebase`, sign-in against the real Auth emulator. They share the workers, in the
 * order of `MixedOrder`. What a project needs is installed, built and started by its `globalSetup`.
 */
export default defineConfig({
  root: `${import.meta.dirname}/..`,
  plugins: [react()],
  test: {
    setupFiles: ['tests/support/setup.ts'],
    testTimeout: TEST_HANGS_MS,
    hookTimeout: TEST_HANGS_MS,
    // The default, a second, is too short on a busy machine.
    expect: { poll: { timeout: HANGS_MS } },
    // One more than there are cores: tests also wait for processes, sockets and the disk. Even more would slow each other down.
    maxWorkers: availableParallelism() + 1,
    sequence: { sequencer: MixedOrder },
    projects: [
      {
        extends: true,
        test: {
          name: 'core',
          setupFiles: ['tests/support/property-seed.ts'],
          include: [
            'tests/{docs,model,scoring,checks,control,wire,format,forecast,news,texts,client,harness}/**/*.test.{ts,tsx}',
          ],
          // No module keeps state between files, so the files of a worker share them.
          isolate: false,
        },
      },
      {
        extends: true,
        test: {
          name: 'component',
          include: ['tests/component/**/*.test.{ts,tsx}'],
          environment: 'jsdom',
          // Loading jsdom and the page's modules takes longer than running a file: a worker loads them once.
          isolate: false,
          setupFiles: ['tests/component/support/dom.ts'],
        },
      },
      {
        extends: true,
        test: {
          name: 'server',
          setupFiles: ['tests/support/property-seed.ts'],
          include: ['tests/{server,scanner}/**/*.test.ts'],
          exclude: ['**/*.slow.test.ts'],
          isolate: false,
          env: PATIENT,
          globalSetup: SERVED,
        },
      },
      {
        extends: true,
        test: {
          name: 'journeys',
          include: ['tests/journeys/**/*.test.ts'],
          isolate: false,
          env: PATIENT,
          globalSetup: BROWSER,
        },
      },
      {
        extends: true,
        test: {
          name: 'slow',
          include: ['tests/{bench,server,scanner,real}/**/*.slow.test.ts'],
          globalSetup: ['tests/support/system-tools.ts', ...SERVED],
        },
      },
      {
        extends: true,
        test: {
          name: 'faults',
          include: ['tests/faults/**/*.test.ts'],
          globalSetup: ['tests/support/system-tools.ts', ...SERVED],
        },
      },
      {
        extends: true,
        test: {
          name: 'e2e',
          include: ['tests/e2e/**/*.test.ts'],
          isolate: false,
          globalSetup: ['tests/support/system-tools.ts', ...BROWSER],
        },
      },
      {
        extends: true,
        test: {
          name: 'firebase',
          include: ['tests/firebase/**/*.test.ts'],
          globalSetup: ['tests/firebase/emulator.ts', ...BROWSER],
        },
      },
    ],
  },
});
