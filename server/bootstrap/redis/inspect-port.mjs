import { realpathSync } from 'node:fs';
import { setTimeout as delay } from 'node:timers/promises';

import { codeOf } from '../../system/errors.mjs';
import { answerInTime, EndedError, openRedis, SilentError, WrongPasswordError } from './resp.mjs';

const ENDED_ATTEMPTS = 20;
const ENDED_PAUSE_MS = 100;

/**
 * The private Redis of a data folder: where it listens, the folder it keeps its data in, and
 * what it asks of those who connect.
 * @typedef {{ port: number, dir: string, password: string }} RedisPlace
 */

/**
 * Who is on a port of this machine: `ours` serves the data folder asked for, `locked` asks for
 * another password than ours, `other` is anything else that answers, `silent` takes connections
 * and says nothing, `nobody` listens.
 * @typedef {'ours' | 'locked' | 'other' | 'silent' | 'nobody'} PortHolder
 */

/**
 * @param {RedisPlace} place
 * @returns {Promise<PortHolder>}
 */
export async function inspectPort(place) {
  for (let attempt = 1; ; attempt += 1) {
    const holder = await askPort(place);
    if (holder !== 'ended') return holder;
    // A Redis that is shutting down hangs up like this, and must be gone before the next starts.
    if (attempt === ENDED_ATTEMPTS) return 'other';
    await delay(ENDED_PAUSE_MS);
  }
}

/**
 * @param {RedisPlace} place
 * @returns {Promise<PortHolder | 'ended'>}
 */
async function askPort({ port, dir, password }) {
  /** @type {import('./resp.mjs').RedisConnection | undefined} */
  let connection;
  try {
    connection = await openRedis(port, password);
    const answer = await answerInTime(connection.call('CONFIG', 'GET', 'dir'));
    return Array.isArray(answer) && answer[1] === realpathSync(dir) ? 'ours' : 'other';
  } catch (error) {
    if (codeOf(error) === 'ECONNREFUSED') return 'nobody';
    if (error instanceof SilentError) return 'silent';
    if (error instanceof WrongPasswordError) return 'locked';
    return error instanceof EndedError ? 'ended' : 'other';
  } finally {
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
 * The process id of the server there.
 * @param {RedisPlace} place
 * @returns {Promise<number>}
 */
export async function readProcessId({ port, password }) {
  const connection = await openRedis(port, password);
  try {
    return Number((await readInfo(connection, 'server'))['process_id']);
  } finally {
    connection.close();
  }
}
