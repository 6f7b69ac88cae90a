import react from '@vitejs/plugin-react';
import { defineConfig } from 'vitest/config';

/**
 * `core` needs nothing but Node; `server` starts real Redis servers and real
 * processes; `e2e` drives a real Chromium. The binaries come from the
 * environment that `server/bootstrap/test.mjs` prepares.
 */
export default defineConfig({
  root: `${import.meta.dirname}/..`,
  plugins: [react()],
  test: {
    setupFiles: ['tests/support/setup.ts'],
    testTimeout: 30_000,
    hookTimeout: 60_000,
    projects: [
      {
        extends: true,
        test: {
          name: 'core',
          include: ['tests/{model,scoring,wire,format,client}/**/*.test.{ts,tsx}'],
        },
      },
      {
        extends: true,
        test: { name: 'server', include: ['tests/{server,scanner,faults,real}/**/*.test.ts'] },
      },
      {
        extends: true,
        test: {
          name: 'e2e',
          include: ['tests/e2e/**/*.test.ts'],
          testTimeout: 120_000,
          fileParallelism: false,
        },
      },
    ],
  },
});
