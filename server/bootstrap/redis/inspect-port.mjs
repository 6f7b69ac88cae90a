import { realpathSync } from 'node:fs';
import { setTimeout as delay } from 'node:timers/promises';

import { codeOf } from '../failure.mjs';
import { EndedError, openRedis } from './resp.mjs';

/** A Redis that loads or saves much still answers; one that does not in this time hangs. */
const ANSWER_MS = 3_000;
const ENDED_ATTEMPTS = 20;
const ENDED_PAUSE_MS = 100;

/**
 * Who is on a port of this machine: `ours` serves the data folder asked for, `other` is
 * anything else that answers, `silent` takes connections and says nothing, `nobody` listens.
 * @typedef {'ours' | 'other' | 'silent' | 'nobody'} PortHolder
 */

/**
 * @param {number} port
 * @param {string} dir the folder the private Redis keeps its data in
 * @returns {Promise<PortHolder>}
 */
export async function inspectPort(port, dir) {
  for (let attempt = 1; ; attempt += 1) {
    const holder = await askPort(port, dir);
    if (holder !== 'ended') return holder;
    // A Redis that is shutting down hangs up like this, and must be gone before the next starts.
    if (attempt === ENDED_ATTEMPTS) return 'other';
    await delay(ENDED_PAUSE_MS);
  }
}

/**
 * @param {number} port
 * @param {string} dir
 * @returns {Promise<PortHolder | 'ended'>}
 */
async function askPort(port, dir) {
  const stop = new AbortController();
  /** @type {import('./resp.mjs').RedisConnection | undefined} */
  let connection;
  try {
    connection = await openRedis(port);
    const answer = await Promise.race([
      connection.call('CONFIG', 'GET', 'dir'),
      delay(ANSWER_MS, undefined, { signal: stop.signal }),
    ]);
    if (answer === undefined) return 'silent';
    return Array.isArray(answer) && answer[1] === realpathSync(dir) ? 'ours' : 'other';
  } catch (error) {
    if (codeOf(error) === 'ECONNREFUSED') return 'nobody';
    return error instanceof EndedError ? 'ended' : 'other';
  } finally {
    stop.abort();
    connection?.close();
  }
}

/**
 * The fields of `INFO section`.
 * @param {import('./resp.mjs').RedisConnection} connection
 * @param {string} section
 * @returns {Promise<Record<string, string>>}
 */
export async function readInfo(connection, section) {
  const text = String(await connection.call('INFO', section));
  const pairs = text.split('\r\n').filter((line) => line.includes(':'));
  return Object.fromEntries(
    pairs.map((line) => [line.slice(0, line.indexOf(':')), line.slice(line.indexOf(':') + 1)]),
  );
}

/**
 * The process id of the server on that port.
 * @param {number} port
 * @returns {Promise<number>}
 */
export async function readProcessId(port) {
  const connection = await openRedis(port);
  try {
    return Number((await readInfo(connection, 'server'))['process_id']);
  } finally {
    connection.close();
  }
}
