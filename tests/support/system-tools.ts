import { createSteps } from '#server/bootstrap/launcher.mjs';
import { COMPILER, NGINX, OPENSSL, provideFonts, provideTool } from '#server/bootstrap/setup.mjs';

/** Before all tests (`globalSetup`): what they need of the system besides Redis and Chromium is installed. */
export async function setup(): Promise<void> {
  const steps = createSteps(process.stdout);
  for (const tool of [NGINX, OPENSSL, COMPILER]) await provideTool(tool, process.env, steps);
  await provideFonts(process.env, steps);
}
