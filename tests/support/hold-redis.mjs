// A launcher without a program: starts the private Redis of DATA_DIR, prints its address, and stops it on SIGTERM, as
// `npm start` does.
import { once } from 'node:events';

import { createSteps, runLauncher } from '#server/bootstrap/launcher.mjs';
import { providePrivateRedis } from '#server/bootstrap/redis.mjs';
import { provideTool, REDIS } from '#server/bootstrap/setup.mjs';

await runLauncher(async () => {
  const steps = createSteps(process.stdout);
  const redis = await providePrivateRedis({
    dataDir: process.env['DATA_DIR'] ?? '',
    provideServer: () => provideTool(REDIS, process.env, steps),
    backupDir: process.env['BACKUP_DIR'],
    steps,
  });
  const keepAlive = setInterval(() => undefined, 60_000);
  // Before the line is printed: its reader may send the signal at once.
  const ended = once(process, 'SIGTERM');
  steps.say(`ready at ${redis.url}`);
  await ended;
  clearInterval(keepAlive);
  await redis.release();
  return 0;
});
