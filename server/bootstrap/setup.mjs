import { accessSync, constants, readFileSync, statSync } from 'node:fs';
import { delimiter, join } from 'node:path';

import { codeOf } from '../system/errors.mjs';
import { withLock } from '../system/lock.mjs';
import { CACHE_DIR, Failure, keepToolLog, PROJECT_DIR, runTool } from './launcher.mjs';

/** @typedef {import('./launcher.mjs').Environment} Environment */
/** @typedef {import('./launcher.mjs').Steps} Steps */

/**
 * Installs the dependencies with `npm ci` unless node_modules holds what the lockfile asks for.
 * @param {Steps} steps
 */
export async function installDependencies(steps) {
  if (isInstalled(PROJECT_DIR)) return;
  const onWait = () => steps.say('Waiting for another command that installs the dependencies');
  const install = async () => {
    if (isInstalled(PROJECT_DIR)) return;
    await steps.during('Installing the dependencies (npm ci)', () =>
      // The build tools are development dependencies, also where NODE_ENV says production.
      runNpm(['ci', '--include=dev'], PROJECT_DIR, 'The dependencies'),
    );
  };
  await withLock(join(CACHE_DIR, 'install.lock'), install, { onWait });
}

/**
 * Runs npm in a folder; throws a Failure that says where its output is.
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
 * Whether every package of the lockfile is in node_modules at its version, by npm's own record
 * there. npm writes that last: after an interrupted installation it is missing.
 * @param {string} projectDir
 * @returns {boolean}
 */
export function isInstalled(projectDir) {
  const wanted = readPackages(join(projectDir, 'package-lock.json'));
  const present = readPackages(join(projectDir, 'node_modules', '.package-lock.json'));
  if (!wanted || !present) return false;
  return Object.entries(wanted)
    .filter(([path]) => path !== '')
    .every(([path, { version, optional }]) => {
      const found = present[path];
      return found ? found.version === version : optional === true;
    });
}

/**
 * @param {string} file
 * @returns {Record<string, { version?: string, optional?: boolean }> | undefined} undefined when there is no such file
 */
function readPackages(file) {
  try {
    return JSON.parse(readFileSync(file, 'utf8')).packages;
  } catch (error) {
    if (codeOf(error) === 'ENOENT' || error instanceof SyntaxError) return undefined;
    throw error;
  }
}

/**
 * A program that a command needs, and how it is found and installed.
 * @typedef {object} Tool
 * @property {string} label
 * @property {readonly string[]} names on PATH, the preferred one first
 * @property {readonly string[]} [places] where systems put it apart from PATH
 * @property {string} [setting] names the program's path and wins over PATH
 * @property {readonly string[]} apt its packages, the preferred one first; not every release has
 *   each. Several that belong together have a blank between them
 * @property {readonly string[]} [brew] the arguments of `brew install`
 * @property {string} otherwise what else one can do
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

/** The first is the same browser without a window, which opens a page in a third of the time. @type {Tool} */
export const CHROMIUM = {
  label: 'Chromium',
  names: [
    'chromium-headless-shell',
    'chromium',
    'chromium-browser',
    'google-chrome',
    'google-chrome-stable',
  ],
  places: [
    '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
    '/Applications/Chromium.app/Contents/MacOS/Chromium',
  ],
  setting: 'CHROMIUM_PATH',
  apt: ['chromium-headless-shell', 'chromium'],
  brew: ['--cask', 'google-chrome'],
  otherwise: 'set CHROMIUM_PATH to a Chromium or Chrome',
};

/** The proxy of the tests; Debian has it only on the PATH of an administrator. @type {Tool} */
export const NGINX = {
  label: 'nginx',
  names: ['nginx'],
  places: ['/usr/sbin/nginx', '/usr/local/sbin/nginx'],
  setting: 'NGINX_PATH',
  apt: ['nginx-light', 'nginx'],
  brew: ['nginx'],
  otherwise: 'set NGINX_PATH to an nginx',
};

