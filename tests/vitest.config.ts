import { readFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';

import react from '@vitejs/plugin-react';
import { defineConfig } from 'vitest/config';

import { bundleThreads } from '../server/bundle-threads.ts';
import { HANGS_MS, TEST_HANGS_MS } from './support/hangs.ts';
import { MixedOrder } from './support/mixed-order.ts';

/**
 * Where the service runs in the test's own process, Redis is not silent because that process stood still, and
 * whoever was answered finds their change on the instance that they asked, however late that one heard of it.
 */
const PATIENT = {
  SPLITCAST_TIMING: JSON.stringify({ redisSilenceMs: HANGS_MS, versionWaitMs: HANGS_MS }),
};

// No test gets to see the settings of a race of the user's own, only where programs are.
const settings = readFileSync(new URL('../.env.example', import.meta.url), 'utf8');
for (const [, name = ''] of settings.matchAll(/^#? ?([A-Z_]+)=/gm)) {
  if (!name.endsWith('_PATH')) delete process.env[name];
}

const SERVED = ['tests/support/built-app.ts', 'tests/support/worker-redis.ts'];
const BROWSER = [...SERVED, 'tests/support/browser.ts'];

/**
 * `npm test` runs `core`, which needs nothing but Node; `component`, screens in jsdom on a fake wire; `server`,
 * the service in the test's process on a real Redis; and `journeys`, the main ones in a real Chromium. Nothing
 * in these waits for a timer, a paint or another process to be quick enough. `npm run test:all` runs the rest:
 * `slow` (`*.slow.test.ts`) with the built app or a whole field, `faults`, which kills real processes, and `e2e`,
 * all other browser tests; `firebase`, sign-in against the real Auth emulator. They share the workers, in the
 * order of `MixedOrder`. What a project needs is installed, built and started by its `globalSetup`.
 */
export default defineConfig({
  root: `${import.meta.dirname}/..`,
  plugins: [react(), bundleThreads()],
  test: {
    setupFiles: ['tests/support/setup.ts'],
    testTimeout: TEST_HANGS_MS,
    hookTimeout: TEST_HANGS_MS,
    // A wait that the test chooses no end for ends as late, and not after a second.
    expect: { poll: { timeout: HANGS_MS } },
    // Part of a test is waiting for a process, a socket or a disk. With more, all of them warm up and get in each other's way.
    maxWorkers: availableParallelism() + 1,
    sequence: { sequencer: MixedOrder },
    projects: [
      {
        extends: true,
        test: {
          name: 'core',
          setupFiles: ['tests/support/property-seed.ts'],
          include: [
            'tests/{docs,model,templates,scoring,checks,control,wire,format,forecast,news,texts,client,harness}/**/*.test.{ts,tsx}',
          ],
          // Nothing is left behind in a module: the files of a worker share what they import.
          isolate: false,
        },
      },
      {
        extends: true,
        test: {
          name: 'component',
          include: ['tests/component/**/*.test.{ts,tsx}'],
          environment: 'jsdom',
          // A file takes longer to load jsdom and the page's modules than to run: a worker does it once.
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
