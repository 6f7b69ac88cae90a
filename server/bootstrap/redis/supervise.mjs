import { setTimeout as delay } from 'node:timers/promises';

import { codeOf, messageOf } from '../../system/errors.mjs';
import { Failure } from '../launcher.mjs';
import { createBackoff, describePause } from '../backoff.mjs';
import { bringUpRedis } from './bring-up.mjs';
import { EndedError, isListening, openRedis } from './connection.mjs';
import { findLastLogLine } from './server-folder.mjs';

/** A program that has just ended may still be on Redis's list of clients for a moment. */
const GONE_ATTEMPTS = 20;
const PAUSE_MS = 50;
/** A race of 32,000 is saved in a few seconds, also on a slow card. */
const SAVE_MS = 30_000;

/**
 * @typedef {object} RedisSupervisor
 * @property {() => Promise<void>} stop ends the supervision; the server stays as it is
 */

/**
 * @typedef {object} SupervisorOptions
 * @property {import('./connection.mjs').RedisPlace} place
 * @property {import('./connection.mjs').RedisConnection | undefined} connection to the server; undefined
 *   when it could not be started yet
 * @property {() => Promise<string>} provideServer
 * @property {import('../launcher.mjs').Steps} steps
 */

/**
 * Watches the server by an open connection, which ends with the server, and starts it again on its
 * port, after pauses that grow while it ends soon. Of several launchers one starts it and the
 * others join. A server that is merely slow is left alone.
 * @param {SupervisorOptions} options
 * @returns {RedisSupervisor}
 */
export function superviseRedis({ place, connection: opened, provideServer, steps }) {
  const stop = new AbortController();
  const backoff = createBackoff();
  let connection = opened;

  /** @param {number} livedMs @param {string} reason */
  const restart = async (livedMs, reason) => {
    for (let why = reason; ;) {
      const pauseMs = backoff.next(livedMs);
      steps.say(`${why}; starting it again in ${describePause(pauseMs)}`);
      await delay(pauseMs, undefined, { signal: stop.signal }).catch(() => undefined);
      if (stop.signal.aborted) return;
      try {
        const outcome = await bringUpRedis(place, provideServer, steps);
        if (outcome === 'taken') throw new Error(`port ${place.port} is taken by another program`);
        connection = await openRedis(place);
        steps.say(`Redis runs again on port ${place.port}`);
        return;
      } catch (error) {
        livedMs = 0;
        why = `Redis cannot be started yet: ${messageOf(error)}`;
        if (error instanceof Failure) steps.say(error.remedy);
      }
    }
  };

  const watch = async () => {
    if (!connection) await restart(0, 'Redis does not run');
    while (!stop.signal.aborted) {
      const startMs = performance.now();
      await connection?.closed;
      if (stop.signal.aborted) return;
      const reason = findLastLogLine(place.dir) ?? 'no reason logged';
      await restart(performance.now() - startMs, `Redis has ended (${reason})`);
    }
  };
  const watching = watch();

  return {
    async stop() {
      stop.abort();
      connection?.close();
      await watching;
      // A restart under way when the supervision ended may have opened another one.
      connection?.close();
    },
  };
}

/**
 * Ends the supervision, and the server too when nobody else is connected to it: other launchers and
 * every service keep a connection of their own.
 * @param {import('./connection.mjs').RedisPlace} place
 * @param {RedisSupervisor} supervisor
 * @param {import('../launcher.mjs').Steps} steps
 * @returns {Promise<boolean>} whether it does not run any more
 */
export async function shutDownIfUnused(place, supervisor, steps) {
  await supervisor.stop();
  /** @type {import('./connection.mjs').RedisConnection | undefined} */
  let connection;
  try {
    connection = await openRedis(place);
    if (await hasOtherClients(connection)) {
      steps.say('Redis keeps running for the others that use it');
      return false;
    }
    await endServer(connection);
  } catch (error) {
    if (codeOf(error) === 'ECONNREFUSED') return true;
    // Hanging up is how SHUTDOWN answers; an answer means that Redis refuses to end.
    if (!(error instanceof EndedError)) {
      steps.say(`Redis keeps running: ${messageOf(error)}`);
      return false;
    }
  } finally {
    connection?.close();
  }
  // It answers nothing while it saves, but keeps its port until it has ended.
  const giveUpMs = performance.now() + SAVE_MS;
  while (await isListening(place.port)) {
    if (performance.now() > giveUpMs) {
      steps.say(`Redis still writes after ${SAVE_MS / 1_000} s, and ends by itself when it has`);
      return false;
    }
    await delay(PAUSE_MS);
  }
  steps.say('Redis has written everything and ended');
  return true;
}

/**
 * Hanging up is how SHUTDOWN answers. Redis refuses where it cannot write a copy of all, on a full disk or in a folder that
 * was deleted: what it acknowledged is in its append-only file already, so it ends without.
 * @param {import('./connection.mjs').RedisConnection} connection
 */
async function endServer(connection) {
  try {
    await connection.call('SHUTDOWN');
  } catch (error) {
    if (error instanceof EndedError) throw error;
    await connection.call('SHUTDOWN', 'NOSAVE', 'NOW', 'FORCE');
  }
}

/** @param {import('./connection.mjs').RedisConnection} connection */
async function hasOtherClients(connection) {
  for (let attempt = 1; ; attempt += 1) {
    const clients = String(await connection.call('CLIENT', 'LIST'))
      .trim()
      .split('\n');
    if (clients.length <= 1) return false;
    if (attempt === GONE_ATTEMPTS) return true;
    await delay(PAUSE_MS);
  }
}
