import { accessSync, constants, statSync } from 'node:fs';
import { delimiter, join } from 'node:path';

import { keepToolLog, runTool } from './run-tool.mjs';

/** @typedef {import('./settings.mjs').Environment} Environment */

/**
 * The first program on PATH with one of the names, in order of preference.
 * @param {readonly string[]} names
 * @param {Environment} env
 * @returns {string | undefined}
 */
export function findOnPath(names, env) {
  const folders = (env['PATH'] ?? '').split(delimiter).filter((folder) => folder !== '');
  return names.flatMap((name) => folders.map((folder) => join(folder, name))).find(isProgram);
}

/** @param {string} path */
export function isProgram(path) {
  try {
    accessSync(path, constants.X_OK);
    return statSync(path).isFile();
  } catch {
    return false;
  }
}

/**
 * A program the system's package manager knows.
 * `apt`: the names it may have there, the preferred one first; not every release has each. Several
 * that belong together have a blank between them. Without `brew` it is of no use with Homebrew.
 * @typedef {{ label: string, apt: readonly string[], brew?: string, brewCask?: boolean }} SystemPackage
 */

/**
 * Installs the package where that needs no question: with apt as root or through `sudo -n`,
 * or with Homebrew.
 * @param {SystemPackage} wanted
 * @param {Environment} env
 * @param {import('./launcher.mjs').Steps} steps
 * @returns {Promise<{ log: string } | undefined>} undefined when the manager has done its work;
 *   otherwise the log of what it printed, empty when there is no manager to ask
 */
export async function installSystemPackage(wanted, env, steps) {
  const { refresh, installs } = await findInstallCommands(wanted, env);
  if (installs.length === 0) return { log: '' };
  const title = `Installing ${wanted.label} (${installs[0]?.join(' ')})`;
  return steps.during(title, async () => {
    let printed = '';
    /** @param {readonly string[]} line */
    const run = async ([command = '', ...args]) => {
      const { ok, output } = await runTool(command, args, {
        env: { ...env, DEBIAN_FRONTEND: 'noninteractive', HOMEBREW_NO_AUTO_UPDATE: '1' },
      });
      printed += output;
      return ok;
    };
    // A list that cannot be refreshed still serves; only the installation counts.
    if (refresh) await run(refresh);
    for (const install of installs) if (await run(install)) return undefined;
    return { log: keepToolLog(`install-${wanted.apt.at(-1)}`, printed) };
  });
}

/**
 * @param {SystemPackage} wanted
 * @param {Environment} env
 * @returns {Promise<{ refresh?: string[], installs: string[][] }>} one of `installs` is enough
 */
async function findInstallCommands({ apt, brew, brewCask = false }, env) {
  const aptGet = findOnPath(['apt-get'], env);
  const asRoot = aptGet && (await findRootPrefix(env));
  if (aptGet && asRoot) {
    const patient = ['-o', 'DPkg::Lock::Timeout=120'];
    const install = [...asRoot, aptGet, ...patient, 'install', '-y', '--no-install-recommends'];
    return {
      refresh: [...asRoot, aptGet, ...patient, 'update'],
      installs: apt.map((names) => [...install, ...names.split(' ')]),
    };
  }
  const homebrew = findOnPath(['brew'], env);
  const installs =
    homebrew && brew !== undefined
      ? [[homebrew, 'install', ...(brewCask ? ['--cask'] : []), brew]]
      : [];
  return { installs };
}

/**
 * The prefix that runs a command as root without a question.
 * @param {Environment} env
 * @returns {Promise<string[] | undefined>}
 */
async function findRootPrefix(env) {
  if (process.getuid?.() === 0) return [];
  const sudo = findOnPath(['sudo'], env);
  if (!sudo || !(await runTool(sudo, ['-n', 'true'], { env })).ok) return undefined;
  return [sudo, '-n', '--preserve-env=DEBIAN_FRONTEND'];
}
