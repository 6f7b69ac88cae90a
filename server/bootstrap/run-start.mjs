import { keepService } from './keep-service.mjs';
import { prepare } from './prepare.mjs';
import { exitStatusOf, passOnShutdown } from './program.mjs';
import { runLauncher } from './run-launcher.mjs';
import { loadSettings } from './settings.mjs';
import { sayWhereDataIs } from './say-where-data-is.mjs';
import { createSteps } from './steps.mjs';

/**
 * `npm start`: the web service, until Ctrl-C or a signal.
 * @param {readonly string[]} args
 */
export async function runStart(args) {
  await runLauncher(async () => {
    const steps = createSteps(process.stdout);
    const settings = loadSettings();
    const { env, release } = await prepare(settings, steps);
    sayWhereDataIs(settings, env, steps);
    const service = keepService(args, { env }, steps);
    const shutdown = passOnShutdown(() => [service], steps);
    try {
      const end = await service.ended;
      // Asked to end before it could listen for the signal: that is an end as wished.
      if (shutdown.stop.aborted && (end.signal === 'SIGTERM' || end.signal === 'SIGINT')) return 0;
      return exitStatusOf(end);
    } finally {
      await release();
      shutdown.dispose();
    }
  });
}
