import { buildApp } from '#server/bootstrap/build.mjs';
import { createSteps } from '#server/bootstrap/launcher.mjs';

/** Before all tests (`globalSetup`): builds the app, once for all launchers. */
export async function setup(): Promise<void> {
  await buildApp(createSteps(process.stdout));
}
