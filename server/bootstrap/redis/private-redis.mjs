import { realpathSync } from 'node:fs';
import { join } from 'node:path';

import { Failure } from '../failure.mjs';
import { withLock } from '../lock.mjs';
import { findServerRecord, hasOnlySnapshot, prepareRedisFolder } from './server-folder.mjs';
import { inspectPort } from './inspect-port.mjs';
import { findFreePort, launchRedis } from './launch-server.mjs';
import { waitUntilReady } from './wait-until-ready.mjs';
import { shutDownIfUnused } from './shut-down.mjs';
import { superviseRedis } from './supervise.mjs';

const PORT_ATTEMPTS = 10;

/**
 * The Redis of a data folder, shared by all launchers that work on it.
 * @typedef {object} PrivateRedis
 * @property {string} url
 * @property {string} dir where it keeps its data and its log
 * @property {() => Promise<void>} release ends the supervision, and the server too unless
 *   anybody else still uses it
 */

/**
 * @typedef {object} PrivateRedisOptions
 * @property {string} dataDir
 * @property {() => Promise<string>} provideServer finds or installs redis-server; asked only
 *   when one has to be started
 * @property {import('../steps.mjs').Steps} steps
 */

/**
 * Joins the Redis that serves the data folder, or starts it, and from then on starts it
 * again on the same port whenever it ends.
 * @param {PrivateRedisOptions} options
 * @returns {Promise<PrivateRedis>}
 */
export async function providePrivateRedis({ dataDir, provideServer, steps }) {
  const dir = realpathSync(prepareRedisFolder(dataDir));
  const { port, supervisor } = await withRedisLock(dir, steps, async () => {
    const found = (await findRunning(dir)) ?? (await startServer(dir, provideServer));
    await waitUntilReady(found, steps);
    return {
      port: found,
      supervisor: await superviseRedis({ port: found, dir, provideServer, steps }),
    };
  });
  return {
    url: `redis://127.0.0.1:${port}`,
    dir,
    release: () => withRedisLock(dir, steps, () => shutDownIfUnused(port, supervisor, steps)),
  };
}

/**
 * The port of the server that runs for this folder.
 * @param {string} dir
 * @returns {Promise<number | undefined>}
 */
async function findRunning(dir) {
  const record = findServerRecord(dir);
  const holder = record && (await inspectPort(record.port, dir));
  if (holder === 'silent') {
    // Very likely our own server, stuck. A second one on the same files would destroy them.
    throw new Failure(
      `The private Redis (process ${record?.pid ?? 'unknown'}) is stuck: port ${record?.port} takes connections and does not answer.`,
      `End that process and run it again, or remove ${dir}/server.json if the port is not Redis's.`,
    );
  }
  return holder === 'ours' ? record?.port : undefined;
}

/**
 * @param {string} dir
 * @param {() => Promise<string>} provideServer
 * @returns {Promise<number>}
 */
async function startServer(dir, provideServer) {
  const server = await provideServer();
  let port = findServerRecord(dir)?.port ?? (await findFreePort());
  for (let attempt = 1; attempt <= PORT_ATTEMPTS; attempt += 1) {
    const appendOnly = !hasOnlySnapshot(dir);
    if ((await launchRedis({ server, port, dir, appendOnly })) === 'up') return port;
    port = await findFreePort();
  }
  throw new Failure(
    `The private Redis found no free port on 127.0.0.1 in ${PORT_ATTEMPTS} attempts.`,
    'End a program that takes many ports, or set REDIS_URL to a Redis that runs.',
  );
}

/**
 * Joining, starting and ending happen one launcher at a time: two servers on one folder
 * would destroy each other's files.
 * @template T
 * @param {string} dir
 * @param {import('../steps.mjs').Steps} steps
 * @param {() => Promise<T>} work
 */
async function withRedisLock(dir, steps, work) {
  return withLock(join(dir, 'launcher.lock'), work, {
    onWait: () => steps.say('Waiting for another command that starts or ends Redis'),
  });
}
