import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { promisify } from 'node:util';

import { codeOf, ifMissing } from './errors.mjs';

const LONGEST_PAUSE_MS = 100;

/**
 * A lock that this process holds.
 * @typedef {object} Lock
 * @property {() => Promise<void>} release
 */

/**
 * Runs the work while no other process runs work under the same lock.
 * @template T
 * @param {string} path see {@link tryLock}
 * @param {() => Promise<T>} work
 * @param {{ onWait?: () => void }} [options] `onWait` is called once if another process holds it
 * @returns {Promise<T>}
 */
export async function withLock(path, work, { onWait = () => undefined } = {}) {
  await mkdir(dirname(path), { recursive: true });
  let taken = await tryLock(path);
  if ('holder' in taken) onWait();
  while ('holder' in taken) {
    await pause();
    taken = await tryLock(path);
  }
  try {
    return await work();
  } finally {
    await taken.release();
  }
}

/**
 * Takes a lock, or returns the process that holds it. Each process creates a file of its own and then checks for others:
 * of two at once at least one sees the other and steps back. Files of dead processes are removed, never taken over, so
 * that no holder loses its file.
 * @param {string} path the files are named `path-PID-RANDOM`
 * @param {number} [attempts] more than one so that two processes that stepped back from each other do not both give up
 * @returns {Promise<Lock | { holder: number }>}
 */
export async function tryLock(path, attempts = 1) {
  const own = `${path}-${process.pid}-${randomBytes(6).toString('hex')}`;
  const release = () => rm(own, { force: true });
  for (let attempt = 1; ; attempt += 1) {
    // Checked first, so that a waiting process does not create files.
    let holder = await findHolder(path, own);
    if (holder === undefined) {
      await writeFile(`${own}.new`, await findProcessStart(process.pid));
      await rename(`${own}.new`, own);
      holder = await findHolder(path, own);
      if (holder === undefined) return { release };
      await release();
    }
    if (attempt === attempts) return { holder };
    await pause();
  }
}

/**
 * The pid of another process with the lock; removes files of dead processes.
 * @param {string} path
 * @param {string} own
 */
async function findHolder(path, own) {
  const folder = dirname(path);
  const prefix = `${basename(path)}-`;
  for (const name of await readdir(folder)) {
    const file = join(folder, name);
    if (!name.startsWith(prefix) || file === own) continue;
    const pid = /^(\d+)-[0-9a-f]+$/.exec(name.slice(prefix.length))?.[1];
    if (pid === undefined) continue;
    const startedAt = await readFile(file, 'utf8').catch(ifMissing(undefined));
    if (startedAt === undefined) continue;
    if (await isRunning(Number(pid), startedAt)) return Number(pid);
    await rm(file, { force: true });
  }
  return undefined;
}

/**
 * A process is identified by its pid and its start, since pids are reused.
 * @param {number} pid
 * @param {string} startedAt
 */
async function isRunning(pid, startedAt) {
  return pid > 0 && isAlive(pid) && startedAt === (await findProcessStart(pid));
}

/**
 * @param {number} pid
 */
export function isAlive(pid) {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    // EPERM: it runs, as another user.
    return codeOf(error) === 'EPERM';
  }
}

/**
 * When a process started: on Linux the boot and the tick in it, elsewhere the output of `ps`.
 * @param {number} pid
 * @returns {Promise<string>} empty if there is no such process
 */
async function findProcessStart(pid) {
  if (process.platform !== 'linux') {
    const ps = promisify(execFile)('ps', ['-o', 'lstart=', '-p', String(pid)]);
    return ps.then(({ stdout }) => stdout.trim()).catch(() => '');
  }
  const boot = await readFile('/proc/sys/kernel/random/boot_id', 'utf8').catch(ifMissing(''));
  const stat = await readFile(`/proc/${pid}/stat`, 'utf8').catch(ifMissing(''));
  // Only the program's name, in brackets, may contain blanks.
  const startTick = stat.slice(stat.lastIndexOf(')') + 2).split(' ')[19] ?? '';
  return `${boot.trim()} ${startTick}`.trim();
}

/** Random, so that processes that stepped back from each other do not collide again. */
async function pause() {
  await delay(Math.random() * LONGEST_PAUSE_MS);
}
