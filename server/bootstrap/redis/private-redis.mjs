import { realpathSync } from 'node:fs';
import { join } from 'node:path';

import { messageOf } from '../../system/errors.mjs';
import { findFreePort } from '../../system/free-port.mjs';
import { isAlive, withLock } from '../../system/lock.mjs';
import { Failure } from '../launcher.mjs';
import { bringUpRedis } from './bring-up.mjs';
import { inspectPort, openRedis } from './connection.mjs';
import {
  findServerRecord,
  prepareRedisFolder,
  providePassword,
  redisPasswordFile,
  writeServerRecord,
} from './server-folder.mjs';
import { shutDownIfUnused, superviseRedis } from './supervise.mjs';

const PORT_ATTEMPTS = 10;

/**
 * The Redis of a data folder, shared by all launchers that work on it.
 * @typedef {object} PrivateRedis
 * @property {string} url with its password
 * @property {string} dir where it keeps its data and its log
 * @property {() => Promise<boolean>} release ends the supervision, and the server too unless
 *   anybody else still uses it; whether it does not run any more
 */

/**
 * @typedef {object} PrivateRedisOptions
 * @property {string} dataDir
 * @property {string | undefined} [backupDir] where the race is backed up, to be named when its data is damaged
 * @property {() => Promise<string>} provideServer finds or installs redis-server; asked only
 *   when one has to be started
 * @property {boolean} [isOptional] a server that cannot be started is told of and tried again,
 *   instead of being a failure
 * @property {import('../launcher.mjs').Steps} steps
 */

/**
 * Joins or starts the Redis of the data folder, and from then on starts it again on the same port
 * whenever it ends.
 *
 * 1. One launcher at a time: the lock of the folder is held while it joins, starts or ends one.
 * 2. The password and the port are those of the folder (`server-folder.mjs`). Who is on the port is
 *    asked first: ours, somebody else, or one that does not answer (`connection.mjs`).
 * 3. Where nobody is, a server is started and waited for until it has loaded its data
 *    (`bring-up.mjs`). A tail that a power cut tore is left out; other damage ends the start, and
 *    says how to go back to the newest backup (`data-files.mjs`).
 * 4. An open connection shows the moment it ends; the last launcher ends it (`supervise.mjs`).
 * @param {PrivateRedisOptions} options
 * @returns {Promise<PrivateRedis>}
 */
export async function providePrivateRedis({
  dataDir,
  backupDir,
  provideServer,
  isOptional = false,
  steps,
}) {
  const dir = realpathSync(prepareRedisFolder(dataDir));
  const { place, supervisor } = await withRedisLock(dir, steps, async () => {
    const wanted = {
      dir,
      backupDir,
      password: providePassword(dir),
      port: findServerRecord(dir)?.port ?? (await findFreePort()),
    };
    const place = await start(wanted, provideServer, steps).catch((error) => {
      if (!isOptional) throw error;
      steps.say(messageOf(error));
      if (error instanceof Failure) steps.say(error.remedy);
      return undefined;
    });
    // A server that does not run yet will have this port, also if another launcher starts it.
    if (!place) writeServerRecord(dir, { ...findServerRecord(dir), port: wanted.port });
    const connection = place && (await openRedis(place));
    const options = { place: place ?? wanted, connection, provideServer, steps };
    return { place: options.place, supervisor: superviseRedis(options) };
  });
  return {
    url: `redis://:${place.password}@127.0.0.1:${place.port}`,
    dir,
    release: () => withRedisLock(dir, steps, () => shutDownIfUnused(place, supervisor, steps)),
  };
}

/**
 * @param {import('./connection.mjs').RedisPlace} wanted
 * @param {() => Promise<string>} provideServer
 * @param {import('../launcher.mjs').Steps} steps
 * @returns {Promise<import('./connection.mjs').RedisPlace>} the same, perhaps on another port
 */
async function start(wanted, provideServer, steps) {
  await refuseUnusable(wanted);
  const place = { ...wanted };
  for (let attempt = 1; attempt <= PORT_ATTEMPTS; attempt += 1) {
    if ((await bringUpRedis(place, provideServer, steps)) === 'up') return place;
    place.port = await findFreePort();
  }
  throw new Failure(
    `The private Redis found no free port on 127.0.0.1 in ${PORT_ATTEMPTS} attempts.`,
    'End a program that takes many ports, or set REDIS_URL to a Redis that runs.',
  );
}

/**
 * Throws a Failure where the folder's server probably runs and cannot be used: a second one on the
 * same files would destroy them.
 * @param {import('./connection.mjs').RedisPlace} place
 */
async function refuseUnusable(place) {
  const { dir } = place;
  const record = findServerRecord(dir);
  const holder = record && (await inspectPort(place));
  const who = `The private Redis (process ${record?.pid ?? 'unknown'})`;
  if (holder === 'silent') {
    throw new Failure(
      `${who} is stuck: port ${place.port} takes connections and does not answer.`,
      `End that process and run it again, or remove ${dir}/server.json if the port is not Redis's.`,
    );
  }
  if (holder === 'locked' && (record?.pid === undefined || isAlive(record.pid))) {
    throw new Failure(
      `${who} has another password than the one in ${redisPasswordFile(dir)}.`,
      `End that process and run it again, or remove ${dir}/server.json if the port is another program's.`,
    );
  }
}

/**
 * Joining, starting and ending happen one launcher at a time: two servers on one folder
 * would destroy each other's files.
 * @template T
 * @param {string} dir
 * @param {import('../launcher.mjs').Steps} steps
 * @param {() => Promise<T>} work
 */
async function withRedisLock(dir, steps, work) {
  return withLock(join(dir, 'launcher.lock'), work, {
    onWait: () => steps.say('Waiting for another command that starts or ends Redis'),
  });
}
