import { randomBytes } from 'node:crypto';
import {
  closeSync,
  constants,
  fchmodSync,
  fsyncSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';

import { codeOf } from '../../system/errors.mjs';

/** Fit for a URL and for Redis's settings as it is. */
const FORM = /^[\w-]{16,}$/;

/**
 * Where the password of the private Redis is kept.
 * @param {string} dir
 */
export function redisPasswordFile(dir) {
  return join(dir, 'password');
}

/**
 * The password of the folder's Redis, made if there is none: any user of the machine reaches the
 * port, but only the owner of the folder may read the race. Call it one launcher at a time.
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
      // As when the folder was copied by a program that drops the modes.
      fchmodSync(file, 0o600);
      const text = readFileSync(file, 'utf8').trim();
      return FORM.test(text) ? text : undefined;
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
