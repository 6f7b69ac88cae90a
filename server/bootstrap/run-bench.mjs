import { join } from 'node:path';

import { provideRedisServer } from './binaries.mjs';
import { buildApp } from './build-app.mjs';
import { installDependencies } from './dependencies.mjs';
import { createSteps, runLauncher } from './launcher.mjs';
import { loadSettings, PROJECT_DIR } from './settings.mjs';

/**
 * `npm run bench`: runs `main(args)` of tests/bench/main.ts on the built service; it starts what it needs.
 * @param {readonly string[]} args
 */
export async function runBench(args) {
  await runLauncher(async () => {
    const steps = createSteps(process.stdout);
    await installDependencies(steps);
    const { env } = loadSettings();
    process.env['REDIS_SERVER_PATH'] = await provideRedisServer(env, steps);
    await buildApp(steps);
    // Installed only now, so it cannot be imported at the top.
    const { runnerImport } = await import('vite');
    const { module } = await runnerImport(join(PROJECT_DIR, 'tests', 'bench', 'main.ts'), {
      root: PROJECT_DIR,
      configFile: false,
      logLevel: 'warn',
    });
    return /** @type {BenchModule} */ (module).main(args);
  });
}

/** @typedef {{ main: (args: readonly string[]) => Promise<number> }} BenchModule */
