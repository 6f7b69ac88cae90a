import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseEnv } from 'node:util';

import { codeOf, messageOf } from '../system/errors.mjs';
import { Failure } from './launcher.mjs';

/** The folder of the project; every path of the launchers starts here, wherever they are called. */
export const PROJECT_DIR = fileURLToPath(new URL('../..', import.meta.url)).replace(/[/\\]$/, '');

/** The launchers' own files: locks, logs, builds in progress. */
export const CACHE_DIR = join(PROJECT_DIR, '.cache');

const ENV_FILE = join(PROJECT_DIR, '.env');

/** @typedef {Readonly<Record<string, string | undefined>>} Environment */

/**
 * The settings of the launchers; the service checks all others.
 * @typedef {object} Settings
 * @property {Environment} env for the processes they start
 * @property {string} dataDir absolute
 * @property {string | undefined} redisUrl a given Redis; undefined means a private one
 */

/**
 * The environment over the optional file `.env` over the launcher's own defaults. An empty setting
 * counts as absent. A relative DATA_DIR, BACKUP_DIR or RACES_DIR starts at the project's folder. A
 * private Redis is backed up beside its data unless BACKUP_DIR says otherwise.
 * @param {Environment} [defaults]
 * @param {Environment} [environment]
 * @param {string} [envFile]
 * @returns {Settings}
 */
export function loadSettings(defaults = {}, environment = process.env, envFile = ENV_FILE) {
  const set = { ...readEnvFile(envFile), ...environment };
  /** @type {Record<string, string | undefined>} */
  const env = { ...defaults, ...Object.fromEntries(Object.entries(set).filter(isFilled)) };
  const dataDir = resolve(PROJECT_DIR, env['DATA_DIR']?.trim() ?? '.data');
  const redisUrl = env['REDIS_URL']?.trim();
  const given = env['BACKUP_DIR']?.trim() ?? (redisUrl ? 'off' : join(dataDir, 'backups'));
  if (given.startsWith('s3:')) {
    throw new Failure(
      'BACKUP_DIR is a folder, and what it says is a store.',
      `Say BACKUP_TO=${given}`,
    );
  }
  const backupDir = given === 'off' ? given : resolve(PROJECT_DIR, given);
  const racesDir = resolve(PROJECT_DIR, env['RACES_DIR']?.trim() ?? join(dataDir, 'races'));
  const folders = { DATA_DIR: dataDir, BACKUP_DIR: backupDir, RACES_DIR: racesDir };
  return { env: { ...env, ...folders }, dataDir, redisUrl };
}

/** @param {[string, string | undefined]} entry */
function isFilled([, value]) {
  return value !== undefined && value.trim() !== '';
}

/** @param {string} file */
function readEnvFile(file) {
  try {
    return parseEnv(readFileSync(file, 'utf8'));
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return {};
    throw new Failure(
      `The settings file ${file} cannot be read: ${messageOf(error)}`,
      'Make it a readable text file like .env.example, or remove it.',
    );
  }
}
