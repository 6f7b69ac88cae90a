import { join } from 'node:path';

import { provideRedisServer } from './binaries.mjs';
import { buildApp } from './build-app.mjs';
import { installDependencies } from './dependencies.mjs';
import { createSteps, runLauncher } from './launcher.mjs';
import { loadSettings, PROJECT_DIR } from './settings.mjs';

/**
 * `npm run bench`: measures the built service.
 * @param {readonly string[]} args
 */
export const runBench = (args) => runFromTests('bench', args);

/**
 * `npm run faults`: runs a race while faults strike it.
 * @param {readonly string[]} args
 */
export const runFaults = (args) => runFromTests('harness', args);

/**
 * Runs `main(args)` of `main.ts` in a folder of tests on the built service; it starts what it needs.
 * @param {string} folder
 * @param {readonly string[]} args
 */
async function runFromTests(folder, args) {
  await runLauncher(async () => {
    const steps = createSteps(process.stdout);
    await installDependencies(steps);
    const { env } = loadSettings();
    process.env['REDIS_SERVER_PATH'] = await provideRedisServer(env, steps);
    await buildApp(steps);
    // Installed only now, so it cannot be imported at the top.
    // oxlint-disable-next-line no-restricted-imports
    const { runnerImport } = await import('vite');
    const { module } = await runnerImport(join(PROJECT_DIR, 'tests', folder, 'main.ts'), {
      root: PROJECT_DIR,
      configFile: false,
      logLevel: 'warn',
    });
    return /** @type {TestsModule} */ (module).main(args);
  });
}

/** @typedef {{ main: (args: readonly string[]) => Promise<number> }} TestsModule */
