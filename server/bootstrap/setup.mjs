import { accessSync, constants, readFileSync, statSync } from 'node:fs';
import { delimiter, join } from 'node:path';

import { doOnce, Failure, keepToolLog, PROJECT_DIR, runTool } from './launcher.mjs';

/** @typedef {import('./launcher.mjs').Environment} Environment */
/** @typedef {import('./launcher.mjs').Steps} Steps */

/** Installs the dependencies with `npm ci`, unless node_modules matches the lockfile. @param {Steps} steps */
export async function installDependencies(steps) {
  const label = 'Installing the dependencies (npm ci)';
  await doOnce('install', label, () => isInstalled(PROJECT_DIR), install, steps);
}

/** Includes development dependencies, such as the build tools, even if NODE_ENV is production. */
function install() {
  return runNpm(['ci', '--include=dev'], PROJECT_DIR, 'The dependencies');
}

/**
 * Runs npm in a folder; throws a Failure that names the file of its output.
 * @param {readonly string[]} args
 * @param {string} cwd
 * @param {string} what is installed
 */
export async function runNpm(args, cwd, what) {
  const npm = process.env['npm_execpath'];
  const [command, ...first] = npm?.endsWith('.js') ? [process.execPath, npm] : ['npm'];
  const all = [...first, ...args, '--no-audit', '--no-fund'];
  const { ok, output } = await runTool(command, all, { cwd });
  if (!ok) {
    throw new Failure(
      `${what} could not be installed: npm ${args[0]} failed.`,
      `Check the network and the free disk space, then run it again; npm's words are in ${keepToolLog(`npm-${args[0]}`, output)}.`,
    );
  }
}

/**
 * Whether node_modules has every package of the lockfile, by npm's own record there, which npm writes last.
 * @param {string} projectDir
 */
export function isInstalled(projectDir) {
  try {
    /** @returns {Record<string, { version?: string, optional?: boolean }>} */
    const read = (/** @type {string[]} */ ...path) =>
      JSON.parse(readFileSync(join(projectDir, ...path), 'utf8')).packages;
    const present = read('node_modules', '.package-lock.json');
    return Object.entries(read('package-lock.json')).every(([path, { version, optional }]) => {
      const found = present[path];
      return path === '' || (found ? found.version === version : optional === true);
    });
  } catch {
    return false;
  }
}

/**
 * A program that a command needs, and how it is found and installed.
 * @typedef {object} Tool
 * @property {string} label
 * @property {readonly string[]} names on PATH, the preferred one first
 * @property {readonly string[]} [places] its usual paths outside PATH
 * @property {string} [setting] the setting with its path, instead of PATH
 * @property {readonly string[]} apt alternative packages, the preferred one first, as releases differ; several packages
 *   that belong together are separated by blanks
 * @property {readonly string[]} [brew] the arguments of `brew install`
 * @property {string} otherwise another remedy
 */

/** Valkey is a fork of Redis and takes the same settings. @type {Tool} */
export const REDIS = {
  label: 'Redis',
  names: ['redis-server', 'valkey-server'],
  setting: 'REDIS_SERVER_PATH',
  apt: ['redis-server'],
  brew: ['redis'],
  otherwise: 'set REDIS_SERVER_PATH to a redis-server, or REDIS_URL to a Redis that runs',
};

/**
 * The path of a tool by its setting, PATH or usual place. A setting that names no program is a Failure.
 * @param {Tool} tool
 * @param {Environment} env
 */
export function findTool({ names, places = [], setting }, env) {
  const given = setting && env[setting]?.trim();
  if (given) {
    if (isProgram(given)) return given;
    throw new Failure(
      `${setting} is ${JSON.stringify(given)}, but there is no program there.`,
      `Set ${setting} to the full path of the program, or leave it out to search PATH.`,
    );
  }
  return findOnPath(names, env) ?? places.find(isProgram);
}

/**
 * The path of a tool, which is installed if that needs no question.
 * @param {Tool} tool
 * @param {Environment} env
 * @param {Steps} steps
 */
export async function provideTool(tool, env, steps) {
  const present = findTool(tool, env);
  if (present !== undefined) return present;
  const refusal = await installSystemPackage(tool, env, steps);
  const installed = refusal ? undefined : findTool(tool, env);
  if (installed !== undefined) return installed;
  const brewed = tool.brew ? `, or brew install ${tool.brew.join(' ')}` : '';
  throw new Failure(
    refusal?.log
      ? `${tool.label} is not on this machine and could not be installed (see ${refusal.log}).`
      : `${tool.label} is not on this machine and cannot be installed without asking you.`,
    `Install it (sudo apt-get install ${tool.apt.at(-1)}${brewed}), or ${tool.otherwise}.`,
  );
}

/**
 * Installs a package with apt, as root or through `sudo -n`, or with Homebrew, if that needs no question.
 * @param {Pick<Tool, 'label' | 'apt' | 'brew'>} wanted
 * @param {Environment} env
 * @param {Steps} steps
 * @returns {Promise<{ log: string } | undefined>} the log of a failure, empty without a package manager
 */
export async function installSystemPackage({ label, apt, brew }, env, steps) {
  const given = { ...env, DEBIAN_FRONTEND: 'noninteractive', HOMEBREW_NO_AUTO_UPDATE: '1' };
  const aptGet = findOnPath(['apt-get'], env);
  const asRoot = aptGet ? await findRootPrefix(env) : undefined;
  const homebrew = findOnPath(['brew'], env);
  const patient = [...(asRoot ?? []), aptGet ?? '', '-o', 'DPkg::Lock::Timeout=120'];
  const install = [...patient, 'install', '-y', '--no-install-recommends'];
  const viaBrew = homebrew && brew ? [[homebrew, 'install', ...brew]] : [];
  const installs = asRoot ? apt.map((names) => [...install, ...names.split(' ')]) : viaBrew;
  if (installs.length === 0) return { log: '' };
  return steps.during(`Installing ${label} (${installs[0]?.join(' ')})`, async () => {
    let printed = '';
    /** @param {readonly string[]} line */
    const run = async ([command = '', ...args]) => {
      const { ok, output } = await runTool(command, args, { env: given });
      printed += output;
      return ok;
    };
    // If the list cannot be refreshed the present one may do.
    if (asRoot) await run([...patient, 'update']);
    for (const line of installs) if (await run(line)) return undefined;
    return { log: keepToolLog(`install-${apt.at(-1)}`, printed) };
  });
}

/** The prefix that runs a command as root without a question. @param {Environment} env @returns {Promise<string[] | undefined>} */
async function findRootPrefix(env) {
  if (process.getuid?.() === 0) return [];
  const sudo = findOnPath(['sudo'], env);
  if (!sudo || !(await runTool(sudo, ['-n', 'true'], { env })).ok) return undefined;
  return [sudo, '-n', '--preserve-env=DEBIAN_FRONTEND'];
}

/** The first program on PATH with one of the names, in order of preference. @param {readonly string[]} names @param {Environment} env */
export function findOnPath(names, env) {
  const folders = (env['PATH'] ?? '').split(delimiter).filter((folder) => folder !== '');
  return names.flatMap((name) => folders.map((folder) => join(folder, name))).find(isProgram);
}

/** @param {string} path */
function isProgram(path) {
  try {
    accessSync(path, constants.X_OK);
    return statSync(path).isFile();
  } catch {
    return false;
  }
}
