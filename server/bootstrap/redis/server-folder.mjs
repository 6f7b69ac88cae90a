import { chmodSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { codeOf, messageOf } from '../../system/errors.mjs';
import { Failure } from '../failure.mjs';

/**
 * What is known of the server of a folder. The port is written before the server starts, so
 * that no server of this folder ever runs on a port that nobody knows; the pid once it answers.
 * @typedef {{ port: number, pid?: number }} ServerRecord
 */

/**
 * The private Redis's folder inside DATA_DIR, made if it is not there and tried for writing. Its
 * files can be read by its owner alone, since the whole record is in them.
 * @param {string} dataDir
 * @returns {string}
 */
export function prepareRedisFolder(dataDir) {
  const dir = join(dataDir, 'redis');
  try {
    mkdirSync(dir, { recursive: true, mode: 0o700 });
    chmodSync(dir, 0o700);
    // Several launchers may try it at once, each with a file of its own.
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

/** @param {string} dir */
export function redisLogFile(dir) {
  return join(dir, 'redis.log');
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
