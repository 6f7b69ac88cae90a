import { buildApp } from '#server/bootstrap/build.mjs';
import { createSteps } from '#server/bootstrap/launcher.mjs';

/** Before all tests (`globalSetup`): the app is built, which each launcher would do otherwise. */
export async function setup(): Promise<void> {
  await buildApp(createSteps(process.stdout));
}
