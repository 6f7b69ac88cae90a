import { prepare } from './prepare.mjs';
import { exitStatusOf, passOnShutdown, startProgram } from './program.mjs';
import { runLauncher } from './run-launcher.mjs';
import { loadSettings } from './settings.mjs';
import { createSteps } from './steps.mjs';

/**
 * Runs a command of `dist/server` with the arguments given. Standard input and output are its
 * own and the steps go to standard error; the exit status is the command's.
 * @param {string} name
 * @param {readonly string[]} args
 */
export async function runCommand(name, args) {
  await runLauncher(async () => {
    const steps = createSteps(process.stderr);
    // No read may be lost for want of a Redis: the scanner journals, and sends when there is one.
    const options = { isRedisOptional: name === 'scanner' };
    const { env, release } = await prepare(loadSettings(), steps, options);
    // npm runs scripts in the project's folder, but files are named from where the user stands.
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
