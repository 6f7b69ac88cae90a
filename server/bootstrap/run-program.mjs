import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

import { exitStatusOf, keepService, passOnShutdown, startProgram } from './program.mjs';
import { createSteps, runLauncher } from './launcher.mjs';
import { prepare, sayWhereDataIs } from './prepare.mjs';
import { loadSettings, PROJECT_DIR } from './settings.mjs';

/**
 * `npm start`: the web service, until Ctrl-C or a signal.
 *
 * 1. `cli.mjs` checks the version of Node and calls this.
 * 2. The environment is laid over `.env` (`settings.mjs`).
 * 3. What is missing is installed, and what is stale built (`prepare.mjs`).
 * 4. A private Redis of the data folder is joined, or started on files that are sound, and from
 *    then on started again whenever it ends (`redis/private-redis.mjs`).
 * 5. The service runs in a process group of its own and is started again when it dies
 *    (`program.mjs`).
 * 6. A signal is passed on. When the service has ended, Redis does too, unless others use it.
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
      // A signal before it listened for signals: a normal end.
      if (shutdown.stop.aborted && (end.signal === 'SIGTERM' || end.signal === 'SIGINT')) return 0;
      return exitStatusOf(end);
    } finally {
      await release();
      shutdown.dispose();
    }
  });
}

/**
 * Runs a command of `dist/server` with the given arguments. Standard input and output belong to it,
 * the steps go to standard error, and the exit status is the command's.
 * @param {string} name
 * @param {readonly string[]} args
 */
export async function runCommand(name, args) {
  await runLauncher(async () => {
    const steps = createSteps(process.stderr);
    // A missing Redis must not cost a read: the scanner journals, and sends once there is one.
    const options = {
      isRedisOptional: name === 'scanner',
      needsRedis: () => needsRedis(name, args),
    };
    const { env, release } = await prepare(loadSettings(), steps, options);
    // npm runs scripts in the project's folder, but the user names files from their own.
    const cwd = process.env['INIT_CWD'] ?? process.cwd();
    const program = startProgram(name, args, { env, cwd });
    const shutdown = passOnShutdown(() => [program], steps);
    try {
      return exitStatusOf(await program.ended);
    } finally {
      await release();
      shutdown.dispose();
    }
  });
}

/**
 * Asks the built program, which alone knows its command line.
 * @param {string} name
 * @param {readonly string[]} args
 * @returns {Promise<boolean>}
 */
async function needsRedis(name, args) {
  const built = pathToFileURL(join(PROJECT_DIR, 'dist', 'server', 'needs-redis.mjs')).href;
  /** @type {{ needsRedis: (name: string, args: readonly string[]) => Promise<boolean> }} */
  const commands = await import(built);
  return commands.needsRedis(name, args);
}
