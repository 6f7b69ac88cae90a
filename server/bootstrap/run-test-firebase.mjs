import { join } from 'node:path';

import { provideChromium, provideRedisServer } from './binaries.mjs';
import { buildApp } from './build-app.mjs';
import { installDependencies } from './dependencies.mjs';
import { EMULATED_PROJECT, installFirebaseTools, startAuthEmulator } from './firebase-emulator.mjs';
import { createSteps, runLauncher } from './launcher.mjs';
import { passOnShutdown } from './program.mjs';
import { CACHE_DIR, loadSettings } from './settings.mjs';
import { runVitest } from './vitest.mjs';

/**
 * `npm run test:firebase`: what AUTH=firebase promises, against the real Auth emulator.
 * @param {readonly string[]} args
 */
export async function runTestFirebase(args) {
  await runLauncher(async () => {
    const steps = createSteps(process.stdout);
    const { env } = loadSettings();
    await installDependencies(steps);
    await installFirebaseTools(steps);
    const binaries = {
      REDIS_SERVER_PATH: await provideRedisServer(env, steps),
      CHROMIUM_PATH: await provideChromium(env, steps),
    };
    await buildApp(steps);
    const emulator = await steps.during('Starting the Auth emulator', startAuthEmulator);
    const shutdown = passOnShutdown(() => [emulator], steps);
    try {
      steps.say('Tests');
      return await runVitest({
        config: join('tests', 'firebase', 'vitest.config.ts'),
        report: join(CACHE_DIR, 'vitest-firebase.json'),
        args,
        env: {
          ...binaries,
          FIREBASE_AUTH_EMULATOR_HOST: emulator.host,
          FIREBASE_PROJECT_ID: EMULATED_PROJECT,
        },
        steps,
      });
    } finally {
      await emulator.stop();
      shutdown.dispose();
    }
  });
}
