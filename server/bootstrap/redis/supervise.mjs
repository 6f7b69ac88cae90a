import { setTimeout as delay } from 'node:timers/promises';

import { messageOf } from '../../system/errors.mjs';
import { createPauses, describePause } from '../pauses.mjs';
import { bringUpRedis } from './bring-up.mjs';
import { lastWords } from './launch-server.mjs';
import { openRedis } from './resp.mjs';

/**
 * @typedef {object} RedisSupervisor
 * @property {() => Promise<void>} stop ends the supervision; the server stays as it is
 */

/**
 * @typedef {object} SupervisorOptions
 * @property {import('./inspect-port.mjs').RedisPlace} place
 * @property {import('./resp.mjs').RedisConnection | undefined} connection to the server; undefined
 *   when it could not be started yet
 * @property {() => Promise<string>} provideServer
 * @property {import('../steps.mjs').Steps} steps
 */

/**
 * Watches the server by an open connection, which ends the moment the server does, and
 * starts it again on its port, after pauses that grow while it ends soon. When several launchers
 * do so at once one of them starts it and the others join. A server that is merely slow is left
 * alone.
 * @param {SupervisorOptions} options
 * @returns {RedisSupervisor}
 */
export function superviseRedis({ place, connection: opened, provideServer, steps }) {
  const stop = new AbortController();
  const pauses = createPauses();
  let connection = opened;

  /** @param {number} livedMs @param {string} reason */
  const restart = async (livedMs, reason) => {
    for (let why = reason; ;) {
      const pauseMs = pauses.next(livedMs);
      steps.say(`${why}; starting it again in ${describePause(pauseMs)}`);
      await delay(pauseMs, undefined, { signal: stop.signal }).catch(() => undefined);
      if (stop.signal.aborted) return;
      try {
        const outcome = await bringUpRedis(place, provideServer, steps);
        if (outcome === 'taken') throw new Error(`port ${place.port} is taken by another program`);
        connection = await openRedis(place.port, place.password);
        steps.say(`Redis runs again on port ${place.port}`);
        return;
      } catch (error) {
        livedMs = 0;
        why = `Redis cannot be started yet: ${messageOf(error)}`;
      }
    }
  };

  const watch = async () => {
    if (!connection) await restart(0, 'Redis does not run');
    while (!stop.signal.aborted) {
      const startMs = performance.now();
      await connection?.closed;
      if (stop.signal.aborted) return;
      const words = lastWords(place.dir) ?? 'no reason logged';
      await restart(performance.now() - startMs, `Redis has ended (${words})`);
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
