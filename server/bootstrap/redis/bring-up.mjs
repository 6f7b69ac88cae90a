import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';

import { withLock } from '../../system/lock.mjs';
import { Failure } from '../launcher.mjs';
import { inspectPort, openRedis, readInfo } from './connection.mjs';
import { repairManifest } from './data-files.mjs';
import { launchRedis } from './launch-server.mjs';
import { repairDataFiles } from './repair-files.mjs';
import { findLastLogLine, redisLogFile } from './server-folder.mjs';

const POLL_MS = 50;

/**
 * Starts a server for the place and waits until it has loaded its data; one that runs there
 * already is joined. For a server that ends over its data what is damaged is taken out, and it is
 * tried once more. Of several launchers one does so while the others wait.
 * @param {import('./connection.mjs').RedisPlace} place
 * @param {() => Promise<string>} provideServer
 * @param {import('../launcher.mjs').Steps} steps
 * @returns {Promise<import('./launch-server.mjs').LaunchOutcome>}
 */
export async function bringUpRedis(place, provideServer, steps) {
  const { dir } = place;
  return withLock(join(dir, 'bring-up.lock'), async () => {
    for (let mayRepair = true; ; mayRepair = false) {
      try {
        return await startAndLoad(place, provideServer, steps);
      } catch (error) {
        if ((await inspectPort(place)) !== 'nobody') throw error;
        if (mayRepair && (await repairDataFiles(dir, await provideServer(), steps))) continue;
        if (error instanceof Failure) throw error;
        throw new Failure(
          `The private Redis ended while it loaded its data: ${findLastLogLine(dir) ?? 'no reason logged'}`,
          `See ${redisLogFile(dir)}, or set REDIS_SERVER_PATH to another redis-server.`,
        );
      }
    }
  });
}

/**
 * @param {import('./connection.mjs').RedisPlace} place
 * @param {() => Promise<string>} provideServer
 * @param {import('../launcher.mjs').Steps} steps
 */
async function startAndLoad(place, provideServer, steps) {
  const holder = await inspectPort(place);
  if (holder === 'nobody') {
    const server = await provideServer();
    repairManifest(place.dir, steps);
    if ((await launchRedis(server, place)) === 'taken') return 'taken';
  } else if (holder !== 'ours') {
    return 'taken';
  }
  await waitUntilReady(place, steps);
  return 'up';
}

/**
 * Waits until the server has loaded its data, and makes sure that it keeps every write and lets
 * nobody else in: one that was started on a snapshot alone is given its append-only file now, and
 * one that an earlier version started its password.
 * @param {import('./connection.mjs').RedisPlace} place
 * @param {import('../launcher.mjs').Steps} steps
 */
async function waitUntilReady(place, steps) {
  const connection = await openRedis(place);
  try {
    if (await isLoading(connection)) {
      await steps.during('Redis loads its data', () =>
        waitUntil(async () => !(await isLoading(connection))),
      );
    }
    const { aof_enabled: enabled } = await readInfo(connection, 'persistence');
    if (enabled !== '1') await steps.during(...createAppendOnlyFile(connection));
    await connection.call('CONFIG', 'SET', 'requirepass', place.password);
  } finally {
    connection.close();
  }
}

/**
 * @param {import('./connection.mjs').RedisConnection} connection
 * @returns {[string, () => Promise<void>]}
 */
function createAppendOnlyFile(connection) {
  return [
    'Turning the Redis snapshot into an append-only file',
    async () => {
      await connection.call('CONFIG', 'SET', 'appendonly', 'yes');
      await waitUntil(async () => {
        const info = await readInfo(connection, 'persistence');
        if (info['aof_last_bgrewrite_status'] === 'err') {
          throw new Failure(
            'Redis could not write its append-only file beside the snapshot dump.rdb.',
            'Free some disk space and run it again; the snapshot is as it was.',
          );
        }
        const busy =
          info['aof_rewrite_in_progress'] === '1' || info['aof_rewrite_scheduled'] === '1';
        return info['aof_enabled'] === '1' && !busy;
      });
    },
  ];
}

/** @param {import('./connection.mjs').RedisConnection} connection */
async function isLoading(connection) {
  return (await readInfo(connection, 'persistence'))['loading'] === '1';
}

/** @param {() => Promise<boolean>} condition */
async function waitUntil(condition) {
  while (!(await condition())) await delay(POLL_MS);
}
