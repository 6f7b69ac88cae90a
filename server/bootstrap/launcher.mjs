import { spawn } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, relative, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { debuglog, parseEnv } from 'node:util';

import { codeOf, messageOf } from '../system/errors.mjs';
import { surviveFullDisk } from '../system/full-disk.mjs';
import { withLock } from '../system/lock.mjs';

/** The codes of a full disk, or an exhausted quota. */
const NO_ROOM = new Set(['ENOSPC', 'EDQUOT']);

export const PROJECT_DIR = fileURLToPath(new URL('../..', import.meta.url)).replace(/[/\\]$/, '');

/** For locks, logs, and builds in progress. */
export const CACHE_DIR = join(PROJECT_DIR, '.cache');

/**
 * Runs a launcher, which returns the exit status. A failure prints two plain lines on standard error, and the stack with
 * `NODE_DEBUG=splitcast`; the status is 1.
 * @param {() => Promise<number>} launcher
 */
export async function runLauncher(launcher) {
  surviveFullDisk();
  try {
    process.exitCode = await launcher();
  } catch (error) {
    debuglog('splitcast')('%o', error);
    process.stderr.write(`${messageOf(error)}\n${remedyOf(error)}\n`);
    process.exitCode = 1;
  }
}

/** The remedy of a failure, one line. @param {unknown} error */
export function remedyOf(error) {
  if (error instanceof Failure) return error.remedy;
  return NO_ROOM.has(codeOf(error) ?? '')
    ? 'The disk is full: make room on it, then run it again; nothing is lost.'
    : 'This is a fault of Splitcast: run it again with NODE_DEBUG=splitcast to see where it happened.';
}

/** A problem that ends a launcher, and the remedy. */
export class Failure extends Error {
  /** @override */
  name = 'Failure';

  /** @param {string} what one line @param {string} remedy one line */
  constructor(what, remedy) {
    super(what);
    this.remedy = remedy;
  }
}

/** The interval of lines that show that the work goes on. */
const TICK_MS = 10_000;

/**
 * Reports the steps of a launcher.
 * @typedef {object} Steps
 * @property {(line: string) => void} say prints one line
 * @property {<T>(label: string, work: () => Promise<T>) => Promise<T>} during prints label and seconds until the work ends
 */

/** @param {NodeJS.WriteStream} stream standard error if a program uses standard output @returns {Steps} */
export function createSteps(stream) {
  const say = (/** @type {string} */ line) => void stream.write(`- ${line}\n`);
  return {
    say,
    async during(label, work) {
      const startMs = performance.now();
      const seconds = () => `${Math.floor((performance.now() - startMs) / 1_000)} s`;
      say(`${label} …`);
      const ticker = setInterval(() => say(`${label} … ${seconds()}`), TICK_MS);
      let end = 'failed after';
      try {
        const result = await work();
        end = 'done in';
        return result;
      } finally {
        clearInterval(ticker);
        say(`${label} ${end} ${seconds()}`);
      }
    },
  };
}

/**
 * Does work that several launchers may need at the same time: one does it, and the others wait.
 * @param {string} name of the lock
 * @param {string} label
 * @param {() => boolean} isDone
 * @param {() => Promise<void>} work
 * @param {Steps} steps
 */
export async function doOnce(name, label, isDone, work, steps) {
  if (isDone()) return false;
  const onWait = () => steps.say(`Waiting for another command: ${label}`);
  const workUnlessDone = async () => {
    if (isDone()) return false;
    await steps.during(label, work);
    return true;
  };
  return withLock(join(CACHE_DIR, `${name}.lock`), workUnlessDone, { onWait });
}

/** @typedef {Readonly<Record<string, string | undefined>>} Environment */

/**
 * The settings of the launchers; the service checks all others.
 * @typedef {object} Settings
 * @property {Environment} env for the processes they start
 * @property {string} dataDir absolute
 * @property {string | undefined} redisUrl a given Redis; undefined means a private one
 */

/**
 * The settings of the environment, else of the optional file `.env`, else the launcher's own defaults. An empty setting
 * counts as absent. A relative DATA_DIR, BACKUP_DIR or RACES_DIR starts at the project's folder. With a private Redis, as
 * on the laptop of a race, backups are next to its data and readers run, unless BACKUP_DIR and READERS say otherwise.
 * @param {Environment} [defaults]
 * @param {Environment} [environment]
 * @param {string} [envFile]
 * @returns {Settings}
 */
export function loadSettings(
  defaults = {},
  environment = process.env,
  envFile = join(PROJECT_DIR, '.env'),
) {
  const set = Object.entries({ ...readEnvFile(envFile), ...environment });
  /** @type {Record<string, string | undefined>} */
  const env = { ...defaults, ...Object.fromEntries(set.filter(([, value]) => value?.trim())) };
  const dataDir = resolve(PROJECT_DIR, env['DATA_DIR']?.trim() ?? '.data');
  const redisUrl = env['REDIS_URL']?.trim();
  const given = env['BACKUP_DIR']?.trim() ?? (redisUrl ? 'off' : join(dataDir, 'backups'));
  const backupDir = given === 'off' ? given : resolve(PROJECT_DIR, given);
  const racesDir = resolve(PROJECT_DIR, env['RACES_DIR']?.trim() ?? join(dataDir, 'races'));
  const readers = env['READERS'] ?? (redisUrl ? 'off' : 'on');
  const folders = { DATA_DIR: dataDir, BACKUP_DIR: backupDir, RACES_DIR: racesDir };
  return { env: { ...env, ...folders, READERS: readers }, dataDir, redisUrl };
}

/** @param {string} file */
function readEnvFile(file) {
  try {
    return existsSync(file) ? parseEnv(readFileSync(file, 'utf8')) : {};
  } catch (error) {
    throw new Failure(
      `The settings file ${file} cannot be read: ${messageOf(error)}`,
      'Make it a readable text file like .env.example, or remove it.',
    );
  }
}

/**
 * Runs a program to its end.
 * @param {string} command
 * @param {readonly string[]} args
 * @param {import('node:child_process').SpawnOptions} [options]
 * @returns {Promise<{ ok: boolean, output: string }>} `output`: standard output and error, or why it cannot be started
 */
export async function runTool(command, args, options = {}) {
  return new Promise((resolve) => {
    const child = spawn(command, args, { ...options, stdio: ['ignore', 'pipe', 'pipe'] });
    /** @type {Buffer[]} */
    const chunks = [];
    child.stdout.on('data', (/** @type {Buffer} */ chunk) => chunks.push(chunk));
    child.stderr.on('data', (/** @type {Buffer} */ chunk) => chunks.push(chunk));
    child.on('error', (error) => resolve({ ok: false, output: messageOf(error) }));
    child.on('close', (code) => resolve({ ok: code === 0, output: String(Buffer.concat(chunks)) }));
  });
}

/** Saves the output of a failed tool; returns the file, relative to the project's folder. @param {string} name @param {string} output */
export function keepToolLog(name, output) {
  const folder = join(CACHE_DIR, 'logs');
  mkdirSync(folder, { recursive: true });
  const file = join(folder, `${name}.log`);
  writeFileSync(file, output);
  return relative(PROJECT_DIR, file);
}
