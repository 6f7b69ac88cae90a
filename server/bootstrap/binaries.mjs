import { existsSync } from 'node:fs';

import { Failure } from './launcher.mjs';
import { runTool } from './run-tool.mjs';
import { findOnPath, installSystemPackage, isProgram } from './system-packages.mjs';

/** @typedef {import('./settings.mjs').Environment} Environment */

/** Valkey is a fork of Redis and takes the same settings. */
const REDIS_NAMES = ['redis-server', 'valkey-server'];
/** The first is the same browser without a window, which opens a page in a third of the time. */
const CHROMIUM_NAMES = [
  'chromium-headless-shell',
  'chromium',
  'chromium-browser',
  'google-chrome',
  'google-chrome-stable',
];
/** Where Debian installs it, which is only on the PATH of an administrator. */
const NGINX_PLACES = ['/usr/sbin/nginx', '/usr/local/sbin/nginx'];
const SWIFT_OF_DEBIAN = '/usr/lib/python3/dist-packages/swift';
const CHROMIUM_APPS = [
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
];

/**
 * The Redis server, installed if it is not there.
 * @param {Environment} env
 * @param {import('./launcher.mjs').Steps} steps
 * @returns {Promise<string>}
 */
export async function provideRedisServer(env, steps) {
  return provide(findRedisServer, env, steps, {
    package: { label: 'Redis', apt: ['redis-server'], brew: 'redis' },
    otherwise: 'set REDIS_SERVER_PATH to a redis-server, or REDIS_URL to a Redis that runs',
  });
}

/**
 * The browser for the tests, installed if it is not there.
 * @param {Environment} env
 * @param {import('./launcher.mjs').Steps} steps
 * @returns {Promise<string>}
 */
export async function provideChromium(env, steps) {
  return provide(findChromium, env, steps, {
    package: {
      label: 'Chromium',
      apt: ['chromium-headless-shell', 'chromium'],
      brew: 'google-chrome',
      brewCask: true,
    },
    otherwise: 'set CHROMIUM_PATH to a Chromium or Chrome',
  });
}

/**
 * The proxy for the tests, installed if it is not there.
 * @param {Environment} env
 * @param {import('./launcher.mjs').Steps} steps
 * @returns {Promise<string>}
 */
export async function provideNginx(env, steps) {
  return provide(findNginx, env, steps, {
    package: { label: 'nginx', apt: ['nginx-light', 'nginx'], brew: 'nginx' },
    otherwise: 'set NGINX_PATH to an nginx',
  });
}

/**
 * What makes the certificates of the tests, installed if it is not there.
 * @param {Environment} env
 * @param {import('./launcher.mjs').Steps} steps
 */
export async function provideOpenssl(env, steps) {
  await provide((given) => findOnPath(['openssl'], given), env, steps, {
    package: { label: 'OpenSSL', apt: ['openssl'], brew: 'openssl' },
    otherwise: 'put an openssl on PATH',
  });
}

/**
 * What compiles the parts of the tests that are in C, installed if it is not there.
 * @param {Environment} env
 * @param {import('./launcher.mjs').Steps} steps
 */
export async function provideCompiler(env, steps) {
  await provide((given) => findOnPath(['cc'], given), env, steps, {
    package: { label: 'A C compiler', apt: ['gcc libc6-dev'] },
    otherwise: 'put a cc on PATH',
  });
}

/**
 * A Python with OpenStack Swift, which the tests have as a store of S3, installed if it is not there.
 * @param {Environment} env
 * @param {import('./launcher.mjs').Steps} steps
 * @returns {Promise<string>}
 */
export async function provideSwift(env, steps) {
  return provide(findSwift, env, steps, {
    package: { label: 'OpenStack Swift', apt: ['python3-swift'] },
    otherwise: 'set SWIFT_PYTHON to a Python that has it (pip install swift)',
  });
}

/** The fonts of phones and laptops, by their Debian packages. */
const FONT_PACKAGES = ['fonts-dejavu', 'fonts-roboto', 'fonts-inter', 'fonts-noto-core'];

/**
 * Installs the fonts in which the tests measure the pages, where apt can do so without a question.
 * Without them other fonts are used: the tests see less, and none fails for it.
 * @param {Environment} env
 * @param {import('./launcher.mjs').Steps} steps
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
 * @param {(env: Environment) => string | undefined} find
 * @param {Environment} env
 * @param {import('./launcher.mjs').Steps} steps
 * @param {{ package: import('./system-packages.mjs').SystemPackage, otherwise: string }} wanted
 */
async function provide(find, env, steps, { package: wanted, otherwise }) {
  const present = find(env);
  if (present !== undefined) return present;
  const refusal = await installSystemPackage(wanted, env, steps);
  const installed = refusal ? undefined : find(env);
  if (installed !== undefined) return installed;
  const brewed = wanted.brew
    ? `, or brew install ${wanted.brewCask ? '--cask ' : ''}${wanted.brew}`
    : '';
  throw new Failure(
    refusal?.log
      ? `${wanted.label} is not on this machine and could not be installed (see ${refusal.log}).`
      : `${wanted.label} is not on this machine and cannot be installed without asking you.`,
    `Install it (sudo apt-get install ${wanted.apt.at(-1)}${brewed}), or ${otherwise}.`,
  );
}

/**
 * The Redis server to start: `REDIS_SERVER_PATH`, else the one on PATH, else undefined.
 * Throws a Failure when the setting names no program.
 * @param {Environment} env
 */
export function findRedisServer(env) {
  return findNamed('REDIS_SERVER_PATH', env) ?? findOnPath(REDIS_NAMES, env);
}

/**
 * The browser for the tests: `CHROMIUM_PATH`, else the one on PATH, else undefined.
 * Throws a Failure when the setting names no program.
 * @param {Environment} env
 */
export function findChromium(env) {
  return (
    findNamed('CHROMIUM_PATH', env) ??
    findOnPath(CHROMIUM_NAMES, env) ??
    CHROMIUM_APPS.find(isProgram)
  );
}

/**
 * The proxy for the tests: `NGINX_PATH`, else the one on PATH or where systems put it, else undefined.
 * Throws a Failure when the setting names no program.
 * @param {Environment} env
 */
export function findNginx(env) {
  return findNamed('NGINX_PATH', env) ?? findOnPath(['nginx'], env) ?? NGINX_PLACES.find(isProgram);
}

/**
 * The Python for the store of the tests: `SWIFT_PYTHON`, else that of Debian where its package is there, else
 * undefined. Another Python on PATH does not see that package.
 * @param {Environment} env
 */
export function findSwift(env) {
  const ofDebian = existsSync(SWIFT_OF_DEBIAN) && isProgram('/usr/bin/python3');
  return findNamed('SWIFT_PYTHON', env) ?? (ofDebian ? '/usr/bin/python3' : undefined);
}

/**
 * @param {string} setting
 * @param {Environment} env
 */
function findNamed(setting, env) {
  const given = env[setting]?.trim();
  if (!given) return undefined;
  if (!isProgram(given)) {
    throw new Failure(
      `${setting} is ${JSON.stringify(given)}, but there is no program there.`,
      `Set ${setting} to the full path of the program, or leave it out to search PATH.`,
    );
  }
  return given;
}
