import { findOnPath } from './find-binary.mjs';
import { runTool } from './run-tool.mjs';
import { keepToolLog } from './tool-log.mjs';

/**
 * A program the system's package manager knows.
 * @typedef {{ label: string, apt: string, brew: string, brewCask?: boolean }} SystemPackage
 */

/**
 * Installs the package where that needs no question: with apt as root or through `sudo -n`,
 * or with Homebrew.
 * @param {SystemPackage} wanted
 * @param {import('./find-binary.mjs').Environment} env
 * @param {import('./steps.mjs').Steps} steps
 * @returns {Promise<{ log: string } | undefined>} undefined when the manager has done its work;
 *   otherwise where its words are, empty when there is no manager to ask
 */
export async function installSystemPackage(wanted, env, steps) {
  const commands = await findInstallCommands(wanted, env);
  if (commands.length === 0) return { log: '' };
  const title = `Installing ${wanted.label} (${commands.at(-1)?.join(' ')})`;
  return steps.during(title, async () => {
    let last = { ok: false, output: '' };
    let words = '';
    for (const [command = '', ...args] of commands) {
      last = await runTool(command, args, {
        env: { ...env, DEBIAN_FRONTEND: 'noninteractive', HOMEBREW_NO_AUTO_UPDATE: '1' },
      });
      words += last.output;
    }
    // A list that cannot be refreshed still serves; what counts is the installation itself.
    return last.ok ? undefined : { log: keepToolLog(`install-${wanted.apt}`, words) };
  });
}

/**
 * @param {SystemPackage} wanted
 * @param {import('./find-binary.mjs').Environment} env
 * @returns {Promise<string[][]>}
 */
async function findInstallCommands({ apt, brew, brewCask = false }, env) {
  const aptGet = findOnPath(['apt-get'], env);
  const asRoot = aptGet && (await findRootPrefix(env));
  if (aptGet && asRoot) {
    const patient = ['-o', 'DPkg::Lock::Timeout=120'];
    return [
      [...asRoot, aptGet, ...patient, 'update'],
      [...asRoot, aptGet, ...patient, 'install', '-y', '--no-install-recommends', apt],
    ];
  }
  const homebrew = findOnPath(['brew'], env);
  return homebrew ? [[homebrew, 'install', ...(brewCask ? ['--cask'] : []), brew]] : [];
}

/**
 * What to put before a command to run it as root without being asked anything.
 * @param {import('./find-binary.mjs').Environment} env
 * @returns {Promise<string[] | undefined>}
 */
async function findRootPrefix(env) {
  if (process.getuid?.() === 0) return [];
  const sudo = findOnPath(['sudo'], env);
  if (!sudo || !(await runTool(sudo, ['-n', 'true'], { env })).ok) return undefined;
  return [sudo, '-n', '--preserve-env=DEBIAN_FRONTEND'];
}