/** Makes the certificates of the tests. @type {Tool} */
export const OPENSSL = {
  label: 'OpenSSL',
  names: ['openssl'],
  apt: ['openssl'],
  brew: ['openssl'],
  otherwise: 'put an openssl on PATH',
};

/** Compiles the parts of the tests that are in C. @type {Tool} */
export const COMPILER = {
  label: 'A C compiler',
  names: ['cc'],
  apt: ['gcc libc6-dev'],
  otherwise: 'put a cc on PATH',
};

/**
 * The path of a tool: its setting, else the one on PATH or where systems put it, else undefined.
 * Throws a Failure when the setting names no program.
 * @param {Tool} tool
 * @param {Environment} env
 * @returns {string | undefined}
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
 * The path of a tool, which is installed where it is missing and that needs no question.
 * @param {Tool} tool
 * @param {Environment} env
 * @param {Steps} steps
 * @returns {Promise<string>}
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

/** The fonts of phones and laptops, by their Debian packages. */
const FONT_PACKAGES = ['fonts-dejavu', 'fonts-roboto', 'fonts-inter', 'fonts-noto-core'];

/**
 * Installs the fonts in which the tests measure the pages, where apt can do so without a question.
 * Without them other fonts are used: the tests see less, and none fails for it.
 * @param {Environment} env
 * @param {Steps} steps
 */
export async function provideFonts(env, steps) {
  const query = findOnPath(['dpkg-query'], env);
  if (!query) return;
  const { output } = await runTool(query, ['-W', '-f', '${Package}\n', ...FONT_PACKAGES], { env });
  const present = new Set(output.split('\n'));
  const missing = FONT_PACKAGES.filter((name) => !present.has(name));
  if (missing.length === 0) return;
  const wanted = { label: 'Fonts', apt: [missing.join(' ')] };
  if (await installSystemPackage(wanted, env, steps)) {
    steps.say(`Some fonts are not there (${missing.join(', ')}): the pages are measured without.`);
  }
}

/**
 * Installs the package where that needs no question: with apt as root or through `sudo -n`,
 * or with Homebrew.
 * @param {Pick<Tool, 'label' | 'apt' | 'brew'>} wanted
 * @param {Environment} env
 * @param {Steps} steps
 * @returns {Promise<{ log: string } | undefined>} undefined when the manager has done its work;
 *   otherwise the log of what it printed, empty when there is no manager to ask
 */
async function installSystemPackage({ label, apt, brew }, env, steps) {
  const { refresh, installs } = await findInstallCommands(apt, brew, env);
  if (installs.length === 0) return { log: '' };
  return steps.during(`Installing ${label} (${installs[0]?.join(' ')})`, async () => {
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
    return { log: keepToolLog(`install-${apt.at(-1)}`, printed) };
  });
}

/**
 * @param {readonly string[]} apt
 * @param {readonly string[] | undefined} brew
 * @param {Environment} env
 * @returns {Promise<{ refresh?: string[], installs: string[][] }>} one of `installs` is enough
 */
async function findInstallCommands(apt, brew, env) {
  const aptGet = findOnPath(['apt-get'], env);
  const asRoot = aptGet && (await findRootPrefix(env));
  if (aptGet && asRoot) {
    const patient = [...asRoot, aptGet, '-o', 'DPkg::Lock::Timeout=120'];
    return {
      refresh: [...patient, 'update'],
      installs: apt.map((names) => [
        ...patient,
        'install',
        '-y',
        '--no-install-recommends',
        ...names.split(' '),
      ]),
    };
  }
  const homebrew = findOnPath(['brew'], env);
  return { installs: homebrew && brew ? [[homebrew, 'install', ...brew]] : [] };
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

/**
 * The first program on PATH with one of the names, in order of preference.
 * @param {readonly string[]} names
 * @param {Environment} env
 */
function findOnPath(names, env) {
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
