import { realpathSync } from 'node:fs';
import { setTimeout as delay } from 'node:timers/promises';

import { Redis } from 'ioredis';

import { codeOf } from '../../system/errors.mjs';
import { timing } from '../../system/timing.mjs';

/** A Redis that loads or saves a lot still answers; one that does not in this time hangs. */
const ANSWER_MS = timing('redisAnswerMs', 3_000);
/** How long a closed connection waits for the other end to close too. */
const CLOSING_MS = 100;
const ENDED_ATTEMPTS = 20;
const ENDED_PAUSE_MS = 100;

/**
 * The private Redis of a data folder: where it listens, the folder it keeps its data in, what it
 * asks of those who connect, and where its race is backed up.
 * @typedef {{ port: number, dir: string, password: string, backupDir?: string | undefined }} RedisPlace
 */

/**
 * Who is on a port of this machine: `ours` serves the requested data folder, `locked` asks for
 * another password, `other` is anything else that answers, `silent` accepts connections and says
 * nothing, `nobody` listens.
 * @typedef {'ours' | 'locked' | 'other' | 'silent' | 'nobody'} PortHolder
 */

/**
 * One connection, without reconnects.
 * @typedef {object} RedisConnection
 * @property {(command: string, ...args: string[]) => Promise<unknown>} call rejects with what Redis
 * answered when that is an error, and with an {@link EndedError} when the connection ends first
 * @property {Promise<void>} closed resolves when the connection has ended, whoever ended it
 * @property {() => void} close
 */

/** The connection ended before the answer came. */
export class EndedError extends Error {
  /** @override */
  name = 'EndedError';
}

/** Something accepted the connection but does not answer. */
class SilentError extends Error {
  /** @override */
  name = 'SilentError';
}

/** It asks for another password than ours. */
class WrongPasswordError extends Error {
  /** @override */
  name = 'WrongPasswordError';
}

/**
 * Connects and gives the password; a server without a password is accepted as well. Rejects with
 * the system's error when nobody listens.
 * @param {{ port: number, password: string }} place
 * @returns {Promise<RedisConnection>}
 */
export async function openRedis({ port, password }) {
  const connection = await connect(port);
  try {
    await answerInTime(connection.call('AUTH', password));
  } catch (error) {
    const refusal = isRefusal(error) ? error.message : '';
    // In the words of Redis 6 and later, and of earlier ones.
    if (/without any password|no password is set/.test(refusal)) return connection;
    connection.close();
    if (!/WRONGPASS|invalid password/.test(refusal)) throw error;
    throw new WrongPasswordError(refusal, { cause: error });
  }
  return connection;
}

/**
 * @param {number} port
 * @returns {Promise<RedisConnection>}
 */
async function connect(port) {
  const redis = new Redis(port, '127.0.0.1', {
    lazyConnect: true,
    retryStrategy: null,
    enableOfflineQueue: false,
    disconnectTimeout: CLOSING_MS,
    // The server may still load its data or ask for a password: only explicit calls are sent.
    enableReadyCheck: false,
    disableClientInfo: true,
    protocol: 2,
  });
  /** @type {unknown} */
  let cause;
  redis.on('error', (error) => (cause = error));
  const closed = /** @type {Promise<void>} */ (
    new Promise((resolve) => redis.once('end', resolve))
  );
  try {
    await redis.connect();
  } catch (error) {
    throw codeOf(cause) === 'ECONNREFUSED'
      ? cause
      : new EndedError('nobody answers', { cause: error });
  }
  return {
    closed,
    close() {
      if (redis.status !== 'end') redis.disconnect();
    },
    async call(command, ...args) {
      try {
        return await redis.call(command, ...args);
      } catch (error) {
        if (isRefusal(error) || redis.status === 'ready') throw error;
        // An answer that cannot be parsed ends the connection too, and says more than its end.
        if (cause !== undefined && codeOf(cause) === undefined) throw cause;
        throw new EndedError('the connection to Redis has ended', { cause: error });
      }
    },
  };
}

/**
 * Whether Redis answered with an error.
 * @param {unknown} error
 * @returns {error is Error}
 */
function isRefusal(error) {
  return error instanceof Error && error.name === 'ReplyError';
}

/**
 * Waits for an answer that a healthy server gives at once; rejects with a {@link SilentError}
 * without one.
 * @template T
 * @param {Promise<T>} answer
 * @returns {Promise<T>}
 */
async function answerInTime(answer) {
  const stop = new AbortController();
  const tooLate = delay(ANSWER_MS, undefined, { signal: stop.signal }).then(() => {
    throw new SilentError(`it does not answer within ${ANSWER_MS / 1_000} s`);
  });
  // Cancelled when the answer comes first; when the timeout does, nobody waits for the answer.
  tooLate.catch(() => undefined);
  answer.catch(() => undefined);
  try {
    return await Promise.race([answer, tooLate]);
  } finally {
    stop.abort();
  }
}

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
async function askPort(place) {
  /** @type {RedisConnection | undefined} */
  let connection;
  try {
    connection = await openRedis(place);
    const answer = await answerInTime(connection.call('CONFIG', 'GET', 'dir'));
    return Array.isArray(answer) && answer[1] === realpathSync(place.dir) ? 'ours' : 'other';
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
 * Whether anybody listens on a port of this machine.
 * @param {number} port
 */
export async function isListening(port) {
  try {
    (await connect(port)).close();
    return true;
  } catch (error) {
    if (error instanceof EndedError) return true;
    if (codeOf(error) === 'ECONNREFUSED') return false;
    throw error;
  }
}

/**
 * The fields of `INFO section`.
 * @param {RedisConnection} connection
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
