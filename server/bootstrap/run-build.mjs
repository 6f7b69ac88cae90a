import { buildApp } from './build-app.mjs';
import { installDependencies } from './dependencies.mjs';
import { runLauncher } from './run-launcher.mjs';
import { createSteps } from './steps.mjs';

/** `npm run build`: brings `dist/` up to date. */
export async function runBuild() {
  await runLauncher(async () => {
    const steps = createSteps(process.stdout);
    await installDependencies(steps);
    if (!(await buildApp(steps))) steps.say('dist/ is up to date');
    return 0;
  });
}
