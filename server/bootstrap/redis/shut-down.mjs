import { setTimeout as delay } from 'node:timers/promises';

import { codeOf, messageOf } from '../../system/errors.mjs';
import { connectTo, EndedError, openRedis } from './resp.mjs';

/** A program that has just ended may still be on Redis's list of clients for a moment. */
const GONE_ATTEMPTS = 20;
const PAUSE_MS = 50;

/**
 * Ends the supervision, and the server too when nobody else is connected to it: other
 * launchers keep a connection of their own, and so does every service.
 * @param {import('./inspect-port.mjs').RedisPlace} place
 * @param {import('./supervise.mjs').RedisSupervisor} supervisor
 * @param {import('../steps.mjs').Steps} steps
 * @returns {Promise<boolean>} whether it does not run any more
 */
export async function shutDownIfUnused(place, supervisor, steps) {
  await supervisor.stop();
  /** @type {import('./resp.mjs').RedisConnection | undefined} */
  let connection;
  try {
    connection = await unlessRefused(openRedis(place.port, place.password));
    if (!connection) return true;
    if (await hasOtherClients(connection)) {
      steps.say('Redis keeps running for the others that use it');
      return false;
    }
    await connection.call('SHUTDOWN');
  } catch (error) {
    // Hanging up is how SHUTDOWN answers; an answer means that Redis refuses to end.
    if (!(error instanceof EndedError)) {
      steps.say(`Redis keeps running: ${messageOf(error)}`);
      return false;
    }
  } finally {
    connection?.close();
  }
  await waitUntilDown(place);
  steps.say('Redis has written everything and ended');
  return true;
}

/** @param {import('./resp.mjs').RedisConnection} connection */
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

/** @param {import('./inspect-port.mjs').RedisPlace} place */
async function waitUntilDown(place) {
  // It answers nothing while it saves, but it keeps its port until it has ended.
  for (;;) {
    const connection = await unlessRefused(connectTo(place.port));
    if (!connection) return;
    connection.close();
    await delay(PAUSE_MS);
  }
}

/**
 * @param {Promise<import('./resp.mjs').RedisConnection>} opening
 * @returns {Promise<import('./resp.mjs').RedisConnection | undefined>}
 */
async function unlessRefused(opening) {
  try {
    return await opening;
  } catch (error) {
    if (codeOf(error) === 'ECONNREFUSED') return undefined;
    throw error;
  }
}
