import { accessSync, constants, statSync } from 'node:fs';
import { delimiter, join } from 'node:path';

import { Failure } from './failure.mjs';

/** @typedef {Readonly<Record<string, string | undefined>>} Environment */

/** Valkey is Redis under another name and takes the same settings. */
const REDIS_NAMES = ['redis-server', 'valkey-server'];
/** The first is the same browser without a window, which opens a page in a third of the time. */
const CHROMIUM_NAMES = [
  'chromium-headless-shell',
  'chromium',
  'chromium-browser',
  'google-chrome',
  'google-chrome-stable',
];
const CHROMIUM_APPS = [
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
];

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
 * The first program on PATH that carries one of the names, the names in order of preference.
 * @param {readonly string[]} names
 * @param {Environment} env
 * @returns {string | undefined}
 */
export function findOnPath(names, env) {
  const folders = (env['PATH'] ?? '').split(delimiter).filter((folder) => folder !== '');
  return names.flatMap((name) => folders.map((folder) => join(folder, name))).find(isProgram);
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

/** @param {string} path */
function isProgram(path) {
  try {
    accessSync(path, constants.X_OK);
    return statSync(path).isFile();
  } catch {
    return false;
  }
}
