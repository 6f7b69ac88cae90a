import { withoutPassword } from '../system/redis-address.mjs';
import { buildApp } from './build.mjs';
import { createSteps, loadSettings, runLauncher } from './launcher.mjs';
import { exitStatusOf, keepService, passOnShutdown, startProgram } from './program.mjs';
import { installDependencies, provideTool, REDIS } from './setup.mjs';

/** @typedef {import('./launcher.mjs').Steps} Steps */
/** @typedef {import('./launcher.mjs').Settings} Settings */

/** `npm start`: the web service, until Ctrl-C or a signal. @param {readonly string[]} args */
export async function runStart(args) {
  await runLauncher(async () => {
    const steps = createSteps(process.stdout);
    const settings = loadSettings();
    const prepared = await prepare(settings, steps);
    sayWhereDataIs(settings, steps);
    return runToEnd(prepared, steps, (env) => keepService(args, { env }, steps));
  });
}

/**
 * Runs a command of `dist/server`, which has standard input and output; the steps go to standard error.
 * @param {string} name
 * @param {readonly string[]} args
 */
export async function runCommand(name, args) {
  await runLauncher(async () => {
    const steps = createSteps(process.stderr);
    // Without Redis the scanner journals its reads, and sends them later.
    const prepared = await prepare(loadSettings(), steps, {
      isRedisOptional: name === 'scanner',
      isHelp: args.length === 0 || args.some((arg) => arg === '--help' || arg === '-h'),
    });
    // npm runs scripts in the project's folder, but file names are relative to the user's.
    const cwd = process.env['INIT_CWD'] ?? process.cwd();
    return runToEnd(prepared, steps, (env) => startProgram(name, args, { env, cwd }));
  });
}

/**
 * Passes signals on to a program, and releases its Redis at the end. Returns the exit status.
 * @param {Prepared} prepared
 * @param {Steps} steps
 * @param {(env: import('./launcher.mjs').Environment) => import('./program.mjs').Program} start
 */
export async function runToEnd({ env, release }, steps, start) {
  const program = start(env);
  const shutdown = passOnShutdown(() => [program], steps);
  try {
    return exitStatusOf(await program.ended);
  } finally {
    await release();
    shutdown.dispose();
  }
}

/**
 * @typedef {object} Prepared
 * @property {import('./launcher.mjs').Environment} env for the program
 * @property {() => Promise<boolean>} release called after the last program; returns whether a private Redis has ended
 */

/**
 * @param {Settings} settings
 * @param {Steps} steps
 * @param {{ isRedisOptional?: boolean, isHelp?: boolean }} [options] `isRedisOptional`: go on without a Redis that cannot
 *   be started, and try again; `isHelp`: needs no Redis
 * @returns {Promise<Prepared>}
 */
export async function prepare(settings, steps, { isRedisOptional = false, isHelp = false } = {}) {
  await installDependencies(steps);
  await buildApp(steps);
  const { env, dataDir, redisUrl } = settings;
  if (redisUrl !== undefined || isHelp) {
    return { env, release: async () => true };
  }
  // Not imported at the top, since its packages may only just have been installed.
  const { providePrivateRedis } = await import('./redis.mjs');
  const redis = await providePrivateRedis({
    dataDir,
    provideServer: () => provideTool(REDIS, env, steps),
    isOptional: isRedisOptional,
    backupDir: env['BACKUP_DIR'],
    steps,
  });
  return { env: { ...env, REDIS_URL: redis.url }, release: redis.release };
}

/** @param {Settings} settings @param {Steps} steps */
export function sayWhereDataIs({ redisUrl, dataDir }, steps) {
  steps.say(
    redisUrl === undefined
      ? `Data is kept in ${dataDir}, by a Redis of its own`
      : `Data is kept in the Redis given by REDIS_URL, ${withoutPassword(redisUrl)}; whether it keeps every write is up to its settings: appendonly yes, appendfsync always, maxmemory-policy noeviction`,
  );
}
