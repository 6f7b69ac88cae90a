import { randomUUID } from 'node:crypto';
import {
  linkSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { dirname } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';

import { codeOf } from './failure.mjs';

const HEARTBEAT_MS = 1_000;
/** A holder that has not touched its lock for so long is gone, whoever has its pid by now. */
const STALE_MS = 10_000;
const POLL_MS = 100;

/**
 * Runs the work while no other process runs work under the same lock file. The lock of a
 * process that was killed is taken over.
 * @template T
 * @param {string} file
 * @param {() => Promise<T>} work
 * @param {{ onWait?: () => void }} [options] `onWait` is called once when another one holds it
 * @returns {Promise<T>}
 */
export async function withLock(file, work, { onWait = () => undefined } = {}) {
  mkdirSync(dirname(file), { recursive: true });
  for (let waiting = false; !acquire(file);) {
    if (!waiting) onWait();
    waiting = true;
    await delay(POLL_MS);
  }
  const heartbeat = setInterval(() => touch(file), HEARTBEAT_MS);
  try {
    return await work();
  } finally {
    clearInterval(heartbeat);
    rmSync(file, { force: true });
  }
}

/** @param {string} file */
function acquire(file) {
  takeAwayAbandoned(file);
  try {
    writeFileSync(file, `${process.pid} ${randomUUID()}`, { flag: 'wx' });
    return true;
  } catch (error) {
    if (codeOf(error) === 'EEXIST') return false;
    throw error;
  }
}

/** @param {string} file */
function takeAwayAbandoned(file) {
  const aside = `${file}.${process.pid}`;
  try {
    const content = readFileSync(file, 'utf8');
    if (!isAbandoned(content, Date.now() - statSync(file).mtimeMs)) return;
    renameSync(file, aside);
    // Another one may have taken the abandoned lock away first: then this is its own, new lock.
    if (readFileSync(aside, 'utf8') !== content) linkSync(aside, file);
  } catch (error) {
    const code = codeOf(error);
    if (code !== 'ENOENT' && code !== 'EEXIST') throw error;
  }
  rmSync(aside, { force: true });
}

/**
 * @param {string} content
 * @param {number} ageMs
 */
function isAbandoned(content, ageMs) {
  // Between its creation and its content a lock is empty: its age alone decides then.
  const pid = Number.parseInt(content, 10);
  return ageMs > STALE_MS || (pid > 0 && !isAlive(pid));
}

/**
 * Whether a process with that id runs.
 * @param {number} pid
 */
export function isAlive(pid) {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return codeOf(error) === 'EPERM';
  }
}

/** @param {string} file */
function touch(file) {
  try {
    utimesSync(file, new Date(), new Date());
  } catch (error) {
    // Removed by hand: the work goes on, and the lock is not brought back.
    if (codeOf(error) !== 'ENOENT') throw error;
  }
}
