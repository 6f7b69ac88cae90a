import { setTimeout as delay } from 'node:timers/promises';

import { messageOf } from '../failure.mjs';
import { lastWords, launchRedis } from './launch-server.mjs';
import { openRedis } from './resp.mjs';

/** Pauses between attempts: at once, then longer while a full disk or the like lasts. */
const PAUSES_MS = [0, 250, 1_000, 2_000, 5_000];

/**
 * @typedef {object} RedisSupervisor
 * @property {() => Promise<void>} stop ends the supervision; the server stays as it is
 */

/**
 * Watches the server by an open connection, which ends the moment the server does, and
 * starts it again on its port. When several launchers do so at once the port goes to one
 * server and the others join it. A server that is merely slow is left alone.
 * @param {{ port: number, dir: string, provideServer: () => Promise<string>, steps: import('../steps.mjs').Steps }} options
 * @returns {Promise<RedisSupervisor>}
 */
export async function superviseRedis({ port, dir, provideServer, steps }) {
  const stop = new AbortController();
  let connection = await openRedis(port);

  const restart = async () => {
    for (let attempt = 0; !stop.signal.aborted; attempt += 1) {
      const pauseMs = PAUSES_MS[Math.min(attempt, PAUSES_MS.length - 1)];
      await delay(pauseMs, undefined, { signal: stop.signal }).catch(() => undefined);
      if (stop.signal.aborted) return;
      try {
        const server = await provideServer();
        const outcome = await launchRedis({ server, port, dir, appendOnly: true });
        if (outcome === 'taken') throw new Error(`port ${port} is taken by another program`);
        connection = await openRedis(port);
        steps.say(`Redis runs again on port ${port}`);
        return;
      } catch (error) {
        steps.say(`Redis cannot be started again yet: ${messageOf(error)}`);
      }
    }
  };

  const watch = async () => {
    for (;;) {
      await connection.closed;
      if (stop.signal.aborted) return;
      steps.say(`Redis has ended (${lastWords(dir) ?? 'no reason logged'}); starting it again`);
      await restart();
    }
  };
  const watching = watch();

  return {
    async stop() {
      stop.abort();
      connection.close();
      await watching;
      // A restart under way when the supervision ended may have opened another one.
      connection.close();
    },
  };
}
