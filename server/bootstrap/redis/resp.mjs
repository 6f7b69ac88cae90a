import { connect } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';

import { codeOf } from '../../system/errors.mjs';

/**
 * Just enough of the Redis protocol to look after a server on this machine before any
 * package is installed.
 * @typedef {string | number | null | Reply[]} Reply
 */

/**
 * @typedef {object} RedisConnection
 * @property {(...words: string[]) => Promise<Reply>} call sends a command; rejects with what
 *   Redis answered when that is an error, and when the connection ends first
 * @property {Promise<void>} closed resolves when the connection has ended, whoever ended it
 * @property {() => void} close
 */

/** A Redis that loads or saves much still answers; one that does not in this time hangs. */
const ANSWER_MS = 3_000;

/** An error that Redis answered, such as `LOADING …`. */
class ReplyError extends Error {
  /** @override */
  name = 'ReplyError';
}

/** The connection ended before the answer came. */
export class EndedError extends Error {
  /** @override */
  name = 'EndedError';
}

/** What took the connection does not answer. */
export class SilentError extends Error {
  /** @override */
  name = 'SilentError';
}

/** It asks for another password than ours. */
export class WrongPasswordError extends Error {
  /** @override */
  name = 'WrongPasswordError';
}

/**
 * Connects to a port of this machine and gives the password; a server that asks for none is taken
 * as well. Rejects with the system's error when nobody listens.
 * @param {number} port
 * @param {string} password
 * @returns {Promise<RedisConnection>}
 */
export async function openRedis(port, password) {
  const connection = await connectTo(port);
  try {
    await answerInTime(connection.call('AUTH', password));
  } catch (error) {
    const refusal = error instanceof ReplyError ? error.message : '';
    // In the words of Redis 6 and later, and in those before it.
    if (/without any password|no password is set/.test(refusal)) return connection;
    connection.close();
    if (!/WRONGPASS|invalid password/.test(refusal)) throw error;
    throw new WrongPasswordError(refusal, { cause: error });
  }
  return connection;
}

/**
 * Waits for what a healthy server answers at once; rejects with a {@link SilentError} if it does not.
 * @template T
 * @param {Promise<T>} answer
 * @returns {Promise<T>}
 */
export async function answerInTime(answer) {
  const stop = new AbortController();
  const tooLate = delay(ANSWER_MS, undefined, { signal: stop.signal }).then(() => {
    throw new SilentError(`it does not answer within ${ANSWER_MS / 1_000} s`);
  });
  // Called off when the answer comes first, and the other way round nobody waits for the answer.
  tooLate.catch(() => undefined);
  answer.catch(() => undefined);
  try {
    return await Promise.race([answer, tooLate]);
  } finally {
    stop.abort();
  }
}

/**
 * Connects without giving the password, which is enough to see whether anybody listens.
 * @param {number} port
 * @returns {Promise<RedisConnection>}
 */
export async function connectTo(port) {
  const socket = connect(port, '127.0.0.1');
  await new Promise((resolve, reject) => {
    socket.once('connect', resolve);
    socket.once('error', reject);
  });
  socket.setNoDelay(true);

  /** @type {{ resolve: (reply: Reply) => void, reject: (error: Error) => void }[]} */
  const waiting = [];
  let received = Buffer.alloc(0);
  /** @type {Error} */
  let reason = new EndedError('the connection to Redis has ended');
  socket.on('data', (chunk) => {
    received = Buffer.concat([received, chunk]);
    try {
      for (let parsed = parseReply(received, 0); parsed; parsed = parseReply(received, 0)) {
        received = received.subarray(parsed.end);
        const { value } = parsed;
        const caller = waiting.shift();
        if (value instanceof ReplyError) caller?.reject(value);
        else caller?.resolve(value);
      }
    } catch (error) {
      socket.destroy(error instanceof Error ? error : undefined);
    }
  });
  socket.on('error', (error) => {
    reason = codeOf(error) === undefined ? error : new EndedError(error.message, { cause: error });
  });
  const closed = /** @type {Promise<void>} */ (
    new Promise((resolve) => {
      socket.once('close', () => {
        for (const caller of waiting.splice(0)) caller.reject(reason);
        resolve();
      });
    })
  );

  return {
    closed,
    close: () => void socket.destroy(),
    call: (...words) =>
      new Promise((resolve, reject) => {
        if (socket.destroyed) {
          reject(reason);
          return;
        }
        waiting.push({ resolve, reject });
        const bulks = words.map((word) => `$${Buffer.byteLength(word)}\r\n${word}\r\n`);
        socket.write(`*${words.length}\r\n${bulks.join('')}`);
      }),
  };
}

/**
 * @param {Buffer} bytes
 * @param {number} start
 * @returns {{ value: Reply | ReplyError, end: number } | undefined} undefined while it is
 *   incomplete; throws when it is no reply at all
 */
export function parseReply(bytes, start) {
  const lineEnd = bytes.indexOf('\r\n', start);
  if (lineEnd === -1) return undefined;
  const text = bytes.toString('utf8', start + 1, lineEnd);
  const end = lineEnd + 2;
  switch (String.fromCodePoint(bytes[start] ?? 0)) {
    case '+':
      return { value: text, end };
    case '-':
      return { value: new ReplyError(text), end };
    case ':':
      return { value: Number(text), end };
    case '$':
      return parseBulk(bytes, end, Number(text));
    case '*':
      return parseArray(bytes, end, Number(text));
    default:
      throw new Error('what answers on this port is not a Redis');
  }
}

/**
 * @param {Buffer} bytes
 * @param {number} start
 * @param {number} length
 */
function parseBulk(bytes, start, length) {
  if (length === -1) return { value: null, end: start };
  const end = start + length + 2;
  if (bytes.length < end) return undefined;
  return { value: bytes.toString('utf8', start, start + length), end };
}

/**
 * @param {Buffer} bytes
 * @param {number} start
 * @param {number} length
 */
function parseArray(bytes, start, length) {
  /** @type {Reply[]} */
  const value = [];
  let end = start;
  while (value.length < length) {
    const item = parseReply(bytes, end);
    if (!item) return undefined;
    value.push(item.value instanceof ReplyError ? item.value.message : item.value);
    end = item.end;
  }
  return { value, end };
}
