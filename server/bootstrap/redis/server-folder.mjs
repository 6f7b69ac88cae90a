import { randomBytes } from 'node:crypto';
import {
  chmodSync,
  closeSync,
  constants,
  fchmodSync,
  fsyncSync,
  mkdirSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';

import { codeOf, messageOf } from '../../system/errors.mjs';
import { Failure } from '../launcher.mjs';

/** Fit for a URL and for Redis's settings without escapes. */
const PASSWORD_FORM = /^[\w-]{16,}$/;

/**
 * What is known of the server of a folder. The port is written before the server starts, so that it
 * never runs on an unknown port; the pid once it answers.
 * @typedef {{ port: number, pid?: number }} ServerRecord
 */

/**
 * The private Redis's folder inside DATA_DIR, created if missing and checked to be writable. Only
 * its owner can read its files, since they hold the whole record.
 * @param {string} dataDir
 * @returns {string}
 */
export function prepareRedisFolder(dataDir) {
  const dir = join(dataDir, 'redis');
  try {
    mkdirSync(dir, { recursive: true, mode: 0o700 });
    chmodSync(dir, 0o700);
    // Several launchers may check it at once, each with a file of its own.
    const probe = join(dir, `.writable.${process.pid}`);
    writeFileSync(probe, '');
    rmSync(probe);
    return dir;
  } catch (error) {
    throw new Failure(
      `The data folder ${dataDir} cannot be used: ${messageOf(error)}`,
      'Set DATA_DIR to a folder on a disk with free space that this user can write to.',
    );
  }
}

/**
 * @param {string} dir
 * @returns {ServerRecord | undefined} undefined when there is none that makes sense
 */
export function findServerRecord(dir) {
  try {
    const { port, pid } = JSON.parse(readFileSync(recordFile(dir), 'utf8')) ?? {};
    if (!Number.isInteger(port) || port < 1 || port > 65_535) return undefined;
    return Number.isInteger(pid) ? { port, pid } : { port };
  } catch (error) {
    if (codeOf(error) === 'ENOENT' || error instanceof SyntaxError) return undefined;
    throw error;
  }
}

/**
 * @param {string} dir
 * @param {ServerRecord} record
 */
export function writeServerRecord(dir, record) {
  const aside = `${recordFile(dir)}.${process.pid}`;
  writeFileSync(aside, `${JSON.stringify(record)}\n`);
  renameSync(aside, recordFile(dir));
}

/** @param {string} dir */
function recordFile(dir) {
  return join(dir, 'server.json');
}

/**
 * The file with the password of the private Redis.
 * @param {string} dir
 */
export function redisPasswordFile(dir) {
  return join(dir, 'password');
}

/**
 * The password of the folder's Redis, created if missing: any user of the machine reaches the port,
 * but only the owner of the folder may read the race. Call it one launcher at a time.
 * @param {string} dir
 * @returns {string}
 */
export function providePassword(dir) {
  return findPassword(dir) ?? createPassword(dir);
}

/** @param {string} dir */
function findPassword(dir) {
  try {
    const file = openSync(redisPasswordFile(dir), constants.O_RDONLY);
    try {
      // This happens when a program that drops the modes copied the folder.
      fchmodSync(file, 0o600);
      const text = readFileSync(file, 'utf8').trim();
      return PASSWORD_FORM.test(text) ? text : undefined;
    } finally {
      closeSync(file);
    }
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return undefined;
    throw error;
  }
}

/** @param {string} dir */
function createPassword(dir) {
  const password = randomBytes(24).toString('base64url');
  const aside = `${redisPasswordFile(dir)}.${process.pid}`;
  rmSync(aside, { force: true });
  const file = openSync(aside, 'wx', 0o600);
  try {
    writeFileSync(file, `${password}\n`);
    fsyncSync(file);
  } finally {
    closeSync(file);
  }
  renameSync(aside, redisPasswordFile(dir));
  return password;
}

/** @param {string} dir */
export function redisLogFile(dir) {
  return join(dir, 'redis.log');
}

/**
 * The server's log.
 * @param {string} dir
 * @param {number} [from] where in the log to begin, in bytes
 * @returns {string} a character a byte, so that its length is where the log ends
 */
export function readLog(dir, from = 0) {
  try {
    return readFileSync(redisLogFile(dir)).subarray(from).toString('latin1');
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return '';
    throw error;
  }
}

/**
 * The last line of the server's log, without process id and date.
 * @param {string} dir
 * @param {number} [from] where in the log to begin, in bytes
 * @returns {string | undefined}
 */
export function findLastLogLine(dir, from) {
  const line = readLog(dir, from).trim().split('\n').at(-1);
  return line?.replace(/^\d+:\w .*? [*#.-] /, '') || undefined;
}
